"""What thinks, plain and compiled (`make compiled`): the same games both ways, and how much faster.

Run as a file by itself, once each way, so that nothing of this checkout is imported but what the path says.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path

from companion.content import load_box, new_game
from companion.opponent.errands import Ways
from companion.opponent.playout import play_on
from companion.opponent.prospects import prospects
from companion.rules import engine
from companion.rules.snapshot import to_json
from companion.rules.state import State
from companion.rules.words import HUMAN

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "compiled" / "lib"
# Of each scenario.
GAMES = 16
# A random game that goes on for longer is left where it is.
MOST_ACTIONS = 1_500
# Rounds the script plays on from the beginning.
ROUNDS = 4


def one_way(games: int) -> dict[str, object]:
    """A digest of all games, and random actions a second of processor time."""
    box, digest, actions, took = load_box(), hashlib.sha256(), 0, 0.0
    for scenario in box.scenarios:
        for seed in range(games):
            begun = time.process_time()
            state, done = at_random(new_game(box, scenario), random.Random(seed))
            took, actions = took + time.process_time() - begun, actions + done
            digest.update(json.dumps(to_json(state)).encode())
        state = play_on(new_game(box, scenario), random.Random(games), Ways(), ROUNDS)
        digest.update(f"{json.dumps(to_json(state))} {prospects(state, HUMAN, Ways())}".encode())
    return {
        "compiled": not str(engine.__file__).endswith(".py"),
        "games": digest.hexdigest(),
        "actions": actions,
        "actions_per_s": round(actions / took),
    }


def at_random(state: State, rng: random.Random) -> tuple[State, int]:
    done = 0
    while state.outcome is None and done < MOST_ACTIONS:
        state = engine.apply(state, rng.choice(engine.legal_actions(state))).state
        done += 1
    return state, done


def measured(path: Path, games: int) -> dict[str, object]:
    command = [sys.executable, "-P", __file__, "--here", "--games", str(games)]
    ran = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(path)}, stdout=subprocess.PIPE, check=True)
    found: dict[str, object] = json.loads(ran.stdout)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="of each scenario")
    parser.add_argument("--here", action="store_true", help="play with what is imported")
    args = parser.parse_args()
    if args.here:
        print(json.dumps(one_way(args.games)))
        return 0
    plain, compiled = measured(ROOT, args.games), measured(BUILT, args.games)
    same = plain["games"] == compiled["games"] and not plain["compiled"] and bool(compiled["compiled"])
    print(json.dumps({
        "bench": "compiled",
        "same_games": same,
        "actions": plain["actions"],
        "plain_per_s": plain["actions_per_s"],
        "compiled_per_s": compiled["actions_per_s"],
    }))  # fmt: skip
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
