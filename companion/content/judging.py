"""The referee's answer to a position file: every step played, every expectation compared."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from companion.content.box import Box
from companion.content.placing import PositionError, place
from companion.content.positions import Picture, Position, Step, WarriorPicture
from companion.rules.actions import Attack, Draw, Explore, Leave, Move
from companion.rules.answers import Refused
from companion.rules.board import openings_text
from companion.rules.engine import apply, legal_actions, waiting
from companion.rules.exploring import drawable
from companion.rules.notation.taking import take
from companion.rules.notation.verbs import NotationError
from companion.rules.override import MalformedState, apply_override
from companion.rules.state import State
from companion.rules.stats import values
from companion.rules.words import TROGLODYTE

LARGEST_FILE = 1_000_000


class Verdict(NamedTuple):
    name: str
    complaint: str

    @property
    def ok(self) -> bool:
        return not self.complaint

    def line(self) -> str:
        return f"ok {self.name}" if self.ok else f"FAIL {self.name}: {self.complaint}"


def judge_file(path: Path, box: Box) -> Verdict:
    """The verdict on a file; one that cannot be read is a failure that names the key."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            return Verdict(path.name, f"larger than {LARGEST_FILE} bytes")
        data = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_no_twins)
    except OSError as error:
        return Verdict(path.name, f"cannot be read: {error.strerror}")
    except (ValueError, RecursionError) as error:
        return Verdict(path.name, f"not JSON: {error}")
    return judge(data, box, path.name)


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """JSON lets a key stand twice; a position with two warriors of one id must not pass in silence."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for key, _ in pairs if [k for k, _ in pairs].count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice")
    return found


def judge(data: Any, box: Box, name: str = "position") -> Verdict:
    try:
        position = Position.model_validate(data)
        state = place(position, box)
    except ValidationError as error:
        first = error.errors()[0]
        return Verdict(name, f"{'.'.join(str(p) for p in first['loc'])}: {first['msg']}")
    except PositionError as error:
        return Verdict(name, str(error))
    for number, step in enumerate(position.steps, 1):
        try:
            state = _play(state, step)
        except Disagreement as difference:
            return Verdict(position.name, f"step {number}: {difference}")
    return Verdict(position.name, "")


class Disagreement(Exception):
    """Expected one thing, got another."""


def _play(state: State, step: Step) -> State:
    if step.do is not None:
        state = _do(state, step.do, step)
    if step.state is not None:
        for expected, got in differences(state, step.state):
            raise Disagreement(f"expected {expected}, got {got}")
    return state


def _do(state: State, do: Mapping[str, Any], step: Step) -> State:
    try:
        after = _drawn(_taken(state, do))
        got = "ok"
    except NotationError as error:
        raise Disagreement(f"expected {_words(step)}, got a verb that cannot be read: {error}") from error
    except MalformedState as error:
        raise Disagreement(f"expected {_words(step)}, got an override that cannot be made: {error}") from error
    except Refused as refused:
        after = state
        got = refused.refusal.rule
        text = f"refused {got} ({refused.refusal.key} {dict(refused.refusal.facts)})"
    if step.expect == "ok":
        if got != "ok":
            raise Disagreement(f"expected ok, got {text}")
        return after
    wanted = step.expect.refused
    if got == "ok" or (wanted != "*" and got not in ([wanted] if isinstance(wanted, str) else wanted)):
        raise Disagreement(f"expected {_words(step)}, got {got if got == 'ok' else text}")
    return after


def _taken(state: State, do: Mapping[str, Any]) -> State:
    if "override" in do and len(do) == 1:
        return apply_override(state, do["override"]).state
    return take(state, do).state


def _words(step: Step) -> str:
    return "ok" if step.expect == "ok" else f"refused {step.expect.refused}"


def _drawn(state: State) -> State:
    """Draws are answered from the pile and the decks of the position, top first."""
    while waiting(state).kind == "draw":
        what = waiting(state).what
        top = drawable(state)[0] if what == "tile" else state.decks[what][0]
        state = apply(state, Draw(top)).state
    return state


# -- comparing ---------------------------------------------------------------------------------------------------------


def differences(state: State, picture: Picture) -> Iterator[tuple[str, str]]:
    """Where the state is not as pictured: what was expected and what is."""
    for name, wanted in (picture.warriors or {}).items():
        yield from _warrior_differences(state, name, wanted)
    for label, count in (picture.troglodytes or {}).items():
        here = sum(w.figure == TROGLODYTE for w in state.warriors.on(label))
        if here != count:
            yield f"{count} Troglodytes on {label}", str(here)
    for label, edges in (picture.unexplored or {}).items():
        mask = state.board.unexplored.get(label)
        got_edges = "no such tile" if mask is None else openings_text(mask)
        if sorted(got_edges) != sorted(edges):
            yield f"unexplored {label}: {edges!r}", repr(got_edges)
    for key, got in _table(state).items():
        if key in picture.model_fields_set and getattr(picture, key) != got:
            yield f"{key} {getattr(picture, key)!r}", repr(got)
    if picture.tiles is not None and sorted(picture.tiles) != sorted(state.board.tiles):
        yield f"tiles {sorted(picture.tiles)}", str(sorted(state.board.tiles))


def _table(state: State) -> dict[str, Any]:
    asked = waiting(state)
    return {
        "tp": state.tp,
        "phase": state.phase,
        "dice_to_roll": asked.number if asked.kind == "roll" else 0,
        "waiting_for": asked.side,
        "event_hand": len(state.hands.get("event", ())),
        "winner": state.outcome.winner if state.outcome else None,
    }


def _warrior_differences(state: State, name: str, wanted: WarriorPicture) -> Iterator[tuple[str, str]]:
    got = _warrior_picture(state, name)
    for key in wanted.model_fields_set:
        expected = getattr(wanted, key)
        if key == "cancelled" and expected is not None:
            expected = sorted(expected)
        if got.get(key) != expected:
            yield f"{name} {key} {expected!r}", repr(got.get(key))


def _warrior_picture(state: State, name: str) -> dict[str, Any]:
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
