"""Hits of one attack given out in one go: who can take how many, and the actions that come to it (CBT-6, CBT-8).

Nothing here decides a rule of its own: the steps of `damage` are asked, and their actions are put one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.rules.actions import Action, Cancel, Guard
from companion.rules.allotting import AllotHits
from companion.rules.damage import Guarding, factor, guards
from companion.rules.state import State, Warrior
from companion.rules.warriors import body_of


class HitTaker(NamedTuple):
    """A warrior that can take hits. `lines[n]` is how many lines n hits cost it; as long as the most it can take."""

    warrior: str
    guard: bool
    lines: tuple[int, ...]


class Allotment(NamedTuple):
    """Hits that wait to be given out, and who can take them."""

    hits: int
    takers: tuple[HitTaker, ...]


def allotment(state: State) -> Allotment | None:
    """What is to be given out now; None where hits are not taken as lines, or several targets are struck at once."""
    step = state.agenda[-1]
    if isinstance(step, AllotHits):
        pending = [(state.warriors.all[name], hits) for name, hits in step.pending]
        takers = tuple(HitTaker(w.id, False, _cost(w, hits, 1)) for w, hits in pending)
        return Allotment(sum(hits for _, hits in pending), takers)
    return _guarded(state, step) if isinstance(step, Guarding) else None


def _guarded(state: State, step: Guarding) -> Allotment | None:
    blow, target = step.blow, state.warriors.all.get(step.blow.target)
    if target is None or not body_of(target).asks or step.later or step.settled or step.answers:
        return None
    each = factor(state, blow, guarding=True)
    able = step.candidates(state)
    takers = [HitTaker(target.id, False, _cost(target, blow.hits, factor(state, blow)))]
    takers += [
        HitTaker(w.id, True, _cost(w, min(blow.hits, -(-body_of(w).left(w) // each)), each))
        for w in guards(state, blow)
        if w in able
    ]
    return Allotment(blow.hits, tuple(takers))


def _cost(warrior: Warrior, hits: int, each: int) -> tuple[int, ...]:
    return tuple(min(n * each, body_of(warrior).left(warrior)) for n in range(hits + 1))


def hits_of(taker: HitTaker, lines: int) -> int:
    """How many hits so many lines stand for, at least."""
    return next((n for n, cost in enumerate(taker.lines) if cost >= lines), len(taker.lines) - 1)


class Giving:
    """The lines a player picked, as the actions that come to it. Asked again and again until it has nothing to add."""

    def __init__(self, state: State, lines: Mapping[str, Sequence[int]]) -> None:
        self._lines = {name: tuple(sorted(picked)) for name, picked in lines.items() if picked}
        found = allotment(state)
        takers = found.takers if found is not None else ()
        self._guards = {t.warrior: hits_of(t, len(self._lines.get(t.warrior, ()))) for t in takers if t.guard}

    def next(self, state: State) -> Action | None:
        """The next action; None once nothing of this is awaited any more."""
        step = state.agenda[-1]
        if isinstance(step, Guarding):
            return Guard(self._next_guard())
        if isinstance(step, AllotHits):
            name = step.pending[0][0]
            return Cancel(name, self._lines.get(name, ()))
        return None

    def _next_guard(self) -> str | None:
        for name, hits in self._guards.items():
            if hits > 0:
                self._guards[name] -= 1
                return name
        return None


def only_choice(state: State) -> Action | None:
    """The one way to cancel lines; None where there is a choice, or something else is awaited."""
    step = state.agenda[-1]
    if not isinstance(step, AllotHits):
        return None
    found = _first_two(iter(step.actions(state)))
    return found[0] if len(found) == 1 else None


def _first_two(actions: Iterator[Action]) -> list[Action]:
    return [action for action, _ in zip(actions, range(2), strict=False)]
