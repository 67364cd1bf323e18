"""How camera and tray stand, a word each, for the bar on top of every tablet; told whenever one changes."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Literal

from companion.devices.eye import Eye
from companion.devices.hand import TraySource

log = logging.getLogger("companion")

PAUSE_S = 0.5

Word = Literal["none", "ready", "simulated", "starting", "searching", "gone", "problem"]
Standing = dict[str, Word]


def camera_stands(eye: Eye | None) -> Word:
    if eye is None:
        return "none"
    if eye.health != "good":
        return "starting" if eye.health == "starting" else "gone"
    return "simulated" if eye.simulated else "ready"


def tray_stands(tray: TraySource | None) -> Word:
    link = tray.chosen.tray if tray is not None else None
    if tray is None or link is None:
        return "none"
    state = link.status.state
    if state != "connected":
        return state
    return "simulated" if tray.simulated else "ready"


class StandingWatch:
    """A thread of its own, because neither a camera nor a tray says of itself that it went silent."""

    def __init__(self, look: Callable[[], Standing], tell: Callable[[Standing], None]) -> None:
        self._look = look
        self._tell = tell
        self._told: Standing | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="standing", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _watch(self) -> None:
        while not self._stopping.wait(PAUSE_S):
            now = self._look()
            if now != self._told:
                self._told = now
                try:
                    self._tell(now)
                except Exception:
                    # A tablet that cannot be told now asks when it is back.
                    log.exception("how the devices stand could not be told")
