"""The box check: only what matters to a scenario, the weightiest first, with where each value comes from."""

from __future__ import annotations

from typing import Any

import pytest

from companion.content.box import Box
from companion.content.owner.box_check import box_check, open_values, paths_of
from companion.content.owner.building import base_box, box_with, data_of
from companion.content.owner.overlay import Overlay
from companion.content.owner.values import confirmed, with_value
from companion.protocol.refusal import Refused


def item(check: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(i for i in check["items"] if i["id"] == name)
    return found


def all_confirmed(scenario: str) -> Box:
    box = base_box()
    data = data_of(box)
    overlay = Overlay()
    for path in open_values(box, scenario):
        overlay = confirmed(overlay, data, path)
    return box_with(overlay)


def test_only_what_matters_to_the_scenario_is_asked_for() -> None:
    names = {i["id"] for i in box_check(base_box(), "survivors")["items"]}
    assert names == {
        *("scenario.survivors", "human.redeemer", "human.brute", "human.blade"),
        *("fiend.troglodyte", "fiend.underground_hunter", "gift.aura_of_courage", "gift.aura_of_precognition"),
        *("object.blunderbuss", "destiny", "deck.event", "deck.advantage", "card.grenade", "tiles"),
    }


def test_open_items_come_first_by_their_effect_on_play() -> None:
    check = box_check(base_box(), "survivors")
    states = [i["state"] for i in check["items"]]
    assert states[: check["to_check"]] == ["open"] * check["to_check"]
    assert "open" not in states[check["to_check"] :]
    assert check["to_check"] + check["checked"] == len(states)
    kinds = [i["kind"] for i in check["items"] if i["state"] == "open"]
    assert kinds[:3] == ["human"] * 3
    assert kinds.index("gift") < kinds.index("destiny") < kinds.index("deck")
    assert 1 <= check["minutes"] <= 6


@pytest.mark.parametrize("scenario", list(base_box().scenarios))
def test_what_is_open_can_be_confirmed_to_the_last(scenario: str) -> None:
    box = all_confirmed(scenario)
    check = box_check(box, scenario)
    assert (check["to_check"], check["minutes"]) == (0, 0)
    assert open_values(box, scenario) == []


def test_a_warrior_that_only_a_special_rule_brings_is_asked_for() -> None:
    names = {i["id"] for i in box_check(base_box(), "possessed")["items"]}
    assert "fiend.possessed_one" in names
    assert "fiend.putrefied_damned" in {i["id"] for i in box_check(base_box(), "christmas_2009")["items"]}


def test_every_value_says_where_it_comes_from_and_how_it_is_edited() -> None:
    check = box_check(base_box(), "survivors")
    brute = item(check, "human.brute")
    assert [v["field"] for v in brute["values"]] == ["1", "2", "3", "4", "5", "6", "talents"]
    assert brute["values"][0]["form"] == {"kind": "line", "mvt": [0, 9], "cbt": [0, 9], "def": [1, 6]}
    talents = brute["values"][-1]
    assert (talents["is"], talents["from"]) == (["bodyguard", "impressive"], "stand-in")
    assert "elusive" in talents["form"]["of"]
    grenade = item(check, "card.grenade")["values"][-1]
    assert grenade["form"]["numbers"] == [{"at": [0, "dice"], "is": 2, "least": -9, "most": 99}]
    for found in check["items"]:
        for value in found["values"]:
            assert value["from"] in ("stand-in", "reported", "rulebook", "owner", "")
            assert value["form"]["kind"] in ("line", "number", "flag", "words", "name", "clauses", "tile", "other")


def test_every_form_fits_its_value() -> None:
    """What the editor shows can be sent back as it is: setting each value to itself is always taken."""
    for scenario in ("survivors", "possessed"):
        overlay = Overlay()
        for found in box_check(base_box(), scenario)["items"]:
            for value in found["values"]:
                overlay = with_value(overlay, value["path"], value["is"])
        box = box_with(overlay)
        assert box.profiles == base_box().profiles
        assert {i["state"] for i in box_check(box, scenario)["items"]} == {"confirmed"}


def test_a_state_is_that_of_the_least_certain_value() -> None:
    check = box_check(base_box(), "survivors")
    assert item(check, "fiend.troglodyte")["state"] == "printed"
    assert item(check, "object.blunderbuss")["state"] == "reported"
    overlay = Overlay()
    for path in paths_of(base_box(), "object.blunderbuss"):
        overlay = confirmed(overlay, data_of(base_box()), path)
    assert item(box_check(box_with(overlay), "survivors"), "object.blunderbuss")["state"] == "confirmed"


def test_unknown_items_and_scenarios_are_refused() -> None:
    with pytest.raises(Refused):
        box_check(base_box(), "nowhere")
    with pytest.raises(Refused):
        paths_of(base_box(), "human.giant")
