#!/usr/bin/python3
"""Prints the expected values of the rows of the operators of two inputs:
python3 tests/ops/binary_literals.py

Every value is NumPy's, but where a comment says so: ONNX's Div rounds whole numbers towards 0, and
swiglu and geglu are written out from the formulas of their paper. Inputs are those of the rows.
"""
import numpy as np
from scipy.special import erf

INF, NAN = np.inf, np.nan
LEAST, MOST = -(2**63), 2**63 - 1

A23 = [[1.0, 2.0, -3.0], [4.0, -0.5, 6.0]]
B23 = [[0.5, -1.0, 2.0], [4.0, 8.0, -0.25]]
ROW, COLUMN, SCALAR = [0.5, -1.0, 2.0], [[2.0], [-4.0]], 4.0

# The shapes that every operator of numbers is tried at.
SHAPES = {
    "same_shape": (A23, B23),
    "bias": (A23, ROW),
    "column": (A23, COLUMN),
    "scalar": (A23, SCALAR),
    "first_is_smaller": (ROW, A23),
    "both_sides": (COLUMN, [ROW]),
    "middle_axis": ([[[1.0, -2.0]], [[3.0, 0.5]]], [[1.0], [2.0], [-4.0]]),
    "ones_in_front": (A23, [[B23]]),
    "scalars": (3.0, -2.0),
    "no_elements": (np.zeros((0, 3)), ROW),
    "no_elements_both_sides": (np.zeros((2, 0, 1)), [ROW]),
}
SPECIAL = ([NAN, 1.0, INF, INF, -INF, 0.0, 2.0], [1.0, NAN, 1.0, -INF, INF, INF, 0.0])
INTS = ([[7, -7], [3, 0]], [2, -2])


def silu(x):
    return x / (1 + np.exp(-x))


def gelu_erf(x):
    return x * (1 + erf(x / np.sqrt(2))) / 2


def gelu_tanh(x):
    return x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3))) / 2


def onnx_div(a, b):
    down = a // b
    return down + ((a % b != 0) & (down < 0))


POSITIVE = {name: (np.abs(a) + 0.25, b) for name, (a, b) in SHAPES.items()}
WIDE = [[-3.0, -1.0, -0.5], [0.0, 0.5, 3.0]]

