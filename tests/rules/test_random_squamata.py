"""Random play with Kartikeya against Humans and against the Demon: every invariant holds, every state can be kept."""

import json
import random
from typing import Any

import pytest

from companion.content import Box, Position, place
from companion.rules import apply, from_json, legal_actions, outcome, to_json, waiting
from companion.rules.invariants import broken
from companion.rules.notation import read, write

PARTS = {name: {"resistance": 3} for name in ("head", "arms", "body", "legs")}
TILES = {
    "A": {"at": [0, 0], "kind": "devouring_pit", "openings": "NESW"},
    "B": {"at": [1, 0], "kind": "mushrooms", "openings": "NWE"},
    "C": {"at": [2, 0], "kind": "sacrificial_altar", "openings": "WNE"},
    "D": {"at": [0, 1], "kind": "booby_trapped", "openings": "NS"},
}
PILE = [{"kind": kind, "openings": "NES"} for kind in ("plain", "hungry", "flooded", "hole", "plain", "tight")]
KARTIKEYA = {
    "kind": "kartikeya", "tile": "A", "line": {"mvt": 2, "cbt": 3, "def": 4}, "parts": PARTS,
    "squamata": {"war_cry": "head", "consumption": "head", "berserk": "head", "steel_blades": "arms",
                 "heavy_armor": None, "reptilian_reflexes": None},
}  # fmt: skip
HUMANS = {
    "redeemer": {"kind": "redeemer", "tile": "B"},
    "brute-1": {"kind": "brute", "tile": "B"},
    "blade-1": {"kind": "blade", "tile": "D", "objects": ["blunderbuss"]},
}
FIENDS = {
    "troglodyte-1": {"kind": "troglodyte", "tile": "B"},
    "troglodyte-2": {"kind": "troglodyte", "tile": "C"},
    "demon-1": {"kind": "demon", "tile": "C"},
}
DEADLY = {"howl": 1, "rockfall": 2, "swarm": 3}
TABLES: dict[str, dict[str, Any]] = {
    "human": {"sides": ["squamata", "human"], "warriors": {"kartikeya": KARTIKEYA, **HUMANS}},
    "demon": {"sides": ["demon", "squamata"], "warriors": {"kartikeya": KARTIKEYA, **FIENDS}, "deadly_events": DEADLY},
    "both": {
        "sides": ["human", "demon", "squamata"],
        "warriors": {"kartikeya": KARTIKEYA, **HUMANS, **FIENDS},
        "deadly_events": DEADLY,
    },
}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("foes", TABLES)
def test_random_play_holds_together(box: Box, foes: str, seed: int) -> None:
    """FS-1 to FS-7: nothing the rules allow breaks them."""
    position = {
        "name": foes, "rules": [], "tiles": TILES, "pile": PILE, "phase": "instinct", "tp": 6, "steps": [],
        **TABLES[foes],
    }  # fmt: skip
    state = place(Position.model_validate(position), box)
    dice = random.Random(seed)
    for _ in range(300):
        if outcome(state) is not None:
            break
        action = dice.choice(legal_actions(state))
        assert read(write(action)) == [action]
        state = apply(state, action).state
        assert broken(state) == []
    assert from_json(state.game, json.loads(json.dumps(to_json(state)))) == state


def test_what_nobody_plays_is_asked_of_the_other_player(box: Box) -> None:
    """TIL-10: without the Demon its Hole is put down by the player whose turn it is not."""
    position = {
        "name": "hole", "rules": [], "phase": "human_action", "sides": ["human", "squamata"], "steps": [],
        "tiles": {"A": {"at": [0, 0], "kind": "plain", "openings": "NS"},
                  "K": {"at": [0, 1], "kind": "plain", "openings": "NS"}},
        "pile": [{"kind": "hole", "openings": "NS"}],
        "warriors": {"redeemer": {"kind": "redeemer", "tile": "A", "line": {"mvt": 2, "cbt": 1, "def": 4}},
                     "kartikeya": {**KARTIKEYA, "tile": "K"}},
    }  # fmt: skip
    state = place(Position.model_validate(position), box)
    for verb in ("explore", "draw", "lay"):
        state = apply(state, next(a for a in legal_actions(state) if a.verb == verb)).state
    assert (waiting(state).what, waiting(state).side) == ("hole", "squamata")
    assert broken(state) == []
