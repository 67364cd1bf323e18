"""Records of a state: mappings nobody can change, and the name each record has in a snapshot.

A step of the agenda is entered by being one (`companion.rules.steps.Step`), any other record by `@in_snapshot`. The
name is that of the class when it was first written; a class that is renamed keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeVar, dataclass_transform

Kind = TypeVar("Kind", bound=type[Any])
Name = TypeVar("Name")
Value = TypeVar("Value")

RECORDS: Final[dict[str, type[Any]]] = {}
NAMES: Final[dict[type[Any], str]] = {}


def frozen(mapping: Mapping[Name, Value]) -> Mapping[Name, Value]:
    """A copy that nobody can change."""
    return MappingProxyType(dict(mapping))


@dataclass_transform(frozen_default=True)
def record(kind: type[Any]) -> Any:
    """A frozen dataclass with slots.

    By a name of our own: of what is plainly a `dataclass` mypyc makes a class of its own kind, which cannot be pickled
    and is not the one entered in `NAMES`.
    """
    return dataclass(frozen=True, slots=True)(kind)


def unchangeable(kind: Kind) -> Kind:
    """A class whose instances nobody can change; its own `__init__` sets their parts by `object.__setattr__`."""

    def refuse(self: object, name: str, value: object) -> None:
        raise AttributeError(f"a {kind.__name__.lower()} cannot be changed ({name})")

    kind.__setattr__ = refuse  # type: ignore[assignment]
    return kind


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
