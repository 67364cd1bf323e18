"""The reverse auction of experienced players: bids fall from 21, the team is worth exactly the winning bid (SET-7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from companion.rules.cards import Card
from companion.rules.results import Refusal
from companion.rules.words import BLADE, BRUTE, REDEEMER

STARTING_PRICE = 21
PRICE = {"gift": 2, "warrior": 3, "object": 2, "advantage": 1}
MOST = {"gifts": 4, "brutes": 2, "blades": 2}


class Team(NamedTuple):
    """What the lowest bidder buys. The Redeemer is free and mandatory; objects are dealt to warriors by id."""

    gifts: tuple[str, ...] = ()
    brutes: int = 0
    blades: int = 0
    objects: tuple[tuple[str, str], ...] = ()
    advantages: int = 0

    def warriors(self) -> dict[str, str]:
        """Ids of the team and what each is."""
        brutes = {f"brute-{n}": BRUTE for n in range(1, self.brutes + 1)}
        blades = {f"blade-{n}": BLADE for n in range(1, self.blades + 1)}
        return {"redeemer": REDEEMER, **brutes, **blades}

    def worth(self) -> int:
        return (
            PRICE["gift"] * len(self.gifts)
            + PRICE["warrior"] * (self.brutes + self.blades)
            + PRICE["object"] * len(self.objects)
            + PRICE["advantage"] * self.advantages
        )


class BidAnswer(NamedTuple):
    """What may be bid next, and why a bid may not."""

    most: int
    refusal: Refusal | None = None


class TeamAnswer(NamedTuple):
    """A team in the making: what it costs, what it may still have, who of it may carry what, and why it will not do."""

    worth: int
    left: int
    warriors: Mapping[str, str]
    bearers: Mapping[str, tuple[str, ...]]
    refusal: Refusal | None


def answer_bid(last: int | None, bid: int | None = None) -> BidAnswer:
    """Every bid is lower than the last; the first is at most the starting price.

    >>> answer_bid(17, 17).most
    16
    """
    most = STARTING_PRICE if last is None else last - 1
    refused = bid is not None and not 0 <= bid <= most
    return BidAnswer(most, Refusal("SET-7", "bid", {"bid": bid, "most": most}) if refused else None)


def answer_team(team: Team, bid: int, cards: Mapping[str, Card], copies: Mapping[str, int]) -> TeamAnswer:
    """Everything about a team that is to be worth the bid; `cards` and `copies` are those of the box."""
    warriors = team.warriors()
    objects = (card for card in cards.values() if card.deck == "object")
    bearers = {card.id: tuple(name for name, figure in warriors.items() if figure in card.bearers) for card in objects}
    worth = team.worth()
    return TeamAnswer(worth, bid - worth, warriors, bearers, refuse_team(team, bid, cards, copies))


def refuse_team(team: Team, bid: int, cards: Mapping[str, Card], copies: Mapping[str, int]) -> Refusal | None:
    """Worth exactly the bid, within the limits, objects only with those whose name is on the card."""
    return (
        _refuse_numbers(team, deck_size(cards, copies)) or _refuse_cards(team, cards, copies) or _refuse_sum(team, bid)
    )


def deck_size(cards: Mapping[str, Card], copies: Mapping[str, int]) -> int:
    """How many Advantage cards there are to draw: no team can buy more."""
    return sum(copies.get(card.id, 0) for card in cards.values() if card.deck == "advantage")


def _refuse_numbers(team: Team, deck: int) -> Refusal | None:
    limits = {**MOST, "advantages": deck}
    numbers = {"gifts": len(team.gifts), "brutes": team.brutes, "blades": team.blades, "advantages": team.advantages}
    for what, number in numbers.items():
        if not 0 <= number <= limits[what]:
            return Refusal("SET-7", "team_limit", {"what": what, "got": number, "most": limits[what]})
    return None


def _refuse_cards(team: Team, cards: Mapping[str, Card], copies: Mapping[str, int]) -> Refusal | None:
    names = team.warriors()
    bought = [*team.gifts, *(item for _, item in team.objects)]
    for card in bought:
        if card not in cards or cards[card].deck not in ("gift", "object"):
            return Refusal("SET-7", "no_such_card", {"card": card})
        if bought.count(card) > copies[card]:
            return Refusal("SET-7", "too_many_copies", {"card": card, "got": bought.count(card), "most": copies[card]})
    for warrior, item in team.objects:
        if names.get(warrior) not in cards[item].bearers:
            return Refusal("SET-7", "cannot_carry", {"card": item, "warrior": warrior, "weapon": item})
    return None


def _refuse_sum(team: Team, bid: int) -> Refusal | None:
    if team.worth() != bid:
        return Refusal("SET-7", "team_worth", {"worth": team.worth(), "bid": bid})
    return None
