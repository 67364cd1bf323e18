"""Furor Sanguinis as content: six scenarios that can be set up, tiles, Squamata tiles, tables of Deadly Destiny."""

import pytest

from companion.content import Box
from companion.content.options import GameOptions
from companion.content.owner.box_check import box_check
from companion.content.owner.building import box_with
from companion.content.owner.overlay import Overlay
from companion.content.owner.rehearsal import rehearse
from companion.content.owner.scenarios import check_playable, scenario_sheet, with_scenario
from companion.content.owner.values import with_value
from companion.content.setup import new_game, taken_over
from companion.protocol.refusal import Refused
from companion.rules import apply, legal_actions, waiting
from companion.rules.actions import Deadly, Roll
from companion.rules.auction import Team
from companion.rules.engine import refusal
from companion.rules.words import SQUAMATA_TILES

SIDES = {
    "blood_trail": ("human", "squamata"),
    "beast_at_bay": ("human", "squamata"),
    "the_pit": ("squamata", "human"),
    "prey_and_hunter": ("squamata", "demon"),
    "altar_of_blood": ("demon", "squamata"),
    "three_ways": ("human", "demon", "squamata"),
}
AGAINST_THE_DEMON = [name for name, sides in SIDES.items() if "demon" in sides]


def test_six_scenarios_of_which_one_is_for_three(box: Box) -> None:
    found = {s.id: s.sides for s in box.scenarios.values() if "furor_sanguinis" in s.packs}
    assert found == SIDES


@pytest.mark.parametrize("name", SIDES)
def test_a_scenario_is_set_up_with_kartikeya_whole(box: Box, name: str) -> None:
    state = check_playable(box, name)
    kartikeya = state.warriors.all["kartikeya"]
    body = {part.name: part.resistance for part in kartikeya.parts if part.name != "heavy_armor"}
    assert body == {"head": 3, "arms": 4, "body": 4, "legs": 3} == dict(state.game.resistances)
    assert not any(part.wounds for part in kartikeya.parts)
    lie_on = {tile.id: tile.part.value for tile in box.pack.squamata_tile}
    given = box.scenarios[name].squamata
    assert given is not None
    assert dict(kartikeya.squamata) == {tile: lie_on[tile] for tile in given.value.tiles}
    assert set(state.game.squamata_board) == set(body)
    assert "squamata" in state.game.explorers


def test_the_pieces(box: Box) -> None:
    """FS-5, FS-7: six Squamata tiles and one tile of each kind, numbered on from De Profundis."""
    assert {tile.id for tile in box.pack.squamata_tile} == set(SQUAMATA_TILES)
    new = {tile.number: tile.kind for tile in box.pack.tile if tile.pack == "furor_sanguinis"}
    assert new == {47: "devouring_pit", 48: "mushrooms", 49: "sacrificial_altar"}
    assert not any(card.deck == "deadly" for card in box.cards.values()), "a table is no card to be labelled"


def test_cards_that_are_out_against_kartikeya(box: Box) -> None:
    """FS-6: both cards, every copy, are out of the deck; nobody draws an Event."""
    for name in SIDES:
        decks = new_game(box, name).decks
        assert not {"oil_for_your_lamp", "our_faith_will_protect_us"} & set(decks["advantage"])
        assert decks["event"] == ()
    assert "oil_for_your_lamp" in new_game(box, "survivors").decks["advantage"]


@pytest.mark.parametrize("name", AGAINST_THE_DEMON)
def test_the_table_of_deadly_destiny(box: Box, name: str) -> None:
    """FS-6: the scenario's own events with their prices; only where the Demon plays against Kartikeya."""
    table = new_game(box, name).game.deadly
    assert len(table) == 6
    prices = {card.id: card.price.value for card in box.pack.deadly if card.price}
    assert {event: known.price for event, known in table.items()} == {event: prices[event] for event in table}
    assert not new_game(box, "blood_trail").game.deadly


def test_an_event_of_another_phase_waits_for_it(box: Box) -> None:
    """FS-6: in the Threat phase, unless the event says otherwise."""
    state = new_game(box, "altar_of_blood")._replace(deadly=9)
    state = apply(state, Roll((1,) * waiting(state).number)).state
    while waiting(state).what != "enter":
        state = apply(state, legal_actions(state)[0]).state
    assert refusal(state, Deadly("tribute")) is None
    too_soon = refusal(state, Deadly("pack_cry"))
    assert too_soon is not None
    assert (too_soon.rule, too_soon.key) == ("FS-6", "event_not_now")
    state = apply(state, next(a for a in legal_actions(state) if a.verb == "end_phase")).state
    assert refusal(state, Deadly("pack_cry")) is None
    assert Deadly("pack_cry") in legal_actions(state)
    after = apply(state, Deadly("pack_cry")).state
    assert after.deadly == 6
    assert any("frantic" in m.gives for m in after.modifiers)


