"""The state after any act of a game: from memory, from a snapshot on disk, or played again from the one before."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from companion.rules.answers import Refused
from companion.rules.engine import Applied
from companion.rules.notation import text
from companion.rules.notation.taking import take
from companion.rules.notation.verbs import NotationError
from companion.rules.override import MalformedState, apply_override
from companion.rules.state import Game, State
from companion.table.journal import Journal
from companion.table.library import Shelf
from companion.table.problems import DamagedJournal, TableRefusal
from companion.table.record import OVERRIDE, Record, box_of
from companion.table.timeline import ROOT, Timeline

# A state is kept on disk every so many acts: at most so many are played again to reach any point of a game.
SNAPSHOT_EVERY = 25
# States kept in memory; most undos find theirs here.
REMEMBERED = 200


def played(state: State, record: Record, shelf: Shelf) -> Applied:
    """An act or override on a state."""
    box = box_of(record)
    if box is not None:
        return shelf.of(box).taken_over(state)
    if record.kind == OVERRIDE:
        return apply_override(state, record.do["override"])
    return take(state, record.do)


class States:
    def __init__(self, first: State, journal: Journal, timeline: Timeline, shelf: Shelf, versions: str) -> None:
        self._first = first
        self._games = {ROOT: first.game}
        self._journal = journal
        self._shelf = shelf
        self._timeline = timeline
        self._known: OrderedDict[int, State] = OrderedDict()
        self._on_disk = journal.snapshots(versions)

    def current(self) -> State:
        return self.after(self._timeline.cursor)

    def after(self, act: int) -> State:
        """The state after an act; `DamagedJournal` if the acts no longer play under the rules and content of today."""
        todo: list[int] = []
        at = act
        state = self._ready(at)
        while state is None:
            todo.append(at)
            at = self._timeline.parent(at)
            state = self._ready(at)
        for seq in reversed(todo):
            state = self._play(state, seq)
            self.remember(seq, state)
        return state

    def _play(self, state: State, seq: int) -> State:
        try:
            return played(state, self._timeline.act(seq), self._shelf).state
        except (Refused, NotationError, MalformedState, TableRefusal) as error:
            raise DamagedJournal(f"record {seq} does not play under these rules and this box: {error}", seq) from error

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
            state = None if body is None else text.load(self._game(act), body)
        except (text.TextError, MalformedState, TableRefusal):
            state = None
        if state is None:
            # Not whole: play it from the one before instead.
            self._on_disk.discard(act)
            return None
        self.remember(act, state)
        return state

    def _game(self, act: int) -> Game:
        """What does not change: the scenario under the owner's values that hold after an act."""
        box = self._timeline.box_at(act)
        if box not in self._games:
            record = self._timeline.act(box)
            before = self._game(self._timeline.parent(box))
            self._games[box] = self._shelf.of(box_of(record) or {}).game_after(before)
        return self._games[box]

    def remember(self, act: int, state: State, on_disk: bool = False) -> None:
        if on_disk:
            self._on_disk.add(act)
        self._known[act] = state
        self._known.move_to_end(act)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def snapshot_due(self, state: State) -> str | None:
        """The text of the next act's state if it is time to keep one."""
        if (self._timeline.depth(self._timeline.cursor) + 1) % SNAPSHOT_EVERY:
            return None
        return snapshot_text(state)


def snapshot_text(state: State) -> str:
    return json.dumps(text.dump(state), ensure_ascii=False, separators=(",", ":"))


def happening_lines(applied: Applied) -> tuple[Mapping[str, Any], ...]:
    return tuple({"key": key, "facts": dict(facts)} for key, facts in applied.happenings)
