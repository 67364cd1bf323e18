"""The referee's answer to a position file: every step played, every expectation compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from pydantic import JsonValue, ValidationError

from companion.content.box import Box
from companion.content.position_models import ExpectedState, ExpectedWarrior, Position, PositionLine, PositionStep
from companion.content.positions import PositionError, place
from companion.protocol.json import Facts
from companion.rules.actions import Attack, Draw, Explore, Leave, Move
from companion.rules.board import openings_text
from companion.rules.cards import Line
from companion.rules.effects import TableRoll
from companion.rules.engine import apply, legal_actions, waiting
from companion.rules.exploring import drawable
from companion.rules.notation import NotationError, take
from companion.rules.override import MalformedState, apply_override
from companion.rules.results import IllegalAction
from companion.rules.state import State, Warrior
from companion.rules.warriors import body_parts, dice_left, splits_attacks, values
from companion.rules.words import HELLHOUND, TROGLODYTE

LARGEST_FILE = 1_000_000


class PositionVerdict(NamedTuple):
    """What the referee says of a position; no complaint: it holds."""

    name: str
    complaint: str

    @property
    def ok(self) -> bool:
        return not self.complaint

    def line(self) -> str:
        return f"ok {self.name}" if self.ok else f"FAIL {self.name}: {self.complaint}"


def judge_file(path: Path, box: Box) -> PositionVerdict:
    """The verdict on a file; one that cannot be read is a failure that names the key."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            return PositionVerdict(path.name, f"larger than {LARGEST_FILE} bytes")
        data = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_no_twins)
    except OSError as error:
        return PositionVerdict(path.name, f"cannot be read: {error.strerror}")
    except (ValueError, RecursionError) as error:
        return PositionVerdict(path.name, f"not JSON: {error}")
    return judge(data, box, path.name)


