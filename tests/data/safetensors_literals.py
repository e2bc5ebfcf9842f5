#!/usr/bin/python3
"""Writes safetensors_literals.inc: a file as the format's page says it must be written
(https://huggingface.co/docs/safetensors; larger elements first, then by name, as the reference
implementation does).

Run it with Debian's /usr/bin/python3 (python3-numpy 1.24.2):
  ./safetensors_literals.py > safetensors_literals.inc
"""
import json
import struct

import numpy as np

from npy_literals import hexadecimal

ORDER = ["I64", "F64", "F32", "BF16", "F16", "BOOL"]
METADATA = {"format": "pt", "who": 'a "name"'}
TENSORS = [
    ("b", "F32", np.array([[0.5], [2]], dtype="<f4")),
    ("a", "I64", np.array([1, -2], dtype="<i8")),
    ('\u00e9\n"', "BOOL", np.array(True)),
    ("half", "F16", np.array([1, -2.5, 65504], dtype="<f2")),
    ("brain", "BF16", np.array([0x3F80, 0xC020], dtype="<u2")),  # 1, -2.5
    ("none", "F64", np.zeros((0, 3), dtype="<f8")),
    ("h.0.scalar", "F32", np.array(7, dtype="<f4")),
]


def written(tensors, metadata):
    header, data = {"__metadata__": metadata}, b""
    for name, dtype, array in sorted(tensors, key=lambda t: (ORDER.index(t[1]), t[0])):
        offsets = [len(data), len(data) + array.nbytes]
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": offsets}
        data += array.tobytes()
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


print("// Made by safetensors_literals.py with NumPy", np.__version__)
print(f"constexpr const char* kWritten =\n{hexadecimal(written(TENSORS, METADATA))};")
