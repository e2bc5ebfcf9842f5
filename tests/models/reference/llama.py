#!/usr/bin/env python3
"""Writes ../llama.json: small Llama and Mistral models in float64.

Written from huggingface/transformers, src/transformers/models: llama/modeling_llama.py, commit
5dd4a63548857797727ae73eeb6a6e886ea02a3e; mistral/modeling_mistral.py, commit 93e0020c96f1aaf6c380491c943fcf57502c5e19, with the window of
masking_utils.py (sliding_window_overlay: key > query - window); modeling_rope_utils.py, commit 0044e3b3facff1a1ad60b235c69d5b45beae75a4
(_compute_default_rope_parameters, _compute_linear_scaling_rope_parameters, _compute_llama3_parameters).
"""

import math
import os

import torch

from case import Case, attend, heads, hidden, linear, rms_norm, write


def frequencies(config, Dh):
    rope = config.get("rope_parameters") or config.get("rope_scaling") or {}
    theta = rope.get("rope_theta", config.get("rope_theta", 10000.0))
    f = 1 / theta ** (torch.arange(0, Dh, 2, dtype=torch.float64) / Dh)
    kind = rope.get("rope_type", rope.get("type", "default"))
    if kind == "linear":
        return f / rope["factor"]
    if kind == "llama3":
        context, low, high = rope["original_max_position_embeddings"], rope["low_freq_factor"], rope["high_freq_factor"]
        wave = 2 * math.pi / f
        smooth = (context / wave - low) / (high - low)
        between = (1 - smooth) * f / rope["factor"] + smooth * f
        f = torch.where(wave > context / low, f / rope["factor"], torch.where(wave < context / high, f, between))
    return f


def turn(x, angles):
    """x [B, H, T, Dh], angles [B, T, Dh / 2]."""
    cos, sin = (torch.cat((a, a), dim=-1)[:, None] for a in (angles.cos(), angles.sin()))
    left, right = x.chunk(2, dim=-1)
    return x * cos + torch.cat((-right, left), dim=-1) * sin


