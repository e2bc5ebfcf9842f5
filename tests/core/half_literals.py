#!/usr/bin/python3
"""Writes half_literals.inc: how NumPy rounds float32 to float16, and PyTorch to bfloat16.

Run it with Debian's /usr/bin/python3 (python3-numpy 1.24.2, python3-torch 1.13):
  ./half_literals.py > half_literals.inc
"""
import numpy as np
import torch

VALUES = [
    "0", "-0", "1", "-1", "0.1", "-3.14159274", "1e-3", "12345.678", "1e30", "-1e30", "3e38",
    "inf", "-inf", "0x1p-14", "0x1.ffcp-15", "0x1p-24", "0x1p-25", "0x1.000002p-25", "0x1.8p-24",
    "0x1.8p-23", "0x1.fffffep-26", "-0x1p-149", "0x1.fffffcp-127", "0x1p-126", "0x1p-133",
    "0x1p-134", "0x1.8p-133",
    "2048", "2049", "2050", "2051", "4094", "4098", "4102", "65504", "65519.996", "65520", "-65520",
    "65536", "0x1.01p0", "0x1.02p0", "0x1.03p0", "0x1.05p0", "0x1.00ffp0", "0x1.002p0", "0x1.006p0",
    "0x1.0020002p0", "0x1.ffep0", "0x1.fep127", "0x1.ff0p127", "0x1.fefffep127", "0x1.fffffep127",
]


def number(text):
    return float.fromhex(text) if "0x" in text else float(text)


values = np.array([number(text) for text in VALUES]).astype(np.float32)
random = np.random.RandomState(0).randint(0, 2**31, 30).astype(np.uint32).view(np.float32)
near_one = np.random.RandomState(1).standard_normal(30).astype(np.float32)
values = np.concatenate([values, random[np.isfinite(random)], near_one])
with np.errstate(over="ignore"):
    half = values.astype(np.float16).view(np.uint16)
brain = torch.from_numpy(values).to(torch.bfloat16).view(torch.int16).numpy().view(np.uint16)
print("// Made by half_literals.py with NumPy", np.__version__, "and PyTorch", torch.__version__)
print("const RoundedRow kRounded[] = {")
for value, h, b in zip(values.view(np.uint32), half, brain):
    print(f"    {{0x{value:08x}, 0x{h:04x}, 0x{b:04x}}},")
print("};")
