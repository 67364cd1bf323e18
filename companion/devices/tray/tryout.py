"""Buttons and cards tried by hand: while that lasts, the game hears nothing of them."""

import time
from collections.abc import Callable
from typing import Any

from companion.devices.tray.events import BUTTONS, Button, CardPresent, CardRemoved, TrayEvent

LASTS_S = 60.0  # after that a forgotten test ends by itself


class Tryout:
    """Asked from one thread and told by another; every value is replaced whole."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._until = 0.0
        self._presses = dict.fromkeys(BUTTONS, 0)
        self._down: frozenset[str] = frozenset()
        self._card: CardPresent | None = None

    @property
    def lasts(self) -> bool:
        return self._clock() < self._until

    def begin(self) -> None:
        self._presses, self._down, self._card = dict.fromkeys(BUTTONS, 0), frozenset(), None
        self._until = self._clock() + LASTS_S

    def end(self) -> None:
        # What a card says is for this test only: it may be one of a hidden hand.
        self._until, self._card = 0.0, None

    def takes(self, event: TrayEvent) -> bool:
        """Whether the event belongs to the test, and not to the game."""
        if not self.lasts:
            return False
        match event:
            case Button(name, "down"):
                self._presses = {**self._presses, name: self._presses[name] + 1}
                self._down |= {name}
            case Button(name, "up"):
                self._down -= {name}
            case CardPresent():
                self._card = event
            case CardRemoved():
                pass
            case Button():
                pass
            case _:
                return False
        return True

    def as_json(self) -> dict[str, Any]:
        card = self._card if self.lasts else None
        return {
            "lasts": self.lasts,
            "buttons": {name: {"presses": count, "down": name in self._down} for name, count in self._presses.items()},
            "card": {"uid": card.uid, "text": card.text} if card else None,
        }
