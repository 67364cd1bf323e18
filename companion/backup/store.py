"""The backups of a running service: the list, one on request, one after every evening, and the way back."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.backup.archive import read_manifest
from companion.backup.making import backups_in, next_path, prune
from companion.data_folder import BACKUPS
from companion.files import drafted, make_folder, remove
from companion.protocol.backups import BackupJson
from companion.protocol.refusal import Refused

log = logging.getLogger("companion")

# An evening is over when nothing has happened for so long.
QUIET_S = 45 * 60
# One that was ended with the plug is backed up at the next start, once nobody seems to be in a hurry.
AFTER_START_S = 120
LOOK_EVERY_S = 30
# A failed one is tried again then: a full disk is not better a minute later.
RETRY_S = 3600
# So long may a piece of work take, on a small machine with many games.
LONGEST_WORK_S = 900
# There when something has changed since the last backup; it outlives the process.
DUE = "due"
LARGEST_BACKUP = 1_000_000_000


class BackupStore:
    """Thread-safe. The work is done in a process of its own: neither a lock nor the interpreter of the game waits."""

    def __init__(self, data: Path, restart: Callable[[], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._data = data
        self._folder = data / BACKUPS
        self._restart = restart
        self._clock = clock
        self._working = threading.Lock()
        self._stopping = threading.Event()
        self._is_due = (self._folder / DUE).exists()
        # As if the last step had been taken so long ago that a left-over backup comes due soon after the start.
        self._last_change = clock() - QUIET_S + AFTER_START_S
        self._not_before = 0.0
        self._thread = threading.Thread(target=self._watch, name="backups", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stopping.set()

    # -- on request ----------------------------------------------------------------------------------------------------

    def summaries(self) -> list[BackupJson]:
        """Newest first. One that cannot be read is listed all the same: it can be thrown away."""
        return [_summary(path) for path in backups_in(self._folder)]

    def make(self) -> str:
        """A backup of this moment; gives its name."""
        with self._working:
            return self._work("make", str(self._data), "asked")

    def file(self, name: str) -> Path:
        for path in backups_in(self._folder):
            if path.name == name:
                return path
        raise Refused("backup/no_such_backup", "no_such_backup", {"backup": name[:60]})

    def delete(self, name: str) -> None:
        with self._working:
            remove(self.file(name))

    def take_in(self, read: Callable[[int], bytes]) -> str:
        """A backup from outside, kept among the others if it is one. `read` gives the next bytes."""
        make_folder(self._folder)
        path = next_path(self._folder, "brought")
        with self._working, drafted(path) as draft:
            left = LARGEST_BACKUP
            with draft.open("wb") as out:
                while chunk := read(1 << 16):
                    left -= len(chunk)
                    if left < 0:
                        raise Refused("backup/bad_file", "bad_backup", {"reason": "it is too large"})
                    out.write(chunk)
            self._work("check", str(draft))
        prune(self._folder)
        return path.name

    def restore(self, name: str) -> None:
        """Checks a backup to its last game; then the service starts anew and has it in the place of today."""
        with self._working:
            self._work("stage", str(self._data), str(self.file(name)))
        self._restart()

    # -- after every evening -------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Something was played or edited. Called often, and from within the game: it must not wait."""
        self._last_change = self._clock()
        if not self._is_due:
            self._is_due = True
            try:
                (self._folder / DUE).touch(mode=0o600)
            except OSError as error:
                log.warning("it cannot be noted that a backup is due: %s", error)

    def tick(self) -> bool:
        """Makes the backup of the evening if it is time; True if one was made."""
        now = self._clock()
        if not self._is_due or now - self._last_change < QUIET_S or now < self._not_before:
            return False
        self._is_due = False
        try:
            with self._working:
                self._work("make", str(self._data), "evening")
            remove(self._folder / DUE)
        except (Refused, OSError) as error:
            log.warning("the backup of the evening could not be made: %s", error)
            self._is_due, self._not_before = True, now + RETRY_S
            return False
        return True

    def _watch(self) -> None:
        while not self._stopping.wait(LOOK_EVERY_S):
            self.tick()

    def _work(self, *words: str) -> str:
        """One piece of work by `python -m companion.backup`; what it refuses is refused here."""
        command = [sys.executable, "-m", "companion.backup", *words]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=LONGEST_WORK_S, check=False, process_group=0
            )
            answer = json.loads(done.stdout)
        except (subprocess.TimeoutExpired, OSError, ValueError) as error:
            raise Refused("backup/failed", "backup_failed", {"reason": str(error)[:300]}) from error
        if not answer["ok"]:
            raise Refused(answer["code"], answer["key"], answer["facts"])
        return str(answer["name"])


def _summary(path: Path) -> BackupJson:
    size = path.stat().st_size
    try:
        manifest = read_manifest(path)
    except (OSError, Refused):
        return {"name": path.name, "bytes": size, "made": None, "why": "", "games": 0, "boxes": 0, "version": ""}
    return {
        "name": path.name,
        "bytes": size,
        "made": manifest.made,
        "why": manifest.why,
        "games": manifest.games,
        "boxes": manifest.boxes,
        "version": manifest.version,
    }
