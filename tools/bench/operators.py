#!/usr/bin/python3
"""Times operators on 1024 x 1024 float32: python3 tools/bench/operators.py [ROUNDS [NAME...]]

Against a copy of as many bytes as the operator reads and writes, against NumPy and against PyTorch
with out= buffers where they have them; one thread and two. Contenders take turns in one run. The
columns are our median, then ours divided by the others': below 1 we are faster. The time of ours is
that of the node, without the session around it, which copies the result to its caller; the others'
is that of a call, and between two calls their result is copied too, so that all caches hold alike.

Needs python3-numpy and python3-torch, and build/atto (or what the variable ATTO names).
"""
import os
import sys
import tempfile

import numpy as np
import torch
import torch.nn.functional as F

import contest

N = 1024
RUNS = 20
random = np.random.RandomState(0)
X = random.standard_normal((N, N)).astype(np.float32)
Z = random.standard_normal((N, N)).astype(np.float32)
ROW = random.standard_normal(N).astype(np.float32)
POSITIVE = np.abs(X) + np.float32(0.1)
tX, tZ, tROW, tPOSITIVE = (torch.from_numpy(a) for a in (X, Z, ROW, POSITIVE))
OUT = np.empty_like(X)
tOUT = torch.empty_like(tX)
LINE = np.empty(N, np.float32)
tLINE = torch.empty(N)


def erf_free_gelu(x):
    inner = np.float32(0.7978845608) * (x + np.float32(0.044715) * x * x * x)
    return np.float32(0.5) * x * (1 + np.tanh(inner))


def np_softmax(x, axis):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def np_layer_norm(x):
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = (centred * centred).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + np.float32(1e-5)) * ROW + ROW


def np_rms_norm(x):
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + np.float32(1e-5)) * ROW


def t_rms_norm(x):
    return x * torch.rsqrt((x * x).mean(-1, keepdim=True) + 1e-5) * tROW


# name: the node, how many arrays of N x N it reads and writes, NumPy, PyTorch
CASES = {
    "add": ("{add: [x, z]}", 3, lambda: np.add(X, Z, out=OUT), lambda: torch.add(tX, tZ, out=tOUT)),
    "add a row": ("{add: [x, row]}", 2, lambda: np.add(X, ROW, out=OUT),
                  lambda: torch.add(tX, tROW, out=tOUT)),
    "sub": ("{sub: [x, z]}", 3, lambda: np.subtract(X, Z, out=OUT),
            lambda: torch.sub(tX, tZ, out=tOUT)),
    "mul": ("{mul: [x, z]}", 3, lambda: np.multiply(X, Z, out=OUT),
            lambda: torch.mul(tX, tZ, out=tOUT)),
    "div": ("{div: [x, z]}", 3, lambda: np.divide(X, Z, out=OUT),
            lambda: torch.div(tX, tZ, out=tOUT)),
    "maximum": ("{maximum: [x, z]}", 3, lambda: np.maximum(X, Z, out=OUT),
                lambda: torch.maximum(tX, tZ, out=tOUT)),
    "pow": ("{pow: [positive, z]}", 3, lambda: np.power(POSITIVE, Z, out=OUT),
            lambda: torch.pow(tPOSITIVE, tZ, out=tOUT)),
    "less": ("{less: [x, z]}", 2.25, lambda: np.less(X, Z), lambda: torch.lt(tX, tZ)),
    "neg": ("{neg: x}", 2, lambda: np.negative(X, out=OUT), lambda: torch.neg(tX, out=tOUT)),
    "abs": ("{abs: x}", 2, lambda: np.abs(X, out=OUT), lambda: torch.abs(tX, out=tOUT)),
    "sqrt": ("{sqrt: positive}", 2, lambda: np.sqrt(POSITIVE, out=OUT),
             lambda: torch.sqrt(tPOSITIVE, out=tOUT)),
    "rsqrt": ("{rsqrt: positive}", 2, lambda: np.divide(1, np.sqrt(POSITIVE, out=OUT), out=OUT),
              lambda: torch.rsqrt(tPOSITIVE, out=tOUT)),
    "relu": ("{relu: x}", 2, lambda: np.maximum(X, 0, out=OUT),
             lambda: torch.clamp_min(tX, 0, out=tOUT)),
    "clip": ("{clip: x, min: -1, max: 1}", 2, lambda: np.clip(X, -1, 1, out=OUT),
             lambda: torch.clamp(tX, -1, 1, out=tOUT)),
    "scale": ("{scale: x, by: 0.125}", 2, lambda: np.multiply(X, np.float32(0.125), out=OUT),
              lambda: torch.mul(tX, 0.125, out=tOUT)),
    "exp": ("{exp: x}", 2, lambda: np.exp(X, out=OUT), lambda: torch.exp(tX, out=tOUT)),
    "log": ("{log: positive}", 2, lambda: np.log(POSITIVE, out=OUT),
            lambda: torch.log(tPOSITIVE, out=tOUT)),
    "sin": ("{sin: x}", 2, lambda: np.sin(X, out=OUT), lambda: torch.sin(tX, out=tOUT)),
    "tanh": ("{tanh: x}", 2, lambda: np.tanh(X, out=OUT), lambda: torch.tanh(tX, out=tOUT)),
    "erf": ("{erf: x}", 2, None, lambda: torch.erf(tX, out=tOUT)),
    "sigmoid": ("{sigmoid: x}", 2, lambda: 1 / (1 + np.exp(-X)),
                lambda: torch.sigmoid(tX, out=tOUT)),
    "silu": ("{silu: x}", 2, lambda: X / (1 + np.exp(-X)), lambda: F.silu(tX)),
    "gelu, erf": ("{gelu: x, kind: erf}", 2, None, lambda: F.gelu(tX)),
    "gelu, tanh": ("{gelu: x, kind: tanh}", 2, lambda: erf_free_gelu(X),
                   lambda: F.gelu(tX, approximate="tanh")),
    "softplus": ("{softplus: x}", 2, lambda: np.logaddexp(X, np.float32(0)),
                 lambda: F.softplus(tX)),
    "swiglu": ("{swiglu: [x, z]}", 3, lambda: X / (1 + np.exp(-X)) * Z, lambda: F.silu(tX) * tZ),
    "softmax, rows": ("{softmax: x, axis: -1}", 2, lambda: np_softmax(X, 1),
                      lambda: torch.softmax(tX, 1)),
    "softmax, columns": ("{softmax: x, axis: 0}", 2, lambda: np_softmax(X, 0),
                         lambda: torch.softmax(tX, 0)),
    "log_softmax": ("{log_softmax: x, axis: -1}", 2, lambda: np.log(np_softmax(X, 1)),
                    lambda: torch.log_softmax(tX, 1)),
    "layer_norm": ("{layer_norm: x, weight: row, bias: row, eps: 1.0e-5}", 2,
                   lambda: np_layer_norm(X), lambda: F.layer_norm(tX, (N,), tROW, tROW, 1e-5)),
    "rms_norm": ("{rms_norm: x, weight: row, eps: 1.0e-5}", 2, lambda: np_rms_norm(X),
                 lambda: t_rms_norm(tX)),
    "normalize": ("{normalize: x, axis: -1, eps: 1.0e-12}", 2,
                  lambda: X / np.sqrt((X * X).sum(axis=-1, keepdims=True)),
                  lambda: F.normalize(tX, dim=-1)),
    "reduce_sum, rows": ("{reduce_sum: x, axis: -1}", 1, lambda: np.sum(X, axis=1, out=LINE),
                         lambda: torch.sum(tX, 1, out=tLINE)),
    "reduce_sum, columns": ("{reduce_sum: x, axis: 0}", 1, lambda: np.sum(X, axis=0, out=LINE),
                            lambda: torch.sum(tX, 0, out=tLINE)),
    "reduce_sum, all": ("{reduce_sum: x}", 1, lambda: np.sum(X), lambda: torch.sum(tX)),
    "reduce_mean": ("{reduce_mean: x, axis: -1}", 1, lambda: np.mean(X, axis=1, out=LINE),
                    lambda: torch.mean(tX, 1, out=tLINE)),
    "reduce_max, rows": ("{reduce_max: x, axis: -1}", 1, lambda: np.max(X, axis=1, out=LINE),
                         lambda: torch.amax(tX, 1, out=tLINE)),
    "reduce_max, columns": ("{reduce_max: x, axis: 0}", 1, lambda: np.max(X, axis=0, out=LINE),
                            lambda: torch.amax(tX, 0, out=tLINE)),
    "transpose": ("{transpose: x}", 2, lambda: np.copyto(OUT, X.T), lambda: tOUT.copy_(tX.t())),
    "cumsum": ("{cumsum: x, axis: -1}", 2, lambda: np.cumsum(X, axis=1, out=OUT),
               lambda: torch.cumsum(tX, 1, out=tOUT)),
}

