"""What the reference computations share: weights that need no file, and the JSON that models_test.cc reads.

Element i of a tensor, counted row by row from 0, is a hash of its stored name and of i; C++ computes the same numbers, which float32
holds exactly.
"""

import json

import numpy as np
import torch

MASK = np.uint64(0xFFFFFFFF)


def fnv1a(name):
    h = 0x811C9DC5
    for byte in name.encode():
        h = (h ^ byte) * 0x01000193 & 0xFFFFFFFF
    return h


def numbers(name, shape, offset, scale):
    i = np.arange(1, int(np.prod(shape)) + 1, dtype=np.uint64)
    x = (np.uint64(fnv1a(name)) + np.uint64(0x9E3779B9) * i) & MASK
    x ^= x >> np.uint64(16)
    x = x * np.uint64(0x7FEB352D) & MASK
    x ^= x >> np.uint64(15)
    x = x * np.uint64(0x846CA68B) & MASK
    x ^= x >> np.uint64(16)
    values = ((x >> np.uint64(16)).astype(np.float64) - 32768) / 65536 * scale + offset
    assert (values.astype(np.float32) == values).all()
    return torch.tensor(values.reshape(shape), dtype=torch.float64)


class Case:
    """A checkpoint and a run of it. `stored` turns the published name of a tensor into the one that the file has."""

    def __init__(self, name, covers, config, feed, stored=lambda name: name, params=None, model=None):
        self.name, self.covers, self.config, self.feed = name, covers, config, feed
        self.stored, self.params, self.model = stored, params or {}, model
        self.tensors, self.expected = {}, {}

    def weight(self, name, *shape, offset=0, scale=1):
        name = self.stored(name)
        self.tensors[name] = (list(shape), offset, scale)
        return numbers(name, shape, offset, scale)

    def norm(self, name, size):
        return self.weight(name, size, offset=1, scale=0.5)

    def input(self, name):
        return torch.tensor(self.feed[name])

    def json(self):
        out = {"name": self.name, "covers": self.covers}
        if self.model:
            out["model"] = self.model
        if self.params:
            out["params"] = [f"{name}={value}" for name, value in self.params.items()]
        out["config"] = json.dumps(self.config)
        out["tensors"] = [[name, *spec] for name, spec in self.tensors.items()]
        out["feed"] = self.feed
        out["expected"] = {name: value.tolist() for name, value in self.expected.items()}
        return out


def linear(case, x, name, out, bias):
    """torch.nn.Linear: the weight is [out, in]."""
    y = x @ case.weight(name + ".weight", out, x.shape[-1]).T
    return y + case.weight(name + ".bias", out) if bias else y


def layer_norm(case, x, name, eps):
    size = x.shape[-1]
    return torch.nn.functional.layer_norm(x, (size,), case.norm(name + ".weight", size), case.weight(name + ".bias", size), eps)


def rms_norm(case, x, name, eps):
    return case.norm(name + ".weight", x.shape[-1]) * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + eps))


def gelu_new(x):
    return torch.nn.functional.gelu(x, approximate="tanh")


def heads(x, count):
    """[B, T, count * Dh] -> [B, count, T, Dh]."""
    return x.view(*x.shape[:2], count, -1).transpose(1, 2)


def attend(q, k, v, added):
    """softmax(q k^T + added) v, with the heads joined: [B, H, T, Dh] -> [B, T, H * Dh]."""
    y = torch.softmax(q @ k.transpose(-1, -2) + added, dim=-1) @ v
    return y.transpose(1, 2).reshape(y.shape[0], y.shape[2], -1)


def hidden(seen):
    """What is added to scores: nothing where a key is seen, the smallest number elsewhere."""
    return torch.zeros(seen.shape, dtype=torch.float64).masked_fill(~seen, torch.finfo(torch.float64).min)


def write(path, model, grows, cases, refused):
    """`grows`: the inputs that a text is given by, token by token. `refused`: keys of config.json with values for which the model is
    not right, in the place of the first case's."""
    head = {"model": model, "grows": grows, "refused": {key: json.dumps({**cases[0].config, key: refused[key]}) for key in refused}}
    lines = ",\n".join(json.dumps(case.json()) for case in cases)
    with open(path, "w", encoding="utf-8") as file:
        file.write(json.dumps(head)[:-1] + f', "cases": [\n{lines}\n]}}\n')
