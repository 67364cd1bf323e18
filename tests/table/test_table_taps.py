"""One tap that is several acts, and what both tablets are told of it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.table.table import Table
from tests.table.table_rig import done, submit
from tests.web.played_round import POSITION

GIVEN = {"redeemer": 5, "brute-1": 3, "blade-1": 3}


@pytest.fixture
def table(table: Table) -> Table:
    """Round 4 of the played round, before its Action Dice."""
    while table.view("both")["waiting"]["kind"] == "draw":
        done(table, {"draw_for_me": True})
    done(table, {"override": POSITION})
    return table


def acting(table: Table) -> Table:
    done(table, {"roll": [5, 3, 3, 2]})
    for name, die in GIVEN.items():
        done(table, {"give": name, "die": die})
    done(table, {"end_phase": True})
    return table


def struck(table: Table) -> Table:
    """The Hunter stands on the crossing and has hit the Redeemer twice."""
    acting(table)
    done(table, {"end_phase": True})
    done(table, {"roll": [4, 2, 6]})
    done(table, {"place": "sounds_from_the_deep", "dice": [4, 2, 6]})
    done(table, {"resolve": True})
    done(table, {"end_phase": True})
    done(table, {"override": {"warriors": {"demon-1": {"tile": "9"}}}})
    done(table, {"attack": "demon-1", "target": "redeemer"})
    done(table, {"roll": [5, 1, 6]})
    return table


def where(table: Table, name: str) -> str:
    return next(w["tile"] for w in table.view("both")["warriors"] if w["id"] == name)


def result(table: Table, seat: Any = "both") -> Any:
    return table.view(seat)["result"]


def reach(table: Table, name: str) -> dict[str, Any]:
    options = next(w["options"] for w in table.view("both")["warriors"] if w["id"] == name)
    assert options is not None
    return {one["tile"]: one for one in options["reach"]}


def test_the_last_die_places_itself_and_goes_back_with_the_one_before(table: Table) -> None:
    done(table, {"roll": [5, 3, 3, 2]})
    done(table, {"give": "redeemer", "die": 5})
    done(table, {"give": "brute-1", "die": 3})
    done(table, {"give": "blade-1", "die": 3})
    assert table.records()[-1].do == {"give": "blade-2", "die": 2}
    assert table.records()[-1].cause == {"kind": "forced"}
    assert table.view("both")["waiting"]["what"] == "initiative"
    undo = table.view("both")["undo"]
    assert undo is not None
    assert undo["name"]["facts"]["give"] == "blade-1"
    done(table, {"undo": True})
    assert table.view("both")["waiting"]["facts"]["warriors"] == ["blade-1", "blade-2"]


def test_dice_that_differ_are_not_given_for_anybody(table: Table) -> None:
    done(table, {"roll": [5, 3, 3, 2]})
    done(table, {"give": "redeemer", "die": 5})
    assert table.view("both")["waiting"]["what"] == "assign"


def test_a_way_of_two_steps_is_one_tap_and_one_undo(table: Table) -> None:
    acting(table)
    steps = reach(table, "blade-2")["4"]["steps"]
    assert [step["to"] for step in steps] == ["1", "4"]
    done(table, {"walk": steps})
    assert where(table, "blade-2") == "4"
    assert [item["facts"]["tile"] for item in result(table)["on_table"]] == ["4"]
    done(table, {"undo": True})
    assert where(table, "blade-2") == "36"
    done(table, {"redo": True})
    assert where(table, "blade-2") == "4"


def test_a_way_that_cannot_be_gone_to_its_end_is_not_begun(table: Table) -> None:
    acting(table)
    version = table.version
    answer = submit(table, {"walk": [{"move": "blade-2", "to": "1"}, {"move": "blade-2", "to": "9"}]})
    assert not answer.ok
    assert table.version == version
    mixed = [{"move": "blade-2", "to": "1"}, {"move": "blade-1", "to": "3"}]
    assert submit(table, {"walk": mixed}).code == "wire/notation"


def test_a_way_over_a_tile_where_something_happens_says_so(table: Table) -> None:
    tiles = {"1": {"kind": "demonic_mechanism", "at": [-1, 0], "openings": "EW"}}
    done(table, {"override": {"tiles": tiles}})
    acting(table)
    found = reach(table, "blade-2")
    assert (found["1"]["over"], found["4"]["over"], found["4"]["shortcut"]) == ([], ["1"], None)
    done(table, {"walk": found["4"]["steps"]})
    assert where(table, "blade-2") == "4"
    assert result(table)["title"]["key"] == "begins"


def test_all_hits_of_an_attack_in_one_go(table: Table) -> None:
    struck(table)
    hits = table.view("both")["hits"]
    assert hits is not None
    assert hits["hits"] == 2
    assert [(t["warrior"], t["guard"], t["lines"]) for t in hits["takers"]] == [
        ("redeemer", False, [0, 1, 2]),
        ("brute-1", True, [0, 1, 2]),
    ]
    version = table.version
    assert not submit(table, {"allot": {"redeemer": [2]}}).ok
    assert table.version == version
    done(table, {"allot": {"redeemer": [2], "brute-1": [2]}}, "human")
    lost = {w["id"]: w["cancelled"] for w in table.view("both")["warriors"] if w["cancelled"]}
    assert lost["redeemer"] == [2, 4]
    assert lost["brute-1"] == [1, 2, 6]
    assert [item["key"] for item in [result(table)["title"], *result(table)["more"]]] == ["cancels", "cancels"]
    assert table.view("both")["waiting"]["what"] == "activate"


def test_hits_are_given_out_by_the_one_who_takes_them(table: Table) -> None:
    struck(table)
    assert submit(table, {"allot": {"redeemer": [1, 2]}}, "demon").code == "table/not_your_seat"
    done(table, {"allot": {"redeemer": [1, 2]}}, "human")
    assert submit(table, {"allot": {"redeemer": [3]}}).code == "table/no_hits"


def test_a_miss_and_a_kill_are_told_with_the_dice_as_they_fell(table: Table) -> None:
    acting(table)
    done(table, {"attack": "brute-1", "target": "troglodytes"})
    assert result(table)["kind"] == "step"
    assert not result(table)["banner"]
    done(table, {"roll": [2, 1]})
    missed = result(table, "demon")
    assert (missed["kind"], missed["by"], missed["banner"]) == ("roll", "human", True)
    assert missed["title"]["key"] == "missed"
    assert missed["roll"] == {"attacker": "brute-1", "target": "troglodytes", "tile": "9", "to_hit": 3, "defence": 3}
    assert missed["dice"] == [{"face": 2, "hit": False}, {"face": 1, "hit": False}]
    assert missed["on_table"] == []
    done(table, {"undo": True})
    reading = table.view("both")["reading"]
    assert reading is not None
    done(table, {"correct": reading["id"], "faces": [3, 6]})
    killed = result(table)
    assert killed["title"] == {"key": "dies", "facts": {"what": "crowd", "number": 2, "tile": "9"}}
    assert killed["on_table"] == [{"key": "crowd_off", "facts": {"number": 2, "tile": "9"}}]


def test_an_undo_tells_both_tablets_who_did_it_and_what_to_put_back(table: Table) -> None:
    acting(table)
    done(table, {"walk": reach(table, "blade-2")["4"]["steps"]})
    done(table, {"undo": True}, "human")
    told = result(table, "demon")
    assert (told["kind"], told["by"], told["steps"]) == ("undo", "human", 2)
    assert told["on_table"] == table.view("demon")["put_back"] != []
    lines = [line for line in table.log("demon") if line["key"] == "moves"]
    assert {(line["undone"], line["undone_by"]) for line in lines} == {(True, "human")}
    assert len({line["tap"] for line in lines}) == 1
    done(table, {"put_back_done": True}, "demon")
    assert table.view("human")["put_back"] == []
    done(table, {"undo": True})
    assert [item["key"] for item in table.view("human")["put_back"]] == ["phase_to"]


def test_back_to_a_chosen_act(table: Table) -> None:
    acting(table)
    there = table.version
    done(table, {"walk": reach(table, "blade-2")["4"]["steps"]})
    done(table, {"move": "blade-1", "to": "3"})
    price = table.going_back("human", there)
    assert price["steps"] == 3
    assert {item["facts"]["warrior"] for item in price["put_back"]} == {"blade-1", "blade-2"}
    version = table.version
    done(table, {"undo_to": there})
    assert table.version == version + 3
    assert (where(table, "blade-2"), where(table, "blade-1")) == ("36", "2")
    assert table.view("both")["put_back"] == price["put_back"]
    assert submit(table, {"undo_to": there}).code == "table/nothing_to_undo"
    assert submit(table, {"undo_to": version}).code == "table/not_in_game"
    done(table, {"redo": True})
    assert where(table, "blade-2") == "4"
