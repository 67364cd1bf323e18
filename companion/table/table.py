"""The table: one authoritative game. Every intent goes in here, one after the other; nothing else changes the game."""

from __future__ import annotations

import contextlib
import logging
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

from companion.protocol.games import GameLabels, GameProgress, GameSummary
from companion.protocol.intents import Accept, Answer, Intent, read_verb
from companion.protocol.messages import GameRequest
from companion.protocol.readings import DICE, InputRequest, Press, Reading
from companion.protocol.refusal import Refused
from companion.protocol.results import GoingBack
from companion.protocol.views import LogLine, PolicyJson, ReadingJson, Seat, View
from companion.rules.engine import waiting
from companion.rules.notation import Do
from companion.rules.results import Waiting
from companion.rules.state import State
from companion.rules.words import SIDES, Side
from companion.table.environment import Environment
from companion.table.first_answers import FirstAnswers
from companion.table.game_brief import Labels, progress_of, progress_text, relabelled, summary_of
from companion.table.history import ROOT, History, Past, StateCache
from companion.table.intents import propose
from companion.table.journal import Journal, not_saved
from companion.table.loaded_box import BoxProvider, LoadedBox
from companion.table.offers import offer
from companion.table.orders import Order, Outlook, companion_json, lends_hands
from companion.table.pending_reading import PendingReading, PendingSlot, pending_json, undone_json
from companion.table.physical_table import LyingTile, lying_tiles
from companion.table.proposals import Proposal, Situation
from companion.table.readings import offered_again, source_for
from companion.table.record import Record, box_of, first_of_tap
from companion.table.results import TapResults
from companion.table.seats import BOTH, log_lines, sides_of, takes_part
from companion.table.several import record_of
from companion.table.views import state_view

log = logging.getLogger("companion")

LOG_PAGE = 300


@dataclass(frozen=True, slots=True)
class Change:
    """What listeners are told, in order: new records, and whether more than the pending reading changed."""

    table: Table
    version: int
    records: tuple[Record, ...]
    whole: bool


