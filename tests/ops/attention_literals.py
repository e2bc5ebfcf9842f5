#!/usr/bin/python3
"""Prints the expected values of linear, rope, attention's options, relative_buckets and einsum.

    python3 tests/ops/attention_literals.py

Every value is NumPy's own result, or written out below from the formula of the source that is
named there. Inputs are those of the rows.
"""
import math

import numpy as np
import torch


def show(name, value):
    print(f"{name}: {np.asarray(value).tolist()}")


def linear_rows():
    """torch.nn.Linear: y = x weight^T + bias."""
    x = np.array([[1.0, -2], [0.5, 3]])
    w = np.array([[1.0, 0.5], [2, -1], [-1, 3]])
    b = np.array([0.25, -0.5, 1])
    show("linear.plain", x @ w.T)
    show("linear.bias", x @ w.T + b)
    show("linear.relu", np.maximum(x @ w.T + b, 0))
    x4 = np.arange(8.0).reshape(1, 2, 2, 2) / 4
    w4 = np.array([[1.0, -1, 0.25, 2], [2, 0.5, 3, -2]])
    show("linear.in_axes", x4.reshape(1, 2, 4) @ w4.T)
    w42 = np.array([[1.0, -1], [2, 0.5], [3, 0], [4, 2]])
    show("linear.to_axes", (x @ w42.T).reshape(2, 2, 2))


def numbers(shape, step):
    """A walk through -1 ... 1 in quarters."""
    n = int(np.prod(shape))
    return ((np.arange(n) * step) % 9 / 4.0 - 1).reshape(shape)


# The angles of rope, after huggingface/transformers, src/transformers/modeling_rope_utils.py:
# _compute_default_rope_parameters, _compute_linear_scaling_rope_parameters,
# _compute_llama3_parameters and _compute_yarn_parameters, in double precision.


def plain_frequencies(theta, dims):
    return 1.0 / theta ** (np.arange(0, dims, 2) / dims)


def llama3_frequencies(theta, dims, factor, low, high, context):
    f = plain_frequencies(theta, dims)
    wavelength = 2 * np.pi / f
    smooth = (context / wavelength - low) / (high - low)
    middle = (1 - smooth) * f / factor + smooth * f
    return np.where(wavelength > context / low, f / factor,
                    np.where(wavelength < context / high, f, middle))


