"""How fast the referee is, next to python-chess doing the same in the same run, and how long an owner's box takes."""

from __future__ import annotations

import json
import random
import statistics
from collections.abc import Callable, Iterator

import chess

from companion.content.box import Box, load_box
from companion.content.owner.box_check import box_check, open_values
from companion.content.owner.building import base_box, box_with, data_of
from companion.content.owner.overlay import Overlay
from companion.content.owner.values import confirmed, with_value
from companion.content.setup import new_game
from companion.rules.engine import apply, legal_actions
from tests.bench.timing import cpu_ms

ACTIONS = 40_000
TURNS = 3
BOXES = 15
SCENARIO = "survivors"


def run() -> Iterator[dict[str, object]]:
    yield random_play()
    yield owners_box()


# -- the referee -------------------------------------------------------------------------------------------------------


def random_play() -> dict[str, object]:
    """List the legal actions, pick one, apply it; the two take turns so that a busy machine slows both alike."""
    box = load_box()
    ours = theirs = 0.0
    for seed in range(TURNS):
        ours = max(ours, _per_second(lambda seed=seed: play(box, seed)))  # type: ignore[misc]
        theirs = max(theirs, _per_second(lambda seed=seed: play_chess(seed)))  # type: ignore[misc]
    return {
        "bench": "rules",
        "actions_per_s": round(ours),
        "python_chess_moves_per_s": round(theirs),
        "ratio": round(ours / theirs, 2),
    }


def _per_second(run: Callable[[], None]) -> float:
    return ACTIONS * 1000 / cpu_ms(run)


def play(box: Box, seed: int) -> None:
    """Random legal play, The Survivors again and again."""
    rng = random.Random(seed)
    state = new_game(box, SCENARIO)
    for _ in range(ACTIONS):
        if state.outcome is not None:
            state = new_game(box, SCENARIO)
        state = apply(state, rng.choice(legal_actions(state))).state


def play_chess(seed: int) -> None:
    rng = random.Random(seed)
    board = chess.Board()
    for _ in range(ACTIONS):
        legal = list(board.legal_moves)
        if not legal or board.halfmove_clock > 100:
            board = chess.Board()
            legal = list(board.legal_moves)
        board.push(rng.choice(legal))


# -- the owner's box ---------------------------------------------------------------------------------------------------


def owners_box() -> dict[str, object]:
    """A box with every open value confirmed is built, and its box check drawn up."""
    overlay = Overlay()
    data = data_of(base_box())
    for path in open_values(base_box(), SCENARIO):
        overlay = confirmed(overlay, data, path)
    variants = [with_value(overlay, f"scenario.{SCENARIO}.tp", n) for n in range(BOXES)]
    box = box_with(overlay)
    return {
        "bench": "owner's box",
        "build_ms": _median([cpu_ms(lambda v=v: box_with(v)) for v in variants]),  # type: ignore[misc]
        "check_ms": _median([cpu_ms(lambda: box_check(box, SCENARIO)) for _ in range(BOXES)]),
        "bytes": len(json.dumps(overlay.to_json())),
    }


def _median(taken: list[float]) -> float:
    return round(statistics.median(taken), 1)
