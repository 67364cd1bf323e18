"""One service a data folder."""

from __future__ import annotations

import fcntl
import time
from pathlib import Path
from typing import IO

FILE = "service.lock"


class FolderInUse(Exception):
    """Another service holds the data folder."""


def lock_folder(folder: Path, patience: float = 3.0) -> IO[str]:
    """Hold the folder as long as the returned file stays open, also in child processes.

    The service before this one may still be ending: that is waited for a little.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = (folder / FILE).open("a")
    end = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                file.close()
                raise FolderInUse(
                    f"another service is using {folder}: stop it first, or choose another folder with --data"
                ) from None
            time.sleep(0.1)
        else:
            return file
