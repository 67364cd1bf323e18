"""The training loops. A checkpoint is written every few hundred steps."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset

from vision.dice.train.crops import CropStore, batches
from vision.dice.train.finder_data import Example, windows
from vision.dice.train.nets import Classifier, Finder, Numerals, Shown
from vision.dice.train.numeral_crops import CloseStore, close_batches
from vision.dice.train.scenes import Scene
from vision.dice.train.shown_data import Pool, shown_batches
from vision.dice.train.warm import thaw

# Small batches: on two cores many small steps learn more in a given time than few large ones.
FINDER_BATCH = 16
CROP_BATCH = 64
SHOWN_BATCH = 32
AIM_WEIGHT = 5.4  # errors of aim are a few hundredths
FACING_WEIGHT = 0.4
SHARPEST, VAGUEST = -4.5, 0.0  # how exactly the classifier may say that it knows where a face points, as logarithms
Batch = tuple[Tensor, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    steps: int
    rate: float  # highest learning rate
    photo_share: float  # share of photos among the examples
    start: Path | None  # a checkpoint or an ONNX file to go on from
    seed: int


def fit_finder(out: Path, scenes: list[Scene], photos: list[Scene], plan: Plan) -> None:
    def stream() -> Iterator[Batch]:
        source = windows(scenes, photos, plan.photo_share, plan.seed)
        while True:
            yield _stack([next(source) for _ in range(FINDER_BATCH)])

    _fit(Finder, out, stream, _finder_loss, plan)


def fit_classifier(out: Path, store: CropStore, extra: CropStore, plan: Plan) -> None:
    def stream() -> Iterator[Batch]:
        for batch in batches(store, extra, plan.photo_share, CROP_BATCH, plan.seed):
            yield _to_input(batch.images), torch.from_numpy(batch.classes), torch.from_numpy(batch.aims)

    _fit(Classifier, out, stream, _classifier_loss, plan)


def fit_numerals(out: Path, store: CloseStore, plan: Plan) -> None:
    def stream() -> Iterator[Batch]:
        for images, digits in close_batches(store, CROP_BATCH, plan.seed):
            yield _to_input(images), torch.from_numpy(digits)

    _fit(Numerals, out, stream, _class_loss, plan)


def fit_shown(out: Path, pools: tuple[Pool, Pool], plan: Plan) -> None:
    def stream() -> Iterator[Batch]:
        for images, classes in shown_batches(pools, plan.photo_share, SHOWN_BATCH, plan.seed):
            yield _to_input(images), torch.from_numpy(classes)

    _fit(Shown, out, stream, _class_loss, plan)


def _stack(examples: list[Example]) -> Batch:
    return (
        _to_input(np.stack([e.image for e in examples])),
        *(
            torch.from_numpy(np.stack([getattr(e, part) for e in examples]))
            for part in ("heat", "weight", "aim", "kind")
        ),
    )


def _to_input(images: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Tensor:
    return torch.from_numpy(images).permute(0, 3, 1, 2).float().div_(255).sub_(0.5)


def _finder_loss(out: Tensor, batch: Batch) -> Tensor:
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


def _classifier_loss(out: tuple[Tensor, Tensor, Tensor], batch: Batch) -> Tensor:
    scores, aims = out[0].float(), out[1].float()
    wanted = batch[2]
    placed, faced = ~wanted[:, 0].isnan(), ~wanted[:, 3].isnan()
    missed = (aims[placed, :3] - wanted[placed, :3]).abs().mean()
    read = functional.cross_entropy(scores, batch[1], label_smoothing=0.03)
    return read + AIM_WEIGHT * missed + FACING_WEIGHT * _facing_loss(aims[faced, 3:], wanted[faced, 3:5])


def _facing_loss(told: Tensor, truth: Tensor) -> Tensor:
    """How unlikely the truth is by what was told: a direction, and how far it may be off.

    Dice whose direction is hard to tell would soon count for nothing, were they not given back a part of their weight.
    """
    off = (told[:, :2] - truth).norm(dim=1)
    spread = told[:, 2].clamp(SHARPEST, VAGUEST).exp()
    return ((off / spread + 2 * spread.log()) * spread.detach().sqrt()).mean()


def _class_loss(out: Tensor, batch: Batch) -> Tensor:
    return functional.cross_entropy(out.float(), batch[1], label_smoothing=0.03)


class _Endless(IterableDataset):  # type: ignore[misc]
    def __init__(self, stream: Callable[[], Iterator[Batch]]) -> None:
        self._stream = stream

    def __iter__(self) -> Iterator[Batch]:
        torch.set_num_threads(1)
        return self._stream()


def _fit(
    make: Callable[[], nn.Module],
    out: Path,
    stream: Callable[[], Iterator[Batch]],
    loss_of: Callable[[Any, Batch], Tensor],
    plan: Plan,
) -> None:
    torch.manual_seed(plan.seed)
    net = make()
    _load(net, plan.start, lambda: next(stream())[0])
    net = net.to(memory_format=torch.channels_last).train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=plan.rate, weight_decay=0.02)
    pace = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, plan.rate, total_steps=plan.steps, pct_start=0.03, final_div_factor=50
    )
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.995), use_buffers=True
    )
    begun, recent, half = time.monotonic(), [], torch.cpu._is_avx512_bf16_supported()
    with (out.with_suffix(".log")).open("a", encoding="utf-8") as log:
        for step, batch in enumerate(DataLoader(_Endless(stream), batch_size=None, num_workers=1, prefetch_factor=4)):
            with torch.autocast("cpu", torch.bfloat16, enabled=half):  # where the processor knows it: a third faster
                seen = net(batch[0].to(memory_format=torch.channels_last))
            loss = loss_of(seen, batch)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            pace.step()
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
            if step % 300 == 299 or step + 1 == plan.steps:
                torch.save(average.module.state_dict(), out)
            if step + 1 == plan.steps:
                return


def _load(net: nn.Module, start: Path | None, sample: Callable[[], Tensor]) -> None:
    if start is not None and start.suffix == ".onnx":
        thaw(net, start, sample())
    elif start is not None:
        net.load_state_dict(torch.load(start, weights_only=True))