# -- the owner's values ------------------------------------------------------------------------------------------------


def test_the_box_check_names_board_and_table(box: Box) -> None:
    items = {item["id"]: item for item in box_check(box, "prey_and_hunter")["items"]}
    assert {"squamata.kartikeya", "part.head", "part.legs", "deadly.rumble", "scenario.prey_and_hunter"} <= set(items)
    assert not any(name.startswith(("human.", "deck.")) for name in items), "no Human plays, nobody draws"
    spaces = next(value for value in items["part.head"]["values"] if value["field"] == "spaces")
    assert spaces["form"]["kind"] == "spaces"
    humans = {item["id"] for item in box_check(box, "blood_trail")["items"]}
    assert "destiny" not in humans
    assert "deck.advantage" in humans
    assert "deck.event" not in humans


def test_the_owners_board_is_played_with(box: Box) -> None:
    """Resistance and spaces are stated by the owner, and a running game takes them over."""
    running = new_game(box, "blood_trail")
    overlay = with_value(Overlay(), "pack.part.head.resistance", 5)
    overlay = with_value(overlay, "pack.part.legs.spaces", [{"dice": "odd", "number": 0, "mvt": 3}])
    overlay = with_value(overlay, "pack.deadly.rumble.price", 4)
    owned = box_with(overlay)
    state = taken_over(running, owned).state
    assert {part.name: part.resistance for part in state.warriors.all["kartikeya"].parts}["head"] == 5
    assert [space.mvt for space in state.game.squamata_board["legs"]] == [3]
    assert new_game(owned, "three_ways").game.deadly["rumble"].price == 4


def test_a_space_that_makes_no_sense_is_refused() -> None:
    for spaces in ([{"dice": "blue"}], [{"dice": "odd", "talents": ["lucky"]}], [{"dice": "at_least", "number": 9}]):
        with pytest.raises(Refused):
            box_with(with_value(Overlay(), "pack.part.head.spaces", spaces))


@pytest.mark.parametrize("event", ["rumble", "ambush", "pack_cry", "the_deep_one"])
def test_an_event_of_the_table_is_rehearsed(box: Box, event: str) -> None:
    found = rehearse(box, event)
    assert found["refused"] is None
    assert [way["do"] for way in found["ways"]] == [{"deadly": event}]
    assert found["ways"][0]["changed"] or event == "rumble"


def test_an_owners_scenario_says_who_plays(box: Box) -> None:
    """Sides, Kartikeya and the table are part of a sheet that can be changed and sent back."""
    sheet, _ = scenario_sheet(box, "three_ways")
    assert sheet["sides"] == ["human", "demon", "squamata"]
    sheet["sides"] = ["squamata", "demon"]
    sheet["humans"] = []
    sheet["victory"] = [
        {
            "winner": "demon",
            "reason": "kartikeya_dead",
            "when": [{"verb": "killed", "card": "kartikeya", "at_least": 1}],
        }
    ]
    overlay, name = with_scenario(Overlay(), box, sheet)
    state = check_playable(box_with(overlay), name)
    assert state.game.sides == ("squamata", "demon")
    sheet["victory"] = [{"winner": "demon", "reason": "too_late", "when": [{"verb": "round", "at_least": 9}]}]
    overlay, name = with_scenario(Overlay(), box, sheet)
    with pytest.raises(Refused) as endless:
        check_playable(box_with(overlay), name)
    assert endless.value.facts["code"] == "endless_squamata"


def test_kartikeya_comes_with_its_turns(box: Box) -> None:
    sheet, _ = scenario_sheet(box, "blood_trail")
    sheet["sides"] = ["human", "demon"]
    overlay, _ = with_scenario(Overlay(), box, sheet)
    with pytest.raises(Refused) as error:
        box_with(overlay)
    assert error.value.facts["code"] == "kartikeya"


def test_no_auction_for_humans_that_nobody_plays(box: Box) -> None:
    team = Team(brutes=1)
    with pytest.raises(Refused) as error:
        new_game(box, "prey_and_hunter", GameOptions(bid=10, team=team))
    assert error.value.facts["code"] == "no_humans_play"
