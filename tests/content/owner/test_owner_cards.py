"""Cards an owner types in: every card the rules print in full, rebuilt from the palette, does what ours does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.content.box import Box
from companion.content.owner.building import base_box, box_with
from companion.content.owner.cards import bound, preview, read_card_sheet, sheet_of, with_card, without_card
from companion.content.owner.overlay import Overlay
from companion.content.owner.rehearsal import WARRIORS, rehearse, simplest, small_table
from companion.content.owner.values import with_value
from companion.protocol.refusal import Refused
from companion.rules.actions import Attack, EndPhase, Resolve, Roll
from companion.rules.engine import apply, refusal, waiting
from companion.rules.state import State

# As an owner would type them in, card in hand; the numbers the rules do not print are those of our pack.
TYPED_IN: dict[str, dict[str, Any]] = {
    "smite_the_evil_ones": {  # CARD-1
        "deck": "gift", "die": 6, "when": ["activation"],
        "effect": [{"verb": "hit_on", "on": "bearer", "score": 2, "until": "end:activation"}],
    },
    "aura_of_courage": {  # CARD-2
        "deck": "gift", "die": 4, "when": ["activation_start"], "aim": {"who": "condemned"},
        "effect": [{"verb": "bonus", "mvt": 1, "cbt": 1, "def": 1, "until": "start:initiative"}],
    },
    "aura_of_healing": {  # CARD-3
        "deck": "gift", "die": 2, "when": ["activation_start"],
        "aim": {"who": "condemned", "reach": "same_tile", "line": True}, "effect": [{"verb": "heal"}],
    },
    "blessed_hammer": {  # CARD-5
        "deck": "object", "bearers": ["redeemer", "brute"], "effect": [{"verb": "slays", "figure": "demon"}],
    },
    "scepter_of_command": {  # CARD-6
        "deck": "object", "bearers": ["redeemer"], "effect": [{"verb": "initiative_dice", "amount": 1}],
    },
    "shield_of_steel": {  # CARD-7
        "deck": "object", "bearers": ["redeemer", "brute"], "effect": [{"verb": "carried_bonus", "def": 1}],
    },
    "blunderbuss": {  # CARD-8
        "deck": "object", "bearers": ["redeemer", "blade"], "effect": [{"verb": "ranged", "cbt": 1}],
    },
    "oil_for_your_lamp": {  # CARD-9
        "deck": "advantage", "copies": 2, "when": ["initiative"],
        "effect": [{"verb": "limit_dice", "roll": "destiny", "at_most": 2}],
    },
    "demonic_possession": {  # CARD-11
        "deck": "event", "when": ["threat"], "aim": {"who": "condemned"}, "effect": [{"verb": "attacks_ally"}],
    },
}  # fmt: skip


def with_sheet(sheet: dict[str, Any]) -> tuple[Box, str]:
    overlay, name = with_card(Overlay(), base_box(), read_card_sheet({"name": {"en": "Mine"}, **sheet}))
    return box_with(overlay), name


def renamed(told: Any, name: str, ours: str) -> Any:
    """With the card's name, and the rule a refusal would name, as ours has them."""
    return json.loads(json.dumps(told).replace(f'"{name}"', f'"{ours}"'))


@pytest.mark.parametrize("ours", TYPED_IN)
def test_a_printed_card_rebuilt_from_the_palette_does_the_same(ours: str) -> None:
    box, name = with_sheet(TYPED_IN[ours])
    assert name == "mine"
    told, wanted = rehearse(box, name), rehearse(base_box(), ours)
    assert renamed(told, name, ours) == wanted
    if TYPED_IN[ours]["deck"] not in ("object",):
        assert wanted["ways"]


def carried(box: Box, card: str, bearer: str, phase: str = "human_action") -> State:
    warriors = {
        **WARRIORS,
        "demon-1": {"kind": "demon", "tile": "A"},
        "troglodyte-1": {"kind": "troglodyte", "tile": "C"},
    }
    state = small_table(box, box.rules_cards[card], warriors)
    warrior = state.warriors.all[bearer]
    return state._replace(warriors=state.warriors.put(warrior._replace(objects=(card,))))


@pytest.mark.parametrize("mine", [False, True])
def test_the_hammer_kills_a_demon_outright(mine: bool) -> None:
    """CARD-5: two Combat dice, one hit, and a Demon with four Health is gone."""
    box, name = with_sheet(TYPED_IN["blessed_hammer"]) if mine else (base_box(), "blessed_hammer")
    state = apply(carried(box, name, "redeemer"), Attack("redeemer", "demon-1")).state
    after = apply(state, Roll((4, 1)[: waiting(state).number])).state
    assert "demon-1" not in after.warriors.all


@pytest.mark.parametrize("mine", [False, True])
def test_the_scepter_gives_a_die(mine: bool) -> None:
    """CARD-6: four Humans roll five Action Dice."""
    box, name = with_sheet(TYPED_IN["scepter_of_command"]) if mine else (base_box(), "scepter_of_command")
    state = carried(box, name, "redeemer")
    while waiting(state).what != "action":
        state = apply(state, next_step(state)).state
    assert waiting(state).number == 5


