"""The form of a scenario file: forces, cards, the stack of tiles as a recipe, special rules, conditions of victory."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from pydantic import Field, field_validator

from companion.content.clauses import Clauses
from companion.content.models import Id, NameModel, Score, Small, Sourced, read_pieces, read_verbs
from companion.protocol.strict import StrictModel
from companion.rules.words import DEMON, HUMAN, SQUAMATA, Phase, PhaseKind, Side, Winner

Cell = Annotated[int, Field(ge=-30, le=30)]
TileNumber = Annotated[int, Field(ge=1, le=999)]


class RecruitModel(StrictModel):
    """A Human warrior of the scenario, with its Objects; on the first tile, or on the one with this kind or number."""

    card: Id
    objects: list[Id] = []
    # Skills of a Sicaria.
    skills: list[Id] = []
    tile: str = ""


class FoeModel(StrictModel):
    """A warrior of the Demon on the table from the start."""

    card: Id
    tile: str


class ReinforcementModel(StrictModel):
    """A card the Demon may bring in for TP; `most` 0: as often as the miniatures allow."""

    card: Id
    most: Small = 0


class SquamataForceModel(StrictModel):
    """Kartikeya as it comes: where it stands, and which Squamata tiles it has."""

    card: Id = "kartikeya"
    tile: str = ""
    tiles: Annotated[list[Id], Field(max_length=6)] = []


class LaidModel(StrictModel):
    """A tile on the table at the start: the first of its kind in the box, or the one with this number."""

    kind: Id
    at: tuple[Cell, Cell]
    tile: TileNumber | None = None
    rotation: Literal[0, 90, 180, 270] = 0


class LayerModel(StrictModel):
    """A layer of the stack: random tiles shuffled together with tiles of named kinds or numbers; or all the rest.

    An exact order is one layer a tile.
    """

    random: Small = 0
    tiles: Annotated[list[TileNumber], Field(max_length=99)] = []
    kinds: dict[Id, Annotated[int, Field(ge=1, le=36)]] = {}
    rest: bool = False


class StackModel(StrictModel):
    """Which kinds and single tiles are set aside, and the layers from top to bottom.

    What is set aside and comes back in no layer is left out of the game.
    """

    set_aside: list[Id] = []
    tiles_aside: Annotated[list[TileNumber], Field(max_length=99)] = []
    layers: Annotated[list[LayerModel], Field(min_length=1, max_length=40)]


class SpecialModel(StrictModel):
    when: str
    do: Clauses
    note: str = ""
    # Editions of the rules it belongs to: what a scenario said before is kept for the games begun under it.
    since: Annotated[int, Field(ge=1)] = 1
    until: Annotated[int, Field(ge=1)] = 99

    @field_validator("do")
    @classmethod
    def _do(cls, clauses: Clauses) -> Clauses:
        return read_verbs(clauses)


class ConditionModel(StrictModel):
    """Who wins when all of it holds; `says` is the owner's own sentence for the reason."""

    winner: Winner
    reason: Id
    when: Clauses
    says: NameModel | None = None

    @field_validator("when")
    @classmethod
    def _when(cls, clauses: Clauses) -> Clauses:
        return read_pieces(clauses)


class TurnModel(StrictModel):
    phase: Phase
    side: Side
    kind: PhaseKind


TURNS: Mapping[Side, tuple[TurnModel, ...]] = {
    HUMAN: (
        TurnModel(phase="initiative", side="human", kind="initiative"),
        TurnModel(phase="human_action", side="human", kind="action"),
    ),
    DEMON: (
        TurnModel(phase="threat", side="demon", kind="threat"),
        TurnModel(phase="demon_action", side="demon", kind="action"),
    ),
    SQUAMATA: (
        TurnModel(phase="instinct", side="squamata", kind="instinct"),
        TurnModel(phase="squamata_action", side="squamata", kind="action"),
    ),
}


def turns_of(sides: Iterable[Side]) -> list[TurnModel]:
    """The phases of a round, side by side."""
    return [turn for side in dict.fromkeys(sides) for turn in TURNS[side]]


class ScenarioModel(StrictModel):
    id: Id
    number: Small = 0
    # The packs it is played with; the base box always.
    packs: Annotated[list[Id], Field(min_length=1, max_length=9)] = ["base"]
    name: NameModel
    aim: Sourced[NameModel]
    # Kinds of tiles by which Humans leave here, where it is not by the Exit.
    way_out: list[Id] = []
    turns: Annotated[list[TurnModel], Field(min_length=1, max_length=8)] = turns_of((HUMAN, DEMON))
    # Nobody where the Demon plays against Kartikeya.
    humans: Sourced[Annotated[list[RecruitModel], Field(max_length=10)]]
    gifts: Sourced[list[Id]]
    advantages: Sourced[Small]
    # Event cards the Demon holds from the start.
    events: Sourced[Small] | None = None
    # Advantages and Events that are left out of their decks, every copy.
    cards_out: Sourced[Annotated[list[Id], Field(max_length=40)]] | None = None
    # Tokens that are laid in secret and turned: what each of them shows.
    tokens: Sourced[dict[Id, Annotated[list[Id], Field(min_length=1, max_length=20)]]] | None = None
    # The Action Die every Human has before the first Initiative phase.
    first_die: Sourced[Score] | None = None
    # Who explores, where it is not the Humans alone.
    explorers: Sourced[list[Side]] | None = None
    # Kartikeya, where it plays, and the Deadly Destiny table where it plays against the Demon (FS-6).
    squamata: Sourced[SquamataForceModel] | None = None
    deadly: Sourced[Annotated[list[Id], Field(max_length=12)]] | None = None
    tp: Sourced[Small]
    reinforcements: Sourced[list[ReinforcementModel]]
    foes: Sourced[list[FoeModel]] | None = None
    start: Sourced[Annotated[list[LaidModel], Field(min_length=1, max_length=40)]]
    stack: Sourced[StackModel]
    special: Sourced[list[SpecialModel]] | None = None
    victory: Sourced[Annotated[list[ConditionModel], Field(min_length=1, max_length=20)]]

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who plays, in turn order."""
        return tuple(dict.fromkeys(turn.side for turn in self.turns))
