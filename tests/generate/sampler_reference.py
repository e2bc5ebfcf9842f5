"""Prints sampler_reference.inc: which tokens can come, and how likely, by the processors of Hugging Face's
transformers, src/transformers/generation/logits_process.py (RepetitionPenaltyLogitsProcessor,
TemperatureLogitsWarper, TopKLogitsWarper, TopPLogitsWarper, MinPLogitsWarper), written anew with NumPy in
the order in which generate() puts them."""

import numpy as np

ROWS = {  # the logits of a row, and what came before
    "falling": ([4.0, 3.0, 2.5, 1.0, 0.0, -1.0, -2.0], []),
    "mixed": ([-1.0, 2.0, 0.5, 3.5, -4.0, 1.0, 2.2, 0.0], [3, 6, 3, 0]),
    "flat": ([0.3, 0.2, 0.1, 0.0, -0.1, -0.2], [1, 4]),
    "below": ([-1.0, -1.5, -2.0, -6.0, -9.0], [0, 2]),
    "peak": ([0.0, 9.0, 0.5, -0.5], [1]),
}

SETTINGS = [  # temperature, top_k, top_p, min_p, repeat_penalty
    (1, 0, 1, 0, 1),
    (0.5, 0, 1, 0, 1),
    (3, 0, 1, 0, 1),
    (1, 1, 1, 0, 1),
    (1, 3, 1, 0, 1),
    (1, 100, 1, 0, 1),
    (1, 0, 0.05, 0, 1),
    (1, 0, 0.7, 0, 1),
    (2, 0, 0.9, 0, 1),
    (1, 0, 1, 0.1, 1),
    (1, 0, 1, 0.55, 1),
    (1, 0, 1, 1, 1),
    (1, 0, 1, 0, 1.5),
    (1, 0, 1, 0, 0.5),
    (0.8, 4, 0.85, 0.05, 1.2),
    (1.5, 3, 0.6, 0.3, 3),
]


def softmax(x):
    e = np.exp(x - x.max())
    return e / e.sum()


def probabilities(logits, before, temperature, top_k, top_p, min_p, penalty):
    x = np.array(logits)
    for token in set(before):
        x[token] = x[token] * penalty if x[token] < 0 else x[token] / penalty
    x = x / temperature
    if top_k > 0:
        x[x < np.sort(x)[-min(top_k, len(x))]] = -np.inf
    if top_p < 1:
        rising = np.argsort(x, kind="stable")
        drop = np.cumsum(softmax(x[rising])) <= 1 - top_p
        drop[-1] = False
        x[rising[drop]] = -np.inf
    p = softmax(x)
    x[p < min_p * p.max()] = -np.inf
    return softmax(x)


print("// By sampler_reference.py: logits, tokens before, options, probabilities.")
for logits, before in ROWS.values():
    for setting in SETTINGS:
        p = probabilities(logits, before, *setting)
        t, k, top_p, min_p, penalty = setting
        print("{%s,\n %s,\n %s,\n %s}," % (
            "{" + ", ".join(map(str, logits)) + "}",
            "{" + ", ".join(map(str, before)) + "}",
            "{%g, %d, %g, %g, %g, 0}" % (t, k, top_p, min_p, penalty),
            "{" + ", ".join("%.12g" % q for q in p) + "}"))
