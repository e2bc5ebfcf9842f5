#!/usr/bin/env python3
"""Prints article_literals.h: what the article's model gives, computed with NumPy in float64.

The article: four words with fixed embeddings; scores X X^T without scaling; softmax over each column; the
weighted rows; the same head twice, joined along the words; a feed-forward of relu(x W1 + b1) W2 + b2 with weights
from NumPy's legacy generator, seed 0, in this order.

    python3 tests/models/article_literals.py > tests/models/article_literals.h
"""

import numpy as np

np.random.seed(0)
embeddings = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]], dtype=np.float64)
scores = embeddings @ embeddings.T
exponentials = np.exp(scores)
weights = exponentials / exponentials.sum(axis=0)
attention = weights @ embeddings
multi_head = np.concatenate([attention, attention], axis=0)
W1 = np.random.rand(3, 6)
b1 = np.random.rand(6)
W2 = np.random.rand(6, 3)
b2 = np.random.rand(3)
output = np.maximum(multi_head @ W1 + b1, 0) @ W2 + b2

print("// Made by article_literals.py, which stands beside this file.")
print("#pragma once")
print("#include <map>\n#include <string>\n")
print('#include "framework/core/tensor.h"\n')
print("namespace atto {\n")
print("/// The article's arrays by the names that it gives them, float64.")
print("inline std::map<std::string, Tensor> article_arrays() {")
print("  std::map<std::string, Tensor> arrays;")
for name in ["embeddings", "scores", "weights", "attention", "multi_head", "W1", "b1", "W2", "b2", "output"]:
    array = globals()[name]
    shape = ", ".join(str(size) for size in array.shape)
    print(f'  arrays["{name}"] = Tensor::of<double>({{{shape}}}, {{')
    for value in array.ravel():
        print(f"      {float(value)!r},")
    print("  });")
print("  return arrays;\n}\n")
print("}  // namespace atto")
