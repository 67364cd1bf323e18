"""Plain JSON as types: what facts are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, TypedDict

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
# What a sentence is about, by name: {"warrior": "brute-1", "own": 1, "enemies": 2}.
Facts: TypeAlias = Mapping[str, Json]


# How work in a process of its own is.
WorkState: TypeAlias = Literal["running", "done", "stopped", "failed"]


class Sentence(TypedDict):
    """Something the tablet turns into a sentence: a key and what it is about."""

    key: str
    facts: Facts
