"""A check that goes on in the background, step by step, while tablets look at what it has found so far."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from companion.devices.tray.checkup import Finding, State

log = logging.getLogger(__name__)


class CheckRun:
    """One check at a time; the last one is remembered."""

    def __init__(self, findings: Callable[[], Iterator[Finding]]) -> None:
        self._findings = findings
        self._lock = threading.Lock()
        self._found: list[Finding] = []
        self._thread: threading.Thread | None = None

    def start(self) -> bool:
        """False if one is under way already."""
        with self._lock:
            if self._running():
                return False
            self._found = []
            self._thread = threading.Thread(target=self._run, name="check", daemon=True)
            self._thread.start()
            return True

    def wait(self, seconds: float) -> None:
        """Until the check is over, for whoever ends the service."""
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join(timeout=seconds)

    def as_json(self) -> dict[str, Any]:
        with self._lock:
            return {"running": self._running(), "findings": [asdict(finding) for finding in self._found]}

    def _running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _run(self) -> None:
        try:
            for finding in self._findings():
                with self._lock:
                    self._found = [*self._found, finding]
        except Exception:
            log.exception("the check could not be finished")
            with self._lock:
                stopped = Finding("check", State.FAIL, "the check could not be finished", code="check_stopped")
                self._found = [*self._found, stopped]
