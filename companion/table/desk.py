"""The desk: the one reading that lies there, waiting for a tap or a countdown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from companion.table.helpers import Scheduler
from companion.table.readings import HELD, Pending


class Desk:
    """Used under the table's lock."""

    def __init__(self, scheduler: Scheduler) -> None:
        self.pending: Pending | None = None
        self._scheduler = scheduler
        self._cancel: Callable[[], None] | None = None

    def put(self, pending: Pending, at_the_end: Callable[[], None] | None = None) -> None:
        """A reading is laid down in place of the one before; if it counts down, this happens at the end."""
        self.clear()
        self.pending = pending
        if at_the_end is not None and pending.countdown is not None:
            self._cancel = self._scheduler.later(pending.countdown, at_the_end)

    def hold(self) -> None:
        """The countdown stops; the reading stays until somebody says what becomes of it."""
        self._stop()
        if self.pending is not None and self.pending.countdown is not None:
            self.pending = replace(self.pending, countdown=None, note=HELD)

    def clear(self) -> None:
        self.pending = None
        self._stop()

    def _stop(self) -> None:
        if self._cancel is not None:
            self._cancel()
            self._cancel = None
