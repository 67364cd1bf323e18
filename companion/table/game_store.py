"""All games of a data folder: begin, open, list, take in and give out. One file a game."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

from companion.protocol.games import GameLabels, GamesQuery, GameSummary
from companion.protocol.json import Facts
from companion.protocol.messages import GameRequest
from companion.protocol.refusal import NoticeJson, Refused
from companion.protocol.views import Seat
from companion.table.environment import Environment
from companion.table.game_brief import NO_LABELS, Labels, summary_of
from companion.table.game_files import GameFiles
from companion.table.game_list import GameList, GamesPage
from companion.table.journal import Journal, not_saved
from companion.table.journal_reading import DamagedJournal, JournalUnavailable
from companion.table.kept_games import KeptGames
from companion.table.loaded_box import BoxProvider
from companion.table.new_game import check_opponent, rematched, with_seed
from companion.table.record import FORMAT, BadFile, Record, first_record, format_of
from companion.table.rescue import rescued
from companion.table.table import Change, Table
from companion.table.transfer import exported, imported, replayed

log = logging.getLogger("companion")

# Games that are open at the same time: each takes three files and some megabytes.
MOST_OPEN = 12
# What a disk that fails raises, by whichever way it is asked.
DISK_ERRORS = (OSError, sqlite3.Error, JournalUnavailable)


class GameStore:
    """Opens games when they are asked for, and closes those nobody asked for lately. Thread-safe."""

    def __init__(self, folder: Path, boxes: BoxProvider, environment: Environment) -> None:
        self._boxes = boxes
        self._environment = environment
        self._files = GameFiles(folder)
        self.kept = KeptGames(self._files, boxes, environment)
        self._list = GameList(self._files, boxes, self.opened_already, self._summary)
        # Held while files are opened, closed or moved; the other lock only while the open games are looked through,
        # so that a game that takes long to open holds nobody up at another one.
        self._changing = threading.RLock()
        self._lock = threading.RLock()
        self._open: OrderedDict[str, Table] = OrderedDict()
        self._pinned = ""
        self._listeners: list[Callable[[Change], None]] = []
        self._happened: list[NoticeJson] = []
        # Games that could not be opened when they were asked for last, and why.
        self._unopened: dict[str, str] = {}
        self._files.tidy()

    def listen(self, listener: Callable[[Change], None]) -> None:
        """Told of every change of every game."""
        with self._lock:
            self._listeners.append(listener)
            for table in self._open.values():
                table.listen(listener)

    # -- what the players should know ----------------------------------------------------------------------------------

    @property
    def notices(self) -> list[NoticeJson]:
        """What went wrong with files, for whoever joins next."""
        with self._lock:
            trouble = {**self._list.unreadable, **self._unopened}
            happened = list(self._happened)
        if trouble:
            facts: Facts = {"games": len(trouble), "reason": next(iter(trouble.values()))}
            happened.append({"code": "table/unavailable", "key": "games_unavailable", "facts": facts})
        return happened

    def note(self, code: str, key: str, facts: Facts) -> None:
        with self._lock:
            self._happened.append({"code": code, "key": key, "facts": facts})

    # -- beginning and opening -----------------------------------------------------------------------------------------

    def begin(self, request: GameRequest) -> Table:
        """A new game with the box that is chosen now, on disk before anybody is told."""
        loaded_box = self._boxes.current()
        check_opponent(request, loaded_box.first_state(request).game.sides)
        request = with_seed(request, self._environment.shuffler.randomness())
        how, box, now = request.model_dump(), loaded_box.overlay.to_json(), int(time.time())
        return self._made(lambda name: [first_record(name, how, loaded_box.rules, loaded_box.content, now, box)])

    def take_in(self, lines: list[str], tried: bool = False) -> Table:
        """A game from a file, under a new name; a `Refused` says what is wrong with the file.

        `tried`: it was played already, in a process of its own (`companion.table.file_checks`).
        """
        try:
            records = imported(lines, time.time())
            if not tried:
                replayed(records, self._boxes)
        except BadFile as error:
            raise Refused("import/bad_file", "bad_file", {"reason": str(error)}) from error
        return self._made(lambda _name: records)

    def _made(self, records: Callable[[str], list[Record]], labels: Labels = NO_LABELS) -> Table:
        """A new game of these records; `table/not_saved` if there is no room, and then nothing is left of it."""
        with self._changing:
            try:
                name = self._files.fresh_name()
                self._files.put(name, records(name), labels)
                return self.table(name)
            except DISK_ERRORS as error:
                raise not_saved(error) from error
            except Refused as refusal:
                # It is there, and cannot be opened: nobody was told of it yet.
                self._files.remove(name)
                self._unopened.pop(name, None)
                raise not_saved(refusal) from refusal

    def table(self, name: str) -> Table:
        """The game of that name; a `Refused` for one that is not here or cannot be used."""
        table = self.opened_already(name)
        if table is not None:
            return table
        with self._changing:
            table = self.opened_already(name) or self._opened_now(name)
            self._make_room()
            return table

    def opened_already(self, name: str) -> Table | None:
        with self._lock:
            table = self._open.get(name)
            if table is not None:
                self._open.move_to_end(name)
            return table

    def _opened_now(self, name: str) -> Table:
        try:
            if name not in self._files.names():
                raise Refused("table/no_such_game", "no_such_game", {"game": name[:40]})
            self._files.finish(name)
            table = self._opened(name)
        except (*DISK_ERRORS, BadFile) as error:
            self._unopened[name] = str(error)
            facts = {"game": name, "file": self._files.file(name).name, "reason": str(error)}
            raise Refused("table/unavailable", "journal_unavailable", facts) from error
        self._unopened.pop(name, None)
        return table

    def _opened(self, name: str) -> Table:
        try:
            journal = Journal(self._files.file(name))
            if journal.records and format_of(journal.records) == FORMAT:
                return self._keep(name, journal)
            journal.close()
            reason = "not in the format of today"
        except DamagedJournal as damage:
            reason = damage.reason
        return self._rescued(name, reason)

    def _keep(self, name: str, journal: Journal) -> Table:
        try:
            table = Table(name, journal, self._boxes, self._environment)
        except DamagedJournal:
            journal.close()
            raise
        except Exception as error:
            # Its box cannot be built today, or nobody thought of this: no proof that anything is wrong with the file.
            journal.close()
            log.exception("the game %s cannot be opened", name)
            raise JournalUnavailable(f"{type(error).__name__}: {error}"[:200]) from error
        with self._lock:
            for listener in self._listeners:
                table.listen(listener)
            self._open[name] = table
        return table

    def _rescued(self, name: str, reason: str) -> Table:
        """A damaged game: what can be saved of it takes its place, the file itself is set aside."""
        found = rescued(self._files.file(name), name, self._boxes, self._environment)
        aside = self._files.exchange(name, found.records, found.labels)
        facts: Facts = {"game": name, "file": f"{aside}.game", "reason": reason, "records": len(found.records)}
        if not found.records:
            self.note("table/lost", "journal_lost", facts)
            raise Refused("table/lost", "journal_lost", facts)
        self.note("table/damaged", "journal_damaged", facts)
        return self._keep(name, Journal(self._files.file(name)))

    # -- closing -------------------------------------------------------------------------------------------------------

    def pin(self, name: str) -> None:
        """The game on the physical table: it is not closed to make room."""
        with self._lock:
            self._pinned = name

    def _make_room(self) -> None:
        """Close the games nobody asked for lately. Whoever asks again gets them as they were: all is in the journal."""
        with self._lock:
            idle = [name for name, table in self._open.items() if name != self._pinned and not table.busy]
            least = idle[: max(0, len(self._open) - MOST_OPEN)]
            tables = [self._open.pop(name) for name in least if name != next(reversed(self._open))]
        for table in tables:
            table.close()

    def close(self) -> None:
        with self._changing:
            with self._lock:
                tables = list(self._open.values())
                self._open.clear()
            for table in tables:
                table.close()

    # -- the list ------------------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        try:
            return self._files.names()
        except OSError:
            return []

    def page(self, query: GamesQuery | None = None) -> GamesPage:
        """Some of the games, the one played last first. What could not be opened before is tried again."""
        with self._changing:
            self._try_again()
            try:
                return self._list.page(query or GamesQuery())
            except OSError as error:
                self._list.unreadable[""] = str(error)
                return GamesPage([], 0, 0)

    def summaries(self) -> list[GameSummary]:
        """Every game that can be read, the one played last first."""
        with self._changing:
            return self._list.all()

    def last_played(self) -> Table | None:
        """The game played last. None if it cannot be opened now: the dice on the table are not for another one."""
        with self._changing:
            for name in self._last_played():
                try:
                    return self.table(name)
                except Refused as refusal:
                    log.warning("%s", refusal)
                    if refusal.code == "table/unavailable":
                        break
        return None

    def _last_played(self) -> list[str]:
        try:
            return self._list.last_played()
        except OSError as error:
            self._list.unreadable[""] = str(error)
            return []

    def _try_again(self) -> None:
        for name in list(self._unopened):
            try:
                self.table(name)
            except Refused as refusal:
                if refusal.code != "table/unavailable":
                    self._unopened.pop(name, None)

    # -- what players do with a game as a whole ------------------------------------------------------------------------

    def label(self, name: str, changed: GameLabels) -> GameSummary:
        """A title and names of the players' own, put away or not."""
        with self._changing:
            table = self.table(name)
            table.label(changed)
            return table.summary()

    def rematch(self, name: str) -> Table:
        """The same set-up anew with the box of today; everybody plays the side that comes next in turn order."""
        before = self.table(name)
        table = self.begin(rematched(before.request, before.sides))
        names = before.labels.players
        # The sides of the new game: the box may have changed since.
        sides = table.sides
        table.label(GameLabels.model_validate({side: names[sides[i - 1]] for i, side in enumerate(sides)}))
        return table

    def delete(self, name: str) -> str:
        """Off the list, for a week with a way back: returns the id it is kept under."""
        with self._changing:
            if name not in self.names():
                raise Refused("table/no_such_game", "no_such_game", {"game": name[:40]})
            with self._lock:
                table = self._open.pop(name, None)
            if table is not None:
                table.close()
            try:
                return self._files.delete(name)
            except DISK_ERRORS as error:
                raise not_saved(error) from error

    def restore(self, kept: str) -> Table:
        """A deleted game is as it was; of a damaged one the good part becomes a new game."""
        with self._changing:
            file = self.kept.file(kept)
            try:
                if file.kind == "deleted":
                    return self.table(self._files.bring_back(file))
                found = self.kept.good_part(file.path, file.game)
            except DISK_ERRORS as error:
                raise not_saved(error) from error
            return self._made(lambda _name: found.records, found.labels)

    def hides_cards(self, name: str) -> bool:
        """Whether the game may still be played on: its hidden cards are nobody else's business."""
        try:
            return not self.table(name).closed
        except Refused as refusal:
            return refusal.code != "table/no_such_game" or any(kept["game"] == name for kept in self.kept.games())

    def export(self, name: str, seat: Seat | None) -> list[str]:
        """The lines of a game's file as a seat may know it; all of it when both sides have confirmed the end.

        None is the owner at the machine itself, whose files these are.
        """
        records, closed = self._readable(name)
        return list(exported(records, None if closed else seat))

    def _readable(self, name: str) -> tuple[list[Record], bool]:
        """The records, and whether the end is confirmed; also of a game that was deleted or set aside."""
        if "." in name:
            file = self.kept.file(name)
            found = self.kept.good_part(file.path, file.game)
            return found.records, found.closed
        table = self._writable(name)
        if table is not None:
            return table.records(), table.closed
        found = self.kept.good_part(self._files.file(name), name)
        return found.records, found.closed

    def _summary(self, name: str) -> GameSummary:
        table = self._writable(name)
        if table is not None:
            return table.summary()
        found = self.kept.good_part(self._files.file(name), name)
        assert found.progress is not None, "a good part has come somewhere"
        return summary_of(name, found.labels, found.progress)

    def _writable(self, name: str) -> Table | None:
        """The game, or None where it can only be looked at: its disk cannot be written now."""
        try:
            return self.table(name)
        except Refused as refusal:
            if refusal.code != "table/unavailable":
                raise
            return None
