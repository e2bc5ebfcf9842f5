#!/usr/bin/python3
"""Times the article's model against NumPy: python3 tools/bench/article.py [ROUNDS]

1. four words in a warm session, against the same formulas in NumPy;
2. the whole process `atto run configs/article.yaml`, against `python3 -c 'import numpy'`;
3. 1024 words of width 512 in float32, against its four matrix products alone in OpenBLAS, and
   against NumPy written plainly and with out= buffers, where the two heads, which compute the same,
   are computed once or twice.

Needs python3-numpy, and build/atto (or what the variable ATTO names). Contenders take turns in one
run; a ratio is the median of the other divided by the median of ours, so that above 1 we are
faster, except where it says so.
"""
import os
import subprocess
import sys
import time

import numpy as np

import contest

LARGE = "tools/bench/article_large.yaml"


class Article:
    """The article's formulas; `shared`: heads that compute the same are computed once."""

    def __init__(self, words, width, dtype, heads=2):
        random = np.random.RandomState(0)
        self.heads = heads
        self.ids = np.arange(words) % words
        self.table = (random.standard_normal((words, width)) * 0.05).astype(dtype)
        self.w1 = random.rand(width, 2 * width).astype(dtype)
        self.b1 = random.rand(2 * width).astype(dtype)
        self.w2 = random.rand(2 * width, width).astype(dtype)
        self.b2 = random.rand(width).astype(dtype)
        self.scores = np.empty((words, words), dtype)
        self.head = np.empty((words, width), dtype)
        self.joined = np.empty((heads * words, width), dtype)
        self.hidden = np.empty((heads * words, 2 * width), dtype)
        self.output = np.empty((heads * words, width), dtype)

    def attention(self, x):
        scores = x @ x.T
        e = np.exp(scores - scores.max(axis=0, keepdims=True))
        return (e / e.sum(axis=0, keepdims=True)) @ x

    def plain(self, shared):
        x = self.table[self.ids]
        if shared:
            heads = [self.attention(x)] * self.heads
        else:
            heads = [self.attention(x) for _ in range(self.heads)]
        joined = np.concatenate(heads, axis=0)
        return np.maximum(joined @ self.w1 + self.b1, 0) @ self.w2 + self.b2

    def with_buffers(self, shared):
        x = self.table[self.ids]
        words = len(x)
        for n in range(self.heads):
            if n == 0 or not shared:
                s = np.matmul(x, x.T, out=self.scores)
                np.subtract(s, s.max(axis=0, keepdims=True), out=s)
                np.exp(s, out=s)
                np.divide(s, s.sum(axis=0, keepdims=True), out=s)
                np.matmul(s, x, out=self.head)
            self.joined[n * words:(n + 1) * words] = self.head
        h = np.matmul(self.joined, self.w1, out=self.hidden)
        np.add(h, self.b1, out=h)
        np.maximum(h, 0, out=h)
        y = np.matmul(h, self.w2, out=self.output)
        return np.add(y, self.b2, out=y)

    def products(self):
        """The four matrix products alone."""
        x = self.table
        np.matmul(x, x.T, out=self.scores)
        np.matmul(self.scores, x, out=self.head)
        np.matmul(self.joined, self.w1, out=self.hidden)
        np.matmul(self.hidden, self.w2, out=self.output)


def small(rounds):
    article = Article(4, 3, np.float64)
    times = contest.take_turns({
        "atto": lambda: contest.atto_bench("configs/article.yaml", "--runs", "20000",
                                           "--threads", "1")["median_seconds"],
        "NumPy": lambda: contest.seconds_of(lambda: article.plain(False), 5000),
        "NumPy, heads once": lambda: contest.seconds_of(lambda: article.plain(True), 5000),
    }, rounds)
    print("four words, float64, one run in a warm session")
    table(times)


def process(rounds):
    def run(*command):
        start = time.perf_counter()
        subprocess.run(command, cwd=contest.ROOT, check=True, stdout=subprocess.DEVNULL)
        return time.perf_counter() - start

    times = contest.take_turns({
        "atto": lambda: run(contest.ATTO, "run", "configs/article.yaml"),
        "import numpy": lambda: run("/usr/bin/python3", "-c", "import numpy"),
    }, 5 * rounds)
    print("\nthe whole process")
    table(times)


def large(rounds, threads):
    contest.set_openblas_threads(threads)
    article = Article(1024, 512, np.float32)
    runs = 5

    def numpy(work):
        return lambda: contest.seconds_of(work, runs)

    times = contest.take_turns({
        "atto": lambda: contest.atto_bench(LARGE, "--dims", "T=1024", "--runs", str(runs),
                                           "--threads", str(threads))["median_seconds"],
        "atto, heads twice": lambda: contest.atto_bench(
            LARGE, "--dims", "T=1024", "--runs", str(runs), "--threads", str(threads),
            "--no-optimize")["median_seconds"],
        "OpenBLAS, the products": numpy(article.products),
        "NumPy": numpy(lambda: article.plain(False)),
        "NumPy, heads once": numpy(lambda: article.plain(True)),
        "NumPy with out=": numpy(lambda: article.with_buffers(False)),
        "NumPy with out=, heads once": numpy(lambda: article.with_buffers(True)),
    }, rounds)
    print(f"\n1024 words of width 512, float32, {threads} thread{'s' * (threads > 1)}")
    table(times)
    share = times["atto"] / times["OpenBLAS, the products"]
    print(f"atto takes {share:.2f} times what its products alone take in OpenBLAS")


def table(times):
    rows = [["", "median [us]", "ratio"]]
    for name, seconds in times.items():
        rows.append([name, f"{seconds * 1e6:.1f}", f"{seconds / times['atto']:.2f}"])
    contest.print_table(rows)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    small(count)
    process(count)
    for number in (1, 2):
        large(count, number)
