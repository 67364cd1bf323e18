"""How fast the referee is: random play, next to python-chess doing the same in the same run."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator

from companion.content.box import Box, load_box
from companion.content.setup import new_game
from companion.rules.engine import apply, legal_actions

ACTIONS = 40_000
TURNS = 3


def run() -> Iterator[dict[str, object]]:
    """List the legal actions, pick one, apply it; the two take turns so that a busy machine slows both alike."""
    box = load_box()
    play_chess = _chess()
    ours: list[float] = []
    theirs: list[float] = []
    for seed in range(TURNS):
        ours.append(_rate(lambda n, seed=seed: random_play(box, n, seed)))  # type: ignore[misc]
        theirs.append(_rate(lambda n, seed=seed: play_chess(n, seed)))  # type: ignore[misc]
    best, chess = max(ours), max(theirs)
    yield {
        "bench": "rules",
        "actions_per_s": round(best),
        "python_chess_moves_per_s": round(chess),
        "ratio": round(best / chess, 2),
    }


def _rate(play: Callable[[int], None]) -> float:
    begun = time.process_time()
    play(ACTIONS)
    return ACTIONS / (time.process_time() - begun)


def random_play(box: Box, actions: int, seed: int) -> None:
    """Random legal play, The Survivors again and again."""
    rng = random.Random(seed)
    state = new_game(box, "survivors")
    for _ in range(actions):
        if state.outcome is not None:
            state = new_game(box, "survivors")
        state = apply(state, rng.choice(legal_actions(state))).state


def _chess() -> Callable[[int, int], None]:
    # A development dependency, used for nothing but this comparison.
    import chess

    def play(moves: int, seed: int) -> None:
        rng = random.Random(seed)
        board = chess.Board()
        for _ in range(moves):
            legal = list(board.legal_moves)
            if not legal or board.halfmove_clock > 100:
                board = chess.Board()
                legal = list(board.legal_moves)
            board.push(rng.choice(legal))

    return play
