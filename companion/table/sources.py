"""What brings dice, tiles and cards to the table, real or simulated: it arrives as a reading, or is asked for."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

DICE: Final = "dice"
TAG: Final = "tag"

# States of a reading that can be used as it is; every other (cocked, unsure, hand, moving, empty) is only shown.
SETTLED: Final = "settled"


@dataclass(frozen=True, slots=True)
class Face:
    """One die as it was read; the box is [x, y, w, h] in the picture, `guesses` other likely faces, best first."""

    face: int
    confidence: float = 1.0
    box: tuple[int, int, int, int] | None = None
    guesses: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a source saw: dice with their faces, or the tag of a tile or card.

    `sure` means: right, as far as the source can know. `picture` is the id of a picture the table keeps. A tag names
    the thing by its id in the box (a tile's number, a card's id) and the quarter turn it lies at.
    """

    id: str
    kind: str
    source: str
    state: str = SETTLED
    sure: bool = False
    faces: tuple[Face, ...] = ()
    tag: str = ""
    turn: int = 0
    picture: str | None = None
    simulated: bool = False
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Awaited:
    """What the game waits for, so that a source can light up, look, or roll.

    `kind` is "roll", "draw" or "choice"; `what` says what for ("combat", "tile", "lay", …).
    """

    game: str
    kind: str
    what: str
    number: int
    side: str
    # How this table chose to bring it in: "camera", "scan", "hand" or "companion"; "" for choices.
    by: str = ""


class Sink(Protocol):
    """Where sources hand in what they see."""

    def offer(self, reading: Reading) -> None: ...

    def put_picture(self, picture: str, jpeg: bytes) -> None: ...

    def press(self, name: str) -> bool:
        """A button of the tray, by what it means; False if it was refused."""
        ...

    def notice(self, code: str, message: str, facts: Mapping[str, Any]) -> None:
        """Something the players should know of, though it changes nothing in the game."""
        ...


class Source(Protocol):
    """A camera, a reader or a tray: hands in readings by itself once started, until it is stopped."""

    @property
    def name(self) -> str: ...

    @property
    def simulated(self) -> bool: ...

    def start(self, sink: Sink) -> None: ...

    def awaits(self, awaited: Awaited | None) -> None:
        """The game now waits for this, or for nothing any more. Must return at once."""
        ...

    def corrected(self, reading: str, faces: Sequence[int]) -> None:
        """A player corrected a reading of dice: these faces are the truth."""
        ...

    def stop(self) -> None: ...


class DiceSource(Protocol):
    """Rolls when asked to: "roll for me"."""

    name: str
    simulated: bool

    def roll(self, number: int) -> Sequence[int]: ...


class DrawSource(Protocol):
    """The randomness by which the pile is shuffled that "draw for me" draws from."""

    name: str
    simulated: bool

    def randomness(self) -> random.Random: ...
