"""Plain JSON as types: what facts are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
# What a sentence is about, by name: {"warrior": "brute-1", "own": 1, "enemies": 2}.
Facts: TypeAlias = Mapping[str, Json]
