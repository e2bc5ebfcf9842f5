#!/usr/bin/python3
"""Prints the expected values of the norms, reductions, losses and convolutions:
python3 tests/ops/norms_literals.py

Every value is NumPy's or PyTorch's own result in float64, or written out below from the formula of
the operator's source where neither has a function for it (rms_norm). Inputs are those of the rows.
"""
import numpy as np
import torch
import torch.nn.functional as F

nan, inf = np.nan, np.inf


def show(name, value):
    print(f"{name}: {np.asarray(value).tolist()}")


def t(values):
    return torch.tensor(values, dtype=torch.float64)


def layer_norm_rows():
    x, weight, bias = t([[1.0, 2, 4], [-1, 0, 3]]), t([1.0, 0.5, -2]), t([0.25, 0, 1])
    show("layer_norm.bias", F.layer_norm(x, (3,), weight, bias, 1e-5))
    show("layer_norm.no_bias", F.layer_norm(x, (3,), weight, None, 0.5))
    show("layer_norm.vector", F.layer_norm(x[0], (3,), weight, None, 1e-12))
    show("layer_norm.equal", F.layer_norm(t([[3.0, 3]]), (2,), t([2.0, 2]), t([1.0, -1]), 0.5))
    show("layer_norm.one", F.layer_norm(t([[3.0], [nan]]), (1,), t([2.0]), t([0.5]), 1e-5))
    show("layer_norm.nan", F.layer_norm(t([[nan, 1], [0, 1], [inf, 1]]), (2,), t([1.0, 1]), None, 1e-5))


def rms_norm(x, weight, eps, offset=0.0):
    """Zhang & Sennrich 2019, equation 4, with eps inside the root as all implementations have it."""
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps) * (offset + weight)


def rms_norm_rows():
    x, weight = np.array([[1.0, 2, 4], [-1, 0, 3]]), np.array([1.0, 0.5, -2])
    show("rms_norm.rows", rms_norm(x, weight, 1e-6))
    show("rms_norm.offset", rms_norm(x, weight, 1e-6, 1.0))
    show("rms_norm.vector", rms_norm(x[1], weight, 0.5))
    show("rms_norm.nan", rms_norm(np.array([[nan, 1], [0.0, 1]]), np.array([1.0, 1]), 0.0))


def normalize_rows():
    x = t([[3.0, 4, 0], [0, 0, 0], [1e-3, 0, 0]])
    show("normalize.rows", F.normalize(x, p=2.0, dim=-1, eps=1e-2))
    show("normalize.columns", F.normalize(x, p=2.0, dim=0, eps=1e-12))
    show("normalize.middle", F.normalize(t([[[1.0], [2]], [[-2], [1]]]), p=2.0, dim=1, eps=1e-12))
    show("normalize.nan", F.normalize(t([[nan, 1], [3, 4], [inf, 1]]), p=2.0, dim=1, eps=1e-12))


for rows in (layer_norm_rows, rms_norm_rows, normalize_rows):
    rows()
