"""Types for the tests of the generator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NotRequired, TypeAlias, TypedDict

from pydantic import BaseModel, Field

# Where to.
Heading = Literal["north", "south"]
Tree: TypeAlias = "str | Sequence[Tree] | Mapping[str, Tree] | None"


class Walker(TypedDict):
    """Somebody
    who walks."""

    name: str  # What it is called.
    # How far,
    # in steps and in fields.
    steps: NotRequired[int]
    way: Heading | None
    seen: list[tuple[int, int]]


class Runner(Walker):
    """A quick one."""

    speed: float


# Numbers of a fight.
Fight = TypedDict(
    "Fight",
    {
        # Defence.
        "def": int,
        "from": NotRequired[str],
    },
)


class Order(BaseModel):
    """What somebody wants."""

    what: str
    many: Annotated[int, Field(ge=0)] = 1
    notes: list[str | int] = []
