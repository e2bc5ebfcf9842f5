#!/usr/bin/python3
"""A folder with random weights of GPT-2 124M's shape: /usr/bin/python3 tools/bench/gpt2.py [ROUNDS]

Prints loading, the memory of a long prompt and of a long text as parts of the weights' bytes, the
time of a prompt of 512 tokens divided by that of its matrix products alone in OpenBLAS (NumPy, the
same threads), and what a token costs behind 512 others divided by one behind 8. Contenders take
turns; medians.
"""
import json
import os
import re
import struct
import subprocess
import sys
import tempfile

import numpy as np

import contest

ATTO = os.environ.get("ATTO", os.path.join(contest.ROOT, os.environ.get("ATTO_BUILD_DIR", "build"), "atto"))
D, LAYERS, HEADS, WORDS, PLACES, T = 768, 12, 12, 50257, 1024, 512


def shapes():
    yield "wte.weight", [WORDS, D]
    yield "wpe.weight", [PLACES, D]
    for i in range(LAYERS):
        for name, shape in {"ln_1": [D], "ln_2": [D], "attn.c_attn": [D, 3 * D], "attn.c_proj": [D, D],
                            "mlp.c_fc": [D, 4 * D], "mlp.c_proj": [4 * D, D]}.items():
            yield f"h.{i}.{name}.weight", shape
            yield f"h.{i}.{name}.bias", shape[-1:]
    yield "ln_f.weight", [D]
    yield "ln_f.bias", [D]


def write_folder(folder):
    """Returns how many bytes the weights have."""
    config = {"model_type": "gpt2", "n_embd": D, "n_layer": LAYERS, "n_head": HEADS, "vocab_size": WORDS,
              "n_positions": PLACES, "layer_norm_epsilon": 1e-5, "activation_function": "gelu_new"}
    with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as file:
        json.dump(config, file)
    header, end = {}, 0
    for name, shape in shapes():
        begin, end = end, end + 4 * int(np.prod(shape))
        header[name] = {"dtype": "F32", "shape": shape, "data_offsets": [begin, end]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    random = np.random.default_rng(1)
    with open(os.path.join(folder, "model.safetensors"), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for _, shape in shapes():
            file.write((0.02 * random.standard_normal(shape, dtype=np.float32)).tobytes())
    return end


def generate(folder, prompt, tokens, threads=1):
    """What --stats says: seconds of loading, of the prompt and of the text, and megabytes."""
    ids = " ".join(str(i % 1000) for i in range(prompt))
    done = subprocess.run([ATTO, "generate", folder, "--prompt-ids", ids, "--max-tokens", str(tokens), "--stats",
                           "--threads", str(threads)], capture_output=True, text=True, check=True)
    return [float(number) for number in re.findall(r"(?:in|load|memory) +([0-9.]+)", done.stderr)]


PRODUCTS = f"""
import time, numpy as np
r = np.random.default_rng(1)
m = lambda *shape: r.standard_normal(shape, dtype=np.float32)
pairs = [(m({T}, {D}), m({D}, {3 * D})), (m({T}, {D}), m({D}, {D})), (m({T}, {D}), m({D}, {4 * D})),
         (m({T}, {4 * D}), m({4 * D}, {D}))]
pairs += [(m({T}, 64), m(64, {T})), (m({T}, {T}), m({T}, 64))] * {HEADS}
last = m(1, {D}), m({D}, {WORDS})
for a, b in pairs: a @ b
start = time.perf_counter()
for _ in range({LAYERS}):
    for a, b in pairs: a @ b
last[0] @ last[1]
print(time.perf_counter() - start)
"""


def products(threads):
    done = subprocess.run([sys.executable, "-c", PRODUCTS], capture_output=True, text=True, check=True,
                          env={**os.environ, "OPENBLAS_NUM_THREADS": str(threads)})
    return float(done.stdout)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with tempfile.TemporaryDirectory() as folder:
        size = write_folder(folder)
        generate(folder, 1, 1)  # the file is in the cache now
        median = lambda numbers: sorted(numbers)[len(numbers) // 2]
        rows = [["", "here", "goal"]]
        rows.append(["loading", f"{median([generate(folder, 1, 1)[0] for _ in range(rounds)]):.3f} s", "0.3 s"])
        memory = lambda *what: generate(folder, *what)[3] * 2**20 / size
        rows.append(["memory of a prompt of 512 / weights", f"{memory(T, 1):.2f}", "1.15"])
        rows.append(["memory of a text of 1024 / weights", f"{memory(1, PLACES - 1):.2f}", "1.35"])
        for threads in (1, 2):
            ours, theirs = [], []
            for _ in range(rounds):
                ours.append(generate(folder, T, 1, threads)[1])
                theirs.append(products(threads))
            rows.append([f"prompt of 512 / its products, {threads} threads",
                         f"{median(ours) / median(theirs):.2f}  ({median(ours) * 1e3:.0f} ms)", "1.6"])
        step = lambda prompt: generate(folder, prompt, 33)[2]
        late, early = [], []
        for _ in range(rounds):
            late.append(step(T))
            early.append(step(8))
        rows.append(["a token behind 512 / behind 8", f"{median(late) / median(early):.2f}", "1.2"])
        contest.print_table(rows)


if __name__ == "__main__":
    main()
