"""Dice and draws by the system's randomness: real sources behind the table's Protocols, and they say what they are."""

from __future__ import annotations

import random
from collections.abc import Sequence


class SystemDice:
    """Rolls for whoever has no dice at hand."""

    name = "companion"
    simulated = True

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.SystemRandom()

    def roll(self, number: int) -> Sequence[int]:
        return [self._rng.randint(1, 6) for _ in range(number)]


class SystemDraws:
    """Shuffles for whoever lets the companion draw."""

    name = "companion"
    simulated = True

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.SystemRandom()

    def randomness(self) -> random.Random:
        return self._rng
