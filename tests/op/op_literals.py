#!/usr/bin/env python3
"""Prints the literals of op_test.cc. Needs NumPy only.

Gradients are complex steps, Im f(x + ih) / h (Squire & Trapp, SIAM Review 40, 1998): the formulas
that backward uses are not used here.
"""
import numpy as np

H = 1e-30
X = np.array([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]])
DY = np.array([[1.0, 2.0, -0.5], [0.25, 3.0, -1.0]])
W = np.array([1.0, -0.5, 2.0])
BIAS = np.array([0.1, 0.2, 0.3])
EPS = 1e-5


def softmax(x, axis):
    e = np.exp(x - x.real.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def layer_norm(x, weight, bias):
    mean = x.mean(axis=-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    return (x - mean) / np.sqrt(variance + EPS) * weight + bias


def gradient(f, x):
    out = np.zeros(x.shape)
    for index in np.ndindex(x.shape):
        step = x.astype(complex)
        step[index] += 1j * H
        out[index] = (DY * f(step)).sum().imag / H
    return out


def show(name, values):
    print(name, "{" + ", ".join(f"{v:.17g}" for v in np.ravel(values)) + "}")


show("softmax, axis 0", softmax(X, 0))
show("softmax, axis -1", softmax(X, -1))
show("softmax, axis 0, dx", gradient(lambda x: softmax(x, 0), X))
show("layer_norm", layer_norm(X, W, BIAS))
show("layer_norm, no bias", layer_norm(X, W, 0))
show("layer_norm, mean", X.mean(axis=-1))
show("layer_norm, dx", gradient(lambda x: layer_norm(x, W, BIAS), X))
show("layer_norm, dweight", gradient(lambda w: layer_norm(X, w, BIAS), W))
show("layer_norm, dbias", gradient(lambda b: layer_norm(X, W, b), BIAS))
