"""The table: one authoritative game. Every intent goes in here, one after the other; nothing else changes the game."""

from __future__ import annotations

import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from companion.rules.answers import Waiting
from companion.rules.engine import waiting
from companion.rules.state import State
from companion.table.answers import Answer, Refusals
from companion.table.buttons import verb_of_press
from companion.table.desk import Desk
from companion.table.helpers import Helpers
from companion.table.intents import Entry, Intent, Proposal, Situation, propose
from companion.table.journal import Journal
from companion.table.library import Library, Shelf
from companion.table.offering import offer
from companion.table.on_table import LyingTile, lying_tiles
from companion.table.options import GameRequest
from companion.table.problems import TableRefusal
from companion.table.put_back import put_back
from companion.table.readings import (
    APPLY,
    COUNTDOWN,
    DEFAULT_POLICY,
    Pending,
    cause_of,
    judge,
    kept_view,
    offered_again,
    pending_view,
    source_for,
)
from companion.table.record import Record, box_of
from companion.table.redaction import log_lines, name_of
from companion.table.seats import BOTH
from companion.table.sources import DICE, Awaited, Reading
from companion.table.states import States
from companion.table.timeline import ROOT, Timeline
from companion.table.views import state_view, summary

log = logging.getLogger("companion")

LOG_PAGE = 300


@dataclass(frozen=True, slots=True)
class Change:
    """What listeners are told, in order: new records (none if only the reading on the desk changed)."""

    table: Table
    version: int
    records: tuple[Record, ...]


