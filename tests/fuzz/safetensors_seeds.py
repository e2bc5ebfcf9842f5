#!/usr/bin/python3
"""Writes small safetensors files: tests/fuzz/safetensors_seeds.py FOLDER"""
import json
import math
import os
import struct
import sys

SIZES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "I32": 4, "I16": 2, "U8": 1, "BOOL": 1,
         "F8_E4M3": 1}


def written(tensors, padding=8, metadata=None):
    header, end = {"__metadata__": metadata} if metadata else {}, 0
    for name, (dtype, shape) in tensors.items():
        begin, end = end, end + SIZES[dtype] * math.prod(shape)
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % padding)
    return struct.pack("<Q", len(text)) + text + bytes(i % 2 for i in range(end))


SEEDS = {
    "none": written({}),
    "metadata": written({"a": ("F32", [2])}, metadata={"format": "pt"}),
    "scalar": written({"a": ("BOOL", [])}),
    "empty": written({"a": ("F16", [3, 0]), "b": ("BF16", [2])}),
    "shifted": written({"a": ("U8", [3]), "b": ("I64", [2, 1]), "c": ("F32", [1])}, padding=1),
    "types": written({f"h.{i}.weight": (name, [1, 2]) for i, name in enumerate(SIZES)}),
}
for seed, content in SEEDS.items():
    with open(os.path.join(sys.argv[1], seed), "wb") as file:
        file.write(content)
