#!/usr/bin/python3
"""Prints the expected values of the norms, reductions, losses and convolutions:
python3 tests/ops/norms_literals.py

Every value is NumPy's or PyTorch's own result in float64, or written out below from the formula of
the operator's source where neither has a function for it (rms_norm). Inputs are those of the rows.
"""
import warnings

import numpy as np
import torch
import torch.nn.functional as F

nan, inf = np.nan, np.inf


def show(name, value):
    print(f"{name}: {np.asarray(value).tolist()}")


def t(values):
    return torch.tensor(values, dtype=torch.float64)


def layer_norm_rows():
    x, weight, bias = t([[1.0, 2, 4], [-1, 0, 3]]), t([1.0, 0.5, -2]), t([0.25, 0, 1])
    show("layer_norm.bias", F.layer_norm(x, (3,), weight, bias, 1e-5))
    show("layer_norm.no_bias", F.layer_norm(x, (3,), weight, None, 0.5))
    show("layer_norm.vector", F.layer_norm(x[0], (3,), weight, None, 1e-12))
    show("layer_norm.equal", F.layer_norm(t([[3.0, 3]]), (2,), t([2.0, 2]), t([1.0, -1]), 0.5))
    show("layer_norm.one", F.layer_norm(t([[3.0], [nan]]), (1,), t([2.0]), t([0.5]), 1e-5))
    show("layer_norm.nan", F.layer_norm(t([[nan, 1], [0, 1], [inf, 1]]), (2,), t([1.0, 1]), None, 1e-5))


def rms_norm(x, weight, eps, offset=0.0):
    """Zhang & Sennrich 2019, equation 4, with eps inside the root as all implementations have it."""
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + eps) * (offset + weight)


def rms_norm_rows():
    x, weight = np.array([[1.0, 2, 4], [-1, 0, 3]]), np.array([1.0, 0.5, -2])
    show("rms_norm.rows", rms_norm(x, weight, 1e-6))
    show("rms_norm.offset", rms_norm(x, weight, 1e-6, 1.0))
    show("rms_norm.vector", rms_norm(x[1], weight, 0.5))
    show("rms_norm.nan", rms_norm(np.array([[nan, 1], [0.0, 1]]), np.array([1.0, 1]), 0.0))


def normalize_rows():
    x = t([[3.0, 4, 0], [0, 0, 0], [1e-3, 0, 0]])
    show("normalize.rows", F.normalize(x, p=2.0, dim=-1, eps=1e-2))
    show("normalize.columns", F.normalize(x, p=2.0, dim=0, eps=1e-12))
    show("normalize.middle", F.normalize(t([[[1.0], [2]], [[-2], [1]]]), p=2.0, dim=1, eps=1e-12))
    show("normalize.nan", F.normalize(t([[nan, 1], [3, 4], [inf, 1]]), p=2.0, dim=1, eps=1e-12))


def reduce_rows():
    x = np.array([[[1.0, -2, 3], [0.5, 5, -1]], [[2, 2, 0], [-4, 1, 7]]])  # [2, 2, 3]
    for name, reduce in (("sum", np.sum), ("mean", np.mean), ("max", np.max), ("min", np.min)):
        show(f"reduce_{name}.all", reduce(x))
        show(f"reduce_{name}.last", reduce(x, axis=-1))
        show(f"reduce_{name}.first_and_last", reduce(x, axis=(0, 2)))
        show(f"reduce_{name}.keep_dims", reduce(x, axis=(-2, 0), keepdims=True))
        show(f"reduce_{name}.none", reduce(x[0], axis=()))
        show(f"reduce_{name}.nan", reduce(np.array([[nan, 1], [1, nan], [inf, 2], [-inf, 3]]), axis=1))
    whole = np.array([[1, -2, 3], [4, 4, -6]])
    for name, reduce in (("sum", np.sum), ("max", np.max), ("min", np.min)):
        show(f"reduce_{name}.int64", reduce(whole, axis=1))
    show("reduce_sum.overflow", np.sum(np.array([2**63 - 1, 2])))
    show("reduce_sum.nothing", np.sum(np.zeros((2, 0)), axis=1))
    valid = np.array([[True, False], [True, True]])
    all_axes = np.broadcast_to(valid[:, :, None], x.shape)
    show("reduce_mean.padding", np.mean(x, axis=1, where=all_axes))
    show("reduce_mean.batch", np.mean(x, axis=(0, 1), where=all_axes))
    show("reduce_mean.to_scalar", np.mean(x, where=all_axes))
    show("reduce_mean.no_valid_element (0 for nan)", np.mean(x[0], axis=0, where=np.array([[True, True, False], [True, False, False]])))
    show("reduce_mean.nothing_matters", np.mean(np.array([[nan, 3], [1, inf]]), axis=0, where=np.array([[False, True], [True, False]])))


