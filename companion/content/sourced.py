"""A value of the box and where it comes from."""

from __future__ import annotations

from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

Provenance = Literal["rulebook", "reported", "stand-in", "owner"]

T = TypeVar("T")


class Strict(BaseModel):
    """Unknown keys are errors: a misspelt key must not be a silent default."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Sourced(Strict, Generic[T]):
    """`{ is = 4, from = "rulebook" }`: the value, its provenance, and a note on the source where one helps."""

    value: T = Field(alias="is")
    provenance: Provenance = Field(alias="from")
    note: str = ""

    @property
    def sure(self) -> bool:
        return self.provenance != "stand-in"
