"""Who sits at the companion's seat: looks at every change of a game it plays in, and does what comes next.

It goes through `Table.submit` as everybody does, with the version it decided on: whatever happened meanwhile makes its
decision void, and it looks again. It decides outside the lock of the game, so nobody waits for it.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from uuid import uuid4

from companion.protocol.intents import Intent
from companion.solo.planning import NextStep, next_step
from companion.solo.thinking import Thinker
from companion.table.table import Change, Table

log = logging.getLogger("companion")

# Between what was done last and what the companion says next: hands must be able to follow.
PACE_S = 1.5
# After a refusal that may pass: the disk may be full.
AGAIN_S = 5.0
# Refusals after which there is nothing to try again: somebody was quicker, or the game is gone.
OVERTAKEN = ("table/stale", "table/unloaded", "table/closed")


class Driver:
    """One thread for all games: one game is played at a time."""

    def __init__(self, pace_s: float = PACE_S, clock: Callable[[], float] = time.monotonic) -> None:
        self._pace_s, self._clock = pace_s, clock
        self._waiting: queue.SimpleQueue[tuple[Table, float] | None] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._thinker = Thinker()
        self._thread = threading.Thread(target=self._run, name="companion player", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._waiting.put(None)
        self._thinker.stop()
        if self._thread.is_alive():
            self._thread.join(5)

    def on_change(self, change: Change) -> None:
        self.look(change.table)

    def look(self, table: Table) -> None:
        """There may be something to do here. Returns at once."""
        if table.request.opponent is not None:
            self._waiting.put((table, self._clock()))

    def _run(self) -> None:
        while (found := self._waiting.get()) is not None and not self._ended.is_set():
            table, since = found
            try:
                self.act(table, since)
            except Exception:
                # The next change is another chance; a person can go back, or put things right by hand.
                log.exception("the companion could not decide in %s", table.name)

    def act(self, table: Table, since: float) -> None:
        """What comes next in this game, if the game waits for the companion; not before hands can have followed."""
        opponent, now = table.request.opponent, table.outlook()
        if opponent is None or now.order is not None or now.reading:
            return
        tiles, think = table.request.sources.tiles, self._thinker.plan
        step = next_step(now.state, now.acts, opponent, tiles, now.confirmed, think)
        if step is None or (not step.quiet and self._ended.wait(max(0.0, since + self._pace_s - self._clock()))):
            return
        self._submit(table, now.version, step)

    def _submit(self, table: Table, version: int, step: NextStep) -> None:
        intent = Intent(f"companion-{uuid4()}", version, step.verb, {"kind": "companion"})
        answer = table.submit(step.side, intent)
        if not answer.ok and answer.code not in OVERTAKEN:
            log.warning("the companion was refused in %s: %s %s", table.name, answer.code, dict(answer.facts))
            again = threading.Timer(AGAIN_S, self.look, (table,))
            again.daemon = True
            again.start()
