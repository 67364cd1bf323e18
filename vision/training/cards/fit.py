"""The digit network and its training loop."""

from __future__ import annotations

import json
import sys
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.cards.digits import FEATURES, NO_DIGIT, edge_features
from vision.images import Floats
from vision.training.cards.crops import DigitCrops

_BATCH = 256
_RATE = 2e-3
_HIDDEN = 128
_PLAIN_SHARE = 0.3  # of each batch


def _digit_network() -> nn.Module:
    """Features (n, COUNT) to scores (n, 11); 0.12 M parameters."""
    return nn.Sequential(
        nn.Linear(FEATURES, _HIDDEN), nn.ReLU(inplace=True), nn.Dropout(0.2), nn.Linear(_HIDDEN, NO_DIGIT + 1)
    )


def fit_digits(crops: DigitCrops, steps: int, out: Path) -> None:
    torch.manual_seed(1)
    net = _digit_network().train()
    optimiser = torch.optim.AdamW(net.parameters(), lr=_RATE, weight_decay=0.02)
    pace = torch.optim.lr_scheduler.OneCycleLR(optimiser, _RATE, total_steps=steps, pct_start=0.05)
    begun, recent = time.monotonic(), []
    for step, (features, classes) in zip(range(1, steps + 1), _batches(crops), strict=False):
        loss = functional.cross_entropy(net(features), classes, label_smoothing=0.01)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        pace.step()
        recent.append(loss.item())
        if step % 500 == 0:
            figures = {"step": step, "loss": round(float(np.mean(recent[-500:])), 4)}
            sys.stdout.write(json.dumps({**figures, "seconds": round(time.monotonic() - begun)}) + "\n")
            sys.stdout.flush()
    _export(net, out)


def _batches(crops: DigitCrops) -> Iterator[tuple[Tensor, Tensor]]:
    """Digits and other pieces in a fixed share."""
    rng = np.random.default_rng(7)
    features: Floats = edge_features(crops.images)
    digits, plain = np.flatnonzero(crops.classes != NO_DIGIT), np.flatnonzero(crops.classes == NO_DIGIT)
    none = int(_BATCH * _PLAIN_SHARE)
    while True:
        rows = np.concatenate([rng.choice(digits, _BATCH - none), rng.choice(plain, none)])
        yield torch.from_numpy(features[rows]), torch.from_numpy(crops.classes[rows])


def _export(net: nn.Module, out: Path) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the older exporter writes what OpenCV reads
        torch.onnx.export(
            net.eval(),
            (torch.zeros(2, FEATURES),),
            str(out),
            input_names=["features"],
            output_names=["scores"],
            dynamic_axes={"features": {0: "n"}, "scores": {0: "n"}},
            dynamo=False,
            opset_version=17,
        )
