"""All games of a data folder: begin, open, list, take in and give out. One file a game."""

from __future__ import annotations

import logging
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.protocol.json import Facts
from companion.protocol.messages import GameRequest
from companion.protocol.refusal import NoticeJson, Refused
from companion.protocol.views import GameSummary, Seat
from companion.rules.engine import waiting
from companion.table.environment import Environment
from companion.table.journal import DamagedJournal, Journal, JournalUnavailable, good_prefix, rewritten, set_aside
from companion.table.loaded_box import BoxProvider
from companion.table.record import FORMAT, BadFile, first_record, format_of, migrated
from companion.table.table import Change, Table
from companion.table.transfer import exported, imported, replayed

log = logging.getLogger("companion")

ENDING = ".game"
NAME = re.compile(r"[a-z0-9-]{1,40}")
SET_ASIDE = re.compile(r".*\.damaged-\d+\.game")


class GameStore:
    """Opens games when they are first asked for and keeps them open. Thread-safe."""

    def __init__(self, folder: Path, boxes: BoxProvider, environment: Environment) -> None:
        self._folder = folder
        self._boxes = boxes
        self._environment = environment
        self._lock = threading.RLock()
        self._open: dict[str, Table] = {}
        self._lost: set[str] = set()
        self._listeners: list[Callable[[Change], None]] = []
        # What went wrong with files, for whoever joins next: {"code", "key", "facts"}.
        self.notices: list[NoticeJson] = []
        folder.mkdir(parents=True, exist_ok=True)

    def listen(self, listener: Callable[[Change], None]) -> None:
        """Told of every change of every game."""
        with self._lock:
            self._listeners.append(listener)
            for table in self._open.values():
                table.listen(listener)

    # -- beginning and opening -----------------------------------------------------------------------------------------

    def begin(self, request: GameRequest) -> Table:
        """A new game with the box that is chosen now, on disk before anybody is told."""
        loaded_box = self._boxes.current()
        loaded_box.first_state(request)
        with self._lock:
            name = self._fresh_name()
            how = request.model_dump()
            first = first_record(
                name, how, loaded_box.rules, loaded_box.content, int(time.time()), loaded_box.overlay.to_json()
            )
            return self._keep(name, rewritten(self._file(name), [first]))

    def table(self, name: str) -> Table:
        """An open game; a `Refused` for one that is not here or cannot be used."""
        with self._lock:
            if name in self._open:
                return self._open[name]
            if not NAME.fullmatch(name) or not self._file(name).exists() or name in self._lost:
                raise Refused("table/no_such_game", "no_such_game", {"game": name[:40]})
            try:
                return self._opened(name)
            except (JournalUnavailable, OSError) as error:
                facts = {"game": name, "file": self._file(name).name, "reason": str(error)}
                raise Refused("table/unavailable", "journal_unavailable", facts) from error

    def names(self) -> list[str]:
        files = (f for f in self._folder.glob(f"*{ENDING}") if not SET_ASIDE.fullmatch(f.name))
        return sorted(f.stem for f in files if NAME.fullmatch(f.stem))

    def tables(self) -> Iterator[Table]:
        """Every game that can be used."""
        for name in self.names():
            try:
                table = self.table(name)
            except Refused as refusal:
                log.warning("%s", refusal)
            else:
                yield table

    def summaries(self) -> list[GameSummary]:
        """The games, the one played last first."""
        return sorted((t.summary() for t in self.tables()), key=lambda s: (s["played"], s["game"]), reverse=True)

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}{ENDING}"

    def _fresh_name(self) -> str:
        while True:
            name = secrets.token_hex(4)
            if not self._file(name).exists():
                return name

    def _keep(self, name: str, journal: Journal) -> Table:
        try:
            table = Table(name, journal, self._boxes, self._environment)
        except BaseException:
            journal.close()
            raise
        for listener in self._listeners:
            table.listen(listener)
        self._open[name] = table
        return table

    def _opened(self, name: str) -> Table:
        try:
            journal = Journal(self._file(name))
            if not journal.records or format_of(journal.records) != FORMAT:
                journal.close()
                return self._salvaged(name, "not in the format of today", None)
            return self._keep(name, journal)
        except DamagedJournal as damage:
            return self._salvaged(name, damage.reason, damage.at)
        except BadFile as error:
            return self._salvaged(name, str(error), None)

    def _salvaged(self, name: str, reason: str, at: int | None) -> Table:
        """What can be saved of a damaged game: the records before the damage, in a new file."""
        path = self._file(name)
        records = good_prefix(path)[:at]
        aside = set_aside(path)
        facts: Facts = {"game": name, "file": aside.name, "reason": reason, "records": len(records)}
        try:
            table = self._keep(name, rewritten(path, migrated(records)))
        except (BadFile, Refused) as error:
            self._lost.add(name)
            for leftover in self._folder.glob(f"{name}{ENDING}*"):
                leftover.unlink()
            self._note("table/lost", "journal_lost", facts)
            raise Refused("table/lost", "journal_lost", facts) from error
        except DamagedJournal as damage:
            # The acts before the damage do not play either: shorter.
            return self._salvaged(name, damage.reason, damage.at)
        self._note("table/damaged", "journal_damaged", facts)
        return table

    def _note(self, code: str, key: str, facts: Facts) -> None:
        self.notices.append({"code": code, "key": key, "facts": facts})

    # -- files ---------------------------------------------------------------------------------------------------------

    def export(self, name: str, seat: Seat | None) -> list[str]:
        """The lines of a game's file. While it is played hidden things stay hidden; afterwards all is told."""
        table = self.table(name)
        over = waiting(table.state).kind == "over"
        return list(exported(table.records(), None if over or seat is None else seat))

    def take_in(self, lines: list[str]) -> Table:
        """A game from a file, under a new name; a `Refused` says what is wrong with the file."""
        try:
            records = imported(lines)
            replayed(records, self._boxes)
        except BadFile as error:
            raise Refused("import/bad_file", "bad_file", {"reason": str(error)}) from error
        with self._lock:
            name = self._fresh_name()
            return self._keep(name, rewritten(self._file(name), records))

    def close(self) -> None:
        with self._lock:
            for table in self._open.values():
                table.close()
            self._open.clear()