def _no_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """JSON lets a key stand twice; a position with two warriors of one id must not pass in silence."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, _ in pairs if [k for k, _ in pairs].count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice")
    return found


def judge(data: object, box: Box, name: str = "position") -> PositionVerdict:
    """The verdict on a position: its steps are played, what it expects is compared."""
    try:
        position = Position.model_validate(data)
        state = place(position, box)
    except ValidationError as error:
        first = error.errors()[0]
        return PositionVerdict(name, f"{'.'.join(str(p) for p in first['loc'])}: {first['msg']}")
    except PositionError as error:
        return PositionVerdict(name, str(error))
    try:
        for _ in states_of(position, state):
            pass
    except _Disagreement as difference:
        return PositionVerdict(position.name, str(difference))
    return PositionVerdict(position.name, "")


def states_of(position: Position, state: State) -> Iterator[State]:
    """The states a position comes through, from the one it begins with; it ends where one is not as expected."""
    yield state
    steps = list(enumerate(position.steps, 1))
    seen: dict[str, Warrior] = {}
    while steps:
        seen.update(state.warriors.all)
        number, step = steps.pop(_due_first(state, steps))
        try:
            reached = _play(state, step, seen)
        except _Disagreement as difference:
            raise _Disagreement(f"step {number}: {difference}") from difference
        yield from reached
        state = reached[-1]


def _due_first(state: State, steps: Sequence[tuple[int, PositionStep]]) -> int:
    """Which of the steps is played now: the first, but for the dice of several warriors on a Devouring Pit.

    A file may place each hit right after its die or all of them after the last die (FS-7): here each is placed at once.
    """
    _, first = steps[0]
    if (
        first.do is None
        or "roll" not in first.do
        or len(state.agenda) < 2
        or not isinstance(state.agenda[-2], TableRoll)
    ):
        return 0
    due = waiting(state)
    struck = due.facts.get("hits", ())
    for at, (_, step) in enumerate(steps):
        do = step.do or {}
        if (due.what == "cancel" and do.get("cancel") in struck) or (due.what == "wound" and "wound" in do):
            return at
    return 0


class _Disagreement(Exception):
    """Expected one thing, got another."""


def _play(state: State, step: PositionStep, seen: Mapping[str, Warrior]) -> list[State]:
    """The states the step leads through; `seen` are all warriors that have ever been in play, as they were last."""
    reached = [state] if step.do is None else _do(state, step.do, step)
    if step.state is not None:
        for expected, got in _differences(reached[-1], step.state, seen):
            raise _Disagreement(f"expected {expected}, got {got}")
    return reached


def _do(state: State, do: Mapping[str, JsonValue], step: PositionStep) -> list[State]:
    try:
        after = list(_drawn(_taken(state, do)))
        got = "ok"
    except NotationError as error:
        raise _Disagreement(f"expected {_words(step)}, got a verb that cannot be read: {error}") from error
    except MalformedState as error:
        raise _Disagreement(f"expected {_words(step)}, got an override that cannot be made: {error}") from error
    except IllegalAction as refused:
        after = [state]
        got = refused.refusal.rule
        text = f"refused {got} ({refused.refusal.key} {dict(refused.refusal.facts)})"
    if step.expect == "ok":
        if got != "ok":
            raise _Disagreement(f"expected ok, got {text}")
        return after
    wanted = step.expect.refused
    if got == "ok" or (wanted != "*" and got not in ([wanted] if isinstance(wanted, str) else wanted)):
        raise _Disagreement(f"expected {_words(step)}, got {got if got == 'ok' else text}")
    return after


def _taken(state: State, do: Mapping[str, JsonValue]) -> State:
    if "override" in do and len(do) == 1:
        return apply_override(state, cast(Facts, do["override"])).state
    if "enter" in do and "line" in do:
        return _entered_with_line(state, do)
    return take(state, do).state


def _entered_with_line(state: State, do: Mapping[str, JsonValue]) -> State:
    """A position may say which values a Hellhound has: those of its card are the owner's to read."""
    after = take(state, {key: value for key, value in do.items() if key != "line"}).state
    try:
        line = PositionLine.model_validate(do["line"])
    except ValidationError as error:
        raise NotationError(f"enter: 'line' cannot be read: {error.errors()[0]['msg']}") from error
    values_in_force = Line(line.mvt, line.cbt, line.defence)
    for name, warrior in after.warriors.all.items():
        if name not in state.warriors.all:
            return after._replace(warriors=after.warriors.put(warrior._replace(line=values_in_force)))
    return after


def _words(step: PositionStep) -> str:
    return "ok" if step.expect == "ok" else f"refused {step.expect.refused}"


def _drawn(state: State) -> Iterator[State]:
    """Draws are answered from the pile and the decks of the position, top first; every state on the way."""
    yield state
    while waiting(state).kind == "draw":
        what = waiting(state).what
        top = drawable(state)[0] if what == "tile" else state.decks[what][0]
        state = apply(state, Draw(top)).state
        yield state


# -- comparing ---------------------------------------------------------------------------------------------------------


def _differences(state: State, expected: ExpectedState, seen: Mapping[str, Warrior]) -> Iterator[tuple[str, str]]:
    """Where the state is not as it should be: what was expected and what is."""
    for name, wanted in (expected.warriors or {}).items():
        warrior = state.warriors.all.get(name)
        facts = _as_it_is(state, warrior) if warrior is not None else _as_it_ended(seen.get(name))
        yield from _warrior_differences(facts, name, wanted)
    for label, count in (expected.troglodytes or {}).items():
        here = sum(w.figure == TROGLODYTE for w in state.warriors.on(label))
        if here != count:
            yield f"{count} Troglodytes on {label}", str(here)
    for label, edges in (expected.unexplored or {}).items():
        mask = state.board.unexplored.get(label)
        got_edges = "no such tile" if mask is None else openings_text(mask)
        if sorted(got_edges) != sorted(edges):
            yield f"unexplored {label}: {edges!r}", repr(got_edges)
    for key, got in _table(state).items():
        if key in expected.model_fields_set and getattr(expected, key) != got:
            yield f"{key} {getattr(expected, key)!r}", repr(got)
    for label, water in (expected.water or {}).items():
        if state.water.get(label) != water:
            yield f"water on {label}: {water}", str(state.water.get(label))
    if expected.tiles is not None and sorted(expected.tiles) != sorted(state.board.tiles):
        yield f"tiles {sorted(expected.tiles)}", str(sorted(state.board.tiles))


