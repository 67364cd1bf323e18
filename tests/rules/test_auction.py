"""SET-7 and the worked example EX-15: bids go down, the team is worth exactly the bid."""

import pytest

from companion.content import Box
from companion.content.box import DECKS
from companion.rules import explain
from companion.rules.auction import Team, answer_bid, answer_team, refuse_team
from companion.rules.results import Refusal

SHIELDS = (("brute-1", "shield_of_steel"), ("brute-2", "shield_of_steel"))
EX_15 = Team(gifts=("aura_of_courage", "aura_of_healing"), brutes=2, objects=SHIELDS, advantages=3)


def refused(box: Box, team: Team, bid: int) -> Refusal | None:
    part = box.part(box.scenarios["survivors"])
    copies = {card.id: card.copies.value for deck in DECKS for card in getattr(part, deck)}
    return refuse_team(team, bid, box.rules_cards, copies)


def key_of(refusal: Refusal | None) -> str:
    return "" if refusal is None else refusal.key


def test_the_example_is_worth_17(box: Box) -> None:
    assert EX_15.worth() == 17
    assert refused(box, EX_15, 17) is None


@pytest.mark.parametrize("bid", [16, 18, 0, 21])
def test_the_sum_must_be_exact(box: Box, bid: int) -> None:
    refusal = refused(box, EX_15, bid)
    assert refusal is not None
    assert (refusal.rule, refusal.key, dict(refusal.facts)) == ("SET-7", "team_worth", {"worth": 17, "bid": bid})


@pytest.mark.parametrize(
    ("team", "key"),
    [
        (Team(brutes=3), "team_limit"),
        (Team(blades=-1), "team_limit"),
        (Team(advantages=-1), "team_limit"),
        (Team(gifts=("a", "b", "c", "d", "e")), "team_limit"),
        (Team(gifts=("no_such_gift",)), "no_such_card"),
        (Team(gifts=("grenade",)), "no_such_card"),
        (Team(gifts=("aura_of_courage", "aura_of_courage")), "too_many_copies"),
        (Team(brutes=1, objects=(("brute-1", "blunderbuss"),)), "cannot_carry"),
        (Team(objects=(("brute-1", "shield_of_steel"),)), "cannot_carry"),
    ],
)
def test_what_a_team_may_not_be(box: Box, team: Team, key: str) -> None:
    assert key_of(refused(box, team, team.worth())) == key


def test_bids_go_down_from_21() -> None:
    assert answer_bid(None, 21) == (21, None)
    assert key_of(answer_bid(None, 22).refusal) == "bid"
    assert answer_bid(17, 16) == (16, None)
    assert key_of(answer_bid(17, 17).refusal) == "bid"
    assert key_of(answer_bid(0, -1).refusal) == "bid"


def test_a_team_is_answered_in_full(box: Box) -> None:
    copies = {card.id: card.copies for card in box.cards.values()}
    answer = answer_team(Team(brutes=1, blades=1), 17, box.rules_cards, copies)
    assert (answer.worth, answer.left) == (6, 11)
    assert list(answer.warriors) == ["redeemer", "brute-1", "blade-1"]
    assert answer.bearers["shield_of_steel"] == ("redeemer", "brute-1")
    assert explain(answer.refusal or Refusal("", "")) == "The team is worth 6 and must be worth exactly 17."


def test_no_more_advantage_cards_than_the_deck_has(box: Box) -> None:
    """SET-7: 21 points buy no 21 cards of a deck of 15."""
    assert refused(box, Team(advantages=15), 15) is None
    refusal = refused(box, Team(advantages=21), 21)
    assert refusal is not None
    assert (refusal.key, dict(refusal.facts)) == ("team_limit", {"what": "advantages", "got": 21, "most": 15})
