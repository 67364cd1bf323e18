"""Everything that can be done to the game. Dice and draws arrive as actions too: the engine rolls nothing itself.

An action carries its own notation: `verb` is its name in JSON, the first field is the value of the verb, every other
field is a key. A field whose key is not its own name says so with `key`. `companion.rules.notation` reads and writes
any such record, so a new action is one class here (and its name in `Action`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, TypeAlias

from companion.rules.board import Label
from companion.rules.words import PhaseKind


def key(name: str, default: Any) -> Any:
    """A field that has another name in JSON than in the record."""
    return field(default=default, metadata={"key": name})


class ActionRecord:
    """Base of all actions.

    An action that comes when the game waits for something else is refused by its `rule`: that of the question it
    answers, or of the kind of `phase` it belongs to. Without one, it is the rule of what the game waits for.
    """

    __slots__ = ()
    rule: ClassVar[str] = ""
    phase: ClassVar[PhaseKind | Literal[""]] = ""


@dataclass(frozen=True, slots=True)
class Roll(ActionRecord):
    """The dice of the roll the game waits for, whatever it is for."""

    verb: ClassVar = "roll"
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reroll(ActionRecord):
    """Frantic: the new scores of dice that missed; none if the re-roll is not taken."""

    verb: ClassVar = "reroll"
    rule: ClassVar = "CBT-7"
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Draw(ActionRecord):
    """The tile or card that came off the deck; UNKNOWN for a card its player keeps to themselves."""

    verb: ClassVar = "draw"
    what: str


@dataclass(frozen=True, slots=True)
class Assign(ActionRecord):
    """An Action Die to a warrior."""

    verb: ClassVar = "give"
    rule: ClassVar = "INI-2"
    warrior: str
    die: int


@dataclass(frozen=True, slots=True)
class Bless(ActionRecord):
    """The Blessed talent: +1 "mvt" or +2 "cbt" for a warrior (CBT-10)."""

    verb: ClassVar = "bless"
    rule: ClassVar = "CBT-10"
    warrior: str
    bonus: str


@dataclass(frozen=True, slots=True)
class Move(ActionRecord):
    """One step to a joined tile, or `via` "hole" through a Hole."""

    verb: ClassVar = "move"
    rule: ClassVar = "RND"
    phase: ClassVar = "action"
    warrior: str
    to: Label
    via: str = ""


@dataclass(frozen=True, slots=True)
class Release(ActionRecord):
    """The owner of Impressive warriors lets an enemy go that they hold (MOV-6)."""

    verb: ClassVar = "release"
    rule: ClassVar = "MOV-6"
    phase: ClassVar = "action"
    warrior: str


@dataclass(frozen=True, slots=True)
class Leave(ActionRecord):
    """Out of the catacombs, from a tile that is a way out."""

    verb: ClassVar = "leave"
    rule: ClassVar = "RND"
    phase: ClassVar = "action"
    warrior: str


@dataclass(frozen=True, slots=True)
class Explore(ActionRecord):
    """Through an opening that leads to no tile yet."""

    verb: ClassVar = "explore"
    rule: ClassVar = "RND"
    phase: ClassVar = "action"
    warrior: str
    edge: str


@dataclass(frozen=True, slots=True)
class Lay(ActionRecord):
    """The drawn tile, turned clockwise; a label if it gets a new name on the table."""

    verb: ClassVar = "lay"
    rule: ClassVar = "EXP-3"
    rotation: int
    label: Label = key("lay", "")


@dataclass(frozen=True, slots=True)
class PutHole(ActionRecord):
    """The Hole marker that follows a Hole in the Ground."""

    verb: ClassVar = "hole"
    rule: ClassVar = "TIL-10"
    tile: Label


@dataclass(frozen=True, slots=True)
class Attack(ActionRecord):
    """On a target of the tile; `tile` and `weapon` for a ranged weapon or a Grenade."""

    verb: ClassVar = "attack"
    rule: ClassVar = "RND"
    phase: ClassVar = "action"
    warrior: str
    target: str = ""
    weapon: str = key("with", "")
    tile: Label = ""
    # How many of the dice it has set aside a warrior that splits its attacks uses (FS-3); None: all of them.
    dice: int | None = None


@dataclass(frozen=True, slots=True)
class Guard(ActionRecord):
    """Who takes the hit in question; None: nobody steps in."""

    verb: ClassVar = "guard"
    rule: ClassVar = "CBT-8"
    warrior: str | None


@dataclass(frozen=True, slots=True)
class Cancel(ActionRecord):
    """The lines a warrior gives up for all the hits it suffered."""

    verb: ClassVar = "cancel"
    rule: ClassVar = "CBT-6"
    warrior: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Finish(ActionRecord):
    """The warrior's activation is over."""

    verb: ClassVar = "finish"
    rule: ClassVar = "RND"
    phase: ClassVar = "action"
    warrior: str


