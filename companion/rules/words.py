"""The game's words as the code spells them. In JSON they are plain strings; here a type says which there are."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

Side: TypeAlias = Literal["human", "demon", "squamata"]
HUMAN: Final = "human"
DEMON: Final = "demon"
SQUAMATA: Final = "squamata"
SIDES: Final[tuple[Side, ...]] = get_args(Side)

# How a game can end.
Winner: TypeAlias = Side | Literal["draw"]

Phase: TypeAlias = Literal["initiative", "human_action", "threat", "demon_action", "instinct", "squamata_action"]
INITIATIVE: Final = "initiative"
HUMAN_ACTION: Final = "human_action"
THREAT: Final = "threat"
DEMON_ACTION: Final = "demon_action"
INSTINCT: Final = "instinct"
SQUAMATA_ACTION: Final = "squamata_action"
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)

# What is done in a phase: all action phases are of one kind.
PhaseKind: TypeAlias = Literal["initiative", "action", "threat", "instinct"]

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
BodyKind: TypeAlias = Literal["one_hit", "wounds", "lines", "parts"]

# What became of a warrior; nothing while it is in play.
Fate: TypeAlias = Literal["", "dead", "out"]
IN_PLAY: Final = ""
DEAD: Final = "dead"
OUT: Final = "out"

# "deadly": the events of Deadly Destiny. They are printed in a scenario and are no cards that are drawn (FS-6).
Deck: TypeAlias = Literal["gift", "object", "advantage", "event", "skill", "deadly"]

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
HELLHOUND: Final[Figure] = "hellhound"
KARTIKEYA: Final[Figure] = "kartikeya"

# Squamata tiles (FS-5).
WAR_CRY: Final = "war_cry"
CONSUMPTION: Final = "consumption"
BERSERK: Final = "berserk"
STEEL_BLADES: Final = "steel_blades"
HEAVY_ARMOR: Final = "heavy_armor"
REFLEXES: Final = "reptilian_reflexes"
# Wounds Heavy Armor takes.
ARMOR: Final = 3
SQUAMATA_TILES: Final = (WAR_CRY, CONSUMPTION, BERSERK, STEEL_BLADES, HEAVY_ARMOR, REFLEXES)

# The name by which all Troglodytes of a tile are one target (CBT-1).
TROGLODYTES: Final = "troglodytes"

# Moments at which something in force ends: "start:…" and "end:…" a phase, "roll:…" when such dice have been rolled.
Moment: TypeAlias = str
END_OF_ACTIVATION: Final[Moment] = "end:activation"
END_OF_GAME: Final[Moment] = "end:game"


# Moments at which a card can interrupt: right after a roll, a draw or a tile was laid, right before a hit or a death.
ROLL_FALLEN: Final[Moment] = "roll_fallen"
HIT_COMING: Final[Moment] = "hit_coming"
TILE_DRAWN: Final[Moment] = "tile_drawn"
TILE_LAID: Final[Moment] = "tile_laid"
DYING: Final[Moment] = "dying"
INTERRUPTS: Final[tuple[Moment, ...]] = (ROLL_FALLEN, HIT_COMING, TILE_DRAWN, TILE_LAID, DYING)


def talents_from(words: Iterable[str]) -> frozenset[Talent]:
    """Words that have been checked, as talents; any other word is left out."""
    named = set(words)
    return frozenset(talent for talent in TALENTS if talent in named)


def start_of(phase: Phase) -> Moment:
    return f"start:{phase}"


def end_of(phase: Phase) -> Moment:
    return f"end:{phase}"
