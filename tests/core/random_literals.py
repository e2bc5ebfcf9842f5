"""Prints the literals of random_test.cc: NumPy's legacy stream, and NamedRandom written anew from the
formulas of Salmon et al. (SC 2011), FNV-1a, and Box and Muller (1958)."""

import math

import numpy as np

MASK = 0xFFFFFFFF


def philox(counter, key):
    c, k = list(counter), list(key)
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ k[0], b & MASK, (a >> 32) ^ c[3] ^ k[1], a & MASK]
        k = [(k[0] + 0x9E3779B9) & MASK, (k[1] + 0xBB67AE85) & MASK]
    return c


def fnv1a(name):
    h = 0xCBF29CE484222325
    for byte in name.encode():
        h = ((h ^ byte) * 0x100000001B3) % 2**64
    return h


assert fnv1a("foobar") == 0x85944171F73967E8  # from the authors' test suite


def words(seed, name, index):
    h = fnv1a(name)
    counter = [index & MASK, index >> 32, h & MASK, h >> 32]
    return philox(counter, [seed & MASK, seed >> 32])


def uniform(seed, name, index):
    w = words(seed, name, index)
    return ((w[0] >> 5) * 2**26 + (w[1] >> 6)) / 2**53


def normal(seed, name, index):
    w = words(seed, name, index)
    angle = 2 * math.pi * ((w[2] >> 5) * 2**26 + (w[3] >> 6)) / 2**53
    return math.sqrt(-2 * math.log(1 - uniform(seed, name, index))) * math.cos(angle)


for seed, name, index in [(0, "W1", 0), (0, "W1", 1), (0, "W2", 0), (2**40 + 7, "h.0.w", 2**33 + 5)]:
    print(f'{{{seed}u, "{name}", {index}u, {uniform(seed, name, index)!r}, '
          f"{normal(seed, name, index)!r}}},")

for seed in (0, 4294967295):
    np.random.seed(seed)
    print("rand", seed, np.random.rand(4).tolist())
    np.random.seed(seed)
    print("randn", seed, np.random.randn(5).tolist())
np.random.seed(7)
print("mixed", [np.random.randn(), np.random.rand(), np.random.randn(), np.random.randn()])
np.random.seed(1)
print("10001st", np.random.rand(10001)[-1])
