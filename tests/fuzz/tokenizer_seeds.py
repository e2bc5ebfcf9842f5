#!/usr/bin/python3
"""Writes a file for each tokenizer of tests/text/reference/composed.json that is small enough, with
a text behind it as tokenizer_fuzz reads it: tests/fuzz/tokenizer_seeds.py FOLDER
"""
import json
import os
import sys

SIZE = 8192  # of the largest input that is tried
HERE = os.path.dirname(os.path.abspath(__file__))


def expanded(value, parts):
    if isinstance(value, dict) and value.keys() == {"part"}:
        value = parts[value["part"]]
    if isinstance(value, dict):
        return {key: expanded(element, parts) for key, element in value.items()}
    return [expanded(element, parts) for element in value] if isinstance(value, list) else value


with open(os.path.join(HERE, "../text/reference/composed.json"), encoding="utf-8") as file:
    composed = json.load(file)
for number, test in enumerate(composed["tests"]):
    texts = [case["request"].get("text", "") for case in test["cases"]]
    tokenizer = json.dumps(expanded(test["tokenizer"], composed["parts"]), ensure_ascii=False)
    seed = tokenizer + "\n%%\n" + max(texts, key=len)
    if len(seed.encode()) <= SIZE:
        with open(os.path.join(sys.argv[1], f"tokenizer_{number}"), "w", encoding="utf-8") as file:
            file.write(seed)
