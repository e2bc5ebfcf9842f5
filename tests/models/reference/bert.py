#!/usr/bin/env python3
"""Writes ../bert.json: small BERT models, and sentence embeddings on them, in float64.

Written from huggingface/transformers, src/transformers/models/bert/modeling_bert.py, commit 004ad5f50b627b59bf0d581c31bc0052b6cfd40b
(BertEmbeddings, BertSelfAttention, BertLayer, BertPooler), and UKPLab/sentence-transformers, sentence_transformers/models/Pooling.py,
commit 13b4da229038847bad09d663918f0a489cc00775, and Normalize.py beside it.
"""

import os

import torch

from case import Case, attend, gelu_new, heads, hidden, layer_norm, linear, write


def compute(case):
    config = case.config
    D, H = config["hidden_size"], config["num_attention_heads"]
    eps = config.get("layer_norm_eps", 1e-12)
    act = {"gelu": torch.nn.functional.gelu, "gelu_new": gelu_new, "gelu_pytorch_tanh": gelu_new}[config["hidden_act"]]
    ids = case.input("ids")
    T = ids.shape[1]
    types = case.input("types") if "types" in case.feed else torch.zeros_like(ids)
    valid = case.input("valid") if "valid" in case.feed else torch.ones_like(ids).bool()
    x = case.weight("embeddings.word_embeddings.weight", config["vocab_size"], D, scale=2)[ids]
    x = x + case.weight("embeddings.token_type_embeddings.weight", config["type_vocab_size"], D)[types]
    x = x + case.weight("embeddings.position_embeddings.weight", config["max_position_embeddings"], D)[:T]
    x = layer_norm(case, x, "embeddings.LayerNorm", eps)
    for i in range(config["num_hidden_layers"]):
        name = f"encoder.layer.{i}."
        q, k, v = (heads(linear(case, x, name + "attention.self." + part, D, True), H) for part in ("query", "key", "value"))
        y = attend(q / (D // H) ** 0.5, k, v, hidden(valid[:, None, None]))
        y = linear(case, y, name + "attention.output.dense", D, True)
        x = layer_norm(case, y + x, name + "attention.output.LayerNorm", eps)
        y = act(linear(case, x, name + "intermediate.dense", config["intermediate_size"], True))
        y = linear(case, y, name + "output.dense", D, True)
        x = layer_norm(case, y + x, name + "output.LayerNorm", eps)
    if case.model == "sentence.yaml":
        weights = valid[..., None].to(x.dtype)
        first = case.params.get("pooling") == "first"
        pooled = x[:, 0] if first else (x * weights).sum(1) / weights.sum(1).clamp(min=1e-9)
        case.expected["embedding"] = torch.nn.functional.normalize(pooled, p=2, dim=1)
    else:
        case.expected["hidden"] = x
    return x


def with_pooler(case):
    x = compute(case)
    case.expected["pooled"] = torch.tanh(linear(case, x[:, 0], "pooler.dense", x.shape[-1], True))
    return case


def without_pooler(case):
    compute(case)
    return case


def old_names(name):
    return ("bert." + name).replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")


IDS = [[3, 1, 4, 1, 5, 9], [2, 6, 5, 3, 0, 0]]
TYPES = [[0, 0, 0, 1, 1, 1], [0, 1, 1, 0, 0, 0]]
VALID = [[True] * 6, [True] * 4 + [False] * 2]
SIZES = {
    "model_type": "bert", "vocab_size": 11, "hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 12,
    "hidden_act": "gelu", "max_position_embeddings": 9, "type_vocab_size": 2, "layer_norm_eps": 1e-12,
}  # fmt: skip

old = with_pooler(
    Case(
        "old_names",
        "names below bert., gamma and beta, token types, padding, a pooler; positions and heads that are stored and not read",
        {**SIZES, "position_embedding_type": "absolute"},
        {"ids": IDS, "types": TYPES, "valid": VALID},
        old_names,
    )
)
old.weight("embeddings.position_ids", 1, 9)
old.tensors["cls.predictions.bias"] = ([11], 0, 1)
old.tensors["cls.predictions.transform.LayerNorm.gamma"] = ([8], 0, 1)
old.tensors["cls.seq_relationship.weight"] = ([2, 8], 0, 1)

bare = without_pooler(
    Case(
        "without_pooler",
        "bare names, no pooler, gelu_new, layer_norm_eps left out",
        {**{key: value for key, value in SIZES.items() if key != "layer_norm_eps"}, "hidden_act": "gelu_new"},
        {"ids": IDS},
    )
)

larger_eps = with_pooler(
    Case(
        "larger_eps",
        "an eps that matters, three token types, four heads, gelu_pytorch_tanh, names below bert. with weight and bias",
        {**SIZES, "hidden_act": "gelu_pytorch_tanh", "layer_norm_eps": 0.125, "type_vocab_size": 3, "num_attention_heads": 4},
        {"ids": IDS[:1], "types": [[0, 1, 2, 2, 1, 0]]},
        lambda name: "bert." + name,
    )
)

mean = without_pooler(
    Case(
        "sentence_mean",
        "the mean of what is valid, length 1; a pooler that is not read",
        SIZES,
        {"ids": IDS, "valid": VALID},
        model="sentence.yaml",
    )
)
mean.weight("pooler.dense.weight", 8, 8)
mean.weight("pooler.dense.bias", 8)

first = without_pooler(
    Case(
        "sentence_first",
        "the first token, length 1",
        SIZES,
        {"ids": IDS, "valid": VALID},
        params={"pooling": "first"},
        model="sentence.yaml",
    )
)

write(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bert.json"),
    "bert.yaml",
    [],
    [old, bare, larger_eps, mean, first],
    {
        "model_type": "roberta", "position_embedding_type": "relative_key", "is_decoder": True, "add_cross_attention": True,
        "hidden_act": "relu",
    },
)  # fmt: skip
