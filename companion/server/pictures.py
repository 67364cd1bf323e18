"""Pictures of readings, kept for a while so that a reading can be looked at and argued about."""

from __future__ import annotations

import re
import threading
from pathlib import Path

NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
MOST_KEPT = 400
BIGGEST = 4_000_000


class Pictures:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        folder.mkdir(parents=True, exist_ok=True)

    def put(self, name: str, jpeg: bytes) -> None:
        """Keep a picture; the oldest goes when there are too many."""
        if not NAME.fullmatch(name) or len(jpeg) > BIGGEST:
            raise ValueError(f"not a picture to keep: {name[:64]!r}, {len(jpeg)} bytes")
        with self._lock:
            (self._folder / f"{name}.jpg").write_bytes(jpeg)
            kept = sorted(self._folder.glob("*.jpg"), key=lambda f: f.stat().st_mtime_ns)
            for old in kept[:-MOST_KEPT]:
                old.unlink()

    def path(self, name: str) -> Path | None:
        file = self._folder / f"{name}.jpg"
        return file if NAME.fullmatch(name) and file.exists() else None
