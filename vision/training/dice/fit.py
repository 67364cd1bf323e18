"""The training loop, from nothing, from a checkpoint or from a committed ONNX file."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import cos, inf, pi
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from vision.training.dice.crops import CropStore, crop_batches
from vision.training.dice.depicted import ImagePool, depicted_batches
from vision.training.dice.finder_examples import FinderExample, finder_examples
from vision.training.dice.networks import CROPS, WINDOWS, ClassifierNet, DepictedNet, FinderNet, NumeralsNet, WitnessNet
from vision.training.dice.numeral_crops import NumeralCropStore, numeral_batches
from vision.training.dice.scenes import TrainingScene
from vision.training.dice.witness_examples import witness_examples

# Small batches: on two cores many small steps learn more in a given time than few large ones.
FINDER_BATCH = 16
CROP_BATCH = 64
DEPICTED_BATCH = 32
WITNESS_BATCH = 8
QUANTISED_ON, QUANTISED_ON_CROPS = 160, 400  # examples
WARM = 0.03  # share of a training in which the learning rate rises
AIM_WEIGHT = 5.4  # errors of aim are a few hundredths
FACING_WEIGHT = 0.4
LEAST_ERROR, MOST_ERROR = -4.5, 0.0  # of the facing that the classifier may claim, as logarithms
Tensors = tuple[Tensor, ...]


@dataclass(frozen=True, slots=True)
class FitPlan:
    steps: int
    rate: float  # highest learning rate
    photo_share: float  # share of photos among the examples
    start: Path | None  # a checkpoint or an ONNX file to go on from
    seed: int
    minutes: float = inf  # after which the last step is made, on a machine that has other things to do as well

    def progress(self, steps: int, seconds: float) -> float:
        """From 0 to 1: by steps or by time, whichever is further."""
        return min(1.0, max(steps / self.steps, seconds / (60 * self.minutes)))


def fit_finder(out: Path, scenes: list[TrainingScene], photos: list[TrainingScene], plan: FitPlan) -> None:
    def stream() -> Iterator[Tensors]:
        source = finder_examples(scenes, photos, plan.photo_share, plan.seed)
        while True:
            yield _stack([next(source) for _ in range(FINDER_BATCH)])

    _fit(FinderNet, out, stream, _finder_loss, plan)


def fit_classifier(out: Path, store: CropStore, extra: CropStore, plan: FitPlan) -> None:
    def stream() -> Iterator[Tensors]:
        for batch in crop_batches(store, extra, plan.photo_share, CROP_BATCH, plan.seed):
            yield _to_input(batch.images), torch.from_numpy(batch.classes), torch.from_numpy(batch.aims)

    some = crop_batches(store, extra, plan.photo_share, QUANTISED_ON_CROPS, plan.seed + 1)
    np.save(out.with_name(CROPS), next(some).images)
    _fit(ClassifierNet, out, stream, _classifier_loss, plan)


def fit_numerals(out: Path, store: NumeralCropStore, plan: FitPlan) -> None:
    def stream() -> Iterator[Tensors]:
        for images, digits in numeral_batches(store, CROP_BATCH, plan.seed):
            yield _to_input(images), torch.from_numpy(digits)

    _fit(NumeralsNet, out, stream, _class_loss, plan)


def fit_depicted(out: Path, pools: tuple[ImagePool, ImagePool], plan: FitPlan) -> None:
    def stream() -> Iterator[Tensors]:
        for images, classes in depicted_batches(pools, plan.photo_share, DEPICTED_BATCH, plan.seed):
            yield _to_input(images), torch.from_numpy(classes)

    _fit(DepictedNet, out, stream, _class_loss, plan)


def fit_witness(out: Path, scenes: list[TrainingScene], photos: list[TrainingScene], plan: FitPlan) -> None:
    def stream() -> Iterator[Tensors]:
        source = witness_examples(scenes, photos, plan.seed)
        while True:
            yield _stack([next(source) for _ in range(WITNESS_BATCH)])

    some = witness_examples(scenes, photos, plan.seed + 1)
    np.save(out.with_name(WINDOWS), np.stack([next(some).image for _ in range(QUANTISED_ON)]))

    def make() -> WitnessNet:
        net = WitnessNet()
        net.load_backbone()
        return net

    _fit(make, out, stream, _finder_loss, plan, half=False)  # its convolutions are slower in half precision


def _stack(examples: list[FinderExample]) -> Tensors:
    return (
        _to_input(np.stack([e.image for e in examples])),
        *(
            torch.from_numpy(np.stack([getattr(e, part) for e in examples]))
            for part in ("heat", "weight", "aim", "kind")
        ),
    )


def _to_input(images: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Tensor:
    return torch.from_numpy(images).permute(0, 3, 1, 2).float().div_(255).sub_(0.5)


def _finder_loss(out: Tensor, batch: Tensors) -> Tensor:
    _, heat, weight, aim, kind = batch
    out = out.float()
    score = out[:, :1]
    chance = torch.sigmoid(score).clamp(1e-4, 1 - 1e-4)
    hit = (heat == 1).float()
    found = -hit * (1 - chance) ** 2 * chance.log()
    missed = -(1 - hit) * (1 - heat) ** 4 * chance**2 * (1 - chance).log()
    count = hit.sum().clamp(min=1)
    here = kind >= 0
    aimed = (out[:, 1:4] - aim).abs().sum(1)[here].mean() if here.any() else out.sum() * 0
    read = functional.cross_entropy(out[:, 4:], kind, ignore_index=-1) if here.any() else out.sum() * 0
    return ((found + missed) * weight).sum() / count + aimed + read


def _classifier_loss(out: tuple[Tensor, Tensor, Tensor], batch: Tensors) -> Tensor:
    scores, aims = out[0].float(), out[1].float()
    wanted = batch[2]
    placed, faced = ~wanted[:, 0].isnan(), ~wanted[:, 3].isnan()
    missed = (aims[placed, :3] - wanted[placed, :3]).abs().mean()
    read = functional.cross_entropy(scores, batch[1], label_smoothing=0.03)
    return read + AIM_WEIGHT * missed + FACING_WEIGHT * _facing_loss(aims[faced, 3:], wanted[faced, 3:5])


def _facing_loss(guess: Tensor, truth: Tensor) -> Tensor:
    """How unlikely the truth is by the guess: a direction, and how far it may be off.

    Dice whose direction is hard to guess would soon count for nothing; the last factor gives them back some weight.
    """
    off = (guess[:, :2] - truth).norm(dim=1)
    spread = guess[:, 2].clamp(LEAST_ERROR, MOST_ERROR).exp()
    return ((off / spread + 2 * spread.log()) * spread.detach().sqrt()).mean()


def _class_loss(out: Tensor, batch: Tensors) -> Tensor:
    return functional.cross_entropy(out.float(), batch[1], label_smoothing=0.03)


class _Endless(IterableDataset):  # type: ignore[misc]
    def __init__(self, stream: Callable[[], Iterator[Tensors]]) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[Tensors]:
        torch.set_num_threads(1)
        return self._stream()


def _fit(
    make: Callable[[], nn.Module],
    out: Path,
    stream: Callable[[], Iterator[Tensors]],
    loss_of: Callable[[Any, Tensors], Tensor],
    plan: FitPlan,
    half: bool = True,
) -> None:
    torch.manual_seed(plan.seed)
    net = make()
    _load(net, plan.start, lambda: next(stream())[0])
    net = net.to(memory_format=torch.channels_last).train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=0.02)
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    begun, recent, half = time.monotonic(), [], half and torch.cpu._is_avx512_bf16_supported()
    with (out.with_suffix(".log")).open("a", encoding="utf-8") as log:
        for step, batch in enumerate(DataLoader(_Endless(stream), batch_size=None, num_workers=1, prefetch_factor=4)):
            with torch.autocast("cpu", torch.bfloat16, enabled=half):  # where the processor knows it: a third faster
                out_of_net = net(batch[0].to(memory_format=torch.channels_last))
            loss = loss_of(out_of_net, batch)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            done = plan.progress(step + 1, time.monotonic() - begun)
            for group in optimiser.param_groups:
                group["lr"] = plan.rate * _pace(done)
            optimiser.step()
            average.update_parameters(net)
            recent.append(loss.item())
            if step % 50 == 49:
                log.write(
                    json.dumps(
                        {
                            "step": step + 1,
                            "loss": round(float(np.mean(recent[-50:])), 4),
                            "seconds": round(time.monotonic() - begun),
                        }
                    )
                    + "\n"
                )
                log.flush()
            if step % 100 == 99 or done == 1:
                torch.save(average.module.state_dict(), out)
            if done == 1:
                return


def _pace(done: float) -> float:
    """Share of the highest learning rate: up at first, then slowly down."""
    if done < WARM:
        return 0.04 + 0.96 * done / WARM
    return 0.002 + 0.998 * (1 + cos(pi * (done - WARM) / (1 - WARM))) / 2


def _load(net: nn.Module, start: Path | None, sample: Callable[[], Tensor]) -> None:
    if start is not None and start.suffix == ".onnx":
        _load_folded_weights(net, start, sample())
    elif start is not None:
        net.load_state_dict(torch.load(start, weights_only=True))


def _load_folded_weights(net: nn.Module, weights: Path, sample: Tensor) -> nn.Module:
    """Fills the network's convolutions in the order in which they run; layers the file does not know stay new.

    Each batch norm is given the mean and spread that its input has on `sample`, and set so that it changes nothing: the
    network computes what the file computes, and can learn on.
    """
    own = dict(net.named_parameters())
    stored = onnx.load(weights).graph
    values = _stored_values(stored)
    named = [(_plain(n.input[1]), _plain(n.input[2])) for n in stored.node if n.op_type == "Conv"]
    folded = [(values[weight], values[bias]) for weight, bias in named if weight.removeprefix("net.") not in own]
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
    for name, value in values.items():  # layers without a norm kept their names
        if name.removeprefix("net.") in own:
            own[name.removeprefix("net.")].data.copy_(value)
    return net


def _stored_values(graph: onnx.GraphProto) -> dict[str, Tensor]:
    """All weights by name; those kept as whole numbers become fractions again."""
    kept = {one.name: torch.from_numpy(numpy_helper.to_array(one).copy()) for one in graph.initializer}
    values = dict(kept)
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in kept:
            whole, scale = kept[node.input[0]].float(), kept[node.input[1]]
            values[_plain(node.output[0])] = whole * scale.reshape(-1, *[1] * (whole.dim() - 1))
    return values


def _plain(name: str) -> str:
    return name.removesuffix("_DequantizeLinear_Output")


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
