"""A network ready to be trained further, from the committed ONNX file in which its batch norms are folded away."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def thaw(net: nn.Module, weights: Path, sample: Tensor) -> nn.Module:
    """Fills the network's convolutions in the order in which they run; layers the file does not know stay new.

    Each batch norm is given the mean and spread that its input has on `sample`, and set so that it changes nothing: the
    network computes what the file computes, and can learn on.
    """
    stored = onnx.load(weights).graph
    values = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in stored.initializer}
    folded = [(values[n.input[1]], values[n.input[2]]) for n in stored.node if n.op_type == "Conv"]
    pairs = [(c, n) for c, n in zip(*_layers(net), strict=True)]
    hooks = []
    for (conv, norm), (weight, bias) in zip(pairs, folded, strict=False):
        conv.weight.data.copy_(weight)
        hooks.append(norm.register_forward_pre_hook(_neutral(bias)))
    for _, norm in pairs[len(folded) :]:
        nn.init.zeros_(norm.weight)  # a residual that was not there yet adds nothing at first
    with torch.no_grad():
        net.eval()(sample)
    for hook in hooks:
        hook.remove()
    own = dict(net.named_parameters())
    for name, value in values.items():  # layers without a norm kept their names
        if name.removeprefix("net.") in own:
            own[name.removeprefix("net.")].data.copy_(value)
    return net


def _layers(net: nn.Module) -> tuple[list[nn.Conv2d], list[nn.BatchNorm2d]]:
    """The convolutions that a batch norm follows, and those norms."""
    parts = list(net.modules())
    normed = [p for p in parts if isinstance(p, nn.Conv2d) and p.bias is None]
    return normed, [p for p in parts if isinstance(p, nn.BatchNorm2d)]


def _neutral(bias: Tensor):  # type: ignore[no-untyped-def]
    def settle(norm: nn.BatchNorm2d, inputs: tuple[Tensor, ...]) -> None:
        mean, spread = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3), unbiased=False)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.data.copy_((spread + norm.eps).sqrt())
        norm.bias.data.copy_(bias + mean)

    return settle
