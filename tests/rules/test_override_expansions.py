"""Override of what the expansions add: water, dice and numbers of Hellhounds, Skills, Kartikeya's body (DP, FS)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.content import Box, Position, new_game, place
from companion.rules import State, legal_actions, take, waiting
from companion.rules.actions import Fountain
from companion.rules.override import MalformedState, apply_override


def changed(state: State, **change: Any) -> State:
    return apply_override(state, change).state


@pytest.fixture
def misled(box: Box) -> State:
    """De Profundis: Redeemer, Brute, Blade and Sicaria in the Pentacle Room (tile 36)."""
    return new_game(box, "misled")


def test_a_fountain_laid_by_hand_has_water_and_it_can_be_set(misled: State) -> None:
    """DP-5"""
    state = changed(misled, tiles={"42": {"at": [0, -1]}})
    assert state.water == {"42": 2}
    assert changed(state, water={"42": 1}).water == {"42": 1}
    assert changed(state, tiles={"42": None}).water == {}
    with pytest.raises(MalformedState):
        changed(state, water={"36": 1, "99": 2})
    ready = changed(state, warriors={"brute-1": {"tile": "42", "cancelled": [3]}}, phase="initiative")
    assert Fountain("42", "brute-1", (3,)) in legal_actions(ready)


def test_a_hellhound_and_its_die(misled: State) -> None:
    """DP-3: the line follows the die; without one it is that of its instinct."""
    state = changed(misled, warriors={"hellhound-1": {"kind": "hellhound", "tile": "36"}})
    profile = state.warriors.all["hellhound-1"].profile
    assert state.warriors.all["hellhound-1"].line == profile.instinct
    given = changed(state, warriors={"hellhound-1": {"die": 5}})
    assert given.warriors.all["hellhound-1"].line == profile.lines[4]
    back = changed(given, warriors={"hellhound-1": {"die": 0}})
    assert back.warriors.all["hellhound-1"].line == profile.instinct
    threat = changed(given, phase="threat")
    assert threat.warriors.all["hellhound-1"].die == 0


def test_how_many_hellhounds_have_come(misled: State) -> None:
    """DP-2"""
    state = changed(misled, entries={"hellhound": 2}, tp=9, phase="threat")
    state = take(state, {"roll": [1, 2, 3]}).state
    state = take(state, {"resolve": True}).state
    assert waiting(state).what == "enter"
    assert not any(getattr(action, "profile", "") == "hellhound" for action in legal_actions(state))
    with pytest.raises(MalformedState):
        changed(state, entries={"cat": 1})


def test_no_two_share_a_skill(misled: State) -> None:
    """DP-4"""
    state = changed(misled, warriors={"sicaria-1": {"skills": ["tough"]}})
    assert state.warriors.all["sicaria-1"].skills == ("tough",)
    second = {"kind": "sicaria", "tile": "36", "skills": ["tough"]}
    with pytest.raises(MalformedState):
        changed(state, warriors={"sicaria-2": second})
    with pytest.raises(MalformedState):
        changed(state, warriors={"sicaria-1": {"skills": ["blunderbuss"]}})


def test_the_body_of_kartikeya(box: Box) -> None:
    """FS-4, FS-6: wounds, tiles and points; no override leaves it alive without a part, and no Human is needed."""
    position = {
        "name": "a body", "rules": [], "phase": "threat", "steps": [], "sides": ["demon", "squamata"],
        "tiles": {"A": {"at": [0, 0], "kind": "plain", "openings": "NE"}},
        "warriors": {"kartikeya": {
            "kind": "kartikeya", "tile": "A", "line": {"mvt": 1, "cbt": 1, "def": 4},
            "parts": {"head": {"resistance": 3}, "legs": {"resistance": 2}},
            "squamata": {"war_cry": "head", "reptilian_reflexes": None},
        }},
        "deadly_events": {"howl": 1},
    }  # fmt: skip
    state = place(Position.model_validate(position), box)
    state = changed(
        state, warriors={"kartikeya": {"parts": {"legs": 2}, "squamata": ["war_cry"]}}, deadly=4, deadly_used=["howl"]
    )
    body = state.warriors.all["kartikeya"]
    assert [(part.name, part.wounds) for part in body.parts] == [("head", 0), ("legs", 2)]
    assert body.squamata == (("war_cry", "head"),)
    assert (state.deadly, state.deadly_used) == (4, frozenset({"howl"}))
    for wrong in ({"parts": {"head": 3}}, {"parts": {"head": 4}}, {"parts": {"tail": 1}}, {"squamata": ["berserk"]}):
        with pytest.raises(MalformedState):
            changed(state, warriors={"kartikeya": wrong})


def test_what_kartikeya_has_lost_can_be_put_back(box: Box) -> None:
    """FS-5: a tile that left play comes back to the part it lies on; Heavy Armor takes wounds again."""
    state = new_game(box, "prey_and_hunter")
    state = changed(state, warriors={"kartikeya": {"parts": {"heavy_armor": 3}, "squamata": ["consumption"]}})
    assert state.warriors.all["kartikeya"].squamata == (("consumption", "head"),)
    tiles = ["berserk", "heavy_armor", "reptilian_reflexes"]
    state = changed(state, warriors={"kartikeya": {"squamata": tiles}})
    body = state.warriors.all["kartikeya"]
    assert body.squamata == (("berserk", "head"), ("heavy_armor", ""), ("reptilian_reflexes", ""))
    assert body.parts[-1] == ("heavy_armor", 3, 0)
    state = changed(state, warriors={"kartikeya": {"parts": {"heavy_armor": 2}}})
    assert state.warriors.all["kartikeya"].parts[-1].wounds == 2
    anew = changed(state, warriors={"kartikeya": {"kind": "kartikeya"}})
    assert anew.warriors.all["kartikeya"].parts == state.warriors.all["kartikeya"].parts
    fresh = apply_override(state, {"warriors": {"kartikeya": None, "kartikeya-2": {"kind": "kartikeya", "tile": "36"}}})
    assert {part.name: part.resistance for part in fresh.state.warriors.all["kartikeya-2"].parts} == {
        **{"head": 3, "arms": 4, "body": 4, "legs": 3}
    }


def test_squamata_dice_that_lie_ready_can_be_set(box: Box) -> None:
    state = take(new_game(box, "prey_and_hunter"), {"roll": [1, 1, 1, 1]}).state
    assert waiting(changed(state, dice=[6, 5, 2, 1])).facts["dice"] == [1, 2, 5, 6]


def test_no_game_of_two_goes_on_without_kartikeya(box: Box) -> None:
    for scenario in ("prey_and_hunter", "blood_trail"):
        with pytest.raises(MalformedState) as error:
            changed(new_game(box, scenario), warriors={"kartikeya": None})
        assert error.value.key == "no_kartikeya_left"
    assert changed(new_game(box, "three_ways"), warriors={"kartikeya": None}).outcome is None