class Table:
    """Thread-safe: one lock orders all intents, readings and views of this game."""

    def __init__(self, name: str, journal: Journal, shelf: Shelf, helpers: Helpers) -> None:
        self.name = name
        self._journal = journal
        self._shelf = shelf
        self._helpers = helpers
        self._lock = threading.RLock()
        self._listeners: list[Callable[[Change], None]] = []
        self._refusals = Refusals()
        self._desk = Desk(helpers.scheduler)
        first = journal.records[0]
        self.request = GameRequest.model_validate(first.do["game"])
        self._timeline = Timeline(journal.records)
        self._begun_with = library = shelf.of(box_of(first) or {})
        self._libraries = {ROOT: library}
        versions = f"{library.rules}/{library.content}"
        self._states = States(library.first_state(self.request), journal, self._timeline, shelf, versions)
        self._state = self._states.current()

    # -- intents -------------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return self._timeline.version

    def submit(self, seat: str, intent: Intent) -> Answer:
        """Do what is wanted, or say why not. A repeated id is answered as the first time and not done again."""
        with self._lock:
            before = self._answered(seat, intent.id)
            if before is not None:
                return before
            try:
                if intent.version != self.version:
                    numbers = {"version": intent.version, "current": self.version}
                    raise TableRefusal("table/stale", "stale", numbers)
                proposal = propose(self._situation(), seat, intent)
            except TableRefusal as refusal:
                return self._refusals.remember(seat, intent.id, self.version, refusal)
            try:
                records = self._write(seat, intent.id, proposal)
            except sqlite3.Error as error:
                # Not remembered: the same intent may be tried again once there is room on the disk.
                return Answer(False, self.version, "table/not_saved", "not_saved", {"reason": str(error)})
            if proposal.hold:
                self._desk.hold()
            else:
                self._desk.clear()
            self._tell(records)
            return Answer(True, self.version)

    def refusal_of(self, seat: str, do: Mapping[str, Any]) -> TableRefusal | None:
        """Why this would be refused now; nothing is done."""
        with self._lock:
            try:
                propose(self._situation(), seat, Intent("", self.version, do))
            except TableRefusal as refusal:
                return refusal
            return None

    def _answered(self, seat: str, intent: str) -> Answer | None:
        seq = self._timeline.answered.get(intent)
        if seq is not None:
            return Answer(True, seq)
        return self._refusals.get(seat, intent)

    def _situation(self) -> Situation:
        state = self._state
        helpers = self._helpers
        return Situation(
            state=state,
            asked=waiting(state),
            timeline=self._timeline,
            pending=self._desk.pending,
            library=self.library(),
            chosen=self._shelf.current(),
            dice=helpers.dice,
            draws=helpers.draws,
        )

    def library(self) -> Library:
        """The box this game is played with: the one it was begun with, or one taken over since."""
        with self._lock:
            box = self._timeline.box_at(self._timeline.cursor)
            if box not in self._libraries:
                self._libraries[box] = self._shelf.of(box_of(self._timeline.act(box)) or {})
            return self._libraries[box]

    def _write(self, seat: str, intent: str, proposal: Proposal) -> tuple[Record, ...]:
        """On disk first, then in memory."""
        start = self.version + 1
        records = [self._record(start + i, seat, intent, entry) for i, entry in enumerate(proposal.entries)]
        if not records:
            return ()
        after = proposal.entries[-1].state
        snapshot = self._states.snapshot_due(after) if after is not None else None
        self._journal.append(records, snapshot)
        for record in records:
            self._timeline.add(record)
        if after is not None:
            self._states.remember(records[-1].seq, after, on_disk=snapshot is not None)
        self._state = self._states.current()
        return tuple(records)

    def _record(self, seq: int, seat: str, intent: str, entry: Entry) -> Record:
        library = self._begun_with
        return Record(
            seq=seq,
            kind=entry.kind,
            do=entry.do,
            seat=seat,
            cause=entry.cause,
            rules=library.rules,
            content=library.content,
            intent=intent,
            at=int(time.time()),
            asked=entry.asked,
            lines=list(entry.lines),
        )

    # -- readings ------------------------------------------------------------------------------------------------------

    def offer(self, reading: Reading) -> None:
        """A source saw something. It is applied, counted down or only shown, as the policy says."""
        with self._lock:
            self._desk.clear()
            if reading.state != "empty":
                self._judge(reading)
            if self._desk.pending is not None or reading.state == "empty":
                self._tell(())

    def _judge(self, reading: Reading) -> None:
        situation = self._situation()
        verdict = judge(self._state, situation.asked, reading, self.policy(), situation.kept())
        countdown = float(self.policy()["seconds"]) if verdict.fate == COUNTDOWN else None
        version = self.version
        self._desk.put(
            Pending(reading, verdict.note, verdict.do, countdown, verdict.facts),
            lambda: self._after_countdown(reading.id, version),
        )
        if verdict.fate == APPLY:
            self._apply_reading(reading.id, version)

    def _after_countdown(self, name: str, version: int) -> None:
        with self._lock:
            # Somebody may have stopped it in the very moment it ended.
            if self._desk.pending is not None and self._desk.pending.countdown is not None:
                self._apply_reading(name, version)

    def _apply_reading(self, name: str, version: int) -> None:
        """What a sure reading comes to, unless somebody was quicker."""
        with self._lock:
            pending = self._desk.pending
            if pending is None or pending.reading.id != name or version != self.version:
                return
            intent = Intent(f"reading-{uuid4()}", version, {"accept": name}, cause_of(pending.reading))
            self.submit(BOTH, intent)

    def policy(self) -> dict[str, Any]:
        return {**DEFAULT_POLICY, **self._timeline.policy}

    def press(self, name: str) -> Answer | None:
        """A button of the tray: done as an intent of its own; None where it means nothing now."""
        with self._lock:
            do = verb_of_press(name, self._state, waiting(self._state), self.reading(BOTH))
            if do is None:
                return None
            return self.submit(BOTH, Intent(f"press-{uuid4()}", self.version, do, {"kind": "button", "button": name}))

    def awaited(self) -> Awaited | None:
        """What the game waits for; None when it is over."""
        with self._lock:
            asked = waiting(self._state)
            if asked.kind == "over":
                return None
            chosen = source_for(asked, self.request.sources.model_dump())
            return Awaited(self.name, asked.kind, asked.what, asked.number, asked.side, chosen)

    # -- what seats see ------------------------------------------------------------------------------------------------

    def view(self, seat: str) -> dict[str, Any]:
        with self._lock:
            timeline = self._timeline
            library, chosen = self.library(), self._shelf.current()
            return {
                "game": self.name,
                "version": timeline.version,
                **state_view(self._state, seat),
                "sources": self.request.sources.model_dump(),
                "simulated": self._simulated(),
                "policy": self.policy(),
                "reading": self.reading(seat),
                "undo": self._named(seat, timeline.undoable()),
                "redo": self._named(seat, timeline.redone()),
                "put_back": self._put_back(seat),
                "unconfirmed": library.unconfirmed(self.request.scenario, chosen),
                "box": {"content": library.content, "newer": library.box.printed != chosen.box.printed},
            }

    def _simulated(self) -> dict[str, bool]:
        """Dice and tiles of the players themselves are real, whoever could roll and draw for them."""
        chosen = self.request.sources.model_dump()
        return {
            what: yes and chosen.get(what, "companion") == "companion" for what, yes in self._helpers.simulated.items()
        }

    def _named(self, seat: str, record: Record | None) -> dict[str, Any] | None:
        return None if record is None else {"seq": record.seq, "name": name_of(seat, record)}

    def _put_back(self, seat: str) -> list[dict[str, Any]]:
        timeline = self._timeline
        if timeline.physical == timeline.cursor:
            return []
        return put_back(self._states.after(timeline.physical), self._state, seat)

    def reading(self, seat: str) -> dict[str, Any] | None:
        """The reading on the desk, or the undone one that is offered again."""
        with self._lock:
            asked = waiting(self._state)
            if self._desk.pending is not None:
                return pending_view(seat, self._desk.pending, asked, self._state, self._legal_for(seat, asked))
            kept = offered_again(self._state, asked, self._timeline)
            return None if kept is None else kept_view(seat, kept)

    def _legal_for(self, seat: str, asked: Waiting) -> list[dict[str, Any]]:
        """Legal verbs, for what a scanned card could do; not looked up for dice."""
        if self._desk.pending is None or self._desk.pending.reading.kind == DICE:
            return []
        return list(offer(self._state, asked, seat)["legal"])

    def log(self, seat: str, before: int | None = None) -> list[dict[str, Any]]:
        """The last lines of the log, or the page before a record."""
        with self._lock:
            end = len(self._journal.records) if before is None else max(0, min(before, len(self._journal.records)))
            start = max(0, end - LOG_PAGE)
            return self.lines_of(seat, tuple(self._journal.records[start:end]))

    def lines_of(self, seat: str, records: tuple[Record, ...]) -> list[dict[str, Any]]:
        with self._lock:
            timeline = self._timeline
            return [
                line for record in records for line in log_lines(seat, record, timeline.is_undone(record), timeline.act)
            ]

    def summary(self) -> dict[str, Any]:
        with self._lock:
            return {
                "game": self.name,
                "version": self.version,
                "created": self._journal.records[0].at,
                "played": self._journal.records[-1].at,
                **summary(self._state),
            }

    def lying_tiles(self) -> tuple[int, list[LyingTile]]:
        """The tiles of the box in play, and of which version that is."""
        with self._lock:
            return self.version, lying_tiles(self._state)

    @property
    def state(self) -> State:
        return self._state

    def records(self) -> list[Record]:
        with self._lock:
            return list(self._journal.records)

    # -- listeners -----------------------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[Change], None]) -> None:
        """Told of every change, in order, before the next intent is looked at. Must be quick."""
        with self._lock:
            self._listeners.append(listener)

    def _tell(self, records: tuple[Record, ...]) -> None:
        change = Change(self, self.version, records)
        for listener in list(self._listeners):
            try:
                listener(change)
            except Exception:
                # It is written: whoever cannot be told must not make it look as if it had failed.
                log.exception("a listener failed at version %d", self.version)

    def close(self) -> None:
        with self._lock:
            self._desk.clear()
            self._journal.close()
