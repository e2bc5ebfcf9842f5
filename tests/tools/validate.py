#!/usr/bin/python3
"""validate.py SCHEMA FILE...: a line for each file: `FILE: ok`, or what is wrong with it first.

Of a .md file every block of YAML without a line `# error:` is one, `FILE:LINE`. It is completed as
configs/README.md says. Needs Debian's python3-jsonschema and python3-yaml.
"""
import json
import re
import sys

import jsonschema
import yaml


class Loader(yaml.SafeLoader):
    """YAML 1.2, as language servers read it: only true and false are truth values, no dates."""

    yaml_implicit_resolvers = {}


for tag, pattern, first in [
    ("null", r"^(~|null|)$", ["~", "n", ""]),
    ("bool", r"^(true|false)$", ["t", "f"]),
    ("int", r"^[-+]?[0-9]+$", list("-+0123456789")),
    ("float", r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$", list("-+.0123456789")),
]:
    Loader.add_implicit_resolver("tag:yaml.org,2002:" + tag, re.compile(pattern), first)


def json_of(value):
    """JSON's keys are texts."""
    if isinstance(value, dict):
        return {str(key): json_of(entry) for key, entry in value.items()}
    return [json_of(entry) for entry in value] if isinstance(value, list) else value


def examples(path):
    """The name and the text of each example."""
    text = open(path, encoding="utf-8").read()
    for block in re.finditer(r"^```yaml\n(.*?)^```", text, re.M | re.S):
        if "# error:" not in block[1]:
            yield f"{path}:{text.count(chr(10), 0, block.start()) + 1}", block[1]


def completed(model):
    model.setdefault("attograph", 1)
    if "extends" not in model:
        model.setdefault("graph", [])
        model.setdefault("outputs", ["y"])
    return model


def verdict(validator, text, complete=lambda model: model):
    try:
        model = complete(json_of(yaml.load(text, Loader)))
    except (yaml.YAMLError, ValueError, IndexError) as error:  # the latter for odd tags
        return "no YAML: " + str(error).split("\n")[0]
    error = jsonschema.exceptions.best_match(validator.iter_errors(model))
    if error is None:
        return "ok"
    place = ".".join(str(step) for step in error.absolute_path)
    return f"{place}: {error.message}"[:200].replace("\n", " ")


def main(schema_path, *paths):
    with open(schema_path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for path in paths:
        if path.endswith(".md"):
            for name, text in examples(path):
                print(f"{name}: {verdict(validator, text, completed)}")
        else:
            text = open(path, "rb").read()
            print(f"{path}: {verdict(validator, text)}")


main(*sys.argv[1:])
