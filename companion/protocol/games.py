"""The games of the service as a whole: the list of them, and those that were deleted or set aside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias, TypedDict

from pydantic import Field

from companion.protocol.answers import OkAnswer
from companion.protocol.people import LONGEST_NAME, PlayerNames
from companion.protocol.refusal import NoticeJson
from companion.protocol.strict import StrictMessage, StrictModel
from companion.rules.words import Phase

LONGEST_TITLE = 80
LAST_PAGE = 10_000

# Why a game is not in the list any more.
KeptKind: TypeAlias = Literal["damaged", "deleted"]


# What is wrong with a file: a record is damaged or missing, the next step does not play under the rules and the box of
# today, the file itself is damaged, or there is nothing in it.
DamageKind: TypeAlias = Literal["record", "unplayable", "malformed", "empty"]


class GameProgress(TypedDict):
    """How far a game is: nothing hidden."""

    version: int
    # Seconds since 1970.
    created: int
    played: int
    scenario: str
    round: int
    phase: Phase
    winner: str | None


class GameSummary(GameProgress):
    """A game in the list of games."""

    game: str
    # The players' own; may be empty.
    title: str
    # Put away: not in the list unless it is asked for.
    archived: bool
    players: PlayerNames


class KeptGame(TypedDict):
    """A game that was deleted, or damaged and set aside: what can be said of it at a glance."""

    # The name of its file: "1a2b3c4d.damaged-1".
    id: str
    # The game it was.
    game: str
    kind: KeptKind
    title: str
    # Null where the file does not say it any more.
    scenario: str | None
    played: int | None
    # When it was deleted or set aside, and until when it is kept; null: until somebody takes it away.
    since: int
    until: int | None


class KeptGameDetails(KeptGame):
    """The same, after its file was read to the end."""

    # How many records can be used, and what is wrong with the rest, also in words for engineers; null if all is good.
    records: int
    damage: DamageKind | None
    reason: str | None
    # How far the good part goes; null if there is none.
    progress: GameProgress | None


# -- answers ---------------------------------------------------------------------------------------------------------


class GamesAnswer(OkAnswer):
    """A page of the games, the one played last first."""

    games: Sequence[GameSummary]
    # How many games were found in all, how many a page has, and how many are put away.
    found: int
    page_size: int
    archived: int
    # Files of games that were damaged, and what became of them.
    notices: Sequence[NoticeJson]


class GameSummaryAnswer(OkAnswer):
    """A game as the list shows it now."""

    game: GameSummary


class DeletedGameAnswer(OkAnswer):
    """A game that was deleted."""

    # By which it can be brought back.
    kept: str


class KeptGamesAnswer(OkAnswer):
    """The games that were deleted or set aside, the latest first."""

    games: Sequence[KeptGame]


class KeptGameAnswer(OkAnswer):
    """One of them, after its file was read."""

    game: KeptGameDetails


# -- what tablets send -------------------------------------------------------------------------------------------------


class GamesQuery(StrictModel):
    """Which part of the list: words of the title or the scenario, a page of what was found."""

    search: Annotated[str, Field(max_length=LONGEST_TITLE)] = ""
    page: Annotated[int, Field(ge=0, le=LAST_PAGE)] = 0
    archived: bool = False


class GameLabels(StrictMessage):
    """What players say of a game; what is left out stays as it is."""

    title: Annotated[str, Field(max_length=LONGEST_TITLE)] | None = None
    archived: bool | None = None
    # What the players call themselves.
    human: Annotated[str, Field(max_length=LONGEST_NAME)] | None = None
    demon: Annotated[str, Field(max_length=LONGEST_NAME)] | None = None
    squamata: Annotated[str, Field(max_length=LONGEST_NAME)] | None = None
