#!/usr/bin/python3
"""Writes the config.json of each case in tests/models/*.json: tests/fuzz/config_seeds.py FOLDER"""
import glob
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def configs(value):
    """Each text of a config.json, wherever it stands."""
    if isinstance(value, dict):
        if "config" in value:
            config = value["config"]
            yield config if isinstance(config, str) else json.dumps(config)
        value = list(value.values())
    if isinstance(value, list):
        for element in value:
            yield from configs(element)


for path in sorted(glob.glob(os.path.join(HERE, "../models/*.json"))):
    with open(path, encoding="utf-8") as file:
        found = list(configs(json.load(file)))
    name = os.path.basename(path)
    for number, config in enumerate(found):
        with open(os.path.join(sys.argv[1], f"{name}_{number}"), "w", encoding="utf-8") as file:
            file.write(config)
