#!/usr/bin/python3
"""Writes npy_literals.inc: files of NumPy 1.24, byte by byte, and the tensors that they hold.

Run it with Debian's /usr/bin/python3 (python3-numpy 1.24.2):  ./npy_literals.py > npy_literals.inc
"""
import io

import numpy as np

CPP = {"float32": "float", "float64": "double", "int64": "std::int64_t", "bool": "bool"}


def hexadecimal(data):
    digits = data.hex()
    return "\n".join(f' "{digits[i:i + 90]}"' for i in range(0, len(digits), 90))


def tensor(array, dtype):
    array = array.astype(dtype)

    def literal(value):
        if dtype == "bool":
            return "true" if value else "false"
        if dtype == "int64":
            return "kSmallest" if value == -2**63 else str(int(value))
        if not np.isfinite(value):
            name = "kNan" if np.isnan(value) else "kInf"
            return ("-" if value < 0 else "") + f"{name}<{CPP[dtype]}>"
        return repr(float(value)) + ("F" if dtype == "float32" else "")

    sizes = ", ".join(str(n) for n in array.shape)
    numbers = ", ".join(literal(v) for v in array.ravel())
    return f"Tensor::of<{CPP[dtype]}>({{{sizes}}}, {{{numbers}}})"


def npy(array, version=None):
    out = io.BytesIO()
    np.lib.format.write_array(out, np.asanyarray(array), version=version)
    return out.getvalue()


def npy_row(name, array, dtype, version=None):
    print(f'{{"{name}", {tensor(array, dtype)},\n{hexadecimal(npy(array, version))}}},')


def main():
    print("// Made by npy_literals.py with NumPy", np.__version__)
    reals = np.array([[0, -1.5, 0.1], [2.0**-14, 65504, np.inf]])
    wholes = np.array([[0, 1, 2], [100, 126, 127]])
    for dtype in ("<f4", ">f4"):
        npy_row(dtype, reals.astype(dtype), "float32")
    for dtype in ("<f8", ">f8"):
        npy_row(dtype, reals.astype(dtype), "float64")
    for dtype in ("<f2", ">f2"):
        npy_row(dtype, reals.astype(dtype), "float32")
    smallest = 2.0**-24
    subnormal = np.array([smallest, -3 * smallest, 1023 * smallest, -0.0, -np.inf, np.nan])
    npy_row("f2, small and none", subnormal.astype("<f2"), "float32")
    for dtype in ("i1", "<i2", ">i2", "<i4", ">i4", "<i8", ">i8"):
        npy_row(dtype, np.concatenate([wholes, -wholes - 1]).astype(dtype), "int64")
    for dtype in ("u1", "<u2", ">u2", "<u4", ">u4", "<u8", ">u8"):
        npy_row(dtype, wholes.astype(dtype), "int64")
    for dtype in ("i1", "i2", "i4", "i8", "u1", "u2", "u4"):
        limits = np.iinfo(dtype)
        npy_row(f"limits of {dtype}", np.array([limits.min, limits.max], dtype), "int64")
    npy_row("the largest u8 that fits", np.array([2**63 - 1], "u8"), "int64")
    npy_row("b1", np.array([True, False, True]), "bool")
    npy_row("b1 of other bytes", np.array([0, 1, 2, 255], "u1").view("b1"), "bool")
    npy_row("scalar", np.array(2.5), "float64")
    npy_row("empty", np.zeros((0, 3)), "float64")
    npy_row("one column", np.array([[1], [2]]), "int64")
    npy_row("Fortran order", np.asfortranarray(np.arange(6.0).reshape(2, 3)), "float64")
    npy_row("Fortran order, rank 3", np.asfortranarray(np.arange(24).reshape(2, 3, 4)), "int64")
    swapped = np.arange(6).reshape(3, 2).astype(">i2")
    npy_row("Fortran order, big-endian", np.asfortranarray(swapped), "int64")
    npy_row("version 2", np.arange(3), "int64", (2, 0))
    npy_row("version 3", np.arange(3), "int64", (3, 0))


if __name__ == "__main__":
    main()