def compute(case):
    config = case.config
    D, H, V, F = (config[key] for key in ("hidden_size", "num_attention_heads", "vocab_size", "intermediate_size"))
    Hkv = config.get("num_key_value_heads", H)
    Dh = config.get("head_dim", D // H)
    eps = config["rms_norm_eps"]
    attention_bias, mlp_bias = config.get("attention_bias", False), config.get("mlp_bias", False)
    ids = case.input("ids")
    B, T = ids.shape
    positions = case.input("positions") if "positions" in case.feed else torch.arange(T).expand(B, T)
    angles = positions[..., None] * frequencies(config, Dh)
    back = torch.arange(T)[:, None] - torch.arange(T)
    seen = back >= 0
    if config["model_type"] == "mistral" and config.get("sliding_window") is not None:
        seen = seen & (back < config["sliding_window"])
    table = case.weight("model.embed_tokens.weight", V, D, scale=2)
    x = table[ids]
    for i in range(config["num_hidden_layers"]):
        name = f"model.layers.{i}."
        n = rms_norm(case, x, name + "input_layernorm", eps)
        q = heads(linear(case, n, name + "self_attn.q_proj", H * Dh, attention_bias), H)
        k = heads(linear(case, n, name + "self_attn.k_proj", Hkv * Dh, attention_bias), Hkv)
        v = heads(linear(case, n, name + "self_attn.v_proj", Hkv * Dh, attention_bias), Hkv)
        k, v = (t.repeat_interleave(H // Hkv, dim=1) for t in (turn(k, angles), v))
        y = attend(turn(q, angles) * Dh**-0.5, k, v, hidden(seen))
        x = x + linear(case, y, name + "self_attn.o_proj", D, attention_bias)
        n = rms_norm(case, x, name + "post_attention_layernorm", eps)
        gate = linear(case, n, name + "mlp.gate_proj", F, mlp_bias)
        up = linear(case, n, name + "mlp.up_proj", F, mlp_bias)
        x = x + linear(case, torch.nn.functional.silu(gate) * up, name + "mlp.down_proj", D, mlp_bias)
    x = rms_norm(case, x, "model.norm", eps)
    tied = config.get("tie_word_embeddings", False)
    case.expected["logits"] = x @ (table if tied else case.weight("lm_head.weight", V, D)).T
    return case


IDS = [[3, 1, 4, 1, 5, 9], [2, 6, 5, 3, 10, 0]]
FAR = [[0, 1, 2, 40, 41, 90], [5, 6, 7, 8, 300, 301]]
SIZES = {
    "model_type": "llama", "vocab_size": 11, "hidden_size": 8, "intermediate_size": 12, "num_hidden_layers": 2,
    "num_attention_heads": 4, "num_key_value_heads": 2, "hidden_act": "silu", "rms_norm_eps": 1e-5,
}  # fmt: skip

grouped = compute(
    Case(
        "grouped",
        "two heads share keys, a head of its own, theta left out; a window that Llama has no use for",
        {**SIZES, "rope_scaling": None, "pretraining_tp": 2, "sliding_window": 2},
        {"ids": IDS},
    )
)

biased = compute(
    Case(
        "biased",
        "biases, wide heads (head_dim), as many key heads, theta, a tied head; frequencies and a head that are stored and not read",
        {
            **{key: value for key, value in SIZES.items() if key != "num_key_value_heads"}, "num_attention_heads": 2, "head_dim": 6,
            "attention_bias": True, "mlp_bias": True, "rope_theta": 500.0, "tie_word_embeddings": True, "partial_rotary_factor": 1.0,
        },
        {"ids": IDS},
    )
)  # fmt: skip
biased.weight("model.layers.0.self_attn.rotary_emb.inv_freq", 3)
biased.weight("model.layers.1.self_attn.rotary_emb.inv_freq", 3)
biased.weight("lm_head.weight", 11, 8)

attention_bias = compute(
    Case("attention_bias", "biases in attention alone", {**SIZES, "attention_bias": True, "mlp_bias": False}, {"ids": IDS[:1]})
)

mistral = compute(
    Case(
        "mistral",
        "a window shorter than the text; theta in rope_parameters; one head of keys; positions that are given",
        {
            **SIZES, "model_type": "mistral", "num_key_value_heads": 1, "sliding_window": 3,
            "rope_parameters": {"rope_theta": 1000000.0, "rope_type": "default"},
        },
        {"ids": [[7, 7, 2, 0, 8, 1, 10], [1, 2, 3, 4, 5, 6, 7]], "positions": [[0, 1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 2, 3, 4]]},
    )
)  # fmt: skip

mistral_all = compute(
    Case("mistral_without_window", "sliding_window null", {**SIZES, "model_type": "mistral", "sliding_window": None}, {"ids": IDS[:1]})
)

LLAMA3 = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 64}

llama3 = compute(
    Case(
        "llama3",
        "scaled angles: a short, a middle and a long wave; far positions",
        {**SIZES, "head_dim": 8, "rope_scaling": LLAMA3},
        {"ids": IDS, "positions": FAR},
    )
)

llama3_parameters = compute(
    Case(
        "llama3_parameters",
        "the same in rope_parameters, with theta",
        {**SIZES, "head_dim": 8, "rope_parameters": {**LLAMA3, "rope_theta": 2000.0}},
        {"ids": IDS[:1], "positions": FAR[:1]},
    )
)

stretched = compute(
    Case(
        "linear",
        "angles divided by a factor, in the older spelling",
        {**SIZES, "rope_scaling": {"type": "linear", "factor": 4.0}},
        {"ids": IDS[:1], "positions": FAR[:1]},
    )
)

write(
    os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "llama.json"),
    "llama.yaml",
    ["ids", "positions"],
    [grouped, biased, attention_bias, mistral, mistral_all, llama3, llama3_parameters, stretched],
    {
        "model_type": "qwen2", "hidden_act": "gelu", "partial_rotary_factor": 0.5, "rope_scaling": {"rope_type": "dynamic", "factor": 2.0},
        "rope_parameters": {"rope_theta": 10000.0, "partial_rotary_factor": 0.5},
    },
)  # fmt: skip
