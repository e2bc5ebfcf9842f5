#!/usr/bin/python3
"""Writes print_literals.inc: arrays and what print() of NumPy 1.24 makes of them.

Run it with Debian's /usr/bin/python3 (python3-numpy 1.24.2):
    ./print_literals.py > print_literals.inc
"""
import numpy as np

CPP = {"float32": "float", "float64": "double", "int64": "std::int64_t", "bool": "bool"}


def literal(value, dtype):
    if dtype == "bool":
        return "true" if value else "false"
    if dtype == "int64":
        return "kSmallest" if value == -2**63 else str(int(value))
    if np.isnan(value):
        return f"kNan<{CPP[dtype]}>"
    if np.isinf(value):
        return ("" if value > 0 else "-") + f"kInf<{CPP[dtype]}>"
    # The repr of the double is exact, for a float32 too.
    return repr(float(value)) + ("F" if dtype == "float32" else "")


def braces(items):
    return "{" + ", ".join(items) + "}"


def row(name, array, tensor):
    with np.errstate(all="ignore"):
        print(f'{{"{name}", {tensor},\n R"({array!s})"}},')


def case(name, values, dtype="float64", shape=None):
    array = np.array(values, dtype=dtype)
    if shape is not None:
        array = array.reshape(shape)
    numbers = braces(literal(v, dtype) for v in array.ravel())
    sizes = braces(str(n) for n in array.shape)
    row(name, array, f"Tensor::of<{CPP[dtype]}>({sizes}, {numbers})")


def ramp(name, shape, start, step, dtype="float64"):
    """start, start + step, ...: start and step are sums of few powers of 2, so this is exact."""
    count = int(np.prod(shape))
    array = (start + step * np.arange(count)).astype(dtype).reshape(shape)
    sizes = braces(str(n) for n in shape)
    row(name, array, f"ramp<{CPP[dtype]}>({sizes}, {start}, {step})")


print("// Made by print_literals.py with NumPy", np.__version__)

inf, nan = np.inf, np.nan
for dtype in ("float64", "float32"):
    bits = dtype[-2:]
    case(f"reals of {bits} bits", [0.1, 0.25, -1.5, 100], dtype)
    case(f"thirds of {bits} bits", [1 / 3, 2 / 3, 4 / 3], dtype)
    case(f"whole reals of {bits} bits", [1, 2, 3], dtype)
    case(f"a ratio of 1000, {bits} bits", [1, 1000], dtype)
    case(f"a ratio above 1000, {bits} bits", [1, 1001], dtype)
    case(f"below 1e8, {bits} bits", [99999992, 50000000, 69739232, 123456], dtype)
    case(f"1e8, {bits} bits", [1e8, 5e7], dtype)
    case(f"1e-4, {bits} bits", [1e-4, 2e-4], dtype)
    case(f"below 1e-4, {bits} bits", [9.9e-5, 2e-4], dtype)
    case(f"exponents of {bits} bits", [1e-30, 1, -3.1415926535, 1e30], dtype)
    case(f"exact digits behind short ones, {bits} bits", [0.1, 1e-5, 3.1415927], dtype)
    case(f"what rounds to zeros, {bits} bits", [0.99999999999, 2.000000001, 1.5], dtype)
    case(f"zeros of {bits} bits", [0, -0.0, 0], dtype)
    case(f"nan among {bits} bits", [nan, 1, 2.5], dtype)
    case(f"inf among {bits} bits", [inf, 1, 2], dtype)
    case(f"-inf among {bits} bits", [-inf, nan, 1.25], dtype)
    case(f"-inf with exponents, {bits} bits", [-inf, nan, inf, 1e-9], dtype)
    case(f"only nan, {bits} bits", [nan, nan], dtype)
    case(f"only inf and -inf, {bits} bits", [inf, -inf, nan], dtype)
    scalars = [0, -0.0, 1, -2.5, 0.1, 1e-4, 9.9e-5, 1e15, 1e16, 123456789, 1 / 3, 2.5e-30]
    for scalar in scalars + [nan, -inf]:
        case(f"the scalar {scalar} of {bits} bits", scalar, dtype)

case("ties go to the even digit", [0.000000125 + 1, 0.5, 2.0**-9 + 2.0**-20], "float64")
case("a power of 2 between short numbers", [2.0**-96, 1.2345678, 2.0**86], "float32")
case("more digits than 8", [1.23456789012, 12.3456789012], "float64")
case("three digits of exponent", [1e-300, 1e5, 1], "float64")
extremes = [5e-324, 1.7976931348623157e308, -2.2250738585072014e-308]
case("the smallest and largest", extremes, "float64")
case("the smallest and largest", [1e-45, 3.4028235e38], "float32")
case("softmax", np.exp([[0, 1, 2], [3, 5, 8]]) / np.exp([0, 5, 8]).sum(), "float64")

case("integers", [1, -20, 300], "int64")
case("the largest integers", [-2**63, 2**63 - 1, 0], "int64")
case("an integer", 7, "int64")
case("truths", [[True, False], [True, True]], "bool")
case("a truth", True, "bool")
case("a falsehood", False, "bool")

case("one element", [[[3.5]]], "float64")
case("empty", [], "float64")
case("no rows", [], "float32", (0, 3))
case("rows of nothing", [], "int64", (3, 0))
case("nothing in four axes", [], "bool", (2, 0, 3, 1))

ramp("a matrix", (3, 4), 0, 0.5)
ramp("rank 3", (2, 2, 3), -4, 1, "float32")
ramp("rank 4", (2, 2, 2, 2), 0, 1, "int64")
ramp("rank 5", (2, 1, 2, 1, 3), 0, 0.25)
ramp("rank 6", (1, 2, 1, 2, 1, 2), 0, 1, "int64")
ramp("a line of 75", (18,), 100, 1, "int64")
ramp("one more than a line of 75", (19,), 100, 1, "int64")
ramp("wrapped reals end in spaces", (40,), 0, 0.5)
ramp("wrapped in a matrix", (2, 30), -1.5, 0.125)
ramp("wrapped in rank 4", (1, 1, 2, 25), 0, 1)
case("words of 25 characters", [1.2345678e-300, -1.2345678e-305, nan, inf, 4], "float64")
case("wrapped truths", [i % 3 == 0 for i in range(30)], "bool")

ramp("1000 elements are all shown", (10, 100), 0, 1, "int64")
ramp("1001 elements are summarized", (1001,), 0, 1, "int64")
ramp("summarized reals", (1001,), -250, 0.5)
ramp("a summarized matrix", (100, 100), 0, 0.25)
ramp("a summarized matrix of few columns", (500, 4), 0, 1, "float32")
ramp("a summarized matrix of few rows", (6, 300), 0, 1, "int64")
ramp("summarized rank 3", (10, 12, 14), 0, 1)
ramp("summarized rank 4", (7, 2, 7, 20), 0, 1, "int64")
ramp("only what is shown decides the format", (2000,), 1, 1024)
ramp("many elements but short axes", (6, 6, 5, 6), 0, 1, "int64")
