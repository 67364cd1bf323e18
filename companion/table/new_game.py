"""What a new game is made of, as tablets send it: options for the box, and the auction for the team (SET-7)."""

from __future__ import annotations

import random
from collections.abc import Sequence

from companion.content.box import Box
from companion.content.options import GameOptions, setup_refused
from companion.protocol.answers import AuctionAnswer, AuctionLimits, AuctionPrices, AuctionTeam
from companion.protocol.messages import AuctionRequest, GameRequest, TeamRequest
from companion.protocol.opponent import MOST_SEEDS
from companion.rules.auction import MOST, PRICE, Team, answer_bid, answer_team, deck_size
from companion.rules.results import Refusal
from companion.rules.words import Side
from companion.table.offers import refusal_json

PRICES: AuctionPrices = {
    "gift": PRICE["gift"],
    "warrior": PRICE["warrior"],
    "object": PRICE["object"],
    "advantage": PRICE["advantage"],
}


def options_of(request: GameRequest, edition: int) -> GameOptions:
    """A request for a new game, as the box takes it."""
    return GameOptions(
        house=request.house,
        handicap=request.handicap,
        handicaps=frozenset(request.handicaps),
        extra_gift=request.extra_gift,
        bid=request.team.bid if request.team else None,
        team=team_of(request.team) if request.team else None,
        edition=edition,
    )


def check_opponent(request: GameRequest, sides: Sequence[Side]) -> None:
    """`Refused` where the companion is to play a side that is not there, or all of them."""
    wanted = set(request.opponent.sides) if request.opponent else set()
    if not wanted <= set(sides) or wanted == set(sides):
        reason = f"the companion plays some of {', '.join(sides)}, and leaves one to the players"
        raise setup_refused(request.scenario, reason, "bad_opponent")


def with_seed(request: GameRequest, rng: random.Random) -> GameRequest:
    """By what the companion decides where things are equal; in the first record, so that a restart changes nothing."""
    opponent = request.opponent
    if opponent is None or opponent.seed is not None:
        return request
    return request.model_copy(update={"opponent": opponent.model_copy(update={"seed": rng.randrange(MOST_SEEDS)})})


def rematched(request: GameRequest, sides: Sequence[Side]) -> GameRequest:
    """The same game anew: the companion too plays the side that comes next in turn order, by another seed."""
    if request.opponent is None:
        return request
    following = [side for i, side in enumerate(sides) if sides[i - 1] in request.opponent.sides]
    return request.model_copy(
        update={"opponent": request.opponent.model_copy(update={"sides": following, "seed": None})}
    )


def team_of(request: TeamRequest) -> Team:
    dealt = tuple((warrior, item) for warrior, items in request.objects.items() for item in items)
    return Team(tuple(request.gifts), request.brutes, request.blades, dealt, request.advantages)


def auction_of(box: Box, request: AuctionRequest) -> AuctionAnswer:
    """What the rules say of an auction so far: of the bids up to the first that is not allowed, and of the team."""
    last: int | None = None
    refusal: Refusal | None = None
    for bid in request.bids:
        refusal = answer_bid(last, bid).refusal
        if refusal is not None:
            break
        last = bid
    return {
        "ok": True,
        "bid": last,
        "most": answer_bid(last).most,
        "refusal": refusal_json(refusal),
        "prices": PRICES,
        "limits": _limits(box),
        "team": _team_to_json(box, request.team) if request.team else None,
    }


def _limits(box: Box) -> AuctionLimits:
    advantages = deck_size(box.rules_cards, {card.id: card.copies for card in box.cards.values()})
    return {"gifts": MOST["gifts"], "brutes": MOST["brutes"], "blades": MOST["blades"], "advantages": advantages}


def _team_to_json(box: Box, request: TeamRequest) -> AuctionTeam:
    copies = {card.id: card.copies for card in box.cards.values()}
    answer = answer_team(team_of(request), request.bid, box.rules_cards, copies)
    return {
        "worth": answer.worth,
        "left": answer.left,
        "warriors": dict(answer.warriors),
        "bearers": dict(answer.bearers),
        "refusal": refusal_json(answer.refusal),
    }
