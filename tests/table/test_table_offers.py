"""What a seat may do, as data: who may enter and why not, what placed dice bring, which dice exhaust."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.rules.engine import refusal
from companion.rules.notation import read
from companion.table.table import Table
from tests.table.choosing import choose
from tests.table.table_rig import done, play_until, submit


def test_entries_say_what_the_engine_would_say(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: v["waiting"]["what"] == "enter")
    assert view["entries"]
    for entry in view["entries"]:
        legal = [do["tile"] for do in view["legal"] if do.get("enter") == entry["card"]]
        assert entry["tiles"] == legal
        assert (entry["refusal"] is None) == bool(legal)


def test_whoever_cannot_be_paid_is_refused_with_the_numbers(table: Table, rng: random.Random) -> None:
    play_until(table, rng, lambda v: v["waiting"]["what"] == "enter")
    done(table, {"override": {"tp": 0}})
    for entry in table.view("demon")["entries"]:
        why = entry["refusal"]
        assert why is not None
        assert (why["code"], why["key"], why["facts"]["needed"]) == ("rules/THR-3", "too_few_tp", entry["cost"])
        answer = submit(table, {"enter": entry["card"], "tile": "1"}, "demon")
        assert {"code": answer.code, "key": answer.key, "facts": answer.facts} == why


def test_nobody_enters_outside_the_threat_phase(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: v["phase"] != "threat")
    assert view["entries"] == []
    assert view["destiny"] is None


def test_placed_dice_bring_what_they_then_bring(table: Table, rng: random.Random) -> None:
    """The sum the tablet shows before the squares take effect is the one the engine pays."""
    view = play_until(table, rng, lambda v: any("place" in do for do in v["legal"]) and v["destiny"] is not None)
    while any("place" in do for do in view["legal"]):
        done(table, rng.choice([do for do in view["legal"] if "place" in do]))
        view = table.view("both")
    board = view["destiny"]
    assert board is not None
    placed = {square["id"] for square in board["squares"] if square["dice"]}
    assert placed == {name for name, _ in view["waiting"]["facts"]["placed"]}
    assert all(square["used"] for square in board["squares"] if square["red"] and square["dice"])
    before = view["tp"]
    done(table, {"resolve": True})
    assert table.view("both")["tp"] == before + board["tp"]


def test_dice_that_exhaust_are_those_the_engine_exhausts_with(table: Table, rng: random.Random) -> None:
    done(table, {"override": {"warriors": {"redeemer": {"cancelled": [2, 5]}}}})
    view = play_until(table, rng, lambda v: v["waiting"]["what"] == "assign")
    redeemer = next(w for w in view["warriors"] if w["id"] == "redeemer")
    assert redeemer["exhausting"] == [2, 5]


def test_targets_are_named_as_attacks_name_them(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: any("target" in do and "attack" in do for do in v["legal"]))
    names = {w["target"] for w in view["warriors"]}
    attacks = [do for do in view["legal"] if "attack" in do and "target" in do]
    assert {do["target"] for do in attacks} <= names
    assert all(refusal(table.state, read(do)[0]) is None for do in attacks)


def test_the_defence_of_a_roll_is_the_one_it_is_counted_against(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: v["odds"] is not None and v["odds"]["defence"] is not None)
    assert view["odds"]["defence"] == view["odds"]["to_hit"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_options_say_no_exactly_where_nothing_is_legal(table: Table, seed: int) -> None:
    """The reason comes with the view where `legal` has no such verb of the warrior, and only there."""
    rng = random.Random(seed)
    seen = 0
    for _ in range(150):
        view = table.view("both")
        if view["waiting"]["kind"] == "over":
            break
        legal = {(verb, do[verb]) for do in view["legal"] for verb in ("move", "explore", "attack") if verb in do}
        for warrior in view["warriors"]:
            options = warrior["options"]
            if options is None or view["waiting"]["what"] != "activate":
                continue
            seen += 1
            for verb in ("move", "explore", "attack"):
                assert (options[verb] is None) == ((verb, warrior["id"]) in legal), (verb, warrior["id"], options[verb])
            assert all(len(reach["steps"]) > 0 for reach in options["reach"])
        done(table, choose(view, rng))
    assert seen > 20


def test_the_steps_of_a_way_are_taken_one_after_the_other(table: Table, rng: random.Random) -> None:
    def far(view: Any) -> bool:
        return any(len(reach["steps"]) > 1 for reach in ways(view))

    def ways(view: Any) -> list[Any]:
        return [reach for w in view["warriors"] if w["options"] for reach in w["options"]["reach"]]

    view = play_until(table, rng, far)
    reach = next(reach for reach in ways(view) if len(reach["steps"]) > 1)
    who = reach["steps"][0]["move"]
    for step in reach["steps"]:
        done(table, step)
    after = next(w for w in table.view("both")["warriors"] if w["id"] == who)
    assert (after["tile"], after["spent"]) == (reach["tile"], reach["cost"])


def test_options_are_for_those_who_act(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: v["waiting"]["what"] == "activate")
    side = view["side"]
    other = "demon" if side == "human" else "human"
    for seat, wanted in ((side, True), (other, False), ("table", False)):
        found = {w["side"] for w in table.view(seat)["warriors"] if w["options"] is not None}
        assert found == ({side} if wanted else set())
