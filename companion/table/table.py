"""The table: one authoritative game. Every intent goes in here, one after the other; nothing else changes the game."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import uuid4

from companion.protocol.games import GameProgress, GameSummary
from companion.protocol.intents import Accept, Answer, EndJson, Intent, read_verb
from companion.protocol.messages import GameRequest
from companion.protocol.readings import DICE, InputRequest, Press, Reading
from companion.protocol.refusal import Refused
from companion.protocol.views import LogLine, NamedAct, PolicyJson, ReadingJson, Seat, Sentence, View
from companion.rules.engine import waiting
from companion.rules.notation import Do
from companion.rules.results import Waiting
from companion.rules.state import State
from companion.table.environment import Environment
from companion.table.game_brief import Labels, progress_text, shown_time, summary_of
from companion.table.history import ROOT, History, StateCache
from companion.table.intents import Entry, Proposal, Situation, propose
from companion.table.journal import Journal, not_saved
from companion.table.loaded_box import BoxProvider, LoadedBox
from companion.table.offers import offer
from companion.table.pending_reading import PendingReading, PendingSlot, pending_json, undone_json
from companion.table.physical_table import LyingTile, lying_tiles, put_back
from companion.table.readings import offered_again, source_for
from companion.table.record import Record, box_of
from companion.table.seats import BOTH, log_lines, name_of
from companion.table.views import state_view

log = logging.getLogger("companion")

LOG_PAGE = 300
# Refusals remembered for clients that ask again; accepted intents are in the journal for good.
REMEMBERED_REFUSALS = 500


@dataclass(frozen=True, slots=True)
class Change:
    """What listeners are told, in order: new records (none if only the pending reading changed)."""

    table: Table
    version: int
    records: tuple[Record, ...]


class Table:
    """Thread-safe: one lock orders all intents and views of this game."""

    def __init__(self, name: str, journal: Journal, boxes: BoxProvider, environment: Environment) -> None:
        self.name = name
        self._journal = journal
        self._boxes = boxes
        self._environment = environment
        self._lock = threading.RLock()
        self._listeners: list[Callable[[Change], None]] = []
        self._refused: OrderedDict[tuple[str, str], Answer] = OrderedDict()
        self._slot = PendingSlot(environment.scheduler)
        self._unloaded = False
        first = journal.records[0]
        self.request = GameRequest.model_validate(first.do["game"])
        self._history = History(journal.records)
        self._begun_with = loaded_box = boxes.of(box_of(first) or {})
        self._loaded = {ROOT: loaded_box}
        versions = f"{loaded_box.rules}/{loaded_box.content}"
        self._states = StateCache(loaded_box.first_state(self.request), journal, self._history, boxes, versions)
        self._state = self._states.current()

    # -- the one way in ------------------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        return self._history.version

    def submit(self, seat: Seat, intent: Intent) -> Answer:
        """Do what is wanted, or say why not. A repeated id is answered as the first time and not done again."""
        with self._lock:
            if self._unloaded:
                # Somebody kept this table while its game was closed or deleted: whoever asks the store gets the game.
                return Answer(False, self.version, "table/unloaded", "game_unloaded", {"game": self.name})
            before = self._answered(seat, intent.id)
            if before is not None:
                return before
            try:
                self._must_be_current(intent)
                proposal = propose(self._situation(), seat, intent)
            except Refused as refusal:
                return self._remember_refusal(seat, intent.id, refusal)
            try:
                records = self._write(seat, intent.id, proposal)
            except sqlite3.Error as error:
                if proposal.unsaved is not None:
                    self._put(proposal.unsaved)
                    self._publish(())
                # Not remembered: the same intent may be tried again once there is room on the disk.
                unsaved = not_saved(error)
                return Answer(False, self.version, unsaved.code, unsaved.key, unsaved.facts)
            self._take_up(proposal)
            if records or proposal.pending != "keep":
                self._publish(records)
            return Answer(True, self.version)

    def submit_event(self, event: Reading | Press) -> Answer:
        """What a device brings: about the game as it is now, for both players, under an id that never comes again."""
        if isinstance(event, Press):
            return self.submit(
                BOTH, Intent(f"press-{uuid4()}", None, event, {"kind": "button", "button": event.button})
            )
        return self.submit(BOTH, Intent(f"reading-{uuid4()}", None, event))

    def refusal_of(self, seat: Seat, do: Do) -> Refused | None:
        """Why this would be refused now; nothing is done."""
        with self._lock:
            try:
                propose(self._situation(), seat, Intent("", None, read_verb(do)))
            except Refused as refusal:
                return refusal
            return None

    def _must_be_current(self, intent: Intent) -> None:
        if intent.version is not None and intent.version != self.version:
            raise Refused("table/stale", "stale", {"version": intent.version, "current": self.version})

    def _answered(self, seat: Seat, intent: str) -> Answer | None:
        seq = self._history.answered.get(intent)
        return Answer(True, seq) if seq is not None else self._refused.get((seat, intent))

    def _remember_refusal(self, seat: Seat, intent: str, refusal: Refused) -> Answer:
        answer = Answer(False, self.version, refusal.code, refusal.key, refusal.facts)
        self._refused[seat, intent] = answer
        if len(self._refused) > REMEMBERED_REFUSALS:
            self._refused.popitem(last=False)
        return answer

    def _situation(self) -> Situation:
        environment = self._environment
        return Situation(
            state=self._state,
            waiting=waiting(self._state),
            history=self._history,
            pending=self._slot.pending,
            policy=self.policy,
            box=self.loaded_box(),
            chosen=self._boxes.current(),
            dice=environment.dice,
            shuffler=environment.shuffler,
        )

    def loaded_box(self) -> LoadedBox:
        """The box this game is played with: the one it was begun with, or one taken over since."""
        with self._lock:
            box = self._history.box_at(self._history.cursor)
            if box not in self._loaded:
                self._loaded[box] = self._boxes.of(box_of(self._history.act(box)) or {})
            return self._loaded[box]

    def _write(self, seat: Seat, intent: str, proposal: Proposal) -> tuple[Record, ...]:
        """On disk first, then in memory."""
        start = self.version + 1
        records = [self._record(start + i, seat, intent, entry) for i, entry in enumerate(proposal.entries)]
        if not records:
            return ()
        after = proposal.entries[-1].state
        snapshot = self._states.snapshot_due(after) if after is not None else None
        self._journal.append(records, snapshot)
        for record in records:
            self._history.add(record)
        if after is not None:
            self._states.remember(records[-1].seq, after, on_disk=snapshot is not None)
        self._state = self._states.current()
        return tuple(records)

    def _record(self, seq: int, seat: Seat, intent: str, entry: Entry) -> Record:
        loaded_box = self._begun_with
        return Record(
            seq=seq,
            kind=entry.kind,
            do=entry.do,
            seat=seat,
            cause=entry.cause,
            rules=loaded_box.rules,
            content=loaded_box.content,
            intent=intent,
            at=int(time.time()),
            asked=entry.asked,
            lines=list(entry.lines),
        )

    # -- the pending reading -------------------------------------------------------------------------------------------

    def _take_up(self, proposal: Proposal) -> None:
        match proposal.pending:
            case "keep":
                pass
            case "clear":
                self._slot.clear()
            case "hold":
                self._slot.hold()
            case pending:
                self._put(pending)

    def _put(self, pending: PendingReading) -> None:
        name, version = pending.reading.id, self.version
        self._slot.put(pending, lambda: self._countdown_over(name, version))

    def _countdown_over(self, name: str, version: int) -> None:
        """The reading is accepted, unless somebody stopped it or did something else in this very moment."""
        with self._lock:
            pending = self._slot.pending
            if pending is None or pending.countdown is None or pending.reading.id != name:
                return
            if version == self.version:
                self.submit(BOTH, Intent(f"reading-{uuid4()}", version, Accept(accept=name)))

    @property
    def policy(self) -> PolicyJson:
        return self._history.policy

    def input_request(self) -> InputRequest | None:
        """What the sources are asked to bring; None when the game is over."""
        with self._lock:
            now = waiting(self._state)
            if now.kind == "over" or now.side not in ("human", "demon"):
                return None
            chosen = source_for(now, self.request.sources.model_dump())
            return InputRequest(self.name, now.kind, now.what, now.number, now.side, chosen)

    # -- what seats see ------------------------------------------------------------------------------------------------

    def view(self, seat: Seat) -> View:
        with self._lock:
            history = self._history
            loaded_box, chosen = self.loaded_box(), self._boxes.current()
            return {
                "game": self.name,
                "version": history.version,
                **state_view(self._state, seat),
                "sources": self.request.sources.to_json(),
                "simulated": self._simulated(),
                "policy": self.policy,
                "reading": self.reading(seat),
                "end": self._end(),
                "undo": None if self.closed else _named(seat, history.undoable()),
                "redo": None if self.closed else _named(seat, history.redone()),
                "put_back": self._put_back(seat),
                "unconfirmed": loaded_box.unconfirmed(self.request.scenario, chosen),
                "box": {"content": loaded_box.content, "newer": loaded_box.box.printed != chosen.box.printed},
            }

    def _simulated(self) -> Mapping[str, bool]:
        """Dice and tiles of the players themselves are real, whoever could roll and draw for them."""
        chosen = self.request.sources.model_dump()
        simulated = self._environment.simulated
        return {what: yes and chosen.get(what, "companion") == "companion" for what, yes in simulated.items()}

    @property
    def closed(self) -> bool:
        """Over for good, as both sides have confirmed: nothing is hidden any more."""
        return self._history.closed

    def _end(self) -> EndJson | None:
        if self._state.outcome is None:
            return None
        return {"confirmed": sorted(self._history.confirmed), "closed": self.closed}

    def _put_back(self, seat: Seat) -> list[Sentence]:
        history = self._history
        if history.physical == history.cursor:
            return []
        return put_back(self._states.after(history.physical), self._state, seat)

    def reading(self, seat: Seat) -> ReadingJson | None:
        """The pending reading, or the undone one that is offered again."""
        with self._lock:
            now = waiting(self._state)
            if self._slot.pending is not None:
                return pending_json(seat, self._slot.pending, now, self._state, self._legal_for(seat, now))
            undone = offered_again(self._state, now, self._history)
            return None if undone is None else undone_json(seat, undone)

    def _legal_for(self, seat: Seat, now: Waiting) -> list[Do]:
        """Legal verbs, for what a scanned card could do; not looked up for dice."""
        if self._slot.pending is None or self._slot.pending.reading.kind == DICE:
            return []
        return offer(self._state, now, seat)["legal"]

    def log(self, seat: Seat, before: int | None = None) -> list[LogLine]:
        """The last lines of the log, or the page before a record."""
        with self._lock:
            end = len(self._journal.records) if before is None else max(0, min(before, len(self._journal.records)))
            start = max(0, end - LOG_PAGE)
            return self.lines_of(seat, tuple(self._journal.records[start:end]))

    def lines_of(self, seat: Seat, records: tuple[Record, ...]) -> list[LogLine]:
        with self._lock:
            history = self._history
            return [
                line for record in records for line in log_lines(seat, record, history.is_undone(record), history.act)
            ]

    def progress(self) -> GameProgress:
        with self._lock:
            state = self._state
            return {
                "version": self.version,
                "created": shown_time(self._journal.records[0].at),
                "played": shown_time(self._journal.records[-1].at),
                "scenario": state.game.name,
                "round": state.round,
                "phase": state.phase,
                "winner": state.outcome.winner if state.outcome else None,
            }

    def summary(self) -> GameSummary:
        with self._lock:
            return summary_of(self.name, self._journal.labels, self.progress())

    def label(self, title: str | None, archived: bool | None) -> None:
        """What the players say of the game; None leaves it as it is. A `Refused` if it cannot be saved."""
        with self._lock:
            before = self._journal.labels
            labels = Labels(before.title if title is None else title, before.archived if archived is None else archived)
            try:
                self._journal.put_labels(labels)
            except sqlite3.Error as error:
                raise not_saved(error) from error

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

    # -- the one way out -----------------------------------------------------------------------------------------------

    def listen(self, listener: Callable[[Change], None]) -> None:
        """Told of every change, in order, before the next intent is looked at. Must be quick."""
        with self._lock:
            self._listeners.append(listener)

    def _publish(self, records: tuple[Record, ...]) -> None:
        change = Change(self, self.version, records)
        for listener in list(self._listeners):
            try:
                listener(change)
            except Exception:
                # It is written: whoever cannot be told must not make it look as if it had failed.
                log.exception("a listener failed at version %d", self.version)

    @property
    def unloaded(self) -> bool:
        return self._unloaded

    @property
    def busy(self) -> bool:
        """Does something wait here that is not in the journal: a reading nobody has decided about?"""
        return self._slot.pending is not None

    def close(self) -> None:
        """Nothing can be done here any more. What the list shows of the game is kept with it, if there is room."""
        with self._lock:
            if self._unloaded:
                return
            self._unloaded = True
            self._slot.clear()
            with contextlib.suppress(sqlite3.Error):
                self._journal.put_progress(progress_text(self.progress()))
            self._journal.close()


def _named(seat: Seat, record: Record | None) -> NamedAct | None:
    return None if record is None else {"seq": record.seq, "name": name_of(seat, record)}
