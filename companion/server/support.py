"""The support bundle: what helps to find a fault, and nothing that lets anybody in or tells a hand."""

from __future__ import annotations

import logging
import platform
from collections import deque
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.server.service import Service

LINES = 200


class LogTail(logging.Handler):
    """Remembers the last lines of the log."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        self.lines: deque[str] = deque(maxlen=LINES)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def bundle(service: Service) -> dict[str, Any]:
    """Versions, devices, the last check and the end of the log. Games are named, not told."""
    info = service.info()
    return {
        "companion": {key: info[key] for key in ("version", "rules", "content", "open", "simulated", "notices")},
        "machine": {"system": platform.platform(), "python": platform.python_version()},
        "devices": service.devices(),
        "check": service.check.as_json(),
        "games": service.games.names(),
        "log": [_without_code(line, service.access.code) for line in service.log_tail.lines],
    }


def _without_code(line: str, code: str) -> str:
    return line.replace(code, "······")