ROWS = {
    "add": (np.add, SHAPES | {
        "special": SPECIAL, "int64": INTS, "int64_wraps": ([MOST, LEAST], [1, -1])}),
    "sub": (np.subtract, SHAPES | {
        "special": SPECIAL, "int64": INTS, "int64_wraps": ([MOST, LEAST], [-1, 1])}),
    "mul": (np.multiply, SHAPES | {
        "special": SPECIAL, "int64": INTS,
        "int64_wraps": ([MOST, LEAST, 2**62], [2, -1, 4])}),
    "div": (np.divide, SHAPES | {
        "special": SPECIAL, "by_zero": ([1.0, -1.0, 0.0, 1.0], [0.0, 0.0, 0.0, -0.0])}),
    "pow": (np.power, POSITIVE | {
        "negative_base": ([-2.0, -2.0, -2.0, -0.5], [2.0, 3.0, -1.0, 0.0]),
        "negative_base_to_a_fraction": ([-2.0], [0.5]),
        "base_zero": ([0.0, 0.0, 0.0], [1.0, 2.0, 3.0]),
        "base_zero_to_the_0": ([0.0, 0.0, 0.0], [0.0, 0.5, -1.0]),
        "special": ([NAN, NAN, 1.0, INF, 0.5, -INF], [0.0, 1.0, NAN, -1.0, INF, 3.0]),
        "int64": ([[2, -3], [0, 10]], [[3], [0]]), "int64_wraps": ([3, 2, -2], [41, 64, 63])}),
    "minimum": (np.minimum, SHAPES | {
        "special": SPECIAL, "equal": ([1.0, 2.0], [1.0, 2.0]), "int64": INTS,
        "int64_ends": ([MOST, LEAST], [LEAST, 0])}),
    "maximum": (np.maximum, SHAPES | {
        "special": SPECIAL, "equal": ([1.0, 2.0], [1.0, 2.0]), "int64": INTS,
        "int64_ends": ([MOST, LEAST], [LEAST, 0])}),
    "less": (np.less, SHAPES | {
        "special": SPECIAL, "equal": ([1.0, -0.0], [1.0, 0.0]), "int64": INTS,
        "int64_neighbours": ([MOST - 1, MOST], [MOST, MOST])}),
    "greater": (np.greater, SHAPES | {
        "special": SPECIAL, "equal": ([1.0, -0.0], [1.0, 0.0]), "int64": INTS,
        "int64_neighbours": ([MOST - 1, MOST], [MOST, MOST - 1])}),
    "equal": (np.equal, SHAPES | {
        "special": ([NAN, NAN, INF, -INF, 0.0], [NAN, 1.0, INF, INF, -0.0]),
        "int64": ([[7, 2], [3, -2]], [7, -2]),
        "int64_neighbours": ([MOST - 1, MOST], [MOST, MOST]),
        "bool": ([[True, False], [False, False]], [True, False])}),
    "and": (np.logical_and, {
        "table": ([True, True, False, False], [True, False, True, False]),
        "both_sides": ([[True], [False]], [[True, False, True]]),
        "scalars": (True, False),
        "no_elements": (np.zeros((0, 2), bool), [True, False])}),
    "or": (np.logical_or, {
        "table": ([True, True, False, False], [True, False, True, False]),
        "both_sides": ([[True], [False]], [[True, False, True]]),
        "scalars": (True, False),
        "no_elements": (np.zeros((0, 2), bool), [True, False])}),
    "not": (np.logical_not, {
        "table": ([[True, False]],), "scalar": (False,), "no_elements": (np.zeros((0, 2), bool),)}),
    "swiglu": (lambda gate, up: silu(gate) * up, {
        "plain": (WIDE, B23), "scalar": (1.0, 2.0), "no_elements": (np.zeros((0, 2)),) * 2,
        "far": ([-1000.0, -80.0, 80.0, 1000.0], [3.0, 1.0, 1.0, 3.0]),
        "special": ([NAN, INF, -INF, 1.0, 0.0], [1.0, 2.0, 1.0, INF, NAN])}),
    "geglu": (lambda gate, up: gelu_erf(gate) * up, {
        "erf": (WIDE, B23), "scalar": (1.0, 2.0), "no_elements": (np.zeros((0, 2)),) * 2,
        "far": ([-1000.0, 1000.0], [3.0, 3.0]),
        "special": ([NAN, INF, -INF, 1.0, 0.0], [1.0, 2.0, 1.0, INF, NAN])}),
    "geglu tanh": (lambda gate, up: gelu_tanh(gate) * up, {
        "tanh": (WIDE, B23), "tanh_far": ([-1000.0, 1000.0], [3.0, 3.0]),
        "tanh_special": ([NAN, INF, -INF, 1.0, 0.0], [1.0, 2.0, 1.0, INF, NAN])}),
    "div of whole numbers": (onnx_div, {
        "int64": ([[7, -7, 7], [-7, 0, 6]], [2, 2, -2]), "int64_wraps": ([5, LEAST], -1)}),
}


def rows():
    """operator, name of the row, inputs, what they give"""
    with np.errstate(all="ignore"):
        for operator, (function, examples) in ROWS.items():
            for name, inputs in examples.items():
                arrays = [np.asarray(x) for x in inputs]
                yield operator.split()[0], name, arrays, function(*arrays)


if __name__ == "__main__":
    for operator, name, _, y in rows():
        print(f"{operator}.{name}: {y.tolist() if y.size else f'empty {list(y.shape)}'}")
