"""A decision in every state random games reach, in all scenarios: is there one, and does the engine take it?"""

from __future__ import annotations

import time
from collections.abc import Iterator

from companion.opponent.knowledge import acting
from companion.opponent.players import PLAYERS, Player, decide
from companion.opponent.search import SearchPlayer
from companion.rules.engine import refusal
from tests.opponent.reached import box, sampled

STATES = 10_000
# As little thought as there is, and still a hundred times that of the script: asked in every so many states.
SEARCHED = 20
SEED = 2_000


def run() -> Iterator[dict[str, object]]:
    players: dict[str, tuple[Player, int]] = {name: (PLAYERS[name], 1) for name in ("script", "easy", "random")}
    players["search"] = (SearchPlayer(work=1), SEARCHED)
    for name, (player, every) in players.items():
        asked, faults, took = 0, 0, 0.0
        for number, (state, waiting) in enumerate(sampled(STATES, SEED, list(box().scenarios))):
            if number % every:
                continue
            begun = time.process_time()
            action = decide(player, state, acting(waiting), number)
            took += time.process_time() - begun
            asked += 1
            faults += action is None or refusal(state, action) is not None
        yield {
            "bench": f"decisions.{name}",
            "states": asked,
            "none_or_refused": faults,
            "ms_mean": round(1000 * took / asked, 2),
        }