def _table(state: State) -> Mapping[str, object]:
    now = waiting(state)
    return {
        "tp": state.tp,
        "phase": state.phase,
        "dice_to_roll": now.number if now.kind == "roll" else 0,
        "waiting_for": now.side,
        "deadly_destiny": state.deadly,
        "hellhounds_entered": state.entries.get(HELLHOUND, 0),
        "event_hand": len(state.hands.get("event", ())),
        "winner": state.outcome.winner if state.outcome else None,
    }


def _warrior_differences(got: Mapping[str, object], name: str, wanted: ExpectedWarrior) -> Iterator[tuple[str, str]]:
    for key in wanted.model_fields_set:
        expected = getattr(wanted, key)
        if key in ("cancelled", "objects", "destroyed") and expected is not None:
            expected = sorted(expected)
        if key == "parts" and expected is not None:
            # Only the parts that are named are looked at.
            yield from _part_differences(name, expected, cast(Mapping[str, int], got.get("parts", {})))
            continue
        if got.get(key) != expected:
            yield f"{name} {key} {expected!r}", repr(got.get(key))


def _part_differences(name: str, wanted: Mapping[str, int], got: Mapping[str, int]) -> Iterator[tuple[str, str]]:
    for part, wounds in wanted.items():
        if got.get(part) != wounds:
            yield f"{name}: {wounds} wounds on {part}", repr(got.get(part))


def _as_it_ended(warrior: Warrior | None) -> Mapping[str, object]:
    """What is left to say of a miniature that went back into the box: it does nothing, and no part of it is whole."""
    end: dict[str, object] = {
        "tile": None, "alive": False, "may_move": False, "may_fight": False, "objects": [], "die": None,
    }  # fmt: skip
    if warrior is not None and warrior.parts:
        body = body_parts(warrior)
        armor = {part.name: part.wounds for part in warrior.parts}
        end["parts"] = {**armor, **{part.name: part.resistance for part in body}}
        end["destroyed"] = sorted(part.name for part in body)
        end["dice_left"] = 0
    elif warrior is not None:
        end["wounds"] = warrior.health
    return end


def _as_it_is(state: State, warrior: Warrior) -> Mapping[str, object]:
    now = values(state, warrior)
    own = [a for a in legal_actions(state) if getattr(a, "warrior", None) == warrior.id] if _open(state) else []
    return {
        "tile": warrior.tile or None,
        "alive": bool(warrior.tile) or warrior.fate == "out",
        "exhausted": warrior.exhausted,
        "mvt": now.mvt,
        "cbt": now.cbt,
        "defence": now.defence,
        "cancelled": list(warrior.cancelled),
        "wounds": warrior.wounds,
        # They leave play with their owner (ACT-5).
        "objects": sorted(warrior.objects) if warrior.tile else [],
        "die": warrior.die or None,
        "parts": {part.name: part.wounds for part in warrior.parts},
        "destroyed": sorted(part.name for part in body_parts(warrior) if part.destroyed),
        "dice_left": dice_left(state, warrior) if splits_attacks(warrior) else None,
        "may_move": any(isinstance(a, Move | Explore | Leave) for a in own),
        "may_fight": any(isinstance(a, Attack) for a in own),
    }


def _open(state: State) -> bool:
    return waiting(state).what == "activate"
