#!/usr/bin/env python3
"""Writes expression_literals.inc: random expressions and what Python makes of them.

Texts are drawn from the grammar of expressions with few parentheses, so that binding strength and
the direction of chains decide their values. One that divides by zero in Python has no value.
"""
import ast
import math
import random

NAMES = {"n": 3, "D": 12, "r": 0.25, "on_top": True, "act": "silu",
         "true": True, "false": False, "none": None,
         "sqrt": math.sqrt, "exp": math.exp, "log": math.log}
LIMIT = 1e6  # of all parts, so that nothing overflows or loses digits


def number(rng):
    return rng.choice("0 1 2 3 7 10 0.5 1.5 .25 2. 1e-3 2.5e2 n D r".split())


def atom(rng, depth):
    if depth > 0 and rng.random() < 0.25:
        return "(" + value(rng, depth - 1) + ")"
    if depth > 0 and rng.random() < 0.08:
        return rng.choice(["sqrt", "exp", "log"]) + "(" + value(rng, depth - 1) + ")"
    return number(rng)


def power(rng, depth):
    base = atom(rng, depth)
    return base + rng.choice(["**", " ** "]) + sign(rng, depth - 1) if rng.random() < 0.2 else base


def sign(rng, depth):
    if rng.random() < 0.2:
        return rng.choice(["-", "+", "- "]) + sign(rng, depth)
    return power(rng, depth)


def joined(rng, operand, operators, more):
    text = operand()
    while rng.random() < more:
        text += f" {rng.choice(operators)} " + operand()
    return text


def product(rng, depth):
    return joined(rng, lambda: sign(rng, depth), ["*", "/", "//", "%"], 0.35)


def total(rng, depth):
    return joined(rng, lambda: product(rng, depth), ["+", "-"], 0.4)


def comparison(rng, depth):
    if rng.random() < 0.15:
        return rng.choice(["true", "false", "on_top", "act == 'silu'", "act != 'relu'",
                           "none == none", "n != none"])
    if depth > 0 and rng.random() < 0.2:
        return "(" + truth(rng, depth - 1) + ")"
    operation = rng.choice(["==", "!=", "<", "<=", ">", ">="])
    return f"{total(rng, depth - 1)} {operation} {total(rng, depth - 1)}"


def negation(rng, depth):
    return "not " + negation(rng, depth) if rng.random() < 0.25 else comparison(rng, depth)


def truth(rng, depth):
    def both():
        return joined(rng, lambda: negation(rng, depth), ["and"], 0.35)
    return joined(rng, both, ["or"], 0.35)


def value(rng, depth):
    text = total(rng, depth)
    if rng.random() < 0.2:
        text += " if " + truth(rng, depth - 1) + " else " + value(rng, depth - 1)
    return text


def is_small(tree):
    """Whether no part that Python evaluates by itself is complex, huge or not finite."""
    for node in reversed(list(ast.walk(tree))):  # parts come before what they are part of
        if not isinstance(node, ast.expr) or isinstance(node, (ast.Name, ast.Constant)):
            continue
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            if len(ast.unparse(node.right)) > 6:  # what it is worth may be too large to compute
                return False
        try:
            part = evaluate(ast.unparse(node))
        except (ZeroDivisionError, ValueError, OverflowError):
            continue
        except TypeError:  # a complex number was compared
            return False
        if isinstance(part, complex):
            return False
        if isinstance(part, (int, float)) and not abs(part) < LIMIT:
            return False
    return True


def evaluate(text):
    return eval(text, {"__builtins__": {}, **NAMES})


def main():
    rng = random.Random(1)
    seen, lines, errors = set(), [], 0
    while len(lines) < 600:
        text = truth(rng, 2) if rng.random() < 0.3 else value(rng, 3)
        if text in seen or len(text) > 70 or not any(c in text for c in "+-*/%<>=&io"):
            continue
        seen.add(text)
        tree = ast.parse(text, mode="eval")
        if not is_small(tree):
            continue
        try:
            result = evaluate(text)
        except ZeroDivisionError:
            errors += 1
            if errors <= 40:
                lines.append(f'{{"{text}", "division by zero"}},')
            continue
        except (ValueError, OverflowError):
            continue
        if isinstance(result, bool):
            lines.append(f'{{"{text}", "{str(result).lower()}"}},')
        elif isinstance(result, (int, float)):
            lines.append(f'{{"{text}", "{float(result)!r}"}},')
    with open(__file__.replace(".py", ".inc"), "w") as out:
        out.write("// Made by expression_literals.py.\n" + "\n".join(lines) + "\n")


main()
