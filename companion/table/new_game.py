"""What a new game is made of, as tablets send it: options for the box, and the auction for the team (SET-7)."""

from __future__ import annotations

from companion.content.box import Box
from companion.content.setup import GameOptions
from companion.protocol.answers import AuctionAnswer, AuctionLimits, AuctionPrices, AuctionTeam
from companion.protocol.messages import AuctionRequest, GameRequest, TeamRequest
from companion.rules.auction import MOST, PRICE, Team, answer_bid, answer_team
from companion.rules.results import Refusal
from companion.table.offers import refusal_json

PRICES: AuctionPrices = {
    "gift": PRICE["gift"],
    "warrior": PRICE["warrior"],
    "object": PRICE["object"],
    "advantage": PRICE["advantage"],
}
LIMITS: AuctionLimits = {
    "gifts": MOST["gifts"],
    "brutes": MOST["brutes"],
    "blades": MOST["blades"],
    "advantages": MOST["advantages"],
}


def options_of(request: GameRequest) -> GameOptions:
    """A request for a new game, as the box takes it."""
    return GameOptions(
        house=request.house,
        handicap=request.handicap,
        extra_gift=request.extra_gift,
        bid=request.team.bid if request.team else None,
        team=team_of(request.team) if request.team else None,
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
        "limits": LIMITS,
        "team": _team_to_json(box, request.team) if request.team else None,
    }


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
