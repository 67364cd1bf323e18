"""The game's words as the code spells them. In JSON they are plain strings; here a type says which there are."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

Side: TypeAlias = Literal["human", "demon"]
HUMAN: Final = "human"
DEMON: Final = "demon"
SIDES: Final[tuple[Side, ...]] = get_args(Side)

# How a game can end.
Winner: TypeAlias = Side | Literal["draw"]

Phase: TypeAlias = Literal["initiative", "human_action", "threat", "demon_action"]
INITIATIVE: Final = "initiative"
HUMAN_ACTION: Final = "human_action"
THREAT: Final = "threat"
DEMON_ACTION: Final = "demon_action"
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)

# What is done in a phase: both action phases are of one kind.
PhaseKind: TypeAlias = Literal["initiative", "action", "threat"]

Talent: TypeAlias = Literal["elusive", "frantic", "bodyguard", "impressive", "blessed"]
ELUSIVE: Final = "elusive"
FRANTIC: Final = "frantic"
BODYGUARD: Final = "bodyguard"
IMPRESSIVE: Final = "impressive"
BLESSED: Final = "blessed"
TALENTS: Final[frozenset[Talent]] = frozenset(get_args(Talent))

# What the game can wait for.
WaitingKind: TypeAlias = Literal["roll", "draw", "choice", "over"]

# How a warrior takes hits.
BodyKind: TypeAlias = Literal["one_hit", "wounds", "lines"]

# What became of a warrior; nothing while it is in play.
Fate: TypeAlias = Literal["", "dead", "out"]
IN_PLAY: Final = ""
DEAD: Final = "dead"
OUT: Final = "out"

Deck: TypeAlias = Literal["gift", "object", "advantage", "event"]

# What a card can forbid a warrior.
Deed: TypeAlias = Literal["move", "explore", "fight"]
DEEDS: Final[frozenset[Deed]] = frozenset(get_args(Deed))

# No roll needs more dice than the box has (SET-3).
DICE_IN_BOX: Final = 12

# What a miniature is, whatever card it plays by. Open: the owner of a box may add figures.
Figure: TypeAlias = str
REDEEMER: Final[Figure] = "redeemer"
BRUTE: Final[Figure] = "brute"
BLADE: Final[Figure] = "blade"
TROGLODYTE: Final[Figure] = "troglodyte"
DEMON_FIGURE: Final[Figure] = "demon"

# The name by which all Troglodytes of a tile are one target (CBT-1).
TROGLODYTES: Final = "troglodytes"

# Moments at which something in force ends: "start:…" and "end:…" a phase, "roll:…" when such dice have been rolled.
Moment: TypeAlias = str
END_OF_ACTIVATION: Final[Moment] = "end:activation"
END_OF_GAME: Final[Moment] = "end:game"


def talents_from(words: Iterable[str]) -> frozenset[Talent]:
    """Words that have been checked, as talents; any other word is left out."""
    named = set(words)
    return frozenset(talent for talent in TALENTS if talent in named)


def start_of(phase: Phase) -> Moment:
    return f"start:{phase}"


def end_of(phase: Phase) -> Moment:
    return f"end:{phase}"