def next_step(state: State) -> Any:
    for action in (EndPhase(), Resolve()):
        if refusal(state, action) is None:
            return action
    return simplest(state, waiting(state))


def test_printed_warriors_can_be_typed_in() -> None:
    """CARD-13 and CARD-14, over a box in which they stand wrong."""
    overlay = Overlay()
    for path, value in {
        "pack.fiend.demon_7.health": 4,
        "pack.fiend.demon_7.line": {"mvt": 2, "cbt": 2, "def": 4},
        "pack.fiend.demon_7.traits": {"hammer_wounds": 2, "guarded_by_troglodytes": 1},
        "pack.human.redeemer.lines.2": {"mvt": 1, "cbt": 2, "def": 4},
        "pack.human.redeemer.lines.5": {"mvt": 1, "cbt": 1, "def": 5},
    }.items():
        overlay = with_value(overlay, path, value)
    box, ours = box_with(overlay), base_box()
    typed, printed = box.profiles["demon_7"], ours.profiles["possessed_one"]
    assert (typed.lines, typed.health, typed.traits) == (printed.lines, printed.health, printed.traits)
    assert box.profiles["redeemer"].lines == ours.profiles["redeemer"].lines


# -- cards nobody has printed for us -----------------------------------------------------------------------------------

TERROR: dict[str, Any] = {
    "id": "terror", "deck": "event", "name": {"en": "Terror"}, "when": ["threat"], "aim": {"who": "condemned"},
    "cost": {"tp": 2}, "condition": [{"verb": "in_play", "who": "troglodyte", "at_least": 2}],
    "effect": [
        {"verb": "bonus", "mvt": -1, "until": "end:human_action"},
        {"verb": "if", "when": [{"verb": "round", "at_least": 1}], "then": [{"verb": "hit", "amount": 1}]},
        {"verb": "choose", "who": "human", "by": "human", "then": [{"verb": "end_movement"}]},
        {"verb": "place", "profile": "troglodyte"},
    ],
}  # fmt: skip


def test_a_card_of_the_owners_own_shows_what_it_would_do() -> None:
    box, name = with_sheet(TERROR)
    told = rehearse(box, name)
    assert [way["do"]["target"] for way in told["ways"]] == ["brute-1", "blade-1", "blade-2"]
    way = told["ways"][0]
    keys = [happening["key"] for happening in way["happenings"]]
    assert keys[:2] == ["plays", "tp"]
    assert {"enters", "cancels", "chosen"} <= set(keys)
    changed = {(c["of"], c["what"]): c["after"] for c in way["changed"]}
    assert changed["", "tp"] == 4
    assert changed["brute-1", "now"]["mvt"] == 0
    assert changed["troglodyte-3", "in_play"] is True
    assert {answer["side"] for answer in way["answers"]} == {"human"}


def test_a_condition_that_does_not_hold_is_told_as_a_refusal() -> None:
    box, name = with_sheet({**TERROR, "condition": [{"verb": "round", "at_least": 9}]})
    told = rehearse(box, name)
    assert told["ways"] == []
    assert told["refused"]["key"] == "condition_not_met"
    dear, name = with_sheet({**TERROR, "cost": {"tp": 20}})
    assert rehearse(dear, name)["refused"]["key"] == "card_costs_tp"


def test_a_card_without_an_effect_is_played_by_hand() -> None:
    box, name = with_sheet({"deck": "event", "name": {"en": "Howls"}})
    assert name == "howls"
    assert box.rules_cards[name].by_hand
    assert [h["key"] for h in rehearse(box, name)["ways"][0]["happenings"]] == ["plays"]
    assert box.cards[name].tags == (51,)


def test_a_card_can_be_changed_and_forgotten() -> None:
    overlay, name = with_card(Overlay(), base_box(), read_card_sheet(TERROR))
    sheet = sheet_of("event", next(c for c in box_with(overlay).pack.event if c.id == name))
    again, _ = with_card(overlay, box_with(overlay), read_card_sheet(sheet))
    assert box_with(again).printed == box_with(overlay).printed
    assert box_with(without_card(overlay, box_with(overlay), name)).printed == base_box().printed
    with pytest.raises(Refused):
        without_card(Overlay(), base_box(), name)


def test_a_label_goes_from_card_to_card() -> None:
    ours = base_box().cards["panic"].tags[0]
    box = box_with(bound(Overlay(), base_box(), "terror", ours))
    assert box.cards["terror"].tags == (ours,)
    assert ours not in box.cards["panic"].tags
    assert len(box.cards["panic"].tags) == 2


