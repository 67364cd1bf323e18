"""What an override can bring about and what it cannot: invariants, and states that are marked as off the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.content import load_box
from companion.content.setup import new_game
from companion.rules import explain
from companion.rules.engine import apply, legal_actions
from companion.rules.invariants import off_the_rules, unsound
from companion.rules.override import MalformedState, apply_override
from companion.rules.state import State

BOX = load_box()
KINDS = ["troglodyte", "underground_hunter", "brute", "blade"]


def excess(state: State) -> dict[tuple[str, str], int]:
    """How many too many there are, by tile and side or by miniature."""
    found = {}
    for off in off_the_rules(state):
        where = (str(off.facts.get("tile", "")), str(off.facts.get("side", off.facts.get("warrior"))))
        found[where] = off.facts["here"] - off.facts["most"]
    return found


def change(state: State, rng: random.Random) -> dict[str, Any]:
    """Anything in the vocabulary, with names that are on the table and values that are in range."""
    name, tile = rng.choice(list(state.warriors.all)), rng.choice(list(state.board.tiles))
    number = rng.randrange(1, 14)
    at = [rng.randrange(-2, 3), rng.randrange(-3, 3)]
    options: list[dict[str, Any]] = [
        {"warriors": {f"{rng.choice(KINDS)}-{number}": {"kind": rng.choice(KINDS), "tile": tile}}},
        {"warriors": {n: {"tile": tile} for n in (name, rng.choice(list(state.warriors.all)))}},
        {"warriors": {name: rng.choice([None, {"fate": "dead"}, {"fate": "out"}, {"kind": rng.choice(KINDS)}])}},
        {"warriors": {name: {"cancelled": rng.sample(range(1, 7), rng.randrange(7))}}},
        {"warriors": {name: {"wounds": rng.randrange(5), "health": rng.randrange(1, 6)}}},
        {"warriors": {name: {"die": rng.randrange(7), "exhausted": rng.random() < 0.5}}},
        {"warriors": {name: {"talents": rng.sample(["elusive", "bodyguard", "impressive", "frantic", "blessed"], 2)}}},
        {"warriors": {name: {"line": {"mvt": 3, "cbt": 3, "def": 2}, "tokens": ["tough"]}}},
        {"tiles": {tile: {"rotation": rng.choice([0, 90, 180, 270])}}},
        {"tiles": {tile: {"kind": rng.choice(["tight", "hole", "flooded", "hungry", "plain"])}}},
        {"tiles": {f"X{number}": {"kind": "plain", "at": at, "openings": rng.choice(["N", "ES", "NESW", ""])}}},
        {"tiles": {tile: None}},
        {"phase": rng.choice([turn.phase for turn in state.game.turns]), "tp": rng.randrange(9)},
        {"acted": [], "active": name},
        {"holes": [tile], "entered": [tile]},
        {"discards": rng.sample(list(state.game.tiles), 2)},
        {"hands": {"event": ["critical_hit"], "advantage": ["grenade", "unknown"]}},
        {"decks": {"event": [], "advantage": ["grenade"]}},
        {"effects": [{"scope": name, "until": "end:game", "forbids": ["move"], "cbt": -2}]},
        {"marks": [{"name": "human_lays", "amount": 2, "until": "end:game"}]},
        {"dice": [rng.randrange(1, 7) for _ in range(5)]},
        {"red_used": ["trap"], "winner": rng.choice([None, "human"])},
    ]
    return rng.choice(options)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32), st.sampled_from(sorted(BOX.scenarios)))
def test_overrides_and_play_keep_what_must_hold(seed: int, scenario: str) -> None:
    """Sound whatever is set; off the rules only by an override, marked, and never made worse by play."""
    rng = random.Random(seed)
    state = new_game(BOX, scenario)
    for _ in range(80):
        if rng.random() < 0.25:
            try:
                state = apply_override(state, change(state, rng)).state
            except MalformedState:
                continue
            assert unsound(state) == []
        elif state.outcome is None:
            before = excess(state)
            state = apply(state, rng.choice(legal_actions(state))).state
            assert unsound(state) == []
            worse = {where: n for where, n in excess(state).items() if n > before.get(where, 0)}
            assert worse == {}


@pytest.mark.parametrize("scenario", sorted(BOX.scenarios))
def test_a_crowd_set_by_hand_is_marked_and_explained(scenario: str) -> None:
    state = new_game(BOX, scenario)
    tile = next(label for label in state.board.tiles)
    most = state.kind_of(tile).capacity
    crowd = {f"troglodyte-{n}": {"kind": "troglodyte", "tile": tile} for n in range(1, 13)}
    assert off_the_rules(state) == []
    after = apply_override(state, {"warriors": crowd}).state
    keys = {off.key: off for off in off_the_rules(after)}
    assert keys["too_many_on_tile"].facts["here"] == 12
    assert keys["too_many_on_tile"].facts["most"] == most
    assert keys["too_many_miniatures"].facts == {"warrior": "troglodyte", "here": 12, "most": 11}
    for language in ("en", "fr", "ru"):
        assert "12" in explain(keys["too_many_on_tile"], language)


def test_a_tile_without_an_opening_is_refused() -> None:
    state = new_game(BOX, "survivors")
    with pytest.raises(MalformedState) as refused:
        apply_override(state, {"tiles": {"X": {"kind": "plain", "at": [4, 4], "openings": ""}}})
    assert refused.value.key == "openings_needed"
