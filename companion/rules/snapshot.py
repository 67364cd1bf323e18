"""A state as JSON and back: the form of snapshots. The box and the scenario, which never change, are not in it.

Records that may be part of a state are known by name: steps of the agenda by being steps, others by `@in_snapshot`
(see `companion.rules.records`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from companion.rules.board import Board
from companion.rules.cards import Profile
from companion.rules.game import Game
from companion.rules.records import NAMES, RECORDS
from companion.rules.state import Roster, State

# Parts of a state that older snapshots do not have; they are as in a new game.
SINCE_0_1_0 = frozenset({"tile_tokens", "water", "deadly", "deadly_used"})


class SnapshotError(ValueError):
    """The text is not a state of this game."""


def to_json(state: State) -> dict[str, Any]:
    return {name: part_to_json(getattr(state, name)) for name in State._fields if name != "game"}


def from_json(game: Game, data: Mapping[str, Any]) -> State:
    """The state a text stands for; `SnapshotError` names the key that is missing or wrong."""
    values: dict[str, Any] = {}
    for name in State._fields[1:]:
        if name not in data:
            if name in SINCE_0_1_0:
                continue
            raise SnapshotError(f"{name!r} is missing")
        try:
            values[name] = part_from_json(data[name], game)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise SnapshotError(f"{name!r} cannot be read: {error}") from error
    return State(game=game, **values)


def part_to_json(value: Any) -> Any:
    """Any part of a state as JSON."""
    kind: Any = value.__class__
    if kind in _AS_THEY_ARE:
        return value
    name = NAMES.get(kind)
    if name is not None:
        return {"~" + name: _all_to_json([getattr(value, part) for part in _fields(kind)])}
    if kind is tuple:
        return _all_to_json(value)
    if kind is Profile:
        return {"profile": value.id}
    if kind is Board:
        return {"board": [part_to_json(laid) for laid in value.tiles.values()]}
    if kind is Roster:
        return {"roster": [part_to_json(warrior) for warrior in value.all.values()]}
    if kind is frozenset:
        return {"set": sorted(value)}
    if isinstance(value, Mapping):
        return {"map": {key: part_to_json(item) for key, item in value.items()}}
    raise TypeError(f"no text form for {value!r}")


def _all_to_json(values: Iterable[Any]) -> list[Any]:
    """Most values are texts and numbers; sparing them a call halves the time of a snapshot."""
    return [item if item.__class__ in _AS_THEY_ARE else part_to_json(item) for item in values]


def _all_from_json(values: Iterable[Any], game: Game) -> list[Any]:
    return [item if item.__class__ in _AS_THEY_ARE else part_from_json(item, game) for item in values]


@cache
def _fields(record: Any) -> tuple[str, ...]:
    if dataclasses.is_dataclass(record):
        return tuple(f.name for f in dataclasses.fields(record))
    return tuple(record._fields)


_AS_THEY_ARE = frozenset({type(None), bool, int, str})


def part_from_json(value: Any, game: Game) -> Any:
    """The part of a state that `part_to_json` gave."""
    kind: Any = value.__class__
    if kind in _AS_THEY_ARE:
        return value
    if kind is list:
        return tuple(_all_from_json(value, game))
    ((tag, inner),) = value.items()
    if tag[0] == "~":
        record: Any = RECORDS[tag[1:]]
        # An older snapshot has fewer: what a record got since has a default.
        if len(inner) > len(_fields(record)):
            raise SnapshotError(f"{tag[1:]} has {len(inner)} values, {len(_fields(record))} are known")
        return record(*_all_from_json(inner, game))
    if tag == "profile":
        return game.profiles[inner]
    if tag == "board":
        return Board(tuple(part_from_json(laid, game) for laid in inner))
    if tag == "roster":
        return Roster({w.id: w for w in (part_from_json(item, game) for item in inner)})
    if tag == "set":
        return frozenset(inner)
    if tag == "map":
        return MappingProxyType({key: part_from_json(item, game) for key, item in inner.items()})
    raise SnapshotError(f"unknown tag {tag!r}")
