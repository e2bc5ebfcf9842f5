#!/usr/bin/env python3
"""Writes ../t5.json: small T5 models in float64.

Written from huggingface/transformers, src/transformers/models/t5/modeling_t5.py, commit 6b8b757dfcb582379a64f013cdce46c43629f2b0
(T5LayerNorm, T5DenseActDense, T5DenseGatedActDense, T5Attention, T5Block, T5Stack, T5ForConditionalGeneration), and configuration_t5.py,
commit 038869d4d54db478c18dbe58a02aefc67f62beb0; scale_decoder_outputs is a key of transformers 5. Buckets are found in float32, as there.
"""

import math
import os

import torch

from case import Case, attend, gelu_new, heads, hidden, linear, rms_norm, write


def bucket(relative, bidirectional, buckets, far):
    """The row of the bias for a key that stands `relative` behind the query."""
    first = 0
    if bidirectional:
        buckets //= 2
        first = (relative > 0).long() * buckets
        distance = relative.abs()
    else:
        distance = (-relative).clamp(min=0)
    exact = buckets // 2
    wide = torch.log(distance.float() / exact) / math.log(far / exact) * (buckets - exact)
    wide = torch.where(distance < exact, torch.zeros_like(wide), wide)  # log(0) is no integer
    return first + torch.where(distance < exact, distance, (exact + wide.long()).clamp(max=buckets - 1))


def bias(case, side, bidirectional, length):
    config = case.config
    buckets = config["relative_attention_num_buckets"]
    places = torch.arange(length)
    rows = bucket(places - places[:, None], bidirectional, buckets, config.get("relative_attention_max_distance", 128))
    table = case.weight(f"{side}.block.0.layer.0.SelfAttention.relative_attention_bias.weight", buckets, config["num_heads"], scale=8)
    case.reached = {*getattr(case, "reached", ()), *((side, row) for row in rows.unique().tolist())}
    return table[rows].permute(2, 0, 1)[None]


def attention(case, x, memory, name, added):
    config = case.config
    H, inner = config["num_heads"], config["num_heads"] * config["d_kv"]
    q = heads(linear(case, x, name + ".q", inner, False), H)
    k, v = (heads(linear(case, memory, f"{name}.{part}", inner, False), H) for part in "kv")
    return linear(case, attend(q, k, v, added), name + ".o", config["d_model"], False)


def feed_forward(case, x, name):
    config = case.config
    n = rms_norm(case, x, name + ".layer_norm", config["layer_norm_epsilon"])
    name += ".DenseReluDense."
    form = config.get("feed_forward_proj", "relu")
    act = config.get("dense_act_fn", {"gated-gelu": "gelu_new"}.get(form, form.split("-")[-1]))
    act = {"relu": torch.relu, "gelu_new": gelu_new, "gelu": torch.nn.functional.gelu, "silu": torch.nn.functional.silu}[act]
    F = config["d_ff"]
    if form.startswith("gated-"):
        y = act(linear(case, n, name + "wi_0", F, False)) * linear(case, n, name + "wi_1", F, False)
    else:
        y = act(linear(case, n, name + "wi", F, False))
    return x + linear(case, y, name + "wo", config["d_model"], False)


