"""What a table is given from outside: who rolls and shuffles on request, a clock, and what of it is simulated."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.protocol.messages import Sources


class DiceRoller(Protocol):
    """Rolls when asked to: "roll for me"."""

    name: str
    simulated: bool

    def roll(self, number: int, sides: int = 6) -> Sequence[int]: ...


class Shuffler(Protocol):
    """The randomness by which the pile is shuffled that "draw for me" draws from."""

    name: str
    simulated: bool

    def randomness(self) -> random.Random: ...


class SystemDice:
    """Rolls by the system's randomness, for whoever has no dice at hand."""

    name = "companion"
    simulated = True

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.SystemRandom()

    def roll(self, number: int, sides: int = 6) -> Sequence[int]:
        return [self._rng.randint(1, sides) for _ in range(number)]


class SystemShuffler:
    """Shuffles by the system's randomness, for whoever lets the companion draw."""

    name = "companion"
    simulated = True

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.SystemRandom()

    def randomness(self) -> random.Random:
        return self._rng


class Scheduler:
    """Calls something later, in a thread of its own. Tests bring one without a clock."""

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """Returns what cancels the call."""
        timer = threading.Timer(seconds, call)
        timer.daemon = True
        timer.start()
        return timer.cancel


@dataclass(frozen=True, slots=True)
class Environment:
    """Everything a table needs that is not the game itself."""

    dice: DiceRoller
    shuffler: Shuffler
    scheduler: Scheduler
    # What is simulated here, for the banner: {"camera": True, …}.
    simulated: Mapping[str, bool]

    def simulated_for(self, sources: Sources) -> Mapping[str, bool]:
        """Dice and tiles of the players themselves are real, whoever could roll and draw for them."""
        chosen = sources.model_dump()
        return {what: yes and chosen.get(what, "companion") == "companion" for what, yes in self.simulated.items()}