class Table:
    """Thread-safe: one lock orders all intents and views of this game."""

    def __init__(self, name: str, journal: Journal, boxes: BoxProvider, environment: Environment) -> None:
        self.name = name
        self._journal = journal
        self._boxes = boxes
        self._environment = environment
        self._lock = threading.RLock()
        self._listeners: list[Callable[[Change], None]] = []
        self._slot = PendingSlot(environment.scheduler)
        self._unloaded = False
        self._order: Order | None = None
        first = journal.records[0]
        self.request = GameRequest.model_validate(first.do["game"])
        self._history = History(journal.records)
        self._answers = FirstAnswers(self._history)
        self._begun_with = loaded_box = boxes.of(box_of(first) or {})
        self._loaded = {ROOT: loaded_box}
        versions = f"{first.rules}/{loaded_box.content}"
        begun = loaded_box.first_state(self.request, first.rules)
        self._states = StateCache(begun, journal, self._history, boxes, versions)
        self._state = self._states.current()
        self._results = TapResults(self._history, self._states)

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
            before = self._answers.of(seat, intent.id)
            if before is not None:
                return before
            try:
                self._must_be_current(intent)
                proposal = propose(self._situation(), seat, intent)
            except Refused as refusal:
                return self._answers.refused(seat, intent.id, refusal)
            try:
                records = self._write(proposal.by or seat, intent.id, proposal)
            except sqlite3.Error as error:
                if proposal.unsaved is not None:
                    self._put(proposal.unsaved)
                    self._publish(())
                # Not remembered: the same intent may be tried again once there is room on the disk.
                unsaved = not_saved(error)
                return Answer(False, self.version, unsaved.code, unsaved.key, unsaved.facts)
            self._take_up(proposal)
            seen = proposal.order is not None
            if records or seen or proposal.pending != "keep":
                self._publish(records, whole=seen)
            return Answer(True, self.version)

    def submit_event(self, event: Reading | Press) -> Answer:
        """What a device brings: about the game as it is now, for both players, under an id that never comes again."""
        if isinstance(event, Reading):
            return self.submit(BOTH, Intent(f"reading-{uuid4()}", None, event))
        return self.submit(BOTH, Intent(f"press-{uuid4()}", None, event, {"kind": "button", "button": event.button}))

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
            opponent=self.request.opponent,
            order=self.order,
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
        rules, content = self._journal.records[0].rules, self._begun_with.content
        records = [
            record_of(entry, start + i, seat, intent, rules, content) for i, entry in enumerate(proposal.entries)
        ]
        if not records:
            return ()
        states = [(record.seq, entry.state) for record, entry in zip(records, proposal.entries, strict=True)]
        played = [(seq, state) for seq, state in states if state is not None]
        snapshot = self._states.snapshot_due(played[-1][1], len(played)) if played else None
        self._journal.append(records, snapshot)
        for record in records:
            self._history.add(record)
        for seq, state in played:
            self._states.remember(seq, state, on_disk=snapshot is not None and seq == played[-1][0])
        self._state = self._states.current()
        return tuple(records)

    # -- the pending reading -------------------------------------------------------------------------------------------

    def _take_up(self, proposal: Proposal) -> None:
        self._order = proposal.order or self.order
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
            # Dice an order asks for may be rolled before anybody taps.
            now = (self.order and self.order.roll) or waiting(self._state)
            if now.kind == "over" or now.side not in SIDES:
                return None
            chosen = source_for(now, self.request.sources.model_dump())
            return InputRequest(self.name, now.kind, now.what, now.number, now.side, chosen)

    @property
    def order(self) -> Order | None:
        """What the companion wants done, as long as the game stands where it decided that."""
        return self._order if self._order is not None and self._order.at == self._history.cursor else None

    def outlook(self) -> Outlook:
        """All the companion decides by, at one moment."""
        with self._lock:
            history = self._history
            deep = history.depth(history.cursor)
            return Outlook(self.version, deep, self._state, self.order, history.confirmed, self.busy)

    # -- what seats see ------------------------------------------------------------------------------------------------

    def view(self, seat: Seat) -> View:
        with self._lock:
            loaded_box, chosen = self.loaded_box(), self._boxes.current()
            return {
                "game": self.name,
                "version": self.version,
                **state_view(self._state, seat, lends_hands(self.request.opponent, seat, waiting(self._state))),
                "sources": self.request.sources.to_json(),
                "simulated": self._environment.simulated_for(self.request.sources),
                "policy": self.policy,
                "reading": self.reading(seat),
                "end": self._history.end(self._state),
                "undo": self._results.undo_name(seat),
                "redo": self._results.redo_name(seat),
                "put_back": self._results.put_back(seat),
                "result": self._results.latest(seat),
                "card_by_hand": self._results.card_by_hand(seat),
                "unconfirmed": loaded_box.unconfirmed(self.request.scenario, chosen),
                "box": {"content": loaded_box.content, "newer": loaded_box.box.printed != chosen.box.printed},
                "companion": companion_json(self.request.opponent, self.order, waiting(self._state), seat),
            }

    def has_seat(self, seat: Seat) -> bool:
        """Can anybody sit there? Nobody at the seat of a side that does not play, or that the companion plays."""
        opponent = self.request.opponent
        return takes_part(seat, self._state.game) and not (opponent and sides_of(seat).intersection(opponent.sides))

    @property
    def closed(self) -> bool:
        """Over for good, as all sides have confirmed: nothing is hidden any more."""
        return self._history.closed

    def going_back(self, seat: Seat, act: int) -> GoingBack:
        """What going back to an act would take back, and what hands would have to do; nothing is done."""
        with self._lock:
            return self._results.going_back(seat, act)

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
            history, every = self._history, self._journal.records
            told = ((record, first_of_tap(every, record), history.undone_by(record)) for record in records)
            return [line for one in told for line in log_lines(seat, *one, history.act)]

    def progress(self) -> GameProgress:
        with self._lock:
            return progress_of(self._journal.records, self.version, self._state)

    def summary(self) -> GameSummary:
        with self._lock:
            return summary_of(self.name, self._journal.labels, self.progress())

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who plays, in turn order."""
        return self._state.game.sides

    @property
    def labels(self) -> Labels:
        """What the players say of the game."""
        return self._journal.labels

    def label(self, changed: GameLabels) -> None:
        """What is None stays as it is. A `Refused` if it cannot be saved."""
        with self._lock:
            try:
                self._journal.put_labels(relabelled(self.labels, changed))
            except sqlite3.Error as error:
                raise not_saved(error) from error

    def keep_analysis(self, body: str) -> None:
        """With the game, if there is room: it can be made again."""
        with self._lock, contextlib.suppress(sqlite3.Error):
            if not self._unloaded:
                self._journal.put_analysis(body)

    def kept_analysis(self) -> str:
        with self._lock:
            return "" if self._unloaded else self._journal.analysis()

    def past(self) -> Past:
        """The acts that made the game, and the state after each, for whoever looks back."""
        with self._lock:
            return Past(self._history.acts_in_force(), self._after)

    def _after(self, act: int) -> State:
        with self._lock:
            return self._states.after(act)

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

    def _publish(self, records: tuple[Record, ...], whole: bool = False) -> None:
        change = Change(self, self.version, records, whole or bool(records))
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
        """A reading waits for a tap or for its countdown. It is not in the journal."""
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
