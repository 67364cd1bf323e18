"""The first ten minutes: the steps of setting up, how far they are, and the practice rolls."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, TypedDict

from pydantic import Field

from companion.protocol.answers import OkAnswer
from companion.protocol.strict import StrictMessage

FirstStep: TypeAlias = Literal["camera", "focus", "corners", "light", "rolls", "box", "game"]
FirstStepState: TypeAlias = Literal["open", "done", "skipped"]


class FirstStepJson(TypedDict):
    step: FirstStep
    state: FirstStepState
    # Spent on it so far.
    seconds: int


class PracticeRollJson(TypedDict):
    """A practice roll as it truly lay, and whether it was read so."""

    faces: list[int]
    right: bool


class PracticeReadingJson(TypedDict):
    """A roll that waits for somebody to say whether it was read right."""

    reading: str
    faces: list[int]
    sure: bool


class FirstRunAnswer(OkAnswer):
    """How far setting up has come. It is kept: somebody else can go on with it another day."""

    steps: list[FirstStepJson]
    # The practice rolls so far; `wanted` are enough.
    rolls: list[PracticeRollJson]
    wanted: int
    dice: int
    # Rolls go to the practice and not to the game, until nobody has asked for a while.
    practising: bool
    waiting: PracticeReadingJson | None


class FirstStepRequest(StrictMessage):
    """What became of a step, and how long it took."""

    step: FirstStep
    state: FirstStepState
    seconds: Annotated[int, Field(ge=0, le=3600)] = 0


class PracticeRequest(StrictMessage):
    """Begin to practise, or end it."""

    on: bool


class PracticeRollRequest(StrictMessage):
    """The faces of a roll as they truly lie; the same as read if it was right."""

    reading: Annotated[str, Field(max_length=80)]
    faces: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(min_length=1, max_length=6)]
