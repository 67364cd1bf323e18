"""Kartikeya at the table: what views say of its board and of Deadly Destiny, undo, and what is put back by hand."""

from __future__ import annotations

import random

from companion.content.setup import new_game
from companion.rules.actions import Instinct, Roll
from companion.rules.engine import apply, refusal, waiting
from companion.rules.override import apply_override
from companion.table.game_store import GameStore
from companion.table.loaded_box import LoadedBox
from companion.table.physical_table import put_back
from companion.table.views import state_view
from tests.table.choosing import choose_boldly
from tests.table.table_rig import begin, done

BOX = LoadedBox().box


def test_the_board_is_for_who_places_the_dice(games: GameStore) -> None:
    """FS-2: part by part which dice fit and what they give; all may see its wounds."""
    table = begin(games, scenario="prey_and_hunter")
    done(table, {"roll": [1, 2, 5, 6]}, "squamata")
    board = table.view("squamata")["instinct"]
    assert board is not None
    assert board["dice"] == [1, 2, 5, 6]
    assert board["war_cry"]
    arms = next(part for part in board["parts"] if part["part"] == "arms")
    assert [(space["faces"], space["cbt"]) for space in arms["spaces"][:2]] == [([1, 2], 2), ([1, 2, 3, 4, 5, 6], 2)]
    assert table.view("demon")["instinct"] is None
    kartikeya = next(w for w in table.view("demon")["warriors"] if w["id"] == "kartikeya")
    assert [part["name"] for part in kartikeya["parts"] or ()] == ["head", "arms", "body", "legs", "heavy_armor"]


def test_every_space_the_view_shows_takes_its_faces_and_gives_what_it_says() -> None:
    start = new_game(BOX, "prey_and_hunter")
    for face in range(1, 7):
        state = apply(start, Roll((face,) * 4)).state
        board = state_view(state, "squamata")["instinct"]
        assert board is not None
        for part in board["parts"]:
            for at, space in enumerate(part["spaces"]):
                placing = Instinct({part["part"]: (face,)}, {part["part"]: (at,)})
                assert (refusal(state, placing) is None) == (face in space["faces"])
                if face in space["faces"]:
                    after = apply(state, placing).state.warriors.all["kartikeya"]
                    before = start.warriors.all["kartikeya"].profile
                    gained = tuple(now - was for now, was in zip(after.line, before.resting, strict=True))
                    assert gained == (space["mvt"], space["cbt"], space["def"])
                    assert after.talents == before.talents | set(space["talents"])


def test_a_destroyed_part_takes_no_face() -> None:
    state = apply_override(new_game(BOX, "prey_and_hunter"), {"warriors": {"kartikeya": {"parts": {"legs": 3}}}}).state
    board = state_view(apply(state, Roll((1, 2, 4, 6))).state, "squamata")["instinct"]
    assert board is not None
    faces = {part["part"]: [bool(space["faces"]) for space in part["spaces"]] for part in board["parts"]}
    assert (faces["legs"], faces["head"]) == ([False, False], [True, True])


def test_everybody_sees_the_table_of_deadly_destiny(games: GameStore) -> None:
    """FS-6: points and reasons are open; only the Demon plays an event."""
    table = begin(games, scenario="altar_of_blood")
    done(table, {"override": {"deadly": 2, "deadly_used": ["rumble"]}}, "demon")
    for seat in ("demon", "squamata", "table"):
        deadly = table.view(seat)["deadly"]  # type: ignore[arg-type]
        assert deadly is not None
        assert deadly["points"] == 2
        used = {event["event"]: event["used"] for event in deadly["events"]}
        assert used["rumble"]
        assert not used["tribute"]
    rng = random.Random(3)
    while table.view("both")["waiting"]["what"] != "enter":
        done(table, choose_boldly(table.view("both"), rng))
    assert {"deadly": "tribute"} in table.view("demon")["legal"]
    assert {"deadly": "tribute"} not in table.view("squamata")["legal"]
    done(table, {"deadly": "tribute"}, "demon")
    points = table.state.deadly
    done(table, {"undo": True}, "squamata")
    assert table.state.deadly == points + 2
    back = {item["key"]: item["facts"] for item in table.view("demon")["put_back"]}
    assert back["deadly_to"] == {"points": points + 2}
    assert back["event_up"] == {"event": "tribute"}


def test_wounds_and_tiles_are_put_back() -> None:
    whole = new_game(BOX, "prey_and_hunter")
    change = {"kartikeya": {"parts": {"head": 2, "heavy_armor": 1}, "squamata": ["heavy_armor"]}}
    hurt = apply_override(whole, {"warriors": change}).state
    found = {item["key"] for item in put_back(hurt, whole, "table")}
    assert found == {"part_wounds_to", "squamata_on"}
    assert {item["key"] for item in put_back(whole, hurt, "table")} == {"part_wounds_to", "squamata_off"}


def test_water_is_put_back() -> None:
    """DP-5"""
    start = new_game(BOX, "misled")
    full = apply_override(start, {"tiles": {"41": {"at": [0, -1]}}}).state
    less = apply_override(full, {"water": {"41": 1}}).state
    assert [item["key"] for item in put_back(less, full, "table")] == ["water_to"]


def test_a_split_attack_has_the_chances_of_its_dice(games: GameStore) -> None:
    """FS-3: each number of dice is offered with its own odds."""
    table = begin(games, scenario="prey_and_hunter")
    rng = random.Random(5)
    while table.view("both")["waiting"]["what"] != "activate":
        done(table, choose_boldly(table.view("both"), rng))
    done(table, {"override": {"warriors": {"troglodyte-1": {"tile": "36"}}}}, "squamata")
    offers = [one for one in table.view("squamata")["attack_odds"] if one["do"]["attack"] == "kartikeya"]
    assert waiting(table.state).side == "squamata"
    assert [one["dice"] for one in offers] == [one["do"]["dice"] for one in offers]
    assert len(offers) == next(w for w in table.view("table")["warriors"] if w["id"] == "kartikeya")["dice_left"]
