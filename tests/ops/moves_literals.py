#!/usr/bin/python3
"""Prints the expected values of the rows of the operators that move elements: transpose, slice,
gather, take, pad, broadcast, expand_dims, squeeze, one_hot, arange, top_k, cumsum.

    python3 tests/ops/moves_literals.py

Every value is the result of the function of that name in NumPy, or in PyTorch where NumPy has none
(top_k, one_hot). Inputs are those of the rows.
"""
import numpy as np
import torch


def show(name, value):
    value = np.asarray(value)
    print(f"{name} {list(value.shape)}: {value.tolist()}")


def walk(*shape):
    return np.arange(np.prod(shape), dtype=float).reshape(shape)


x234 = walk(2, 3, 4)
show("transpose.reversed", walk(2, 3).T)
show("transpose.rank_3", np.transpose(walk(2, 2, 3)))
show("transpose.runs", np.transpose(walk(2, 3, 2), (1, 0, 2)))
show("transpose.negative", np.transpose(walk(2, 3, 2), (0, -1, 1)))
show("transpose.rotate", np.transpose(walk(2, 3, 2), (2, 0, 1)))

x = np.array([10.0, 11, 12, 13, 14])
show("slice.from_to", x[1:3])
show("slice.from", x[3:])
show("slice.last", x[-1:])
show("slice.all_but_two", x[:-2])
show("slice.clamped", x[-9:99])
show("slice.beyond", x[7:9])
show("slice.crossed", x[3:1])
show("slice.steps", x[0::2])
show("slice.steps_between", x[1:4:2])
show("slice.step_too_large", x[1:4:99])
show("slice.backwards", x[::-1])
show("slice.backwards_steps", x[-2::-2])
show("slice.backwards_between", x[99:1:-1])
show("slice.backwards_beyond", x[2:-99:-1])
show("slice.backwards_nothing", x[1:3:-1])
show("slice.middle_axis", x234[:, 1:3, :])
show("slice.middle_axis_backwards", walk(2, 3, 2)[:, ::-2, :])
show("slice.columns", walk(2, 4)[:, 1:3])

x = walk(3, 2) + 10
show("gather.rows", np.take(x, [2, 0, 2], axis=0))
show("gather.columns", np.take(x, [[1], [0]], axis=1))
show("gather.from_behind", np.take(x, [-1, -3], axis=0))
show("gather.scalar", np.take(x, 1, axis=-2))
show("gather.middle", np.take(walk(2, 3, 2), [[0, 2]], axis=1))

show("take.rows", np.take_along_axis(x, np.array([[2, 0], [0, -1]]), axis=0))
show("take.columns", np.take_along_axis(x, np.array([[1, 1, 0], [0, 0, -1], [1, 0, 1]]), axis=1))
show("take.middle", np.take_along_axis(walk(2, 3, 2), np.array([[[0, 2]], [[1, 1]]]), axis=1))

x = np.array([[1.0, 2, 3], [4, 5, 6]])
show("pad.columns", np.pad(x, ((0, 0), (1, 2)), constant_values=0.5))
show("pad.rows", np.pad(x, ((1, 0), (0, 0))))
show("pad.reflect", np.pad(x, ((0, 0), (2, 1)), mode="reflect"))
show("pad.reflect_rows", np.pad(x, ((1, 1), (0, 0)), mode="reflect"))
show("pad.edge", np.pad(x, ((0, 0), (1, 3)), mode="edge"))
show("pad.edge_rows", np.pad(x, ((2, 1), (0, 0)), mode="edge"))

show("broadcast.in_front", np.broadcast_to([1.0, 2], (3, 2)))
show("broadcast.columns", np.broadcast_to([[1.0], [2]], (2, 3)))
show("broadcast.both", np.broadcast_to([[[1.0]], [[2]]], (2, 2, 2, 1)))
show("broadcast.middle", np.broadcast_to(walk(2, 1, 2), (2, 3, 2)))

show("one_hot.words", torch.nn.functional.one_hot(torch.tensor([[0, 2], [1, 1]]), 3).numpy())

show("arange.to", np.arange(4))
show("arange.from", np.arange(-1, 3))
show("arange.steps", np.arange(1, 8, 3))
show("arange.down", np.arange(5, -1, -2))
show("arange.nothing", np.arange(3, 1))


def top_k(name, x, k, axis, largest=True):
    values, ids = torch.topk(torch.tensor(x), k, dim=axis, largest=largest, sorted=True)
    show(f"{name} values", values.numpy())
    show(f"{name} ids", ids.numpy())


x = np.array([[0.5, 3, -1, 2], [4, 0, 1, 7]])
top_k("top_k.rows", x, 2, -1)
top_k("top_k.columns", x, 1, 0)
top_k("top_k.smallest", x, 3, 1, largest=False)
top_k("top_k.all", x, 4, 1)
top_k("top_k.middle", np.array([[[1.0, 6], [5, 2], [3, 4]]]), 2, 1)
top_k("top_k.nan", np.array([1.0, np.nan, np.inf, -np.inf]), 3, 0)
top_k("top_k.nan_smallest", np.array([1.0, np.nan, np.inf, -np.inf]), 4, 0, largest=False)
# Of equal elements the first comes first: a stable sort.
order = np.argsort(-np.array([1, 3, 3, 1, 3]), kind="stable")
show("top_k.ties ids", order[:4])

x = np.array([[1.0, 2, 3], [4, 5, 6]])
show("cumsum.rows", np.cumsum(x, axis=1))
show("cumsum.columns", np.cumsum(x, axis=0))
show("cumsum.reverse", np.cumsum(x[:, ::-1], axis=1)[:, ::-1])
show("cumsum.exclusive", np.cumsum(x, axis=1) - x)
show("cumsum.both", np.cumsum(x[::-1], axis=0)[::-1] - x)
show("cumsum.middle", np.cumsum(walk(2, 3, 2), axis=1))
show("cumsum.nan", np.cumsum([1.0, np.nan, 2]))
show("cumsum.wraps", np.cumsum(np.array([2**63 - 1, 1])))