def test_the_preview_has_every_fact_for_the_sentence() -> None:
    box, name = with_sheet(TERROR)
    told = preview("event", next(c for c in box.pack.event if c.id == name))
    assert told["cost"] == {"tp": 2}
    assert told["condition"] == [{"piece": "in_play", "facts": {"who": "troglodyte", "at_least": 2, "at_most": 99}}]
    bonus, conditional, choice, place = told["steps"]
    assert bonus["whom"] == "target"
    assert bonus["facts"]["until"] == "end:human_action"
    assert (bonus["facts"]["mvt"], bonus["facts"]["cbt"]) == (-1, 0)
    assert conditional["when"][0]["piece"] == "round"
    assert conditional["then"][0]["facts"] == {"on": "target", "amount": 1}
    assert (choice["facts"]["by"], choice["then"][0]["whom"]) == ("human", "chosen")
    assert place["whom"] == "nobody"


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"deck": "spell"}, "card.deck"),
        ({"name": {}}, "card.name.en"),
        ({"copies": 0}, "card.copies"),
        ({"copies": "2"}, "card.copies"),
        ({"id": "panic!"}, "card.id"),
        ({"id": "grenade"}, "card.deck"),
        ({"id": "brute"}, "card.id"),
        ({"when": ["teatime"]}, "event.terror.when"),
        ({"when": ["activation"]}, "event.terror.when"),
        ({"aim": {"who": "dragon"}}, "event.terror.aim.who"),
        ({"aim": {"reach": "far"}}, "card.aim.reach"),
        ({"aim": {}}, "event.terror.effect"),
        ({"effect": [{"verb": "resurrect"}]}, "event.terror.effect"),
        ({"effect": [{"verb": "hit", "amount": 99}]}, "event.terror.effect"),
        ({"effect": [{"verb": "hit", "amount": True}]}, "event.terror.effect"),
        ({"effect": [{"verb": "hit", "on": "bearer"}]}, "event.terror.effect"),
        ({"effect": [{"verb": "hit", "strength": 1}]}, "event.terror.effect"),
        ({"effect": [{"verb": "hit"}] * 13}, "event.terror.effect"),
        ({"effect": [{"verb": "heal"}]}, "event.terror.effect"),
        ({"effect": [{"verb": "move"}]}, "event.terror.effect"),
        ({"effect": [{"verb": "place", "profile": "dragon"}]}, "event.terror.effect"),
        ({"effect": [{"verb": "bonus", "scope": "figure:dragon", "until": "end:game"}]}, "event.terror.effect"),
        ({"effect": [{"verb": "bonus", "until": "tomorrow"}]}, "event.terror.effect"),
        ({"effect": [{"verb": "carried_bonus", "def": 1}]}, "event.terror.effect"),
        ({"effect": [{"verb": "turns_on_target"}]}, "event.terror.effect"),
        ({"effect": [{"verb": "if", "when": [{"verb": "round"}], "then": []}]}, "event.terror.effect"),
        ({"effect": [{"verb": "choose"}]}, "event.terror.effect"),
        ({"effect": [{"verb": "roll_table", "table": [{"scores": [7], "then": []}]}]}, "event.terror.effect"),
        ({"effect": ["hit"]}, "card.effect.0"),
        ({"effect": [{"verb": ["hit"]}]}, "event.terror.effect"),
        ({"condition": [{"verb": "on_tile", "kind": "cellar", "at_least": 1}]}, "event.terror.condition"),
        ({"cost": {"tp": -1}}, "card.cost.tp"),
        ({"deck": "advantage", "id": "mine"}, "advantage.mine.cost"),
        ({"deck": "gift", "id": "mine", "when": []}, "gift.mine.die"),
        ({"deck": "object", "id": "mine", "when": []}, "object.mine.bearers"),
        ({"speed": 3}, "card.speed"),
    ],
)
def test_a_card_that_makes_no_sense_is_refused_by_key(change: dict[str, Any], key: str) -> None:
    with pytest.raises(Refused) as error:
        with_sheet({**TERROR, **change})
    assert error.value.facts["key"].startswith(key)


def test_nesting_has_an_end() -> None:
    effect: list[dict[str, Any]] = [{"verb": "hit"}]
    for _ in range(6):
        effect = [{"verb": "each", "then": effect}]
    with pytest.raises(Refused, match="nested too deeply"):
        with_sheet({**TERROR, "effect": effect})


def test_a_skill_holds_and_is_rehearsed_on_a_sicaria() -> None:
    """DP-4: a Skill is not played; what it changes shows as that of an Object does."""
    box, name = with_sheet({"deck": "skill", "name": {"en": "Nimble"}, "effect": [{"verb": "carried_bonus", "mvt": 1}]})
    (change,) = rehearse(box, name)["carried"]
    assert (change["of"], change["what"]) == ("sicaria-1", "now")
    assert change["after"]["mvt"] == change["before"]["mvt"] + 1
    assert rehearse(box, name)["ways"] == []
    with pytest.raises(Refused):
        with_sheet({"deck": "skill", "name": {"en": "Loud"}, "effect": [{"verb": "tp", "amount": 1}]})
