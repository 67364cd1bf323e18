"""The files of a folder of games: their names, and how they are made, set aside, deleted and brought back.

The name of a file says what it is, so that one rename does a thing wholly or not at all:
`NAME.game` is a game, `NAME.damaged-N.game` a damaged one that was set aside, `NAME.deleted-T.game` one that was
deleted at the time T; `NAME.draft` is being written, `NAME.rescued-N.game` waits to take the place of a damaged game.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.files import sync
from companion.protocol.games import KeptKind
from companion.table.game_brief import Labels
from companion.table.journal import connect, remove_journal, write_journal
from companion.table.journal_reading import SQLITE_FILES
from companion.table.record import Record

log = logging.getLogger("companion")

ENDING = ".game"
PLAIN = "[a-z0-9-]{1,40}"
GAME = re.compile(rf"({PLAIN})\.game")
KEPT = re.compile(rf"({PLAIN})\.(damaged|deleted)-(\d+)\.game")
DRAFT = re.compile(rf"{PLAIN}\.draft(-[a-z]+)?")
RESCUED = re.compile(rf"({PLAIN})\.rescued-(\d+)\.game")
# How long a deleted game can be brought back.
KEPT_SECONDS = 7 * 24 * 3600
# A clock that says less was not set yet (2024): nothing is thrown away by it.
EARLIEST_CLOCK = 1_704_067_200


class KeptFile(NamedTuple):
    """A game that is not in the list any more, but still there. `number`: when it was deleted, or which of several."""

    id: str
    game: str
    kind: KeptKind
    number: int
    path: Path


class GameFiles:
    """Used under the store's lock. Raises `OSError` and `sqlite3.Error` as they come."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def file(self, name: str) -> Path:
        return self._folder / f"{name}{ENDING}"

    def names(self) -> list[str]:
        found = (GAME.fullmatch(file) or RESCUED.fullmatch(file) for file in self._listed())
        return sorted({match[1] for match in found if match})

    def kept(self) -> list[KeptFile]:
        return [self._kept(match) for file in self._listed() if (match := KEPT.fullmatch(file))]

    def kept_file(self, name: str) -> KeptFile | None:
        match = KEPT.fullmatch(f"{name}{ENDING}")
        return self._kept(match) if match and self.file(name).exists() else None

    def _kept(self, match: re.Match[str]) -> KeptFile:
        kind: KeptKind = "damaged" if match[2] == "damaged" else "deleted"
        return KeptFile(match[0].removesuffix(ENDING), match[1], kind, int(match[3]), self._folder / match[0])

    def _listed(self) -> list[str]:
        return sorted(file.name for file in self._folder.iterdir()) if self._folder.exists() else []

    def fresh_name(self) -> str:
        taken = {file.split(".")[0] for file in self._listed()}
        while (name := secrets.token_hex(4)) in taken:
            pass
        return name

    # -- a new file ----------------------------------------------------------------------------------------------------

    def put(self, name: str, records: list[Record], labels: Labels) -> None:
        """A new game, whole and on disk when this returns; nothing is left of it if it fails."""
        try:
            self._write(name, records, labels, self.file(name))
        except BaseException:
            self.remove(name)
            raise

    def remove(self, name: str) -> None:
        """A new game that nobody was told of."""
        with errors_logged():
            remove_journal(self.file(name))

    def _write(self, name: str, records: list[Record], labels: Labels, target: Path) -> None:
        """A journal gets its name when it is whole and synced."""
        self._folder.mkdir(parents=True, exist_ok=True)
        draft = self._folder / f"{name}.draft"
        try:
            write_journal(draft, records, labels)
            draft.rename(target)
        except BaseException:
            with errors_logged():
                remove_journal(draft)
            raise
        sync(self._folder)

    # -- a damaged file: set aside, with what could be rescued in its place --------------------------------------------

    def exchange(self, name: str, records: list[Record], labels: Labels) -> str:
        """Set a damaged game aside and put these records in its place; without any, nothing takes its place.

        Killed or out of room before the rescued file has its name, all is as it was; after that, `finish` does the
        rest, now or the next time the game is asked for. Returns the id of the file that was set aside.
        """
        number = 1 + max(
            (kept.number for kept in self.kept() if (kept.game, kept.kind) == (name, "damaged")), default=0
        )
        rescued = self.file(f"{name}.rescued-{number}")
        if records:
            self._write(name, records, labels, rescued)
        else:
            rescued.touch()
            sync(self._folder)
        self.finish(name)
        return f"{name}.damaged-{number}"

    def finish(self, name: str) -> None:
        """The rest of an exchange that was begun; nothing if there is none."""
        for file in self._listed():
            match = RESCUED.fullmatch(file)
            if match and match[1] == name:
                self._finish(name, int(match[2]), self._folder / file)

    def _finish(self, name: str, number: int, rescued: Path) -> None:
        # As long as the rescued file has this name, whatever has the game's name is the damaged one.
        aside = self.file(f"{name}.damaged-{number}")
        for ending in SQLITE_FILES:
            damaged = Path(f"{self.file(name)}{ending}")
            if damaged.exists():
                damaged.rename(f"{aside}{ending}")
        sync(self._folder)
        if rescued.stat().st_size:
            rescued.rename(self.file(name))
        else:
            rescued.unlink()
        sync(self._folder)

    # -- deleting, with a way back -------------------------------------------------------------------------------------

    def delete(self, name: str) -> str:
        """Take a closed game off the list; returns the id by which it comes back."""
        file = self.file(name)
        last_changes = Path(f"{file}-wal")
        if last_changes.exists():
            with closing(connect(file)):
                pass  # SQLite folds them into the one file, so that one rename moves all of it.
        if last_changes.exists():
            raise OSError("the last changes could not be folded into the file")
        when = int(time.time())
        while (target := self.file(f"{name}.deleted-{when}")).exists():
            when += 1
        file.rename(target)
        sync(self._folder)
        return target.name.removesuffix(ENDING)

    def bring_back(self, kept: KeptFile) -> str:
        """A deleted game is in the list again, under its own name unless that was taken since."""
        name = self.fresh_name() if self.file(kept.game).exists() else kept.game
        kept.path.rename(self.file(name))
        sync(self._folder)
        return name

    # -- at the start --------------------------------------------------------------------------------------------------

    def tidy(self) -> None:
        """Clear away what a killed process left, and what was deleted long ago. What the disk refuses waits."""
        with errors_logged():
            for file in self._listed():
                with errors_logged():
                    self._tidy(file, int(time.time()))

    def _tidy(self, file: str, now: int) -> None:
        rescued, kept = RESCUED.fullmatch(file), KEPT.fullmatch(file)
        if DRAFT.fullmatch(file):
            (self._folder / file).unlink()
        elif rescued:
            self.finish(rescued[1])
        elif kept and kept[2] == "deleted" and now > EARLIEST_CLOCK:
            self._grow_old(self._kept(kept), now)

    def _grow_old(self, kept: KeptFile, now: int) -> None:
        if kept.number < EARLIEST_CLOCK:
            # Deleted by a clock that was not set: its week begins now.
            kept.path.rename(self.file(f"{kept.game}.deleted-{now}"))
        elif now - kept.number > KEPT_SECONDS:
            kept.path.unlink()


@contextmanager
def errors_logged() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        log.warning("a file of the games was left as it is: %s", error)