def compute(case):
    config = case.config
    D, V, eps = config["d_model"], config["vocab_size"], config["layer_norm_epsilon"]
    tied = config.get("tie_word_embeddings", True)
    shared = case.weight("shared.weight", V, D, scale=2)
    ids, decoder_ids = case.input("ids"), case.input("decoder_ids")
    S, T = ids.shape[1], decoder_ids.shape[1]
    valid = case.input("valid") if "valid" in case.feed else torch.ones_like(ids).bool()
    padding = hidden(valid[:, None, None])

    x, added = shared[ids], bias(case, "encoder", True, S) + padding
    for i in range(config["num_layers"]):
        name = f"encoder.block.{i}.layer."
        n = rms_norm(case, x, name + "0.layer_norm", eps)
        x = x + attention(case, n, n, name + "0.SelfAttention", added)
        x = feed_forward(case, x, name + "1")
    memory = rms_norm(case, x, "encoder.final_layer_norm", eps)

    x, added = shared[decoder_ids], bias(case, "decoder", False, T) + hidden(torch.ones(T, T).tril().bool())
    for i in range(config.get("num_decoder_layers") or config["num_layers"]):
        name = f"decoder.block.{i}.layer."
        n = rms_norm(case, x, name + "0.layer_norm", eps)
        x = x + attention(case, n, n, name + "0.SelfAttention", added)
        n = rms_norm(case, x, name + "1.layer_norm", eps)
        x = x + attention(case, n, memory, name + "1.EncDecAttention", padding)
        x = feed_forward(case, x, name + "2")
    x = rms_norm(case, x, "decoder.final_layer_norm", eps)
    if config.get("scale_decoder_outputs", tied):
        x = x * D**-0.5
    own = not tied or "scale_decoder_outputs" in config
    case.expected["logits"] = x @ (case.weight("lm_head.weight", V, D) if own else shared).T
    case.expected["memory"] = memory
    return case


IDS = [[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3], [2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 0, 0, 0, 0]]
VALID = [[True] * 16, [True] * 12 + [False] * 4]
DECODER_IDS = [[0, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8], [0, 1, 6, 1, 8, 0, 3, 3, 9, 8, 8, 7, 4]]
SIZES = {
    "model_type": "t5", "is_encoder_decoder": True, "vocab_size": 10, "d_model": 8, "d_kv": 3, "d_ff": 12, "num_layers": 2,
    "num_heads": 2, "relative_attention_num_buckets": 8, "relative_attention_max_distance": 10, "layer_norm_epsilon": 1e-6,
    "pad_token_id": 0, "decoder_start_token_id": 0,
}  # fmt: skip

gated = compute(
    Case(
        "gated",
        "T5 v1.1: gated gelu_new, a head of its own, a shorter decoder, padding, distances beyond the last bucket",
        {**SIZES, "num_decoder_layers": 1, "feed_forward_proj": "gated-gelu", "tie_word_embeddings": False},
        {"ids": IDS, "valid": VALID, "decoder_ids": DECODER_IDS},
    )
)
assert gated.reached == {("encoder", row) for row in range(8) if row != 4} | {("decoder", row) for row in range(8)}

relu = compute(
    Case(
        "relu",
        "the first T5: relu, a tied and scaled head, max_distance left out; copies of the table, and a bias that is stored and not read",
        {**{key: value for key, value in SIZES.items() if key != "relative_attention_max_distance"}, "feed_forward_proj": "relu"},
        {"ids": [IDS[0][:9]], "decoder_ids": [DECODER_IDS[0][:7]]},
    )
)
relu.weight("encoder.embed_tokens.weight", 10, 8)
relu.weight("decoder.embed_tokens.weight", 10, 8)
relu.weight("decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight", 8, 2)

silu = compute(
    Case(
        "silu",
        "gated silu, as transformers 5 writes it: tied, but not scaled, with a head of its own in the file",
        {
            **SIZES, "feed_forward_proj": "gated-silu", "dense_act_fn": "silu", "is_gated_act": True, "tie_word_embeddings": True,
            "scale_decoder_outputs": False,
        },
        {"ids": [IDS[0][:9]], "decoder_ids": [DECODER_IDS[0][:7]]},
    )
)  # fmt: skip

erf = compute(
    Case(
        "erf",
        "mT5, gated gelu by dense_act_fn, num_decoder_layers null, three heads",
        {
            **SIZES, "model_type": "mt5", "num_heads": 3, "num_layers": 1, "num_decoder_layers": None, "feed_forward_proj": "gated-gelu",
            "dense_act_fn": "gelu", "tie_word_embeddings": False,
        },
        {"ids": [IDS[0][:9]], "decoder_ids": [DECODER_IDS[0][:7]]},
    )
)  # fmt: skip

write(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "t5.json"),
    "t5.yaml",
    ["decoder_ids"],
    [gated, relu, silu, erf],
    {"model_type": "umt5", "is_encoder_decoder": False, "feed_forward_proj": "gelu", "dense_act_fn": "tanh"},
)
