"""The form of a content pack: what each TOML file may say. Read by pydantic, strict about every key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

from pydantic import Field, StringConstraints, field_validator

from companion.content.clauses import Clauses, check_pieces, check_verbs
from companion.protocol.box import LocalNames, Provenance
from companion.protocol.strict import StrictModel
from companion.rules.threat import ACCEPTS
from companion.rules.words import TALENTS

T = TypeVar("T")
# What a TOML file says, before anything has read it.
TomlTable: TypeAlias = Mapping[str, object]

Id = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Text = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Score = Annotated[int, Field(ge=1, le=6)]
Small = Annotated[int, Field(ge=0, le=99)]
Openings = Annotated[str, StringConstraints(pattern=r"^N?E?S?W?$", min_length=1)]
TagNumber = Annotated[int, Field(ge=1, le=9999)]


def read_verbs(clauses: Clauses) -> Clauses:
    check_verbs(clauses)
    return clauses


def read_pieces(clauses: Clauses) -> Clauses:
    check_pieces(clauses)
    return clauses


class Sourced(StrictModel, Generic[T]):
    """`{ is = 4, from = "rulebook" }`: the value, its provenance, and a note on the source where one helps."""

    value: T = Field(alias="is")
    provenance: Provenance = Field(alias="from")
    note: str = ""

    @property
    def sure(self) -> bool:
        return self.provenance != "stand-in"


class PieceModel(StrictModel):
    """Base of what lies in a box: it belongs to the pack whose folder it stands in."""

    pack: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")] = "base"


class NameModel(StrictModel):
    """A name in the languages of the rulebooks; English always."""

    en: Text
    fr: Text | None = None
    ru: Text | None = None

    def by_language(self) -> LocalNames:
        """The languages there are, as JSON."""
        return {language: text for language, text in self.model_dump().items() if text}


class LineModel(StrictModel):
    mvt: Annotated[int, Field(ge=0, le=9)]
    cbt: Annotated[int, Field(ge=0, le=9)]
    defence: Annotated[int, Field(ge=1, le=6, alias="def")]


def check_talents(talents: list[str]) -> list[str]:
    for talent in talents:
        if talent not in TALENTS:
            raise ValueError(f"unknown talent {talent!r}; known: {', '.join(sorted(TALENTS))}")
    return talents


def check_six(lines: dict[str, Sourced[LineModel]]) -> dict[str, Sourced[LineModel]]:
    if len(lines) != 6:
        raise ValueError(f"six lines are needed, 1 to 6; there are {len(lines)}")
    return lines


class HumanModel(PieceModel):
    """A Human reference card: six lines, each a value of its own."""

    id: Id
    name: NameModel
    condemned: bool
    miniatures: Sourced[Small]
    lines: dict[Literal["1", "2", "3", "4", "5", "6"], Sourced[LineModel]]
    talents: list[Sourced[str]]

    @field_validator("lines")
    @classmethod
    def _six(cls, lines: dict[str, Sourced[LineModel]]) -> dict[str, Sourced[LineModel]]:
        return check_six(lines)

    @field_validator("talents")
    @classmethod
    def _talents(cls, talents: list[Sourced[str]]) -> list[Sourced[str]]:
        check_talents([t.value for t in talents])
        return talents


class FiendModel(PieceModel):
    """A warrior of the Demon: Troglodyte, Demon, or whatever a scenario adds."""

    id: Id
    name: NameModel
    figure: Id
    miniatures: Sourced[Small] | None = None
    health: Sourced[Annotated[int, Field(ge=1, le=20)]]
    # Its values; of one that gets Dice of Destiny those by instinct, and in `lines` those of each face.
    line: Sourced[LineModel]
    lines: dict[Literal["1", "2", "3", "4", "5", "6"], Sourced[LineModel]] | None = None
    cost: Sourced[Small]
    talents: Sourced[list[str]]
    traits: Sourced[dict[str, int]] | None = None
    tags: list[TagNumber] = []
    rule: str = "THR-3"

    @field_validator("lines")
    @classmethod
    def _six(cls, lines: dict[str, Sourced[LineModel]] | None) -> dict[str, Sourced[LineModel]] | None:
        return None if lines is None else check_six(lines)

    @field_validator("talents")
    @classmethod
    def _talents(cls, talents: Sourced[list[str]]) -> Sourced[list[str]]:
        check_talents(talents.value)
        return talents


class SpaceModel(StrictModel):
    """A space of the Squamata board: the die it takes, and what that gives."""

    dice: Literal["any", "odd", "even", "at_least", "at_most"]
    number: Annotated[int, Field(ge=0, le=6)] = 0
    mvt: Annotated[int, Field(ge=0, le=9)] = 0
    cbt: Annotated[int, Field(ge=0, le=9)] = 0
    defence: Annotated[int, Field(ge=0, le=6, alias="def")] = 0
    talents: list[str] = []

    @field_validator("talents")
    @classmethod
    def _talents(cls, talents: list[str]) -> list[str]:
        return check_talents(talents)


class PartModel(PieceModel):
    """A part of the body: how many wounds destroy it, and its spaces."""

    id: Id
    name: NameModel
    resistance: Sourced[Annotated[int, Field(ge=1, le=9)]]
    spaces: Sourced[list[SpaceModel]]


class SquamataModel(PieceModel):
    """Kartikeya; the parts of its body are pieces of their own. `line` is what it has before any die is placed."""

    id: Id
    name: NameModel
    miniatures: Sourced[Small]
    line: Sourced[LineModel]
    talents: Sourced[list[str]]


class SquamataTileModel(PieceModel):
    """A Squamata tile: the part of the body it lies on; "" where it lies beside the board."""

    id: Literal["war_cry", "consumption", "berserk", "steel_blades", "heavy_armor", "reptilian_reflexes"]
    name: NameModel
    part: Sourced[str]


class AimModel(StrictModel):
    who: str = ""
    reach: Literal["any", "same_tile", "adjacent"] = "any"
    line: bool = False
    tile: Literal["", "any"] = ""


class CostModel(StrictModel):
    """Threat Points the Demon pays to play a card."""

    tp: Annotated[int, Field(ge=1, le=20)]


class CardModel(PieceModel):
    """A Gift, Object, Advantage, Event or Skill, or an event of Deadly Destiny.

    A card without an effect is played as "do what your card says". No copies: the card is not in this box. `tags` are
    the numbers of its labels, where they are not simply counted through.
    """

    id: Id
    name: NameModel
    copies: Sourced[Annotated[int, Field(ge=0, le=20)]]
    when: Sourced[list[str]] | None = None
    aim: AimModel = AimModel()
    effect: Sourced[Clauses] | None = None
    by_hand: bool = False
    die: Sourced[Score] | None = None
    bearers: Sourced[list[Id]] | None = None
    tags: list[TagNumber] = []
    rule: str = "ACT-4"
    # What it takes to play the card, and what must hold.
    cost: Sourced[CostModel] | None = None
    condition: Sourced[Clauses] | None = None
    # Points of Deadly Destiny an event of that table takes.
    price: Sourced[Annotated[int, Field(ge=1, le=9)]] | None = None

    @field_validator("condition")
    @classmethod
    def _condition(cls, condition: Sourced[Clauses] | None) -> Sourced[Clauses] | None:
        if condition is not None:
            check_pieces(condition.value)
        return condition

    @field_validator("effect")
    @classmethod
    def _effect(cls, effect: Sourced[Clauses] | None) -> Sourced[Clauses] | None:
        if effect is not None:
            check_verbs(effect.value)
        return effect


class TileKindModel(PieceModel):
    id: Id
    name: NameModel
    capacity: Sourced[Annotated[int, Field(ge=1, le=9)]] | None = None
    ends_movement: bool = False
    leaving_takes_all: bool = False
    doubles_hits: bool = False
    hole: bool = False
    way_out: bool = False
    always_enter: list[Id] = []
    on_first_entry: Clauses = []
    on_demon_entry: Clauses = []
    on_first_demon_entry: Clauses = []
    on_phase_start: Clauses = []
    most_defence: Annotated[int, Field(ge=1, le=6)] = 6
    # Sides whose first warrior sets off `on_first_entry`.
    set_off_by: list[Literal["human", "squamata"]] = ["human"]
    # The DEF of everybody who stands on it; 0: their own.
    defence: Annotated[int, Field(ge=0, le=6)] = 0
    # Threat Points less for a figure that enters play here.
    discounts: dict[Id, Annotated[int, Field(ge=1, le=9)]] = {}
    water: Annotated[int, Field(ge=0, le=9)] = 0
    rule: str
    provenance: Provenance = Field(alias="from")

    @field_validator("on_first_entry", "on_demon_entry", "on_first_demon_entry", "on_phase_start")
    @classmethod
    def _entry(cls, clauses: Clauses) -> Clauses:
        return read_verbs(clauses)


class TileModel(PieceModel):
    number: Annotated[int, Field(ge=1, le=999)]
    kind: Id
    openings: Openings
    provenance: Provenance = Field(alias="from")


class SquareModel(PieceModel):
    id: Id
    name: NameModel
    dice: Sourced[str]
    number: Small = 0
    per_die: bool = False
    red: Sourced[bool]
    effect: Sourced[Clauses]

    @field_validator("dice")
    @classmethod
    def _dice(cls, dice: Sourced[str]) -> Sourced[str]:
        if dice.value not in ACCEPTS:
            raise ValueError(f"unknown condition {dice.value!r}; known: {', '.join(ACCEPTS)}")
        return dice

    @field_validator("effect")
    @classmethod
    def _effect(cls, effect: Sourced[Clauses]) -> Sourced[Clauses]:
        check_verbs(effect.value)
        return effect


class PackInfo(StrictModel):
    """One box of the game: the base box or an expansion."""

    id: Id
    name: NameModel
    # Events the Demon may hold when the cards of this pack are in; none: any number.
    hand_limit: Sourced[Small] | None = None
    # The number its first card has on its label. Numbers below are the base box's and the owner's own.
    first_tag: TagNumber = 1


class PackModel(StrictModel):
    """All files of a pack together, or of all packs of the game."""

    id: Id
    name: NameModel
    hand_limit: Sourced[Small] | None = None
    first_tag: TagNumber = 1
    packs: list[PackInfo] = []
    tile_kind: list[TileKindModel] = []
    tile: list[TileModel] = []
    human: list[HumanModel] = []
    fiend: list[FiendModel] = []
    gift: list[CardModel] = []
    object: list[CardModel] = []
    advantage: list[CardModel] = []
    event: list[CardModel] = []
    skill: list[CardModel] = []
    deadly: list[CardModel] = []
    squamata: list[SquamataModel] = []
    squamata_tile: list[SquamataTileModel] = []
    part: list[PartModel] = []
    square: list[SquareModel] = []
    hole_markers: Sourced[Small] | None = None
