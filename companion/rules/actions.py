"""Everything that can be done to the game. Dice and draws arrive as actions too: the engine rolls nothing itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from companion.rules.board import Label


@dataclass(frozen=True, slots=True)
class Roll:
    """The dice of the roll the game waits for, whatever it is for."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reroll:
    """Frantic: the new scores of dice that missed; none if the re-roll is not taken."""

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """The tile or card that came off the deck; UNKNOWN for a card its player keeps to themselves."""

    what: str


@dataclass(frozen=True, slots=True)
class Assign:
    """An Action Die to a warrior."""

    warrior: str
    die: int


@dataclass(frozen=True, slots=True)
class Bless:
    warrior: str
    bonus: str


@dataclass(frozen=True, slots=True)
class Move:
    warrior: str
    to: Label
    via: str = ""


@dataclass(frozen=True, slots=True)
class Leave:
    """Out of the catacombs, from a tile that is a way out."""

    warrior: str


@dataclass(frozen=True, slots=True)
class Explore:
    warrior: str
    edge: str


@dataclass(frozen=True, slots=True)
class Lay:
    """The drawn tile, turned clockwise; a label if it gets a new name on the table."""

    rotation: int
    label: Label = ""


@dataclass(frozen=True, slots=True)
class PutHole:
    tile: Label


@dataclass(frozen=True, slots=True)
class Attack:
    warrior: str
    target: str = ""
    weapon: str = ""
    tile: Label = ""


@dataclass(frozen=True, slots=True)
class Guard:
    """Who takes the hit in question; None: nobody steps in."""

    warrior: str | None


@dataclass(frozen=True, slots=True)
class Cancel:
    """The lines a warrior gives up for all the hits it suffered."""

    warrior: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    warrior: str


@dataclass(frozen=True, slots=True)
class EndPhase:
    pass


@dataclass(frozen=True, slots=True)
class Place:
    """Dice of Destiny onto one square."""

    square: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Resolve:
    """No more Dice of Destiny are placed; the squares take effect."""


@dataclass(frozen=True, slots=True)
class Hit:
    """The warrior chosen to suffer an effect: the Trap and the like."""

    warrior: str


@dataclass(frozen=True, slots=True)
class Enter:
    """A warrior into play, by the id of its card."""

    profile: str
    tile: Label


@dataclass(frozen=True, slots=True)
class Play:
    """A Gift, Advantage or Event, with what it is played on."""

    card: str
    target: str = ""
    tile: Label = ""
    line: int = 0
    victim: str = ""


Action: TypeAlias = (
    Roll
    | Reroll
    | Draw
    | Assign
    | Bless
    | Move
    | Leave
    | Explore
    | Lay
    | PutHole
    | Attack
    | Guard
    | Cancel
    | Finish
    | EndPhase
    | Place
    | Resolve
    | Hit
    | Enter
    | Play
)

# A card drawn face down: the companion knows that it is held, not what it is.
UNKNOWN = "unknown"
