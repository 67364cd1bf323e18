"""Notation and snapshots: what fits, up to the bound, and what is said of what does not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

import pytest

from companion.content import load_box
from companion.content.setup import new_game
from companion.rules.actions import Guard, Play
from companion.rules.auction import Team, answer_bid, answer_team, deck_size, refuse_team
from companion.rules.cards import Clause
from companion.rules.game import house_rules
from companion.rules.notation import NotationError, read, read_record, write
from companion.rules.records import frozen
from companion.rules.snapshot import SnapshotError, from_json, to_json
from companion.rules.state import Roster
from companion.rules.threat import gain, times_of

BOX = load_box()


@pytest.mark.parametrize(
    "do",
    [{"give": "redeemer", "die": True}, {"lay": "B", "rotation": True}, {"move": True, "to": "B"},
     {"assign": {"redeemer": True}}, {"assign": {f"w-{n}": 1 for n in range(101)}},
     {"cancel": "redeemer", "lines": [True]}, {"pass": False}, {"guard": True}, {"destiny": {"trap": 6}}],
    ids=str,
)  # fmt: skip
def test_what_is_no_notation(do: dict[str, Any]) -> None:
    with pytest.raises(NotationError):
        read(do)


def test_what_was_given_is_said() -> None:
    with pytest.raises(NotationError, match="got nothing"):
        read({})
    with pytest.raises(NotationError, match="got 'fly', 'swim'"):
        read({"fly": 1, "swim": 2})
    with pytest.raises(NotationError, match=r"^roll: "):
        read({"roll": [1.5]})
    with pytest.raises(NotationError, match=r"^cancel\.lines: "):
        read({"cancel": "redeemer", "lines": [1.5]})


def test_a_state_says_what_it_waits_for() -> None:
    state = new_game(BOX, "survivors")
    assert len(state.agenda) > 1
    assert "draw advantage" in repr(state)
    assert repr(Roster({})) == "<Roster: nobody in play>"
    assert repr(new_game(BOX, "survivors").warriors).startswith("<Roster: redeemer on ")


def test_a_table_of_a_hundred_and_a_list_of_a_hundred() -> None:
    assert len(read({"assign": {f"w-{n}": 1 for n in range(100)}})) == 100
    assert read({"roll": [1] * 100})


@dataclass(frozen=True, slots=True)
class Coloured:
    verb: ClassVar = "paint"
    what: str
    colour: Literal["red", "blue"] = "red"


def test_a_word_must_be_one_of_those_that_are_known() -> None:
    assert read_record(Coloured, {"paint": "x", "colour": "blue"}) == Coloured("x", "blue")
    assert read_record(Coloured, {"paint": "x"}) == Coloured("x")
    for bad in ("green", 7, None, ["red"]):
        with pytest.raises(NotationError, match="one of red, blue"):
            read_record(Coloured, {"paint": "x", "colour": bad})
    with pytest.raises(NotationError, match="it may have colour"):
        read_record(Coloured, {"paint": "x", "size": 1})


def test_a_record_of_a_snapshot_may_have_fewer_values_and_not_more() -> None:
    state = new_game(BOX, "survivors")
    text = to_json(state)
    short = {**text, "marks": [{"~Mark": ["tiles", 1, "end:game"]}]}
    with pytest.raises(SnapshotError, match="marks"):
        from_json(state.game, short)
    long = {**text, "marks": [{"~Mark": ["tiles", 1, "end:game", "x", "y"]}]}
    with pytest.raises(SnapshotError, match="Mark has 5 values, 4 are known"):
        from_json(state.game, long)
    with pytest.raises(SnapshotError, match="marks"):
        from_json(state.game, {**text, "marks": [{"unheard of": []}]})


def test_what_dice_on_a_square_bring() -> None:
    state = new_game(BOX, "survivors")
    squares = state.game.squares
    assert gain(state, squares["sounds_from_the_deep"], 3) == (6, 0)
    assert gain(state, squares["dark_destiny"], 2) == (0, 2)
    assert gain(state, squares["trap"], 2) == (0, 0)
    bare = replace(squares["dark_destiny"], clauses=(Clause("draw", frozen({})), Clause("tp", frozen({}))))
    assert gain(state, bare, 1) == (1, 1)
    calm = squares["calm_before_the_storm"]
    strict = state._replace(game=replace(state.game, house=house_rules({"calm": "one_only"})))
    # As games of edition 1 allow it: two dice on the square, and one extra die for them.
    assert [times_of(table, calm, dice) for table in (state, strict) for dice in (1, 2)] == [1, 2, 1, 1]


def test_house_rules_are_named_and_checked() -> None:
    assert house_rules({"calm": "one_only"}).calm == "one_only"
    assert house_rules({"red_squares": ["trap"]}).red_squares == frozenset({"trap"})
    for bad in ({"calm": "never"}, {"weather": "rain"}, {"red_squares": "trap"}, {"red_squares": [1]}):
        with pytest.raises(ValueError, match="house rule"):
            house_rules(bad)  # type: ignore[arg-type]


# -- the auction: each limit and one over it ---------------------------------------------------------------------------

# Cards of an expansion join in its own scenarios only.
BASE = BOX.part(BOX.scenarios["survivors"])
COPIES = {card.id: card.copies.value for card in (*BASE.advantage, *BASE.gift, *BASE.object)}
GIFTS = tuple(card.id for card in BOX.rules_cards.values() if card.deck == "gift")


def key(team: Team, bid: int | None = None) -> str:
    refused = refuse_team(team, team.worth() if bid is None else bid, BOX.rules_cards, COPIES)
    return refused.key if refused else ""


def test_prices_and_limits() -> None:
    teams = (Team(gifts=GIFTS[:2]), Team(brutes=1), Team(blades=2), Team(advantages=4))
    assert [team.worth() for team in teams] == [4, 3, 6, 4]
    assert key(Team(gifts=GIFTS[:4])) == key(Team(brutes=2, blades=2)) == key(Team()) == key(Team(advantages=15)) == ""
    for team in (Team(gifts=GIFTS[:5]), Team(brutes=3), Team(blades=3), Team(advantages=16), Team(brutes=-1)):
        assert key(team) == "team_limit"


def test_objects_within_their_copies_and_their_bearers() -> None:
    two = Team(brutes=2, objects=(("brute-1", "shield_of_steel"), ("brute-2", "shield_of_steel")))
    assert (key(two), COPIES["shield_of_steel"]) == ("", 2)
    three = two._replace(objects=(*two.objects, ("redeemer", "shield_of_steel")))
    assert key(three) == "too_many_copies"
    assert key(Team(objects=(("redeemer", "grenade"),))) == "no_such_card"
    assert key(Team(objects=(("redeemer", "scepter_of_command"),))) == ""
    bearers = answer_team(Team(blades=1), 3, BOX.rules_cards, COPIES).bearers
    assert bearers["blunderbuss"] == ("redeemer", "blade-1")
    assert "grenade" not in bearers
    assert "aura_of_courage" not in bearers


def test_cards_without_copies_cannot_be_bought() -> None:
    assert deck_size(BOX.rules_cards, {}) == 0
    assert deck_size(BOX.rules_cards, {"grenade": 2, "aura_of_courage": 5}) == 2


def test_bids() -> None:
    assert answer_bid(None, None) == (21, None)
    assert answer_bid(1, 0) == (0, None)
    assert [answer_bid(5, bid).refusal is None for bid in (-1, 0, 4, 5, 6)] == [False, True, True, False, False]


def test_a_gift_has_a_verb_of_its_own_and_no_other_card_has() -> None:
    assert write(Play("aura_of_healing", "brute-1"), "gift") == {"gift": "aura_of_healing", "target": "brute-1"}
    assert write(Play("panic"), "event") == {"play": "panic"}
    assert write(Guard("brute-1"), "gift") == {"guard": "brute-1"}
