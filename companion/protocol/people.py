"""Who plays: names, who is connected, and the record of all games that were played to the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from companion.protocol.answers import OkAnswer
from companion.rules.words import Side

LONGEST_NAME = 30


class PlayerNames(TypedDict):
    """What the players call themselves; empty where nobody said, or the side does not play."""

    human: str
    demon: str
    squamata: str


class PlayerJson(TypedDict):
    """One side of a game, and whether anybody is there for it."""

    side: Side
    name: str
    # Does a tablet hold the seat? Is one of those connected now?
    held: bool
    connected: bool
    # Does the companion play it?
    companion: bool
    # For how many seconds none has been; null while one is, and before the first came.
    away: int | None


class PeopleEvent(TypedDict):
    """Everybody at a game: the sides that play, in turn order, and how many only watch."""

    players: Sequence[PlayerJson]
    watching: int


# -- all games ---------------------------------------------------------------------------------------------------------


class Tally(TypedDict):
    """Games that were played to the end, and who won."""

    games: int
    human: int
    demon: int
    squamata: int


class ScenarioTally(Tally):
    scenario: str


class SideTally(TypedDict):
    """The games of a player as one of the sides."""

    side: Side
    games: int
    won: int


class PlayerTally(TypedDict):
    """One player over all games, whichever side it was."""

    name: str
    games: int
    won: int
    # Only the sides the player has been.
    sides: Sequence[SideTally]


class PlayedGame(TypedDict):
    """A game that was played to the end."""

    game: str
    title: str
    scenario: str
    players: PlayerNames
    winner: str
    rounds: int
    # Seconds since 1970.
    played: int


class ChronicleAnswer(OkAnswer):
    """All games that were played to the end, the last one first, and what comes of counting them."""

    games: Sequence[PlayedGame]
    all: Tally
    scenarios: Sequence[ScenarioTally]
    players: Sequence[PlayerTally]
