"""Readings: what cameras, readers and buttons hand in, and how they are told what is wanted of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, TypeAlias, TypedDict

from companion.protocol.json import Facts
from companion.rules.words import Side

ReadingKind: TypeAlias = Literal["dice", "tag"]
DICE: Final = "dice"
TAG: Final = "tag"

# Only a settled reading can be used as it is; every other is shown.
ReadingState: TypeAlias = Literal["settled", "cocked", "unsure", "hand", "moving", "empty"]
SETTLED: Final = "settled"

# A die that is read with at least this confidence needs no look of a player.
CERTAIN: Final = 0.9

# What a button of the tray means to the game, whatever it is called on the tray.
ButtonMeaning: TypeAlias = Literal["accept-reading", "correct-reading", "end-activation", "undo"]


@dataclass(frozen=True, slots=True)
class DieFace:
    """One die as it was read; the box is [x, y, w, h] in the image, `guesses` other likely faces, best first."""

    face: int
    confidence: float = 1.0
    box: tuple[int, int, int, int] | None = None
    guesses: tuple[int, ...] = ()
    # 6, or 10: its 0 is a ten.
    sides: int = 6
    # Why this very die is in doubt: key for a sentence; "" if it is not.
    doubt: str = ""


class ReadingFacts(TypedDict, total=False):
    """What a source adds to a reading."""

    # Why the dice are not sure: keys for sentences.
    doubts: list[str]
    # How many dice lie outside the tray.
    outside: int
    # Why the box does not know a tag or a title: "other_set", "unknown_tag" or "unknown_title".
    unknown: str
    # Other pieces, by their names in the box, that look the same and are the same to the game.
    alike: list[str]


@dataclass(frozen=True, slots=True)
class Reading:
    """What a source read: dice with their faces, or the tag of a tile or card.

    `sure` means: right, as far as the source can know. Dice that are not may be `likely`: the players see them and may
    object; all others are asked about. `picture` is the id of a picture that is kept. A tag names the
    thing by its id in the box (a tile's number, a card's id) and the quarter turn it lies at.
    """

    id: str
    kind: ReadingKind
    source: str
    state: ReadingState = SETTLED
    sure: bool = False
    likely: bool = False
    faces: tuple[DieFace, ...] = ()
    tag: str = ""
    turn: int = 0
    picture: str | None = None
    simulated: bool = False
    facts: ReadingFacts = field(default_factory=ReadingFacts)


@dataclass(frozen=True, slots=True)
class Press:
    """A button of the tray was pressed."""

    button: ButtonMeaning


@dataclass(frozen=True, slots=True)
class InputRequest:
    """What the game waits for, so that a source can light up, look, or roll.

    `kind` is "roll", "draw" or "choice"; `what` says what for ("combat", "tile", "lay", …).
    """

    game: str
    kind: Literal["roll", "draw", "choice"]
    what: str
    number: int
    side: Side
    # How this table chose to bring it in: "camera", "scan", "hand" or "companion"; "" for choices.
    by: str = ""


class Sink(Protocol):
    """Where sources hand in what they read."""

    def submit(self, event: Reading | Press) -> bool:
        """The one way from a device to the game; False if it was refused."""
        ...

    def put_picture(self, picture: str, jpeg: bytes) -> None:
        """Keep the picture a reading rests on, under the reading's picture id."""
        ...

    def notice(self, code: str, key: str, facts: Facts) -> None:
        """Something the players should know of, though it changes nothing in the game."""
        ...


class Source(Protocol):
    """A camera, a reader or a tray: hands in readings by itself once started, until it is stopped."""

    @property
    def name(self) -> str: ...

    @property
    def simulated(self) -> bool: ...

    def start(self, sink: Sink) -> None: ...

    def request_input(self, awaited: InputRequest | None) -> None:
        """The game now waits for this, or for nothing any more. Must return at once."""
        ...

    def told(self, reading: str, faces: Sequence[int]) -> None:
        """A player corrected a reading of dice, or looked at it and confirmed it: these faces are the truth."""
        ...

    def stop(self) -> None: ...
