"""What was being resolved when something was set by hand: kept if it is not about that, dropped if it is."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from companion.rules.draft import Draft
from companion.rules.initiative import AssignDice, InitiativeChoices
from companion.rules.phases import PHASE_KINDS
from companion.rules.state import State
from companion.rules.steps import Step
from companion.rules.words import TROGLODYTE, TROGLODYTES


def restart_phase(draft: Draft) -> None:
    """The phase stands at its beginning; nothing is being resolved."""
    turn = draft.state.game.turns[draft.state.turn]
    draft.set(agenda=())
    PHASE_KINDS[turn.kind](draft, turn)


def drop_unfinished(draft: Draft, before: State) -> None:
    """Take what is about changed pieces off the agenda, with everything that was to follow from it."""
    changed = changed_names(before, draft.state)
    if not changed:
        return
    kept: list[Step] = []
    for step in draft.state.agenda:
        fresh = without_the_absent(draft.state, step)
        if fresh is None or (fresh is step and not changed.isdisjoint(names_in(step))):
            draft.say("dropped", what=type(step).__name__)
            break
        kept.append(fresh)
    if kept:
        draft.set(agenda=tuple(kept))
    else:
        restart_phase(draft)


def without_the_absent(state: State, step: Step) -> Step | None:
    """Dice that lie ready stay ready: only who has left the table gets none."""
    if not isinstance(step, AssignDice):
        return step
    left = tuple(name for name in step.without if name in state.warriors.all and state.warriors.all[name].tile)
    return AssignDice(step.dice, left) if left else InitiativeChoices()


def changed_names(before: State, after: State) -> set[str]:
    """Warriors and tiles that are no longer where they were, and the tiles they left or came to."""
    found: set[str] = set()
    for label in {*before.board.tiles, *after.board.tiles}:
        if before.board.tiles.get(label) != after.board.tiles.get(label):
            found.add(label)
    for name in {*before.warriors.all, *after.warriors.all}:
        old, new = before.warriors.all.get(name), after.warriors.all.get(name)
        if old is None or new is None or old.tile != new.tile or old.profile != new.profile:
            found |= {name, *(w.tile for w in (old, new) if w is not None and w.tile)}
            if any(w is not None and w.figure == TROGLODYTE for w in (old, new)):
                found.add(TROGLODYTES)
    return found


def names_in(value: Any) -> Iterator[str]:
    """Every text in a step, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from names_in(item)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from names_in(getattr(value, field.name))