def yarn_frequencies(theta, dims, factor, context, fast=32, slow=1, truncate=True):
    def correction(rotations):
        return dims * np.log(context / (rotations * 2 * np.pi)) / (2 * np.log(theta))

    low, high = correction(fast), correction(slow)
    if truncate:
        low, high = np.floor(low), np.ceil(high)
    low, high = max(low, 0), min(high, dims - 1)
    if low == high:
        high += 0.001
    extrapolate = 1 - np.clip((np.arange(dims // 2) - low) / (high - low), 0, 1)
    f = plain_frequencies(theta, dims)
    return f / factor * (1 - extrapolate) + f * extrapolate


def rope(x, positions, frequencies, style, magnitude=1.0):
    """x [..., T, H, D]: RoFormer, equation 34, for the first 2 * len(frequencies) of D."""
    dims = 2 * len(frequencies)
    angles = np.asarray(positions)[..., None, None] * frequencies
    c, s = magnitude * np.cos(angles), magnitude * np.sin(angles)
    y = x.copy()
    if style == "half":
        first, second = slice(0, dims // 2), slice(dims // 2, dims)
    else:
        first, second = slice(0, dims, 2), slice(1, dims, 2)
    a, b = x[..., first], x[..., second]
    y[..., first], y[..., second] = a * c - b * s, b * c + a * s
    return y


def rope_rows():
    x = numbers((3, 2, 4), 4)
    show("rope x", x)
    at = [0, 1, 5]
    f = plain_frequencies(100, 4)
    show("rope.half", rope(x, at, f, "half"))
    show("rope.interleaved", rope(x, at, f, "interleaved"))
    show("rope.dims", rope(x, at, plain_frequencies(100, 2), "half"))
    show("rope.dims_interleaved", rope(x, at, plain_frequencies(100, 2), "interleaved"))
    show("rope.backwards", rope(x, [-1, -2, 7], f, "half"))
    show("rope.far", rope(x, [2**31, 2**53, 2**62], f, "half"))
    batch = numbers((2, 2, 1, 2), 5)
    show("rope batch", batch)
    show("rope.batch", rope(batch, [[0, 1], [3, 2]], plain_frequencies(10000, 2), "half"))
    show("rope.linear", rope(x, at, f / 4, "half"))
    wide = numbers((1, 1, 12), 5)
    show("rope wide", wide)
    show("rope.llama3 frequencies", llama3_frequencies(500, 12, 8, 1, 4, 64))
    show("rope.llama3", rope(wide, [40], llama3_frequencies(500, 12, 8, 1, 4, 64), "half"))
    show("rope.yarn frequencies", yarn_frequencies(500, 12, 4, 64, 8, 1))
    show("rope.yarn",
         rope(wide, [40], yarn_frequencies(500, 12, 4, 64, 8, 1), "half", 0.1 * np.log(4) + 1))
    show("rope.yarn_exact",
         rope(wide, [40], yarn_frequencies(500, 12, 4, 64, 8, 1, False), "half", 1.25))
    show("rope.yarn_one_pair", rope(wide, [3], yarn_frequencies(10, 12, 2, 6.5, 1, 1, False),
                                    "interleaved", 0.1 * np.log(2) + 1))
    show("rope.yarn_defaults", rope(wide, [3], yarn_frequencies(10000, 12, 2, 4096), "half",
                                    0.1 * np.log(2) + 1))


def attention(q, k, v, scale, causal=False, window=None, softcap=None, bias=None, valid=None):
    """Vaswani et al. 2017, equation 1; q [..., T, H, D], k [..., S, K, D], v [..., S, K, E].

    softcap and window as in transformers' modeling_gemma2.py (eager_attention_forward) and
    masking_utils.py (sliding_window_overlay); a query without keys gets 0.
    """
    group = q.shape[-2] // k.shape[-2]
    k, v = np.repeat(k, group, axis=-2), np.repeat(v, group, axis=-2)
    scores = scale * np.einsum("...thd,...shd->...hts", q, k)
    if softcap is not None:
        scores = softcap * np.tanh(scores / softcap)
    keys = scores.shape[-1]
    if bias is not None:
        scores = scores + bias[..., :keys]
    t, s = np.ogrid[: q.shape[-3], :keys]
    seen = np.ones_like(scores, dtype=bool)
    if causal:
        seen &= s <= t
    if window is not None:
        seen &= s > t - window
    if valid is not None:
        seen &= np.asarray(valid)[..., None, None, :]
    seen &= scores > -np.inf
    e = np.where(seen, np.exp(np.where(seen, scores, 0)), 0)
    total = e.sum(axis=-1, keepdims=True)
    weights = e / np.where(total == 0, 1, total)
    return np.einsum("...hts,...she->...the", weights, v), weights


def show_attention(name, *arguments, **options):
    y, weights = attention(*arguments, **options)
    show(name + " y", y)
    show(name + " weights", weights)


def attention_rows():
    q, k, v = numbers((3, 1, 2), 4), numbers((3, 1, 2), 5), numbers((3, 1, 3), 7)
    show_attention("attention.valid", q, k, v, 0.5, valid=[True, False, True])
    show_attention("attention.valid_causal", q, k, v, 0.5, causal=True, valid=[False, True, True])
    show_attention("attention.valid_none", q, k, v, 0.5, valid=[False, False, False])
    batch = numbers((2, 2, 1, 2), 4), numbers((2, 2, 1, 2), 5), numbers((2, 2, 1, 1), 7)
    for name, x in zip("qkv", batch):
        show("attention batch " + name, x)
    show_attention("attention.valid_batch", *batch, 0.5, valid=[[True, True], [True, False]])
    q5, k5, v5 = numbers((5, 1, 2), 4), numbers((5, 1, 2), 5), numbers((5, 1, 1), 7)
    for name, x in zip("qkv", (q5, k5, v5)):
        show("attention five " + name, x)
    show_attention("attention.window", q5, k5, v5, 0.5, causal=True, window=2)
    show_attention("attention.window_of_one", q5, k5, v5, 0.5, causal=True, window=1)
    show_attention("attention.softcap", q, k, v, 3.0, softcap=1.5)
    heads = numbers((2, 2, 4, 2), 4), numbers((2, 2, 2, 2), 5), numbers((2, 2, 2, 1), 7)
    table = numbers((4, 2, 2), 2)
    show("attention bias", table)
    show_attention("attention.bias", *heads, 0.7, bias=table)
    slopes = np.array([[[0.0, 0.5]], [[0, 0.25]], [[0, 0.125]], [[0, 0.0625]]])
    show("attention slopes", slopes)
    show_attention("attention.bias_of_heads", *heads, 0.7, causal=True, bias=slopes)
    show_attention("attention.bias_of_keys", q, k, v, 0.5, bias=np.array([1, 0.5, -2]))
    of_batch = np.array([[[[0.5], [1]]], [[[-1], [2]]]])
    show_attention("attention.bias_of_queries", *heads, 0.7, bias=of_batch)
    sequences = np.array([[[[0.5, 1]]], [[[-1, 2]]]])
    show_attention("attention.bias_of_sequences", *heads, 0.7, bias=sequences)
    wide = numbers((1, 3, 5), 2)
    show("attention wide", wide)
    show_attention("attention.bias_wider", q, k, v, 0.5, causal=True, bias=wide)
    hidden = np.array([[-np.inf, -np.inf, -np.inf], [0, -np.inf, 1], [0, 0, 0]])
    show_attention("attention.bias_hides", q, k, v, 0.5, bias=hidden)
    five = numbers((1, 5, 2, 2), 4), numbers((1, 5, 1, 2), 5), numbers((1, 5, 1, 2), 7)
    for name, x in zip("qkv", five):
        show("attention all " + name, x)
    bias = numbers((2, 1, 5), 2)
    show("attention all bias", bias)
    show_attention("attention.all_options", *five, 2.0, causal=True, window=3, softcap=2.0, bias=bias,
                   valid=[[False, True, True, False, True]])


def buckets(queries, keys, count, max_distance, bidirectional):
    """huggingface/transformers, models/t5/modeling_t5.py, _relative_position_bucket."""
    away = torch.tensor(keys)[None, :] - torch.tensor(queries)[:, None]
    first = torch.zeros_like(away)
    if bidirectional:
        count //= 2
        first = torch.where(away > 0, count, 0)
        distance = away.abs()
    else:
        distance = (-away).clamp(min=0)
    exact = count // 2
    far = torch.log(distance.float() / exact) / math.log(max_distance / exact) * (count - exact)
    far = (exact + far.clamp(min=0).to(torch.long)).clamp(max=count - 1)
    return first + torch.where(distance < exact, distance, far)


def relative_buckets_rows():
    at = [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000]
    show("relative_buckets.both_ways", buckets([0, 128], at, 32, 128, True))
    show("relative_buckets.backwards", buckets([5, 128], at, 32, 128, False))
    show("relative_buckets.few", buckets([2], [-9, 0, 1, 2, 3, 4, 90], 4, 3, True))
    # All distances of T5's models, added up: the first difference would show.
    t = np.arange(600)
    show("relative_buckets all", [int(buckets(t, t, 32, 128, True).sum()),
                                  int(buckets(t, t, 32, 128, False).sum())])


# equation, shape of a, shape of b
EINSUMS = {
    "product": ("ij,jk->ik", (2, 3), (3, 2)),
    "transposed": ("ji,kj->ik", (3, 2), (2, 3)),
    "result_transposed": ("ij,jk->ki", (2, 3), (3, 2)),
    "scores": ("bthd,bshd->bhts", (2, 2, 2, 2), (2, 3, 2, 2)),
    "mixed": ("bhts,bshd->bthd", (2, 2, 2, 3), (2, 3, 2, 2)),
    "batch": ("bij,bjk->bik", (2, 1, 2), (2, 2, 3)),
    "batch_behind": ("ijb,jkb->ikb", (2, 2, 2), (2, 1, 2)),
    "two_inner": ("ijk,kjl->il", (2, 2, 3), (3, 2, 2)),
    "outer": ("i,j->ij", (2,), (3,)),
    "outer_interleaved": ("ij,kl->ikjl", (2, 2), (1, 3)),
    "dot": ("i,i->", (3,), (3,)),
    "elements": ("ij,ji->ij", (2, 3), (3, 2)),
    "rows_dot": ("bi,bi->b", (2, 3), (2, 3)),
    "summed_first": ("ijk,jl->il", (2, 3, 2), (3, 2)),
    "summed_in_both": ("ai,bi->i", (2, 3), (2, 3)),
    "all_summed": ("ij,kl->", (2, 2), (2, 2)),
    "implicit": ("cb,ba", (2, 3), (3, 2)),
    "implicit_dot": ("i,i", (3,), (3,)),
    "scalar": (",ij->ji", (), (2, 3)),
    "ellipsis": ("...ij,...jk->...ik", (2, 1, 2), (2, 2, 3)),
    "ellipsis_in_one": ("...i,ij->...j", (2, 2, 3), (3, 2)),
    "ellipsis_shorter": ("...i,...i", (2, 2, 3), (2, 3)),
    "upper_case": ("Ab,bC->AC", (1, 2), (2, 2)),
    "blanks": ("i j , j k -> i k", (2, 2), (2, 1)),
    "empty_inner": ("ij,jk->ik", (2, 0), (0, 2)),
    "empty_result": ("ij,jk->ik", (0, 2), (2, 2)),
}


def einsum_rows():
    for name, (equation, a, b) in EINSUMS.items():
        show(f"einsum.{name}", np.einsum(equation, numbers(a, 4), numbers(b, 5)))


if __name__ == "__main__":
    for rows in (linear_rows, rope_rows, attention_rows, relative_buckets_rows, einsum_rows):
        rows()
