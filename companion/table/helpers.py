"""What a table is given from outside: who rolls and draws on request, and a clock."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.table.sources import DiceSource, DrawSource


class Scheduler:
    """Calls something later, in a thread of its own. Tests bring one without a clock."""

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """Returns what cancels the call."""
        timer = threading.Timer(seconds, call)
        timer.daemon = True
        timer.start()
        return timer.cancel


@dataclass(frozen=True, slots=True)
class Helpers:
    """What a table is given: who rolls and draws on request, and a clock."""

    dice: DiceSource
    draws: DrawSource
    scheduler: Scheduler
    # What is simulated here, for the banner: {"camera": True, …}.
    simulated: Mapping[str, bool]
