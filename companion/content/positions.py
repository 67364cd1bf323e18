"""Position files: a table set up in JSON, with steps to play on it. Strict about every key."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

Label = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Edges = Annotated[str, StringConstraints(pattern=r"^[NESW]{1,4}$")]
Score = Annotated[int, Field(ge=1, le=6, strict=True)]
Count = Annotated[int, Field(ge=0, le=999, strict=True)]


class StrictKeys(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class TileToDraw(StrictKeys):
    kind: str
    openings: Edges


class TileAt(TileToDraw):
    at: tuple[int, int]


class Values(StrictKeys):
    mvt: Count
    cbt: Count
    defence: Annotated[int, Field(ge=1, le=6, alias="def")]


class WarriorAt(StrictKeys):
    kind: str
    tile: Label
    line: Values | None = None
    die: Score | None = None
    talents: list[Literal["elusive", "frantic", "bodyguard", "impressive", "blessed"]] | None = None
    cancelled: list[Score] = []
    objects: list[str] = []
    gifts: list[str] = []
    skills: list[str] = []
    health: Annotated[int, Field(ge=1, le=99)] | None = None
    wounds: Count = 0
    tough: bool = False


class Refusal(StrictKeys):
    refused: str | list[str]


class WarriorPicture(StrictKeys):
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


class Picture(StrictKeys):
    """What must hold at a point; only what is named is looked at."""

    warriors: dict[str, WarriorPicture] | None = None
    troglodytes: dict[str, int] | None = None
    tp: int | None = None
    phase: str | None = None
    tiles: list[str] | None = None
    unexplored: dict[str, str] | None = None
    dice_to_roll: int | None = None
    waiting_for: str | None = None
    event_hand: int | None = None
    winner: str | None = None


class Step(StrictKeys):
    do: dict[str, Any] | None = None
    expect: Literal["ok"] | Refusal = "ok"
    state: Picture | None = None

    @model_validator(mode="after")
    def _something(self) -> Step:
        if self.do is None and self.state is None:
            raise ValueError("a step needs 'do' or 'state'")
        if self.do is None and "expect" in self.model_fields_set:
            raise ValueError("'expect' stands beside 'do'")
        return self


class Position(StrictKeys):
    name: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    rules: list[str]
    house: dict[str, Any] = {}
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
    steps: list[Step]
