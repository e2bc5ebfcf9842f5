#!/usr/bin/env python3
"""Writes ../gpt2.json: small GPT-2 models in float64.

Written from huggingface/transformers, src/transformers/models/gpt2/modeling_gpt2.py, commit
0010f60284ab4b9d14b7df9c6525b1a2ad44e640 (GPT2Attention._attn, GPT2MLP, GPT2Block, GPT2Model, GPT2LMHeadModel), and pytorch_utils.py
(Conv1D).
"""

import os

import torch

from case import Case, attend, gelu_new, heads, hidden, layer_norm, write


def conv1d(case, x, name, out):
    """transformers' Conv1D: the weight is [in, out]."""
    return x @ case.weight(name + ".weight", x.shape[-1], out) + case.weight(name + ".bias", out)


def compute(case):
    config = case.config
    D, H, V = config["n_embd"], config["n_head"], config["vocab_size"]
    F = config.get("n_inner") or 4 * D
    eps = config["layer_norm_epsilon"]
    act = {"gelu_new": gelu_new, "gelu_pytorch_tanh": gelu_new, "gelu": torch.nn.functional.gelu}[
        config.get("activation_function", "gelu_new")
    ]
    ids = case.input("ids")
    T = ids.shape[1]
    positions = case.input("positions") if "positions" in case.feed else torch.arange(T)
    table = case.weight("wte.weight", V, D, scale=2)
    x = table[ids] + case.weight("wpe.weight", config["n_positions"], D, scale=2)[positions]
    causal = hidden(torch.ones(T, T).tril().bool())
    for i in range(config["n_layer"]):
        h = f"h.{i}."
        q, k, v = conv1d(case, layer_norm(case, x, h + "ln_1", eps), h + "attn.c_attn", 3 * D).split(D, dim=2)
        scale = (D // H) ** 0.5 * (i + 1 if config.get("scale_attn_by_inverse_layer_idx") else 1)
        y = attend(heads(q, H) / scale, heads(k, H), heads(v, H), causal)
        x = x + conv1d(case, y, h + "attn.c_proj", D)
        y = act(conv1d(case, layer_norm(case, x, h + "ln_2", eps), h + "mlp.c_fc", F))
        x = x + conv1d(case, y, h + "mlp.c_proj", D)
    x = layer_norm(case, x, "ln_f", eps)
    tied = config.get("tie_word_embeddings", True)
    case.expected["logits"] = x @ (table if tied else case.weight("lm_head.weight", V, D)).T
    return case


def below_transformer(name):
    return name if name.startswith("lm_head") else "transformer." + name


IDS = [[3, 1, 4, 1, 5, 9], [2, 6, 5, 3, 10, 0]]
SIZES = {"model_type": "gpt2", "vocab_size": 11, "n_positions": 9, "n_embd": 8, "n_layer": 2, "n_head": 2, "layer_norm_epsilon": 1e-5}

tied = compute(
    Case(
        "tied",
        "names below transformer., a tied head, gelu_new, n_inner null; masks and a head that are stored and not read",
        {**SIZES, "n_ctx": 9, "n_inner": None, "activation_function": "gelu_new", "reorder_and_upcast_attn": False},
        {"ids": IDS},
        below_transformer,
    )
)
for layer in range(SIZES["n_layer"]):
    tied.weight(f"h.{layer}.attn.bias", 1, 1, 9, 9)
    tied.weight(f"h.{layer}.attn.masked_bias", 1)
tied.weight("lm_head.weight", 11, 8)

own_head = compute(
    Case(
        "own_head",
        "bare names, a head of its own, gelu, n_inner, positions that are given",
        {**SIZES, "n_inner": 12, "activation_function": "gelu", "tie_word_embeddings": False},
        {"ids": IDS, "positions": [[3, 4, 5, 6, 7, 8], [0, 0, 0, 1, 2, 3]]},
    )
)

by_layer = compute(
    Case(
        "by_layer",
        "scores divided by the number of the layer, three layers, no activation_function",
        {**SIZES, "n_layer": 3, "n_head": 4, "scale_attn_by_inverse_layer_idx": True, "reorder_and_upcast_attn": True},
        {"ids": [[7, 7, 2, 0, 8, 1, 10, 4]]},
        below_transformer,
    )
)

other_name = compute(
    Case(
        "other_name",
        "one layer, gelu_new by its other name",
        {**SIZES, "n_layer": 1, "activation_function": "gelu_pytorch_tanh"},
        {"ids": [[1, 2]]},
    )
)

write(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "gpt2.json"),
    "gpt2.yaml",
    ["ids", "positions"],
    [tied, own_head, by_layer, other_name],
    {"model_type": "gpt_neo", "scale_attn_weights": False, "add_cross_attention": True, "activation_function": "relu"},
)
