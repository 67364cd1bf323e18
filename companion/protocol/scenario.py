"""Scenarios as the tablet's editor sees them: the list, a sheet, the set-up to lay out, and trials."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from companion.protocol.box import BoxTrouble, ClauseJson, LocalNames, Provenance
from companion.protocol.card import PieceInWords, StepInWords
from companion.protocol.json import WorkState
from companion.protocol.views import TileJson, WarriorJson
from companion.rules.words import Side, Winner


class Recruit(TypedDict):
    """A Human of the scenario."""

    card: str
    objects: list[str]
    # Skills of a Sicaria.
    skills: NotRequired[list[str]]
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


class SquamataForce(TypedDict):
    """Kartikeya as it comes."""

    card: str
    # The kind or the number of the tile it starts on; empty: the first one.
    tile: str
    # Its Squamata tiles.
    tiles: list[str]


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
    # Editions of the rules it belongs to.
    since: NotRequired[int]
    until: NotRequired[int]


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
    # The packs it is played with: "base", and expansions.
    packs: list[str]
    name: LocalNames
    aim: LocalNames
    humans: list[Recruit]
    gifts: list[str]
    advantages: int
    events: int
    cards_out: list[str]
    # Tokens laid in secret: what each of them shows.
    tokens: dict[str, list[str]]
    # The Action Die every Human has at the start.
    first_die: int
    # Who explores, where it is not the Humans alone.
    explorers: list[Side]
    # Who plays, in turn order.
    sides: list[Side]
    squamata: SquamataForce
    # The Deadly Destiny table: events in its order.
    deadly: list[str]
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
    # The box it comes from.
    pack: str
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
    """A game that went wrong."""

    game: int
    fault: str


class TrialRounds(TypedDict):
    """How many rounds the games took."""

    least: int
    mean: float
    most: int


class TrialLeader(TypedDict):
    """Who wins most, and the share of the games with the half width of its 95 % interval."""

    winner: Winner
    share: float
    either_way: float


class TrialJson(TypedDict):
    """Games of a scenario so far: the fair player on all sides, and some by lot to find what breaks."""

    scenario: str
    state: WorkState
    # How many fair games have ended, of how many.
    done: int
    of: int
    winners: dict[Winner, int]
    # Null before the first game has a winner.
    leader: TrialLeader | None
    # Fair games that were given up: nobody had won after sixty rounds.
    endless: int
    # Null before the first game has ended.
    rounds: TrialRounds | None
    # Games by lot; who wins them is not counted.
    by_lot: int
    # How many games of either kind went wrong, and the first of them.
    faulty: int
    faults: list[TrialFault]
