"""Clauses of a pack as the rules read them: immutable, nested ones too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from companion.rules.cards import Clause


def clauses_from(data: Iterable[Mapping[str, Any]]) -> tuple[Clause, ...]:
    return tuple(Clause(item["verb"], freeze({k: v for k, v in item.items() if k != "verb"})) for item in data)


def freeze(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType({key: _frozen(key, value) for key, value in facts.items()})


def _frozen(key: str, value: Any) -> Any:
    if key in ("then", "when") and isinstance(value, list):
        return clauses_from(value)
    if key == "table":
        return tuple(freeze(row) for row in value)
    return tuple(value) if isinstance(value, list) else value
