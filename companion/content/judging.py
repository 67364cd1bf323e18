"""The referee's answer to a position file: every step played, every expectation compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, cast

from pydantic import JsonValue, ValidationError

from companion.content.box import Box
from companion.content.positions import ExpectedState, ExpectedWarrior, Position, PositionError, PositionStep, place
from companion.protocol.json import Facts
from companion.rules.actions import Attack, Draw, Explore, Leave, Move
from companion.rules.board import openings_text
from companion.rules.engine import apply, legal_actions, waiting
from companion.rules.exploring import drawable
from companion.rules.notation import NotationError, take
from companion.rules.override import MalformedState, apply_override
from companion.rules.results import IllegalAction
from companion.rules.state import State
from companion.rules.warriors import values
from companion.rules.words import TROGLODYTE

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
    for number, step in enumerate(position.steps, 1):
        try:
            state = _play(state, step)
        except _Disagreement as difference:
            return PositionVerdict(position.name, f"step {number}: {difference}")
    return PositionVerdict(position.name, "")


class _Disagreement(Exception):
    """Expected one thing, got another."""


def _play(state: State, step: PositionStep) -> State:
    if step.do is not None:
        state = _do(state, step.do, step)
    if step.state is not None:
        for expected, got in _differences(state, step.state):
            raise _Disagreement(f"expected {expected}, got {got}")
    return state


def _do(state: State, do: Mapping[str, JsonValue], step: PositionStep) -> State:
    try:
        after = _drawn(_taken(state, do))
        got = "ok"
    except NotationError as error:
        raise _Disagreement(f"expected {_words(step)}, got a verb that cannot be read: {error}") from error
    except MalformedState as error:
        raise _Disagreement(f"expected {_words(step)}, got an override that cannot be made: {error}") from error
    except IllegalAction as refused:
        after = state
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
    return take(state, do).state


def _words(step: PositionStep) -> str:
    return "ok" if step.expect == "ok" else f"refused {step.expect.refused}"


def _drawn(state: State) -> State:
    """Draws are answered from the pile and the decks of the position, top first."""
    while waiting(state).kind == "draw":
        what = waiting(state).what
        top = drawable(state)[0] if what == "tile" else state.decks[what][0]
        state = apply(state, Draw(top)).state
    return state


# -- comparing ---------------------------------------------------------------------------------------------------------


def _differences(state: State, expected: ExpectedState) -> Iterator[tuple[str, str]]:
    """Where the state is not as it should be: what was expected and what is."""
    for name, wanted in (expected.warriors or {}).items():
        yield from _warrior_differences(state, name, wanted)
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
    if expected.tiles is not None and sorted(expected.tiles) != sorted(state.board.tiles):
        yield f"tiles {sorted(expected.tiles)}", str(sorted(state.board.tiles))


def _table(state: State) -> Mapping[str, object]:
    now = waiting(state)
    return {
        "tp": state.tp,
        "phase": state.phase,
        "dice_to_roll": now.number if now.kind == "roll" else 0,
        "waiting_for": now.side,
        "event_hand": len(state.hands.get("event", ())),
        "winner": state.outcome.winner if state.outcome else None,
    }


def _warrior_differences(state: State, name: str, wanted: ExpectedWarrior) -> Iterator[tuple[str, str]]:
    got = _warrior_as_it_is(state, name)
    for key in wanted.model_fields_set:
        expected = getattr(wanted, key)
        if key == "cancelled" and expected is not None:
            expected = sorted(expected)
        if got.get(key) != expected:
            yield f"{name} {key} {expected!r}", repr(got.get(key))


def _warrior_as_it_is(state: State, name: str) -> Mapping[str, object]:
    warrior = state.warriors.all.get(name)
    if warrior is None:
        return {"alive": False, "tile": None}
    now = values(state, warrior)
    own = [a for a in legal_actions(state) if getattr(a, "warrior", None) == name] if _open(state) else []
    return {
        "tile": warrior.tile or None,
        "alive": bool(warrior.tile) or warrior.fate == "out",
        "exhausted": warrior.exhausted,
        "mvt": now.mvt,
        "cbt": now.cbt,
        "defence": now.defence,
        "cancelled": list(warrior.cancelled),
        "wounds": warrior.wounds,
        "may_move": any(isinstance(a, Move | Explore | Leave) for a in own),
        "may_fight": any(isinstance(a, Attack) for a in own),
    }


def _open(state: State) -> bool:
    return waiting(state).what == "activate"
