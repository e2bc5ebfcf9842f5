#!/usr/bin/python3
"""Writes checkpoint_literals.inc: what the Llama of the test data holds.

Run it with Debian's /usr/bin/python3 (python3-numpy 1.24.2) and ATTO_TEST_DATA set:
  ./checkpoint_literals.py > checkpoint_literals.inc
"""
import json
import os
import struct

import numpy as np


def stories():
    path = os.path.join(os.environ["ATTO_TEST_DATA"], "stories260k/model.safetensors")
    with open(path, "rb") as file:
        content = file.read()
    size = struct.unpack("<Q", content[:8])[0]
    data = content[8 + size:]
    for name, entry in sorted(json.loads(content[8:8 + size]).items()):
        assert entry["dtype"] == "F32"
        values = np.frombuffer(data[slice(*entry["data_offsets"])], dtype="<f4")
        shape = ", ".join(map(str, entry["shape"]))
        yield f'    {{"{name}", {{{shape}}}, {values[0]!s}F, {values[-1]!s}F}},'


print("// Made by checkpoint_literals.py")
print("const StoredRow kStories[] = {", *stories(), "};", sep="\n")
