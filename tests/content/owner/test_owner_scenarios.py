"""Scenarios an owner builds: the stacks of the box as recipes, checks, and random games to the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.content.box import Box
from companion.content.owner.building import base_box, box_with
from companion.content.owner.overlay import Overlay
from companion.content.owner.scenario_parts import SPECIAL_PARTS, VICTORY_PARTS
from companion.content.owner.scenarios import (
    check_playable,
    read_scenario_sheet,
    recipes,
    scenario_list,
    scenario_sheet,
    with_scenario,
    without_scenario,
)
from companion.content.setup import new_game, shuffled
from companion.opponent.trial import attempt, by_lot, checked_game, fairly
from companion.protocol.refusal import Refused
from companion.protocol.scenario import ScenarioPart
from companion.rules.actions import Draw, EndPhase, Finish
from companion.rules.engine import apply, legal_actions, waiting

ALL_DEAD = {"winner": "demon", "reason": "all_dead", "when": [{"verb": "in_play", "at_most": 0}]}
RAID: dict[str, Any] = {
    "id": "raid",
    "name": {"en": "The Raid"},
    "humans": [{"card": "redeemer"}, {"card": "brute", "objects": ["shield_of_steel"]}],
    "tp": 3,
    "reinforcements": [{"card": "troglodyte"}, {"card": "demon_of_combat", "most": 1}],
    "start": [{"kind": "plain", "at": [0, 0], "tile": 9}, {"kind": "lair", "at": [0, -1], "rotation": 90}],
    "stack": {
        "set_aside": ["exit"],
        "layers": [{"tiles": [36]}, {"random": 4}, {"kinds": {"exit": 1}}, {"rest": True}],
    },
    "victory": [
        {"winner": "human", "reason": "escaped", "when": [{"verb": "carried_out", "token": "relic", "at_least": 1}]},
        {"winner": "draw", "reason": "too_late", "when": [{"verb": "round", "at_least": 12}]},
        {"winner": "draw", "reason": "empty_handed", "when": [{"verb": "out", "at_least": 1},
                                                             {"verb": "in_play", "at_most": 0}]},
        ALL_DEAD,
    ],
    "special": [
        {"when": "enter:pentacle", "do": [{"verb": "token", "name": "relic"}]},
        {"when": "laid:any", "do": [{"verb": "remember", "name": "tiles", "until": "end:game"}]},
        {"when": "start:initiative", "do": [
            {"verb": "if", "when": [{"verb": "round", "at_least": 5, "at_most": 5}],
             "then": [{"verb": "extra_dice", "roll": "destiny", "amount": 2}]},
        ]},
    ],
}  # fmt: skip


def built(**changes: Any) -> Any:
    sheet = {key: value for key, value in {**RAID, **changes}.items() if value is not None}
    return played(Overlay(), base_box(), sheet)


def played(overlay: Overlay, box: Box, sheet: dict[str, Any]) -> Box:
    """The box with a scenario that can be played, as the service makes it."""
    stated, name = with_scenario(overlay, box, read_scenario_sheet(sheet))
    found = box_with(stated)
    check_playable(found, name)
    return found


# -- recipes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "count", "special", "depth"),
    [
        ("survivors", None, ("exit", 1), 10),
        ("holding_back", 16, ("stash", 1), 12),
        ("hit_them", None, ("stash", 4), 0),
        ("possessed", 9, ("stash", 2), 3),
        ("who_dares", 12, ("stash", 2), 8),
    ],
)
def test_the_five_stacks_of_the_box_are_recipes(
    scenario: str, count: int | None, special: tuple[str, int], depth: int
) -> None:
    """So many tiles, so many of the special kind, and none of those above that depth."""
    recipe = next(r for r in recipes(base_box()) if r["id"] == scenario)
    box = built(stack=recipe["stack"], start=[{"kind": "pentacle", "at": [0, 0]}])
    kinds = {str(tile.number): tile.kind for tile in box.tiles}
    for seed in range(10):
        order = [kinds[label] for label in shuffled(new_game(box, "raid"), random.Random(seed))]
        assert len(order) == (count or len(order))
        kind, number = special
        assert order.count(kind) == number
        assert kind not in order[:depth]
    if count is None:
        assert len(order) >= 34


def test_an_exact_order_and_tiles_by_number() -> None:
    state = new_game(built(), "raid")
    order = shuffled(state, random.Random(1))
    assert order[0] == "36"
    assert order[5] == "35"
    assert [tile.label for tile in state.board.tiles.values()] == ["9", "33"]


# -- forces and cards --------------------------------------------------------------------------------------------------


def test_humans_stand_where_the_scenario_says() -> None:
    state = new_game(built(humans=[{"card": "redeemer", "tile": "33"}, {"card": "brute"}]), "raid")
    assert {name: warrior.tile for name, warrior in state.warriors.all.items()} == {"redeemer": "33", "brute-1": "9"}


def test_cards_at_the_start_and_cards_that_are_left_out() -> None:
    state = new_game(built(advantages=1, events=2, cards_out=["grenade", "panic"]), "raid")
    asked = waiting(state)
    assert (asked.kind, asked.what, asked.number) == ("draw", "advantage", 1)
    state = apply(state, Draw("unknown")).state
    asked = waiting(state)
    assert (asked.side, asked.what, asked.number) == ("demon", "event", 2)
    whole = new_game(built(), "raid").decks
    for deck, card in (("advantage", "grenade"), ("event", "panic")):
        assert card in whole[deck]
        assert card not in state.decks[deck]


# -- ready-made parts --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", [*SPECIAL_PARTS, *VICTORY_PARTS], ids=lambda part: part["id"])
def test_every_part_makes_a_scenario_that_ends(part: ScenarioPart) -> None:
    stop = {"winner": "draw", "reason": "too_late", "when": [{"verb": "round", "at_least": 20}]}
    gone = {"winner": "draw", "reason": "empty_handed", "when": [{"verb": "in_play", "at_most": 0}]}
    box = built(special=part["special"], victory=[*part["victory"], stop, gone])
    assert checked_game(box, "raid", 5, by_lot).fault == ""


def test_what_is_performed_on_a_tile_is_counted_and_wins() -> None:
    part = next(p for p in VICTORY_PARTS if p["id"] == "perform")
    place = {"start": [{"kind": "pentacle", "at": [0, 0]}], "stack": {"layers": [{"rest": True}]}}
    box = built(special=part["special"], victory=[*part["victory"], ALL_DEAD], **place)
    state = new_game(box, "raid")
    while state.outcome is None:
        # Everybody stands still: of what can be done, only what ends an activation or a phase.
        legal = legal_actions(state)
        still = [a for a in legal if isinstance(a, Finish | EndPhase)]
        state = apply(state, (still or list(legal))[0]).state
    assert (state.outcome.winner, state.outcome.reason, state.round) == ("human", "performed", 3)


# -- keeping and completing --------------------------------------------------------------------------------------------


def test_a_scenario_of_the_owners_own_is_played_to_the_end() -> None:
    box = built()
    results = [checked_game(box, "raid", seed, move) for seed in range(4) for move in (by_lot, fairly)]
    assert {result.fault for result in results} == {""}
    assert {result.winner for result in results} <= {"human", "demon", "draw"}
    assert max(result.rounds for result in results) <= 12


def test_a_new_scenario_gets_an_id_of_its_own() -> None:
    box = base_box()
    unnamed = {key: value for key, value in RAID.items() if key not in ("id", "name")}

    def id_of(**naming: Any) -> str:
        return with_scenario(Overlay(), box, read_scenario_sheet({**unnamed, **naming}))[1]

    assert id_of(name={"en": "The Ritual!"}) == "the_ritual"
    assert id_of(name={"en": "Ritual"}) == "ritual_2"
    assert id_of(name={"en": "Ночь"}) == "scenario"
    assert id_of(id="raid", name={"en": "Other"}) == "raid"


def test_a_way_out_other_than_the_exit() -> None:
    box = built(way_out=["lair"])
    kinds = new_game(box, "raid").game.tile_kinds
    assert [kind.id for kind in kinds.values() if kind.way_out] == ["lair"]


def test_the_six_of_the_box_are_entries_to_complete() -> None:
    listed = {entry["id"]: entry for entry in scenario_list(base_box())}
    assert [entry["number"] for entry in listed.values() if 0 < entry["number"] < 10] == [3, 2, 5, 4, 1, 6]
    assert "tp" in listed["ritual"]["open"]
    assert not listed["ritual"]["own"]
    box = played(Overlay(), base_box(), {"id": "ritual", "tp": 6})
    after = next(entry for entry in scenario_list(box) if entry["id"] == "ritual")
    assert set(listed["ritual"]["open"]) - set(after["open"]) == {"tp"}
    assert box.scenarios["ritual"].tp.value == 6


@pytest.mark.parametrize("scenario", list(base_box().scenarios))
def test_a_sheet_can_be_sent_back_as_it_is(scenario: str) -> None:
    box = base_box()
    check_playable(box, scenario)
    overlay, _ = with_scenario(Overlay(), box, read_scenario_sheet(scenario_sheet(box, scenario)[0]))
    assert box_with(overlay).printed == box.printed
    assert box_with(without_scenario(overlay, scenario)) is box


@pytest.mark.parametrize(
    ("changes", "key", "reason"),
    [
        ({"humans": None}, "scenario.raid.humans", "needed"),
        ({"humans": []}, "scenario.raid.humans", "at least 1"),
        ({"humans": [{"card": "troglodyte"}]}, "humans", "troglodyte"),
        ({"humans": [{"card": "brute"}] * 3}, "scenario.raid", "miniatures"),
        ({"humans": [{"card": "redeemer", "objects": ["dragon"]}]}, "humans.objects", "dragon"),
        ({"humans": [{"card": "blade", "objects": ["shield_of_steel"]}]}, "scenario.raid", "cannot be carried"),
        ({"humans": [{"card": "redeemer", "objects": ["scepter_of_command"] * 2}]}, "scenario.raid", "the box has 1"),
        ({"humans": [{"card": c} for c in ("redeemer", "brute", "blade", "blade")]}, "scenario.raid", "room for 3"),
        ({"humans": [{"card": "redeemer", "tile": "35"}]}, "scenario.raid", "humans: no tile '35'"),
        ({"cards_out": ["aura_of_courage"]}, "scenario.raid.cards_out", "aura_of_courage"),
        ({"events": -1}, "scenario.events", "greater"),
        ({"victory": [{**ALL_DEAD, "says": {"fr": "Perdu"}}]}, "scenario.victory.0.says.en", "required"),
        ({"gifts": ["fireball"]}, "scenario.raid.gifts", "fireball"),
        ({"tp": -1}, "scenario.tp", "greater"),
        ({"tp": "4"}, "scenario.tp", "integer"),
        ({"reinforcements": [{"card": "brute"}]}, "reinforcements", "brute"),
        ({"foes": [{"card": "demon_7", "tile": "exit"}]}, "scenario.raid", "no tile 'exit'"),
        ({"start": []}, "scenario.raid.start", "at least 1"),
        ({"start": [{"kind": "exit", "at": [0, 0]}, {"kind": "plain", "at": [0, 0]}]}, "scenario.raid", "two tiles"),
        ({"start": [{"kind": "exit", "at": [0, 0]}, {"kind": "exit", "at": [0, 1]}]}, "scenario.raid", "no further"),
        ({"start": [{"kind": "plain", "at": [0, 999]}]}, "scenario.start.0.at.1", "less than"),
        ({"stack": {"layers": []}}, "scenario.stack.layers", "at least 1"),
        ({"stack": {"layers": [{"random": 40}]}}, "scenario.raid", "40 random"),
        ({"stack": {"layers": [{"kinds": {"exit": 1}}]}}, "scenario.raid", "not set aside"),
        ({"stack": {"layers": [{"tiles": [9]}]}}, "scenario.raid", "tile 9"),
        ({"stack": {"layers": [{"tiles": [36]}, {"tiles": [36]}]}}, "scenario.raid", "tile 36"),
        ({"stack": {"layers": [{"tiles": [400]}]}}, "scenario.raid", "tile 400"),
        ({"special": [{"when": "noon", "do": []}]}, "scenario.raid.special", "moment"),
        ({"special": [{"when": "start:threat", "do": [{"verb": "hit"}]}]}, "scenario.raid.special", "needs a target"),
        ({"special": [{"when": "start:threat", "do": [{"verb": "win"}]}]}, "scenario.special.0.do", "unknown verb"),
        ({"victory": []}, "scenario.raid.victory", "at least 1"),
        ({"victory": [{**ALL_DEAD, "winner": "nobody"}]}, "scenario.victory.0.winner", "'human'"),
        ({"victory": [{**ALL_DEAD, "when": [{"verb": "round", "at_least": 1}]}]}, "scenario.raid", "before the first"),
        ({"victory": [{**ALL_DEAD, "when": [{"verb": "round", "at_least": 9}]}]}, "scenario.raid", "does not end"),
        ({"way_out": ["cellar"]}, "scenario.raid.way_out", "cellar"),
        ({"speed": 1}, "scenario.speed", "not permitted"),
    ],
)
def test_a_scenario_that_cannot_be_played_is_refused(changes: dict[str, Any], key: str, reason: str) -> None:
    with pytest.raises(Refused) as error:
        built(**changes)
    assert key in error.value.facts["key"]
    assert reason in error.value.facts["reason"]


@pytest.mark.parametrize(
    ("changes", "code", "facts"),
    [
        ({"humans": [{"card": "brute"}] * 3}, "miniatures", {"number": 3, "figure": "brute", "most": 2}),
        ({"humans": []}, "empty", {"field": "humans"}),
        ({"name": {"en": ""}}, "empty", {"field": "name"}),
        ({"stack": {"layers": [{"random": 40}]}}, "too_many_random", {"wanted": 40, "left": 34}),
        ({"special": [{"when": "start:threat", "do": [{"verb": "hit"}]}]}, "needs_target", {}),
        ({"victory": [{**ALL_DEAD, "when": [{"verb": "round", "at_least": 9}]}]}, "endless_dead", {}),
    ],
)
def test_the_reason_comes_as_data_too(changes: dict[str, Any], code: str, facts: dict[str, Any]) -> None:
    with pytest.raises(Refused) as error:
        built(**changes)
    assert (error.value.facts["code"], error.value.facts["facts"]) == (code, facts)


# -- trials ------------------------------------------------------------------------------------------------------------


def test_a_scenario_that_feeds_itself_comes_to_an_end() -> None:
    """Every death brings two more deaths and two more Troglodytes: one action stays one action."""
    feeding = {
        "verb": "each",
        "who": "troglodyte",
        "then": [{"verb": "hit"}, {"verb": "place", "profile": "troglodyte"}],
    }
    box = built(special=[{"when": "death:troglodyte", "do": [feeding]}, {"when": "death:demon", "do": [feeding]}])
    assert attempt(box, "raid", 2, by_lot).fault == ""


def test_a_trial_tells_what_went_wrong() -> None:
    assert "setup/refused" in attempt(base_box(), "nowhere", 1, fairly).fault
