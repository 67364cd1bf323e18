"""The networks: a fully convolutional finder, a classifier of crops, one for numerals seen from near, one for what is
only shown."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.dice.classes import CLASSES
from vision.dice.classifier import AIM
from vision.dice.numerals import DIGITS
from vision.dice.shown import SHOWN

STRIDE = 8
FINDER_OUT = 4 + len(CLASSES)  # die-ness, offset x and y, log size, classes


def _conv(inside: int, outside: int, stride: int = 1, kernel: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, kernel, stride, kernel // 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):  # type: ignore[misc]
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class Finder(nn.Module):  # type: ignore[misc]
    """A picture (n, 3, h, w) with sides that 32 divides to (n, FINDER_OUT, h / 8, w / 8)."""

    def __init__(self, a: int = 16, b: int = 32, c: int = 64, d: int = 96, e: int = 128) -> None:
        super().__init__()
        self.fine = nn.Sequential(_conv(3, a, 2), _conv(a, b, 2), _conv(b, c, 2), Residual(c))
        self.middle = nn.Sequential(_conv(c, d, 2), Residual(d), Residual(d))
        self.coarse = nn.Sequential(_conv(d, e, 2), Residual(e), _conv(e, d, 1, 1))
        self.join = _conv(d, c, 1, 1)
        self.head = nn.Sequential(_conv(c, c), _conv(c, c, 1, 1), nn.Conv2d(c, FINDER_OUT, 1))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.head[-1].bias[0], -4.0)

    def forward(self, x: Tensor) -> Tensor:
        fine = self.fine(x)
        middle = self.middle(fine)
        middle = middle + self.up(self.coarse(middle))
        return self.head(fine + self.up(self.join(middle)))


def _crop_body(a: int, b: int, c: int, d: int) -> nn.Sequential:
    """A crop (n, 3, 64, 64) to (n, d, 4, 4)."""
    return nn.Sequential(
        _conv(3, a, 2),
        _conv(a, b, 2),
        Residual(b),
        _conv(b, c, 2),
        Residual(c),
        _conv(c, d, 2),
        Residual(d),
    )


def _pool() -> nn.Sequential:
    return nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.1))


class Classifier(nn.Module):  # type: ignore[misc]
    """Crops (n, 3, 64, 64) to class scores (n, classes) and aims (n, AIM), see vision.dice.classifier."""

    def __init__(self, a: int = 24, b: int = 48, c: int = 96, d: int = 160) -> None:
        super().__init__()
        self.body = _crop_body(a, b, c, d)
        self.pool = _pool()
        self.out = nn.Linear(d, len(CLASSES))
        # Where a die lies and points is a matter of places, which pooling would throw away.
        self.aim = nn.Sequential(
            nn.Conv2d(d, 32, 1), nn.ReLU(), nn.Flatten(), nn.Linear(32 * 16, 64), nn.ReLU(), nn.Linear(64, AIM)
        )

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Scores, aims, and the last features: what a die looks like, for learning from corrections."""
        seen = self.body(x)
        features = self.pool(seen)
        return self.out(features), self.aim(seen), features


class Numerals(nn.Module):  # type: ignore[misc]
    """Crops (n, 3, 64, 64) to scores (n, digits and none), see vision.dice.numerals."""

    def __init__(self, a: int = 24, b: int = 48, c: int = 96, d: int = 144) -> None:
        super().__init__()
        self.body = _crop_body(a, b, c, d)
        self.pool = _pool()
        self.out = nn.Linear(d, DIGITS + 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.out(self.pool(self.body(x)))


class Shown(nn.Module):  # type: ignore[misc]
    """Whole pictures (n, 3, 160, 160) to scores (n, lying there or only shown), see vision.dice.shown."""

    def __init__(self, a: int = 16, b: int = 32, c: int = 48, d: int = 72, e: int = 96) -> None:
        super().__init__()
        self.body = nn.Sequential(_crop_body(a, b, c, d), _conv(d, e, 2), Residual(e))
        self.pool = _pool()
        self.out = nn.Linear(e, SHOWN + 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.out(self.pool(self.body(x)))
