"""Scenarios as the tablet's editor sees them: the list, a sheet, the set-up to lay out, and trials."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from companion.protocol.box import BoxTrouble, ClauseJson, LocalNames, Provenance
from companion.protocol.card import PieceInWords, StepInWords
from companion.protocol.views import TileJson, WarriorJson
from companion.rules.words import Winner


class Recruit(TypedDict):
    """A Human of the scenario."""

    card: str
    objects: list[str]
    # The kind or the number of the tile it starts on; empty: the first one.
    tile: str


class Reinforcement(TypedDict):
    """A card the Demon may bring in for Threat Points."""

    card: str
    # 0: as often as the miniatures allow.
    most: int


class Foe(TypedDict):
    """A warrior of the Demon on the table from the start."""

    card: str
    tile: str


class StartTile(TypedDict):
    """A tile on the table at the start."""

    kind: str
    # Column and row.
    at: list[int]
    # The number of one tile of the box; left out: the first of its kind.
    tile: NotRequired[int]
    rotation: int


class StackLayer(TypedDict):
    """A layer of the stack: tiles shuffled together."""

    random: int
    # Numbers of tiles, and kind → how many of it.
    tiles: list[int]
    kinds: dict[str, int]
    # All tiles that are left.
    rest: bool


class StackRecipe(TypedDict):
    """How the stack of tiles is made, from top to bottom."""

    # Kinds and numbers that are taken out before.
    set_aside: list[str]
    tiles_aside: list[int]
    layers: list[StackLayer]


class SpecialRule(TypedDict):
    """Something that happens at a moment: "enter:stash", "start:threat", "death:human"."""

    when: str
    do: list[ClauseJson]
    note: NotRequired[str]


class VictoryCondition(TypedDict):
    """Who wins when all of it holds."""

    winner: Winner
    # Names the sentence; `says` is the owner's own.
    reason: str
    when: list[ClauseJson]
    says: NotRequired[LocalNames]


class ScenarioSheet(TypedDict, total=False):
    """A scenario as the owner builds it, plain values only. What nobody has said is left out."""

    id: str
    number: int
    name: LocalNames
    aim: LocalNames
    humans: list[Recruit]
    gifts: list[str]
    advantages: int
    events: int
    cards_out: list[str]
    tp: int
    reinforcements: list[Reinforcement]
    foes: list[Foe]
    start: list[StartTile]
    stack: StackRecipe
    special: list[SpecialRule]
    victory: list[VictoryCondition]
    way_out: list[str]


class ScenarioEntry(TypedDict):
    """A scenario in the list."""

    id: str
    # Its number in the rulebook; 0 for none.
    number: int
    name: LocalNames
    # Made by the owner.
    own: bool
    # What of it is still a stand-in.
    open: list[str]


class NamedRecipe(TypedDict):
    """The stack of a scenario of the box, to begin a new one from."""

    id: str
    name: LocalNames
    stack: StackRecipe


class ScenarioPart(TypedDict):
    """A ready-made part: what it adds to a sheet."""

    id: str
    special: list[SpecialRule]
    victory: list[VictoryCondition]


class ScenarioParts(TypedDict):
    """All ready-made parts."""

    special: list[ScenarioPart]
    victory: list[ScenarioPart]


class ScenarioList(TypedDict):
    """The scenarios of the box and what a new one can be begun from."""

    scenarios: list[ScenarioEntry]
    recipes: list[NamedRecipe]
    # Reasons of victory that have a sentence.
    reasons: list[str]
    parts: ScenarioParts


# -- one scenario ------------------------------------------------------------------------------------------------------


class SpecialInWords(TypedDict):
    """A special rule as data for sentences."""

    when: str
    steps: list[StepInWords]


class VictoryInWords(TypedDict):
    """A condition of victory as data for sentences."""

    winner: Winner
    when: list[PieceInWords]


class ScenarioInWords(TypedDict):
    """What the sheet's rules say."""

    special: list[SpecialInWords]
    victory: list[VictoryInWords]


class CountedStack(StackRecipe):
    """The recipe, and how many tiles each layer has."""

    counts: list[int]


class ScenarioSetup(TypedDict):
    """What lies on the table before the first roll."""

    # Tiles and warriors as in a view.
    tiles: list[TileJson]
    warriors: list[WarriorJson]
    tp: int
    advantages: int
    events: int
    cards_out: list[str]
    stack: CountedStack


ScenarioOfBox = TypedDict(
    "ScenarioOfBox",
    {
        "sheet": ScenarioSheet,
        # Where each value comes from.
        "from": dict[str, Provenance],
        "preview": ScenarioInWords,
        # Null when it cannot be laid out; `trouble` says why.
        "setup": ScenarioSetup | None,
        "trouble": BoxTrouble | None,
    },
)


class CheckedScenario(ScenarioOfBox):
    """A sheet that can be kept as it is."""

    id: str


class KeptScenario(TypedDict):
    """A scenario that is in the chosen box from now on."""

    id: str
    content: str


# -- trials ------------------------------------------------------------------------------------------------------------


class TrialFault(TypedDict):
    """A random game that went wrong."""

    game: int
    fault: str


class TrialRounds(TypedDict):
    """How many rounds the games took."""

    least: int
    mean: float
    most: int


class TrialJson(TypedDict):
    """Random games of a scenario so far."""

    scenario: str
    state: Literal["running", "done", "stopped", "failed"]
    # How many games have ended, of how many.
    done: int
    of: int
    winners: dict[Winner, int]
    # Null before the first game has ended.
    rounds: TrialRounds | None
    # How many went wrong, and the first of them.
    faulty: int
    faults: list[TrialFault]