def loss_rows():
    x = t([[1.0, 2], [3, 5]])
    show("log_softmax.columns", F.log_softmax(x, 0))
    show("log_softmax.rows", F.log_softmax(x, -1))
    show("log_softmax.middle", F.log_softmax(t([[[1.0], [2]], [[0], [-1]]]), 1))
    show("log_softmax.large", F.log_softmax(t([1000.0, 1001, -1000]), 0))
    show("log_softmax.infinity", F.log_softmax(t([[-inf, 0, 1], [-inf, -inf, -inf], [0, inf, 0], [nan, 0, 0]]), 1))
    logits, targets = t([[2.0, -1, 0.5], [0, 3, 1], [-2, 0.25, 1]]), torch.tensor([0, 2, 1])
    for reduction in ("mean", "none"):
        show(f"cross_entropy.{reduction}", F.cross_entropy(logits, targets, reduction=reduction))
        ignoring = torch.tensor([0, -1, 1])
        show(f"cross_entropy.ignore.{reduction}", F.cross_entropy(logits, ignoring, ignore_index=-1, reduction=reduction))
    show("cross_entropy.batch", F.cross_entropy(logits[:2], targets[:2], reduction="none").reshape(2, 1))
    show("cross_entropy.batch mean", F.cross_entropy(logits[:2], targets[:2]))
    show("cross_entropy.large", F.cross_entropy(t([[1000.0, 0], [0, 1000]]), torch.tensor([0, 0]), reduction="none"))
    show("cross_entropy.infinity", F.cross_entropy(t([[-inf, 0], [-inf, 0], [-inf, -inf], [nan, 0]]), torch.tensor([0, 1, 0, 1]), reduction="none"))
    show("cross_entropy.all_ignored", F.cross_entropy(logits, torch.tensor([-1, -1, -1]), ignore_index=-1))
    show("cross_entropy.all_ignored losses", F.cross_entropy(logits, torch.tensor([-1, -1, -1]), ignore_index=-1, reduction="none"))


def walk(*shape):
    """-1 ... 1 in quarters, as the inputs of the convolutions are."""
    return ((torch.arange(int(np.prod(shape))) * 7) % 9 / 4.0 - 1).reshape(shape).double()


def conv_rows():
    x, weight, bias = walk(2, 2, 5), walk(3, 2, 3), t([0.5, -1, 2])
    show("conv1d x", x)
    show("conv1d weight", weight)
    show("conv1d.plain", F.conv1d(x, weight))
    show("conv1d.bias", F.conv1d(x, weight, bias, padding=1))
    show("conv1d.stride", F.conv1d(x, weight, bias, padding=1, stride=2))
    show("conv1d.dilation", F.conv1d(x, weight, bias, padding=2, dilation=2))
    show("conv1d.before", F.conv1d(F.pad(x, (2, 0)), weight))
    show("conv1d.depthwise", F.conv1d(x, walk(2, 1, 3), groups=2))
    show("conv1d depthwise weight", walk(2, 1, 3))
    show("conv1d.groups", F.conv1d(walk(1, 4, 2), walk(2, 2, 1), groups=2))
    show("conv1d groups x", walk(1, 4, 2))
    show("conv1d groups weight", walk(2, 2, 1))
    image, kernel = walk(1, 2, 3, 4), walk(2, 2, 2, 3)
    show("conv2d x", image)
    show("conv2d weight", kernel)
    show("conv2d.plain", F.conv2d(image, kernel))
    show("conv2d.bias", F.conv2d(image, kernel, t([0.5, -1]), padding=1))
    show("conv2d.pairs", F.conv2d(image, kernel, stride=(2, 1), padding=(1, 2), dilation=(1, 2)))
    show("conv2d.four", F.conv2d(F.pad(image, (0, 2, 1, 0)), kernel, stride=2))
    show("conv2d patches x", walk(2, 1, 2, 4))
    show("conv2d patches weight", walk(3, 1, 2, 2))
    show("conv2d.patches", F.conv2d(walk(2, 1, 2, 4), walk(3, 1, 2, 2), stride=2))
    show("conv2d.depthwise", F.conv2d(image, walk(2, 1, 2, 2), groups=2))
    show("conv2d depthwise weight", walk(2, 1, 2, 2))


for rows in (layer_norm_rows, rms_norm_rows, normalize_rows, reduce_rows, loss_rows, conv_rows):
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the mean of nothing
        rows()
