"""What a new game is made of, as it comes from outside: scenario, house rules, handicap, auction team, sources."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.content.setup import GameOptions
from companion.rules.auction import Team

Word = Annotated[str, Field(max_length=64)]
Few = Annotated[int, Field(ge=0, le=99)]


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class TeamRequest(Strict):
    """The team of the auction's winner and the bid it must be worth; objects are lists by warrior id."""

    bid: Few
    gifts: Annotated[list[Word], Field(max_length=20)] = []
    brutes: Few = 0
    blades: Few = 0
    objects: Annotated[dict[Word, Annotated[list[Word], Field(max_length=20)]], Field(max_length=20)] = {}
    advantages: Few = 0

    def team(self) -> Team:
        dealt = tuple((warrior, item) for warrior, items in self.objects.items() for item in items)
        return Team(tuple(self.gifts), self.brutes, self.blades, dealt, self.advantages)


class Sources(Strict):
    """Where dice, tiles and cards come from at this table; "companion" rolls and draws itself."""

    dice: Literal["camera", "hand", "companion"] = "companion"
    tiles: Literal["scan", "hand", "companion"] = "companion"
    cards: Literal["scan", "hand", "companion"] = "companion"


class GameRequest(Strict):
    scenario: Word
    house: Annotated[dict[Word, Any], Field(max_length=20)] = {}
    handicap: Literal["human", "demon"] | None = None
    extra_gift: Word | None = None
    team: TeamRequest | None = None
    sources: Sources = Sources()

    def options(self) -> GameOptions:
        return GameOptions(
            house=self.house,
            handicap=self.handicap,
            extra_gift=self.extra_gift,
            bid=self.team.bid if self.team else None,
            team=self.team.team() if self.team else None,
        )
