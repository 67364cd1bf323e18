"""Where the game stands in its own history, and the state at any point of it.

Every act has the act before it as its parent, so history is a tree; undo walks to the parent, redo walks back, and a
new act after an undo starts a new branch. The state of the game is a function of the act the cursor stands on.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from typing import Final, NamedTuple, cast

from companion.protocol.intents import Cause, EndJson
from companion.protocol.json import Sentence
from companion.protocol.refusal import Refused
from companion.protocol.views import PolicyJson
from companion.rules import snapshot
from companion.rules.engine import Applied
from companion.rules.game import Game
from companion.rules.notation import Do, NotationError, take
from companion.rules.override import MalformedState, apply_override
from companion.rules.results import IllegalAction
from companion.rules.state import State
from companion.rules.words import Side
from companion.table.journal import Journal
from companion.table.journal_reading import DamagedJournal
from companion.table.loaded_box import BoxProvider
from companion.table.record import (
    ACT,
    CONFIRM,
    HANDS,
    NEW,
    OVERRIDE,
    POLICY,
    REDO,
    SHUFFLE,
    UNDO,
    AskedFor,
    Record,
    box_of,
)
from companion.table.seats import TWO_PLAYERS, sides_of

ROOT = 0
DEFAULT_POLICY: Final[PolicyJson] = {
    "dice": "countdown",
    "tiles": "countdown",
    "cards": "ask",
    "seconds": 3,
    "likely": "countdown",
    "likely_seconds": 5,
    "coach": False,
}
# The verbs by which dice and draws come in.
READ_VERBS = ("roll", "reroll", "draw")

# What is played by hand says so.
BY_HAND: Final = ("plays", "deadly_event")

# A state is kept on disk every so many acts: at most so many are played again to reach any point of a game.
SNAPSHOT_EVERY = 25
# States kept in memory; most undos find theirs here.
REMEMBERED = 200


class UndoneInput(NamedTuple):
    """Dice or a draw that was undone: offered again when the same thing is awaited, so nobody rolls twice."""

    seq: int
    asked: AskedFor
    do: Do
    cause: Cause

    @property
    def id(self) -> str:
        """Its name among the readings."""
        return f"kept-{self.seq}"


class History:
    """Built by adding the records one after the other; never touches the disk."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.cursor = ROOT
        self.version = 0
        self.redoable: list[int] = []
        # The act whose outcome lies on the physical table: the last one that was played, not reached by undo or redo,
        # or the one at which somebody put the table right.
        self.physical = ROOT
        # The act of the card, played by hand, whose player was done last.
        self._card_done: int | None = None
        self.undone_inputs: list[UndoneInput] = []
        self.policy = DEFAULT_POLICY
        self.piles: dict[str, tuple[str, ...]] = {}
        self.answered: dict[str, int] = {}
        # The sides that agree that the game, as it stands now, is over, and those that have to.
        self.confirmed: frozenset[Side] = frozenset()
        # What the last tap came to: acts, undos or redos.
        self.latest: list[Record] = []
        # Who took an act back.
        self._undone_by: dict[int, str] = {}
        self.players: frozenset[Side] = TWO_PLAYERS
        self._acts: dict[int, Record] = {}
        self._in_force: set[int] = set()
        self._parents: dict[int, int] = {}
        self._depths: dict[int, int] = {ROOT: 0}
        # The record whose owner's values hold after an act: an override that changed them, or the first.
        self._boxes: dict[int, int] = {ROOT: ROOT}
        for record in records:
            self.add(record)

    def add(self, record: Record) -> None:
        self.version = record.seq
        if record.intent:
            self.answered[record.intent] = record.seq
        if record.kind == NEW:
            # Against the companion a player may ask; two players agree on it first.
            self.policy = {**DEFAULT_POLICY, "coach": bool(record.do["game"].get("opponent"))}
        if record.kind in (ACT, OVERRIDE, UNDO, REDO):
            self.confirmed = frozenset()
            self.latest = [*(self.latest if _same_tap(self.latest[-1:], record) else ()), record]
        if record.kind in (ACT, OVERRIDE):
            self._act(record)
        elif record.kind == UNDO:
            self._undone_by[self.cursor] = record.seat
            self._undo()
        elif record.kind == REDO:
            self._redo()
        elif record.kind == CONFIRM:
            self.players = frozenset(record.do.get("sides", TWO_PLAYERS))
            sides = sides_of(record.seat)
            self.confirmed = self.confirmed | sides if record.do["confirm_end"] else self.confirmed - sides
        elif record.kind == POLICY:
            self.policy = cast(PolicyJson, {**self.policy, **record.do})
        elif record.kind == HANDS and "put_back_done" in record.do:
            self.physical = self.cursor
        elif record.kind == HANDS and (played := self.played_by_hand()) is not None:
            self._card_done = played[0].seq
        elif record.kind == SHUFFLE:
            self.piles[record.do["shuffle"]] = tuple(record.do["order"])

    def _act(self, record: Record) -> None:
        self._acts[record.seq] = record
        self._parents[record.seq] = self.cursor
        self._depths[record.seq] = self._depths[self.cursor] + 1
        self._boxes[record.seq] = self._boxes[self.cursor] if box_of(record) is None else record.seq
        self._in_force.add(record.seq)
        self.cursor = self.physical = record.seq
        self.redoable.clear()
        if record.asked is not None:
            self._forget(record.asked, record.cause.get("again"))

    def _forget(self, asked: AskedFor, again: int | None) -> None:
        """What was kept for this question has now been answered; what was kept for earlier rounds is past."""
        fitting = [k.seq for k in self.undone_for(asked)]
        answered = again if again in fitting else next(iter(fitting), None)
        self.undone_inputs = [k for k in self.undone_inputs if k.seq != answered and k.asked["round"] >= asked["round"]]

    def _undo(self) -> None:
        undone = self._acts[self.cursor]
        self.redoable.append(self.cursor)
        self._in_force.remove(self.cursor)
        self.cursor = self._parents[self.cursor]
        if undone.asked is not None:
            self.undone_inputs.append(UndoneInput(undone.seq, undone.asked, undone.do, undone.cause))

    def _redo(self) -> None:
        self.cursor = self.redoable.pop()
        self._in_force.add(self.cursor)
        self.undone_inputs = [k for k in self.undone_inputs if k.seq != self.cursor]

    def end(self, state: State) -> EndJson | None:
        """Who agrees that a game that is over is over; None while it is played."""
        if state.outcome is None:
            return None
        return {"confirmed": sorted(self.confirmed.intersection(state.game.sides)), "closed": self.closed}

    @property
    def closed(self) -> bool:
        """All sides agree that the game is over: nothing changes any more, and nothing is hidden any more."""
        return self.players <= self.confirmed

    def undone_for(self, asked: AskedFor | None) -> list[UndoneInput]:
        """The undone dice and draws that answered what is awaited now; the one undone last comes first."""
        return [k for k in reversed(self.undone_inputs) if k.asked == asked]

    def undoable(self) -> Record | None:
        """The act an undo would take back."""
        return self._acts.get(self.cursor)

    def redone(self) -> Record | None:
        """The act a redo would bring back."""
        return self._acts[self.redoable[-1]] if self.redoable else None

    def last_taps_acts(self) -> list[Record]:
        """The acts an undo takes back, the last one first: all that one tap came to.

        What the companion did by itself after it goes too: it would only do the same again.
        """
        found: list[Record] = []
        for act in self.back():
            if found and not _same_tap(found[-1:], act) and not found[-1].cause.get("unasked"):
                break
            found.append(act)
        return found

    def undone_taps_acts(self) -> list[Record]:
        """The acts a redo brings again, in the order in which they come."""
        found: list[Record] = []
        for act in (self._acts[seq] for seq in reversed(self.redoable)):
            if found and not _same_tap(found[-1:], act) and not act.cause.get("unasked"):
                break
            found.append(act)
        return found

    def back(self) -> Iterator[Record]:
        """From the act the game stands at to the first."""
        at = self.cursor
        while at in self._acts:
            yield self._acts[at]
            at = self._parents[at]

    def played_by_hand(self) -> tuple[Record, list[Record]] | None:
        """The act of a card whose player is doing what it says, and the corrections since, the last one first.

        None if there is none: the player is done with it, or something else was done since.
        """
        changes: list[Record] = []
        for act in self.back():
            if act.seq == self._card_done:
                return None
            if act.kind != OVERRIDE:
                by_hand = any(line["key"] in BY_HAND and line["facts"].get("by_hand") for line in act.lines)
                return (act, changes) if by_hand else None
            changes.append(act)
        return None

    def acts_since(self, act: int) -> list[Record] | None:
        """The acts after one the game came by, the last one first; None if it did not."""
        found = list(takewhile(lambda record: record.seq != act, self.back()))
        reached = act == ROOT or (act in self._in_force)
        return found if reached else None

    def parent(self, act: int) -> int:
        return self._parents[act]

    def act(self, seq: int) -> Record:
        return self._acts[seq]

    def is_undone(self, record: Record) -> bool:
        """Is this an act that is no longer part of the game?"""
        return record.seq in self._acts and record.seq not in self._in_force

    def undone_by(self, record: Record) -> str:
        """The seat that took an act back; empty while it is part of the game."""
        return self._undone_by[record.seq] if self.is_undone(record) else ""

    def acts_in_force(self) -> list[Record]:
        """The acts that made the game as it stands, in order."""
        return [act for seq, act in sorted(self._acts.items()) if seq in self._in_force]

    def box_at(self, act: int) -> int:
        """The record that says which owner's values hold after an act."""
        return self._boxes[act]

    def depth(self, act: int) -> int:
        """How many acts lead to this one."""
        return self._depths[act]