def write_model(folder, node):
    """A file with one node; what it does not read is left out."""
    reads = [word for word in ("x", "z", "row", "positive")
             if word in node.replace("[", " ").replace("]", " ").replace(",", " ").replace(
                 "}", " ").split()]
    lines = ["attograph: 1", "inputs:"]
    lines += [f"  {name}: {{shape: [N, {N}]}}" for name in ("x", "z") if name in reads]
    if "positive" in reads:
        lines.append(f"  p: {{shape: [N, {N}]}}")
    if "row" in reads:
        lines += ["weights:", f"  row: {{shape: [{N}], init: normal}}"]
    lines.append("graph:")
    if "positive" in reads:
        lines.append("  - positive: {abs: p}")
    lines += [f"  - y: {node}", "outputs: [y]", ""]
    path = os.path.join(folder, "model.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))
    return path


def node_seconds(path, threads):
    case = contest.atto_bench(path, "--dims", f"N={N}", "--threads", str(threads), "--runs",
                              str(RUNS))
    return next(node["seconds"] for node in case["nodes"] if node["node"] == "y")


def measure(folder, name, rounds, threads):
    node, arrays, numpy, pytorch = CASES[name]
    path = write_model(folder, node)
    copied = np.ones(int(arrays / 2 * N * N), np.float32)
    copy = np.empty_like(copied)

    def timed(work, result):
        return lambda: contest.seconds_of(work, RUNS, between=result.copy)

    contenders = {
        "atto": lambda: node_seconds(path, threads),
        "copy": timed(lambda: np.copyto(copy, copied), copy),
        "PyTorch": timed(pytorch, OUT),
    }
    if numpy:
        contenders["NumPy"] = timed(numpy, OUT)
    return contest.take_turns(contenders, rounds)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    names = [name for name in CASES
             if len(sys.argv) < 3 or any(name.startswith(part) for part in sys.argv[2:])]
    with tempfile.TemporaryDirectory() as folder:
        for threads in (1, 2):
            torch.set_num_threads(threads)
            rows = [[f"{threads} thread{'s' * (threads > 1)}", "ours [us]", "/ copy", "/ NumPy",
                     "/ PyTorch"]]
            for name in names:
                times = measure(folder, name, rounds, threads)
                ratios = [f"{times['atto'] / times[other]:.2f}" if other in times else "-"
                          for other in ("copy", "NumPy", "PyTorch")]
                rows.append([name, f"{times['atto'] * 1e6:.0f}"] + ratios)
            contest.print_table(rows)
            print()


if __name__ == "__main__":
    main()
