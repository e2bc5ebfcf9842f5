"""Prints the literals of gemm_test.cc: products by NumPy."""

import numpy as np

np.random.seed(0)
a, b, c = np.random.rand(3, 2), np.random.rand(2, 4), np.random.rand(3, 4)
print("a", a.tolist())
print("b", b.tolist())
print("c", c.tolist())
print("2 a b - c / 2", (2 * a @ b - c / 2).tolist())

x = np.arange(36.0).reshape(9, 4) - 17
print("x[:5] @ x.T", (x[:5] @ x.T).tolist())