def _same_tap(before: list[Record], record: Record) -> bool:
    return any(one.intent == record.intent and one.intent for one in before)


def acts_after(history: History, act: int) -> list[Record]:
    """What going back to an act takes back; refused where the game did not come by it."""
    found = history.acts_since(act)
    if found is None:
        raise Refused("table/not_in_game", "not_in_game", {"seq": act})
    return found


# -- the state at any point --------------------------------------------------------------------------------------------


class Past(NamedTuple):
    """The acts that made a game as it stands, in order, and the state after any of them (or after 0, the set-up)."""

    acts: list[Record]
    after: Callable[[int], State]


def played(state: State, record: Record, boxes: BoxProvider) -> Applied:
    """An act or override on a state."""
    box = box_of(record)
    if box is not None:
        return boxes.of(box).taken_over(state)
    if record.kind == OVERRIDE:
        return apply_override(state, record.do["override"])
    return take(state, record.do)


class StateCache:
    def __init__(self, first: State, journal: Journal, history: History, boxes: BoxProvider, versions: str) -> None:
        self._first = first
        self._games = {ROOT: first.game}
        self._journal = journal
        self._boxes = boxes
        self._history = history
        self._known: OrderedDict[int, State] = OrderedDict()
        self._versions = versions
        self._on_disk = journal.snapshots(versions)

    def current(self) -> State:
        return self.after(self._history.cursor)

    def after(self, act: int) -> State:
        """The state after an act; `DamagedJournal` if the acts no longer play under the rules and content of today."""
        todo: list[int] = []
        at = act
        state = self._ready(at)
        while state is None:
            todo.append(at)
            at = self._history.parent(at)
            state = self._ready(at)
        due: dict[int, State] = {}
        for seq in reversed(todo):
            state = self._play(state, seq)
            self.remember(seq, state)
            if self._history.depth(seq) % SNAPSHOT_EVERY == 0:
                due[seq] = state
        self._keep(due)
        return state

    def _keep(self, states: dict[int, State]) -> None:
        """States that were not on disk, as in a game from a file or of another version: they are not played twice."""
        texts = [(seq, snapshot_text(state)) for seq, state in states.items()]
        if texts and self._journal.keep_snapshots(self._versions, texts):
            self._on_disk.update(states)

    def _play(self, state: State, seq: int) -> State:
        try:
            return played(state, self._history.act(seq), self._boxes).state
        except (IllegalAction, NotationError, MalformedState, Refused) as error:
            reason = f"record {seq} does not play under these rules and this box: {error}"
            raise DamagedJournal(reason, seq, "unplayable") from error

    def _ready(self, act: int) -> State | None:
        if act == ROOT:
            return self._first
        if act in self._known:
            self._known.move_to_end(act)
            return self._known[act]
        return self._loaded(act) if act in self._on_disk else None

    def _loaded(self, act: int) -> State | None:
        body = self._journal.snapshot(act)
        try:
            state = None if body is None else snapshot.from_json(self._game(act), body)
        except (snapshot.SnapshotError, MalformedState, Refused):
            state = None
        if state is None:
            # Not whole: play it from the one before instead.
            self._on_disk.discard(act)
            return None
        self.remember(act, state)
        return state

    def _game(self, act: int) -> Game:
        """What does not change: the scenario under the owner's values that hold after an act."""
        box = self._history.box_at(act)
        if box not in self._games:
            record = self._history.act(box)
            before = self._game(self._history.parent(box))
            self._games[box] = self._boxes.of(box_of(record) or {}).game_after(before)
        return self._games[box]

    def remember(self, act: int, state: State, on_disk: bool = False) -> None:
        if on_disk:
            self._on_disk.add(act)
        self._known[act] = state
        self._known.move_to_end(act)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def snapshot_due(self, state: State, acts: int) -> str | None:
        """The text of the state after so many more acts if it is time to keep one."""
        depth = self._history.depth(self._history.cursor)
        return snapshot_text(state) if (depth + acts) // SNAPSHOT_EVERY > depth // SNAPSHOT_EVERY else None


def snapshot_text(state: State) -> str:
    return json.dumps(snapshot.to_json(state), ensure_ascii=False, separators=(",", ":"))


def happening_lines(applied: Applied) -> tuple[Sentence, ...]:
    return tuple({"key": key, "facts": dict(facts)} for key, facts in applied.happenings)
