"""What may be going on at once, so that one guest cannot take the service from the others."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Mapping
from typing import Any

import simple_websocket  # type: ignore[import-untyped]
from flask import Flask, g, request

from companion.protocol.refusal import Refused

# Bodies beyond this are photos and files of games and boxes: a few at a time, since each is held in memory.
LARGE_BYTES = 1_000_000
MOST_LARGE = 4
PATIENCE_S = 5.0
# Messages of one tablet: so many a second, and so many more at once. A person taps five times a second.
MESSAGES_PER_S = 30.0
MOST_AT_ONCE = 90
# Nobody has done anything for so long: time for work that everybody would notice.
QUIET_S = 60.0


def limit_large_requests(app: Flask) -> None:
    """A place is taken before the body is read, and given back when the answer is made."""
    places = threading.BoundedSemaphore(MOST_LARGE)

    def take() -> None:
        if not _is_large():
            return
        if not places.acquire(timeout=PATIENCE_S):
            raise Refused("server/busy", "busy")
        g.holds_place = True

    def give_back(_error: BaseException | None) -> None:
        if g.pop("holds_place", False):
            places.release()

    app.before_request(take)
    app.teardown_request(give_back)


def _is_large() -> bool:
    """One that does not say how long it is may be of any length."""
    length = request.content_length
    return length > LARGE_BYTES if length is not None else "Transfer-Encoding" in request.headers


# -- messages ----------------------------------------------------------------------------------------------------------


class PacedServer(simple_websocket.Server):  # type: ignore[misc]
    """A websocket that is read only as fast as one tablet may speak. Whoever sends more waits; nothing is lost.

    The pause is in the thread that reads this one socket, before anything is unpacked: it costs nobody else anything,
    and the sender's own network holds the rest back.
    """

    def __init__(self, environ: Mapping[str, Any], **options: Any) -> None:
        self._left = float(MOST_AT_ONCE)
        self._at = time.monotonic()
        super().__init__(environ, **options)

    def _handle_events(self) -> bool:
        had = len(self.input_buffer)
        keep_going = bool(super()._handle_events())
        self._pay_for(max(0, len(self.input_buffer) - had))
        return keep_going

    def _pay_for(self, messages: int) -> None:
        now = time.monotonic()
        self._left = min(float(MOST_AT_ONCE), self._left + (now - self._at) * MESSAGES_PER_S) - messages
        self._at = now
        if self._left < 0:
            time.sleep(-self._left / MESSAGES_PER_S)


# -- memory ------------------------------------------------------------------------------------------------------------


class ShortCollections:
    """Keeps the pauses of Python's garbage collection short, however long a game is.

    A full collection looks at everything that is kept, with every thread waiting: 70 ms at the start of a game, 110 ms
    after 15,000 records. So what has survived one is not looked at again, until nobody is playing.
    """

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._acted = time.monotonic()
        self._thread = threading.Thread(target=self._wait_for_quiet, name="collections", daemon=True)

    def start(self) -> None:
        gc.collect()
        gc.freeze()
        gc.callbacks.append(self._after)
        self._thread.start()

    def acted(self) -> None:
        """Somebody plays."""
        self._acted = time.monotonic()

    def _after(self, phase: str, info: Mapping[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            gc.freeze()

    def _wait_for_quiet(self) -> None:
        done_for = self._acted
        while not self._ended.wait(QUIET_S / 6):
            if self._acted != done_for and time.monotonic() - self._acted > QUIET_S:
                done_for = self._acted
                gc.unfreeze()
                gc.collect()

    def stop(self) -> None:
        self._ended.set()
        if self._after in gc.callbacks:
            gc.callbacks.remove(self._after)
            # The thread may be in the middle of a collection, which still calls back at its end: that comes first.
            self._thread.join()
            gc.unfreeze()
