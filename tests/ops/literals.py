#!/usr/bin/python3
"""Prints the expected values of the rows in this folder: python3 tests/ops/literals.py

Every value is NumPy's own result, or written out below from the formula of the operator's source
where NumPy has no function for it (softmax, attention). Inputs are those of the rows.
"""
import numpy as np


def show(name, value):
    print(f"{name}: {np.asarray(value).tolist()}")


def softmax(x, axis):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def softmax_rows():
    x = np.array([[1.0, 2.0], [3.0, 5.0]])
    show("softmax.columns", softmax(x, 0))
    show("softmax.rows", softmax(x, -1))
    show("softmax.middle", softmax(np.array([[[1.0], [2.0]], [[0.0], [-1.0]]]), 1))
    show("softmax.large", softmax(np.array([1000.0, 1001.0, -1000.0]), 0))
    show("softmax.minus_infinity", softmax(np.array([[-np.inf, 0.0, 1.0]]), 1))
    with np.errstate(invalid="ignore"):
        show("softmax.nothing_left", softmax(np.array([[-np.inf, -np.inf], [1.0, 1.0]]), 1))
        show("softmax.nan", softmax(np.array([[np.nan, 0.0], [0.0, 0.0]]), 1))
    # The article's weights: softmax along axis 0 of X X^T.
    words = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]])
    show("softmax.article", softmax(words @ words.T, 0))


def matmul_rows():
    a = np.array([[1.0, 2, 3], [4, 5, 6]])
    b = np.array([[1.0, -1], [0, 2], [3, 0.5]])
    show("matmul.plain", a @ b)
    show("matmul.gram", a @ a.T)
    show("matmul.gram_of_columns", a.T @ a)
    show("matmul.both", a.T @ np.array([[1.0, 2], [3, 4], [5, 6]]).T)
    batch = np.array([[[1.0, 2], [3, 4]], [[0, 1], [1, 0]]])
    show("matmul.batch", batch @ batch[::-1])
    show("matmul.broadcast", batch @ np.array([[2.0, 0], [1, -1]]))
    left = np.array([[[[1.0, 2]], [[3, 4]]]])  # [1, 2, 1, 2]
    right = np.array([[[[1.0], [1]]], [[[0], [2]]], [[[-1], [0.5]]]])  # [3, 1, 2, 1]
    show("matmul.broadcast_both", left @ right)
    show("matmul.no_inner_axis", np.zeros((2, 0)) @ np.zeros((0, 3)))


def dense_rows():
    x = np.array([[1.0, -2], [0.5, 3]])
    w = np.array([[1.0, 2, -1], [0.5, -1, 3]])
    b = np.array([0.25, -0.5, 1])
    show("dense.plain", x @ w)
    show("dense.bias", x @ w + b)
    show("dense.relu", np.maximum(x @ w + b, 0))
    x4 = np.arange(8.0).reshape(1, 2, 2, 2) / 4
    w4 = np.array([[1.0, 2], [-1, 0.5], [0.25, 3], [2, -2]])
    show("dense.in_axes", x4.reshape(1, 2, 4) @ w4)
    w24 = np.array([[1.0, 2, 3, 4], [-1, 0.5, 0, 2]])
    show("dense.to_axes", (x @ w24).reshape(2, 2, 2))


def embedding_rows():
    table = np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0]])
    show("embedding.words", table[np.array([0, 1, 2, 3])])
    show("embedding.repeated", table[np.array([[3, 3], [0, 2]])])
    show("embedding.axes", np.arange(8.0).reshape(2, 4)[np.array([1, 0])].reshape(2, 2, 2))


def where_rows():
    c = np.array([[True, False], [False, True]])
    show("where.same_shape", np.where(c, [[1.0, 2], [3, 4]], [[5.0, 6], [7, 8]]))
    show("where.broadcast", np.where(np.array([[True], [False]]), [1.0, 2], -1.0))
    show("where.int64", np.where([True, False], [1, 2], [3, 4]))
    show("where.wider_condition", np.where(np.array([[[True, False]]]), [[1.0], [2]], [3.0, 4]))


def split_and_concat_rows():
    x = np.arange(12.0).reshape(2, 6)
    for i, part in enumerate(np.split(x, 3, axis=1)):
        show(f"split.parts[{i}]", part)
    for i, part in enumerate(np.split(x, [1, 3], axis=-1)):  # sizes 1, 2, 3
        show(f"split.sizes[{i}]", part)
    a, b = np.array([[1.0, 2]]), np.array([[3.0, 4], [5, 6]])
    show("concat.rows", np.concatenate([a, b, a], axis=0))
    show("concat.columns", np.concatenate([b, [[7], [8]]], axis=-1))


def argmax_rows():
    x = np.array([[1.0, 5, 5], [7, 2, 6]])
    show("argmax.rows", np.argmax(x, axis=-1))
    show("argmax.columns", np.argmax(x, axis=0))
    show("argmax.keep_dims", np.argmax(x, axis=1, keepdims=True))
    show("argmax.nan", np.argmax(np.array([[1.0, np.nan, 9, np.nan], [-np.inf, -1, -2, -3]]), axis=1))


def attention(q, k, v, scale, causal):
    """Vaswani et al. 2017, equation 1; q [..., T, H, D], k [..., S, K, D], v [..., S, K, E]."""
    group = q.shape[-2] // k.shape[-2]
    k, v = np.repeat(k, group, axis=-2), np.repeat(v, group, axis=-2)
    scores = scale * np.einsum("...thd,...shd->...hts", q, k)
    if causal:
        t, s = np.ogrid[: q.shape[-3], : k.shape[-3]]
        scores = np.where(s <= t, scores, -np.inf)
    weights = softmax(scores, -1)
    return np.einsum("...hts,...she->...the", weights, v), weights


def numbers(shape, step):
    """The values of the attention rows: a walk through -1 ... 1 in quarters."""
    n = int(np.prod(shape))
    return ((np.arange(n) * step) % 9 / 4.0 - 1).reshape(shape)


def attention_rows():
    q, k, v = numbers((3, 1, 2), 4), numbers((3, 1, 2), 5), numbers((3, 1, 3), 7)
    show("attention q", q)
    show("attention k", k)
    show("attention v", v)
    y, weights = attention(q, k, v, 0.5, False)
    show("attention.all_keys y", y)
    show("attention.all_keys weights", weights)
    y, weights = attention(q, k, v, 0.5, True)
    show("attention.causal y", y)
    show("attention.causal weights", weights)
    y, weights = attention(q[:2], k, v, 1.0, False)
    show("attention.cross y", y)
    q, k, v = numbers((2, 2, 4, 2), 4), numbers((2, 2, 2, 2), 5), numbers((2, 2, 2, 1), 7)
    show("attention.grouped q", q)
    show("attention.grouped k", k)
    show("attention.grouped v", v)
    y, weights = attention(q, k, v, 0.7, True)
    show("attention.grouped y", y)
    show("attention.grouped weights", weights)


for rows in (softmax_rows, matmul_rows, dense_rows, embedding_rows, where_rows,
             split_and_concat_rows, argmax_rows, attention_rows):
    rows()
