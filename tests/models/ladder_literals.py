#!/usr/bin/env python3
"""Prints ladder_literals.inc: what the steps of models/ladder compute, with NumPy in float64.

Weights are drawn from NumPy's legacy generator, seed 0, in the order in which a model meets them. From step 6 on
PyTorch is asked too, which has these layers: nn.MultiheadAttention, nn.TransformerEncoderLayer.

    python3 tests/models/ladder_literals.py > tests/models/ladder_literals.inc
"""

import os
import textwrap

import numpy as np
import torch
import yaml

MODELS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "models", "ladder")
FILES = [name[: -len(".yaml")] for name in os.listdir(MODELS) if name.endswith(".yaml")]
STEPS = sorted(FILES, key=lambda name: int(name.split("-")[0]))
HEADS = 2
SENTENCE = ["the", "cat", "sat", "on"]


def softmax(x, axis):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def layer_norm(x):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)


def embeddings(step, draw, D):
    if step == 0:
        return np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]], dtype=np.float64)
    if step < 10:
        return draw.randn(4, D)
    file = np.load(os.path.join(MODELS, "word_vectors.npz"))
    words = file["words"].tolist()
    with open(os.path.join(MODELS, "10-pre-trained-embeddings.yaml"), encoding="utf-8") as model:
        assert words == yaml.safe_load(model)["inputs"]["sentence"]["words"]
    return file["vectors"][[words.index(word) for word in SENTENCE]]


def draw_layer(step, draw, D):
    """The weights of one layer in the order in which they are drawn."""
    Dk = D // HEADS
    layer = {"heads": []}
    if step >= 2:
        for _ in range(HEADS if step >= 5 else 1):
            layer["heads"].append([draw.randn(D, Dk) * D**-0.5 for _ in "qkv"])
    if step >= 6:
        layer["Wo"] = draw.randn(HEADS * Dk, D) * D**-0.5
    width = D if step < 2 or step >= 6 else Dk
    layer["W1"], layer["b1"] = draw.rand(width, 2 * D), draw.rand(2 * D)
    layer["W2"], layer["b2"] = draw.rand(2 * D, D), draw.rand(D)
    return layer


def attend(step, x, matrices):
    """A head's weights and what it finds."""
    q, k, v = (x @ W for W in matrices) if matrices else (x, x, x)
    scores = q @ k.T
    if step >= 3:
        scores = scores * q.shape[1] ** -0.5
    if step >= 9:
        scores = np.where(np.tri(len(x), dtype=bool), scores, -np.inf)
    weights = softmax(scores, axis=-1 if step >= 4 else 0)
    return weights, weights @ v


def run_layer(step, x, layer):
    matrices = layer["heads"] or [None]
    heads = [attend(step, x, matrices[n % len(matrices)]) for n in range(HEADS)]
    joined = np.concatenate([found for _, found in heads], axis=-1 if step >= 6 else 0)
    if step >= 6:
        joined = joined @ layer["Wo"]
    if step >= 7:
        joined = layer_norm(x + joined)
    y = np.maximum(joined @ layer["W1"] + layer["b1"], 0) @ layer["W2"] + layer["b2"]
    if step >= 7:
        y = layer_norm(joined + y)
    return [weights for weights, _ in heads], y


def torch_of(array):
    return torch.from_numpy(np.ascontiguousarray(array))


def torch_layer(step, x, layer):
    """The same by PyTorch's own layers, from step 6 on."""
    D = x.shape[1]
    encoder = torch.nn.TransformerEncoderLayer(
        D, HEADS, dim_feedforward=2 * D, dropout=0, activation="relu", layer_norm_eps=1e-5, batch_first=True,
        norm_first=False, dtype=torch.float64)
    attention = encoder.self_attn
    with torch.no_grad():
        rows = [np.concatenate([head[i] for head in layer["heads"]], axis=1).T for i in range(3)]
        attention.in_proj_weight.copy_(torch_of(np.concatenate(rows, axis=0)))
        attention.in_proj_bias.zero_()
        attention.out_proj.weight.copy_(torch_of(layer["Wo"].T))
        attention.out_proj.bias.zero_()
        encoder.linear1.weight.copy_(torch_of(layer["W1"].T))
        encoder.linear1.bias.copy_(torch_of(layer["b1"]))
        encoder.linear2.weight.copy_(torch_of(layer["W2"].T))
        encoder.linear2.bias.copy_(torch_of(layer["b2"]))
        mask = torch.ones(len(x), len(x), dtype=torch.bool).triu(1) if step >= 9 else None
        one = torch_of(x)[None]
        mixed, weights = attention(one, one, one, attn_mask=mask, average_attn_weights=False)
        if step >= 7:
            y = encoder(one, src_mask=mask)
        else:
            y = encoder.linear2(torch.relu(encoder.linear1(mixed)))
    return weights[0].numpy(), y[0].numpy()


def run(step):
    """The attention weights and the output, by the names that the model gives them."""
    draw = np.random.RandomState(0)
    D = 3 if step == 0 else 8
    x = embeddings(step, draw, D)
    values = {}
    for i in range(6 if step >= 8 else 1):
        layer = draw_layer(step, draw, D)
        weights, y = run_layer(step, x, layer)
        if step >= 6:
            torch_weights, torch_y = torch_layer(step, x, layer)
            np.testing.assert_allclose(np.stack(weights), torch_weights, rtol=0, atol=1e-13)
            np.testing.assert_allclose(y, torch_y, rtol=0, atol=1e-13)
        name = f"layer.{i}" if step >= 8 else "layer"
        if i in (0, 5):
            for n in range(HEADS):
                # The operator attention gives them with an axis of heads in front.
                values[f"{name}.head.{n}.weights"] = weights[n][None] if step == 11 else weights[n]
        x = y
    values["layer"] = x
    return values


print("// Made by ladder_literals.py, which stands beside this file.")
for step, file in enumerate(STEPS):
    for name, value in run(step).items():
        shape = ", ".join(str(size) for size in value.shape)
        numbers = ", ".join(repr(float(number)) for number in value.ravel())
        print(f'{{"{file}", "{name}", {{{shape}}},')
        print(textwrap.fill("{" + numbers + "}},", width=100, initial_indent=" ", subsequent_indent="  "))
