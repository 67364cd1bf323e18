"""What must not be shown of the camera's picture: cards of a hand that are drawn, or held, under it."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.table.seats import HIDDEN_DECKS
from companion.table.sources import Awaited

# A card may still lie there for a while after it was read.
LINGER_S = 10.0


class Curtain:
    """Remembers which decks are scanned under the camera; whoever may not see such a deck gets no picture."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._scanned: frozenset[str] = frozenset()
        self._drawn = False
        self._before: frozenset[str] = frozenset()
        self._until = 0.0

    def awaits(self, awaited: Awaited | None) -> None:
        scanned = scanned_now(awaited)
        if self._drawn and scanned != self._scanned:
            self._before, self._until = self._scanned, self._clock() + LINGER_S
        self._scanned = scanned
        # A drawn card lies where it was drawn; one that is held out is in its player's hand.
        self._drawn = awaited is not None and awaited.kind == "draw" and bool(scanned)

    def decks(self) -> frozenset[str]:
        """The decks whose cards may lie under the camera now."""
        return self._scanned | self._before if self._clock() < self._until else self._scanned


def scanned_now(awaited: Awaited | None) -> frozenset[str]:
    """The deck that is drawn from; while somebody chooses, a card of any hand may be held out to be played."""
    if awaited is None or awaited.by != "scan" or awaited.what == "lay":
        return frozenset()
    return frozenset([awaited.what]) if awaited.kind == "draw" else frozenset(HIDDEN_DECKS)
