#!/usr/bin/python3
"""Writes operators.txt: for each operator a model that calls it, on a line, from `atto ops --json`.

tools/atto ops --json | tests/fuzz/operator_seeds.py > tests/fuzz/operators.txt

Not every line is a right model: examples know no shapes. A seed need not be right.
"""
import json
import re
import sys

KINDS = {"i64": "int64", "bool": "bool"}


def declarations(ports, values):
    """Of the ports of a signature: x*:any[...,D]; values have a size that the run chooses."""
    for name, mark, kind, axes in re.findall(r"(\w+)([?*]?)(?::(\w+))?\[([^\]]*)\]", ports):
        if mark == "?":
            continue
        sizes = [axis for axis in axes.replace("...", "T,4" if axes == "..." else "T").split(",") if axis]
        sizes = [size if size == "T" or size.isdigit() else "4" for size in sizes]
        if not values:
            sizes = [size for size in sizes if size != "T"]
        extra = ", dtype: " + KINDS[kind] if kind in KINDS else ""
        extra += "" if values else ", init: uniform"
        for one in [name + "0", name + "1"] if mark == "*" else [name]:
            yield f"{one}: {{shape: [{', '.join(sizes)}]{extra}}}"


for operator in json.load(sys.stdin):
    line = operator["example"]
    if line is None:
        line = f"- y: {{{operator['name']}: x}}"
    line = line.replace("[B, T, D]", "[T, 4]").replace(": D", ": 4")
    names, node = line.removeprefix("- ").split(": ", 1)
    values, _, weights = operator["signature"].split("->")[0].partition(";")
    sections = {
        "inputs": "{" + ", ".join(declarations(values, True)) + "}",
        "weights": "{" + ", ".join(declarations(weights, False)) + "}",
        "graph": f'[{{"{names}": {node}}}]',
        "outputs": f"[{names}]",
    }
    print("{" + ", ".join(f"{key}: {value}" for key, value in sections.items()) + "}")
