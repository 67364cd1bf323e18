"""Records of a state: mappings nobody can change, and the name each record has in a snapshot.

A step of the agenda is entered by being one (`companion.rules.steps.Step`), any other record by `@in_snapshot`. The
name is that of the class when it was first written; a class that is renamed keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

Kind = TypeVar("Kind", bound=type[Any])
Name = TypeVar("Name")
Value = TypeVar("Value")

RECORDS: Final[dict[str, type[Any]]] = {}
NAMES: Final[dict[type[Any], str]] = {}


def frozen(mapping: Mapping[Name, Value]) -> Mapping[Name, Value]:
    """A copy that nobody can change."""
    return MappingProxyType(dict(mapping))


def enter_record(kind: type[Any], name: str = "") -> None:
    """Later definitions of a name win: a dataclass with slots is made twice, and only the second one lives."""
    name = name or kind.__name__
    RECORDS[name] = kind
    NAMES[kind] = name


def in_snapshot(name: str = "") -> Callable[[Kind], Kind]:
    """Enter a record that is part of a state and no step, under its own name or one it had before."""

    def enter(kind: Kind) -> Kind:
        enter_record(kind, name)
        return kind

    return enter