@dataclass(frozen=True, slots=True)
class EndPhase(ActionRecord):
    """The phase is over."""

    verb: ClassVar = "end_phase"


@dataclass(frozen=True, slots=True)
class Place(ActionRecord):
    """Dice of Destiny onto one square."""

    verb: ClassVar = "place"
    rule: ClassVar = "THR-2"
    square: str
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Resolve(ActionRecord):
    """No more Dice of Destiny are placed; the squares take effect."""

    verb: ClassVar = "resolve"
    rule: ClassVar = "THR-2"


@dataclass(frozen=True, slots=True)
class Hit(ActionRecord):
    """The warrior chosen to suffer an effect: the Trap and the like."""

    verb: ClassVar = "hit"
    rule: ClassVar = "THR-2"
    warrior: str


@dataclass(frozen=True, slots=True)
class Enter(ActionRecord):
    """A warrior into play, by the id of its card."""

    verb: ClassVar = "enter"
    rule: ClassVar = "THR-3"
    phase: ClassVar = "threat"
    profile: str
    tile: Label
    # The face chosen for the free die of a Hellhound (DP-3).
    die: int = 0


@dataclass(frozen=True, slots=True)
class Discard(ActionRecord):
    """A card out of a hand that is full, before another can be drawn (DP-1)."""

    verb: ClassVar = "discard"
    rule: ClassVar = "DP-1"
    card: str


@dataclass(frozen=True, slots=True)
class Fountain(ActionRecord):
    """Miraculous Water, a token a line: lines of a warrior at the Healing Fountain are healed (DP-5)."""

    verb: ClassVar = "fountain"
    rule: ClassVar = "DP-5"
    tile: Label
    warrior: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Instinct(ActionRecord):
    """All Squamata dice at once, to parts of the body or to War Cry (FS-2).

    `spaces` may say on which space of a part each of its dice lies, counted from 0. Where it does not, each die takes
    the space that takes fewest faces.
    """

    verb: ClassVar = "instinct"
    rule: ClassVar = "FS-2"
    dice: Mapping[str, tuple[int, ...]] = field(metadata={"what": "parts and their dice"})
    spaces: Mapping[str, tuple[int, ...]] | None = field(
        default=None, metadata={"what": "parts and the numbers of spaces"}
    )


@dataclass(frozen=True, slots=True)
class Reflexes(ActionRecord):
    """Reptilian Reflexes, once in the game (FS-5)."""

    verb: ClassVar = "reflexes"
    rule: ClassVar = "FS-5"


@dataclass(frozen=True, slots=True)
class Cry(ActionRecord):
    """Whom War Cry moves, and where to (FS-5)."""

    verb: ClassVar = "cry"
    rule: ClassVar = "FS-5"
    warrior: str
    to: Label


@dataclass(frozen=True, slots=True)
class Wound(ActionRecord):
    """Where all the hits go that Kartikeya suffered (FS-4)."""

    verb: ClassVar = "wound"
    rule: ClassVar = "FS-4"
    parts: Mapping[str, int] = field(metadata={"what": "parts and their wounds"})


@dataclass(frozen=True, slots=True)
class Unwound(ActionRecord):
    """The part that loses a wound (Consumption, FS-5)."""

    verb: ClassVar = "unwound"
    rule: ClassVar = "FS-5"
    part: str


@dataclass(frozen=True, slots=True)
class Deadly(ActionRecord):
    """An event of the scenario's Deadly Destiny table (FS-6)."""

    verb: ClassVar = "deadly"
    rule: ClassVar = "FS-6"
    event: str


@dataclass(frozen=True, slots=True)
class Play(ActionRecord):
    """A Gift, Advantage or Event, with what it is played on."""

    verb: ClassVar = "play"
    card: str
    target: str = ""
    tile: Label = ""
    line: int = 0
    victim: str = ""
    # The weapon a possessed warrior uses.
    weapon: str = key("with", "")


@dataclass(frozen=True, slots=True)
class Pass(ActionRecord):
    """The moment passes: no card is played."""

    verb: ClassVar = "pass"
    rule: ClassVar = "ACT-4"


Action: TypeAlias = (
    Roll
    | Reroll
    | Draw
    | Assign
    | Bless
    | Move
    | Release
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
    | Discard
    | Fountain
    | Instinct
    | Reflexes
    | Cry
    | Wound
    | Unwound
    | Deadly
    | Play
    | Pass
)

# A card drawn face down: the companion knows that it is held, not what it is.
UNKNOWN = "unknown"
