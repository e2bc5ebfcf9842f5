#!/usr/bin/env python3
"""Prints the literals of weights_test.cc: NumPy's legacy stream, seed 7."""

import numpy as np

np.random.seed(7)
print("a", np.random.rand(2).tolist())
print("b", (-1 + 3 * np.random.rand(2)).tolist())
print("c", (0.5 * np.random.randn(3)).tolist())
