"""The companion as a player: what is chosen about it in set-up, and the order it gives the players' hands."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypedDict

from pydantic import Field

from companion.protocol.json import Sentence
from companion.protocol.strict import StrictMessage
from companion.rules.notation import Do
from companion.rules.words import Side

Level: TypeAlias = Literal["easy", "fair", "hard"]
MOST_SEEDS = 10_000_000
# Who rolls its dice: a player in the real tray, or the companion itself.
Roller: TypeAlias = Literal["player", "companion"]
# What moved a chance: dice and draws, a decision, a correction by hand.
Mover: TypeAlias = Literal["dice", "choice", "hand"]


class Opponent(StrictMessage):
    """The sides the companion plays, how well, and who rolls for it. Its cards are a deck of its own on the tablet."""

    sides: Annotated[list[Side], Field(min_length=1, max_length=2)]
    level: Level = "fair"
    rolls: Roller = "player"
    # By which it decides what is equal: drawn when the game is begun, kept in its first record.
    seed: Annotated[int, Field(ge=0, lt=MOST_SEEDS)] | None = None


class GhostJson(TypedDict):
    """A miniature where the order puts it."""

    warrior: str
    figure: str
    side: Side
    tile: str
    # The tile it comes from; empty for one out of the box.
    come_from: str


class OrderJson(TypedDict):
    """What the companion wants hands to do next. Only one order is there at a time."""

    side: Side
    title: Sentence
    # What lies otherwise on the physical table once it is done.
    on_table: list[Sentence]
    # The acts it stands for.
    steps: list[Do]
    ghosts: list[GhostJson]
    # A word why.
    why: Sentence
    # How many dice are rolled when it is done; 0 for none. A roll the camera has seen counts as done.
    dice: int


class CompanionJson(TypedDict):
    """The companion at a game it plays in."""

    sides: list[Side]
    level: Level
    rolls: Roller
    # Does the game wait for a decision of it, and is there no order yet?
    thinking: bool
    order: OrderJson | None
    # Does this seat roll or draw a tile for it now?
    hands: bool
