"""The game's words as the code spells them: sides, talents, phases, edges."""

from typing import Final, TypeAlias

Side: TypeAlias = str
HUMAN: Final[Side] = "human"
DEMON: Final[Side] = "demon"

Phase: TypeAlias = str
INITIATIVE: Final[Phase] = "initiative"
HUMAN_ACTION: Final[Phase] = "human_action"
THREAT: Final[Phase] = "threat"
DEMON_ACTION: Final[Phase] = "demon_action"

Talent: TypeAlias = str
ELUSIVE: Final[Talent] = "elusive"
FRANTIC: Final[Talent] = "frantic"
BODYGUARD: Final[Talent] = "bodyguard"
IMPRESSIVE: Final[Talent] = "impressive"
BLESSED: Final[Talent] = "blessed"
TALENTS: Final[frozenset[Talent]] = frozenset({ELUSIVE, FRANTIC, BODYGUARD, IMPRESSIVE, BLESSED})

# No roll needs more dice than the box has (SET-3).
DICE_IN_BOX: Final = 12

# What a card can forbid a warrior.
FORBIDDABLE: Final[frozenset[str]] = frozenset({"move", "explore", "fight"})

# What a miniature is, whatever card it plays by.
Figure: TypeAlias = str
REDEEMER: Final[Figure] = "redeemer"
BRUTE: Final[Figure] = "brute"
BLADE: Final[Figure] = "blade"
TROGLODYTE: Final[Figure] = "troglodyte"
DEMON_FIGURE: Final[Figure] = "demon"

# The name by which all Troglodytes of a tile are one target (CBT-1).
TROGLODYTES: Final = "troglodytes"

# Moments at which something in force ends. "start:…" and "end:…" name a phase.
Moment: TypeAlias = str
END_OF_ACTIVATION: Final[Moment] = "end:activation"
END_OF_GAME: Final[Moment] = "end:game"


def start_of(phase: Phase) -> Moment:
    return f"start:{phase}"


def end_of(phase: Phase) -> Moment:
    return f"end:{phase}"
