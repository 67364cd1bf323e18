"""The form of a scenario file: forces, cards, the stack of tiles as a recipe, special rules, conditions of victory."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, field_validator

from companion.content.models import Clauses, Id, Name, Small, check_clauses, check_verbs
from companion.content.sourced import Sourced, Strict
from companion.rules.conditions import PIECES


class RecruitModel(Strict):
    """A Human warrior of the scenario, with its Objects."""

    card: Id
    objects: list[Id] = []


class FoeModel(Strict):
    """A warrior of the Demon on the table from the start."""

    card: Id
    tile: str


class ReinforcementModel(Strict):
    """A card the Demon may bring in for TP; `most` 0: as often as the miniatures allow."""

    card: Id
    most: Small = 0


class LaidModel(Strict):
    """A tile on the table at the start, by its kind and openings as they lie."""

    kind: Id
    at: tuple[int, int]
    rotation: Literal[0, 90, 180, 270] = 0


class LayerModel(Strict):
    """A layer of the stack: random tiles shuffled together with tiles of named kinds; or all the rest."""

    random: Small = 0
    kinds: dict[Id, Annotated[int, Field(ge=1, le=36)]] = {}
    rest: bool = False


class StackModel(Strict):
    """Which kinds are set aside, which are left out of the game, and the layers from top to bottom."""

    set_aside: list[Id] = []
    layers: list[LayerModel]


class SpecialModel(Strict):
    when: str
    do: Clauses
    note: str = ""

    @field_validator("do")
    @classmethod
    def _do(cls, clauses: Clauses) -> Clauses:
        return check_verbs(clauses)


class ConditionModel(Strict):
    winner: Literal["human", "demon", "draw"]
    reason: Id
    when: Clauses

    @field_validator("when")
    @classmethod
    def _when(cls, clauses: Clauses) -> Clauses:
        return check_clauses(clauses, set(PIECES), "piece")


class TurnModel(Strict):
    phase: Id
    side: Id
    kind: Id


class ScenarioModel(Strict):
    id: Id
    number: Small = 0
    name: Name
    aim: Sourced[Name]
    turns: list[TurnModel] = [
        TurnModel(phase="initiative", side="human", kind="initiative"),
        TurnModel(phase="human_action", side="human", kind="action"),
        TurnModel(phase="threat", side="demon", kind="threat"),
        TurnModel(phase="demon_action", side="demon", kind="action"),
    ]
    humans: Sourced[list[RecruitModel]]
    gifts: Sourced[list[Id]]
    advantages: Sourced[Small]
    tp: Sourced[Small]
    reinforcements: Sourced[list[ReinforcementModel]]
    foes: Sourced[list[FoeModel]] | None = None
    start: Sourced[list[LaidModel]]
    stack: Sourced[StackModel]
    special: Sourced[list[SpecialModel]] | None = None
    victory: Sourced[list[ConditionModel]]
