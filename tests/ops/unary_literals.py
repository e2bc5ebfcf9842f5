#!/usr/bin/python3
"""Prints the expected values of the rows of the operators with one input that work element by
element: python3 tests/ops/unary_literals.py

Every value is NumPy's, SciPy's or PyTorch's own result in float64 (or int64). Inputs are those of
the rows.
"""
import numpy as np
import scipy.special
import torch
import torch.nn.functional as F

inf, nan = float("inf"), float("nan")
INT64_MIN = -(2**63)


def show(row, function, x, dtype=float):
    x = np.array(x, dtype=dtype)
    with np.errstate(all="ignore"):
        y = function(torch.from_numpy(x)) if function in TORCH else function(x)
    print(f"{row}: {y.tolist()}")


def gelu_erf(x):
    return F.gelu(x)


def gelu_tanh(x):
    return F.gelu(x, approximate="tanh")


def rsqrt(x):
    return torch.rsqrt(x)


TORCH = {F.relu, F.silu, F.softplus, gelu_erf, gelu_tanh, rsqrt}
NUMBERS = [[-2, -0.5, 0], [0.25, 1, 3]]
FAR = [-1000, -50, 50, 1000]
SPECIAL = [-inf, inf, nan]

show("neg.numbers", np.negative, NUMBERS)
show("neg.special", np.negative, SPECIAL)
show("neg.int64", np.negative, [3, -4, 0, INT64_MIN, 2**63 - 1], np.int64)

show("abs.numbers", np.abs, NUMBERS)
show("abs.special", np.abs, SPECIAL)
show("abs.int64", np.abs, [3, -4, 0, INT64_MIN, 2**63 - 1], np.int64)

for function in (np.exp, np.sin, np.cos, np.tanh, scipy.special.erf, scipy.special.expit, F.silu,
                 F.softplus, gelu_erf, gelu_tanh, F.relu):
    name = {"expit": "sigmoid"}.get(function.__name__, function.__name__)
    show(f"{name}.numbers", function, NUMBERS)
    show(f"{name}.far", function, FAR)
    show(f"{name}.special", function, SPECIAL)
    show(f"{name}.scalar", function, 0.75)

POSITIVE = [[0.25, 1, 2], [0.5, 3, 8]]
for function in (np.log, np.sqrt, rsqrt):
    name = function.__name__
    show(f"{name}.positive", function, POSITIVE)
    show(f"{name}.small_and_large", function, [1e-10, 1e10])
    show(f"{name}.special", function, [0, -1, inf, nan, -inf])
    show(f"{name}.scalar", function, 0.75)

show("clip.both", lambda x: np.clip(x, -0.75, 1.5), NUMBERS)
show("clip.only_min", lambda x: np.clip(x, 0.5, None), NUMBERS)
show("clip.only_max", lambda x: np.clip(x, None, 0.5), NUMBERS)
show("clip.special", lambda x: np.clip(x, -1, 1), SPECIAL)
show("clip.int64", lambda x: np.clip(x, -2, 3), [INT64_MIN, -2, 0, 4, 2**63 - 1], np.int64)
# Whole numbers are within -1.5 and 2.5 when they are within these two's ceiling and floor.
show("clip.int64_fraction", lambda x: np.clip(x, -1, 2), [-2, -1, 0, 2, 3], np.int64)

show("scale.numbers", lambda x: 0.125 * x, NUMBERS)
show("scale.special", lambda x: 0 * x, [1] + SPECIAL)
show("softcap.numbers", lambda x: 1.5 * np.tanh(x / 1.5), NUMBERS)
show("softcap.far", lambda x: 30 * np.tanh(x / 30), FAR)
show("softcap.special", lambda x: 30 * np.tanh(x / 30), SPECIAL)

show("cast.to_int64", lambda x: x.astype(np.int64), [-2.75, -0.5, 0.5, 1.75, 3, 2.0**30])
show("cast.to_bool", lambda x: x.astype(bool), [0, -0.0, 1e-30, -2, nan, inf])
show("cast.int64_to_real", lambda x: x.astype(float), [-3, 0, 2**53 + 1], np.int64)
show("cast.int64_to_bool", lambda x: x.astype(bool), [-256, 0, 1], np.int64)
