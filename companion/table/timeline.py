"""Where the game stands in its own history.

Every act has the act before it as its parent, so history is a tree; undo walks to the parent, redo walks back, and a
new act after an undo starts a new branch. The state of the game is a function of the act the cursor stands on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.table.record import ACT, OVERRIDE, POLICY, REDO, SHUFFLE, UNDO, Record, box_of

ROOT = 0
# The verbs by which dice and draws come in.
READ_VERBS = ("roll", "reroll", "draw")


class Kept(NamedTuple):
    """Dice or a draw that was undone: offered again when the same thing is awaited, so nobody rolls twice."""

    seq: int
    asked: Mapping[str, Any]
    do: Mapping[str, Any]
    cause: Mapping[str, Any]


class Timeline:
    """Built by adding the records one after the other; never touches the disk."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.cursor = ROOT
        self.version = 0
        self.redoable: list[int] = []
        # The act whose outcome lies on the physical table: the last one that was played, not reached by undo or redo.
        self.physical = ROOT
        self.kept: list[Kept] = []
        self.policy: dict[str, Any] = {}
        self.piles: dict[str, tuple[str, ...]] = {}
        self.answered: dict[str, int] = {}
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
        if record.kind in (ACT, OVERRIDE):
            self._act(record)
        elif record.kind == UNDO:
            self._undo()
        elif record.kind == REDO:
            self._redo()
        elif record.kind == POLICY:
            self.policy = {**self.policy, **record.do}
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

    def _forget(self, asked: Mapping[str, Any], again: int | None) -> None:
        """What was kept for this question has now been answered; what was kept for earlier rounds is past."""
        fitting = [k.seq for k in self.kept_for(asked)]
        answered = again if again in fitting else next(iter(fitting), None)
        self.kept = [k for k in self.kept if k.seq != answered and k.asked["round"] >= asked["round"]]

    def _undo(self) -> None:
        undone = self._acts[self.cursor]
        self.redoable.append(self.cursor)
        self._in_force.remove(self.cursor)
        self.cursor = self._parents[self.cursor]
        if undone.asked is not None:
            self.kept.append(Kept(undone.seq, undone.asked, undone.do, undone.cause))

    def _redo(self) -> None:
        self.cursor = self.redoable.pop()
        self._in_force.add(self.cursor)
        self.kept = [k for k in self.kept if k.seq != self.cursor]

    def kept_for(self, asked: Mapping[str, Any] | None) -> list[Kept]:
        """The undone dice and draws that answered what is awaited now; the one undone last comes first."""
        return [k for k in reversed(self.kept) if k.asked == asked]

    def undoable(self) -> Record | None:
        """The act an undo would take back."""
        return self._acts.get(self.cursor)

    def redone(self) -> Record | None:
        """The act a redo would bring back."""
        return self._acts[self.redoable[-1]] if self.redoable else None

    def parent(self, act: int) -> int:
        return self._parents[act]

    def act(self, seq: int) -> Record:
        return self._acts[seq]

    def is_undone(self, record: Record) -> bool:
        """Is this an act that is no longer part of the game?"""
        return record.seq in self._acts and record.seq not in self._in_force

    def box_at(self, act: int) -> int:
        """The record that says which owner's values hold after an act."""
        return self._boxes[act]

    def depth(self, act: int) -> int:
        """How many acts lead to this one."""
        return self._depths[act]
