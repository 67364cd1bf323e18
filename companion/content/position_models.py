"""The form of a position file: a table, steps to play on it, and what must hold then. Keys not listed are an error."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, JsonValue, StringConstraints, model_validator

from companion.protocol.strict import StrictModel

Label = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Edges = Annotated[str, StringConstraints(pattern=r"^[NESW]{1,4}$")]
Score = Annotated[int, Field(ge=1, le=6, strict=True)]
Count = Annotated[int, Field(ge=0, le=999, strict=True)]
SquamataTile: TypeAlias = Literal[
    "war_cry", "consumption", "berserk", "steel_blades", "heavy_armor", "reptilian_reflexes"
]


class TileToDraw(StrictModel):
    kind: str
    openings: Edges


class TileAt(TileToDraw):
    at: tuple[int, int]


class PositionLine(StrictModel):
    mvt: Count
    cbt: Count
    defence: Annotated[int, Field(ge=1, le=6, alias="def")]


class PositionPart(StrictModel):
    """A part of Kartikeya's body; Heavy Armor has no resistance of its own to state."""

    resistance: Annotated[int, Field(ge=1, le=9, strict=True)] | None = None
    wounds: Count = 0


class WarriorAt(StrictModel):
    kind: str
    tile: Label
    line: PositionLine | None = None
    die: Score | None = None
    talents: list[Literal["elusive", "frantic", "bodyguard", "impressive", "blessed"]] | None = None
    cancelled: list[Score] = []
    objects: list[str] = []
    gifts: list[str] = []
    skills: list[str] = []
    parts: dict[Label, PositionPart] = {}
    squamata: dict[SquamataTile, Label | None] = {}
    health: Annotated[int, Field(ge=1, le=99)] | None = None
    wounds: Count = 0
    tough: bool = False


class ExpectedRefusal(StrictModel):
    refused: str | list[str]


class ExpectedWarrior(StrictModel):
    tile: str | None = None
    alive: bool | None = None
    exhausted: bool | None = None
    mvt: int | None = None
    cbt: int | None = None
    defence: int | None = Field(default=None, alias="def")
    cancelled: list[int] | None = None
    wounds: int | None = None
    may_move: bool | None = None
    may_fight: bool | None = None
    objects: list[str] | None = None
    die: int | None = None
    parts: dict[str, int] | None = None
    destroyed: list[str] | None = None
    dice_left: int | None = None


class ExpectedState(StrictModel):
    """What must hold at a point; only what is named is looked at."""

    warriors: dict[str, ExpectedWarrior] | None = None
    troglodytes: dict[str, int] | None = None
    tp: int | None = None
    phase: str | None = None
    tiles: list[str] | None = None
    unexplored: dict[str, str] | None = None
    dice_to_roll: int | None = None
    waiting_for: str | None = None
    event_hand: int | None = None
    winner: str | None = None
    water: dict[str, int] | None = None
    hellhounds_entered: int | None = None
    deadly_destiny: int | None = None


class PositionStep(StrictModel):
    do: dict[str, JsonValue] | None = None
    expect: Literal["ok"] | ExpectedRefusal = "ok"
    state: ExpectedState | None = None

    @model_validator(mode="after")
    def _something(self) -> PositionStep:
        if self.do is None and self.state is None:
            raise ValueError("a step needs 'do' or 'state'")
        if self.do is None and "expect" in self.model_fields_set:
            raise ValueError("'expect' stands beside 'do'")
        return self


class Position(StrictModel):
    """A whole position file."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    rules: list[str]
    house: dict[str, JsonValue] = {}
    tiles: dict[Label, TileAt]
    pile: list[TileToDraw] = []
    holes: list[str] = []
    entered: list[str] = []
    warriors: dict[Label, WarriorAt]
    phase: Literal["initiative", "human_action", "threat", "demon_action", "instinct", "squamata_action"]
    tp: Count = 0
    effects: list[str] = []
    advantages: list[str] = []
    events: list[str] = []
    event_deck: list[str] = []
    packs: list[str] | None = None
    water: dict[Label, Count] = {}
    object_deck: list[str] = []
    advantage_deck: list[str] = []
    hellhounds_entered: Count | None = None
    sides: list[Literal["human", "demon", "squamata"]] = ["human", "demon"]
    deadly_destiny: Count = 0
    deadly_events: dict[Label, Count] = {}
    steps: list[PositionStep]
