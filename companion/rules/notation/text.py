"""A state as JSON and back: the form of snapshots. The box and the scenario, which never change, are not in it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from companion.rules.acting import Acting
from companion.rules.answers import Outcome
from companion.rules.board import Board, Laid
from companion.rules.cards import Clause, Line, Part, Profile
from companion.rules.combat import Blast, CombatRoll, FranticReroll
from companion.rules.conditions import GameOver
from companion.rules.damage import AllotHits, Blow, Guarding, Taker
from companion.rules.destiny import PlaceDestiny, ResolveSquares
from companion.rules.effects.asking import ChooseWarrior, DrawCards, TableRoll
from companion.rules.effects.registry import Scene
from companion.rules.exploring import DrawTile, LayTile, PlaceHole
from companion.rules.initiative import AssignDice, InitiativeChoices, RollActionDice
from companion.rules.phases import NextPhase
from companion.rules.state import Activation, Game, Mark, Modifier, Roster, State, Warrior
from companion.rules.threat import Entering, RollDestiny

RECORDS: dict[str, type[Any]] = {
    record.__name__: record
    for record in (
        *(Warrior, Modifier, Mark, Activation, Part, Laid, Line, Outcome, Blow, Taker, Scene, Clause),
        *(RollActionDice, AssignDice, InitiativeChoices, Acting, DrawTile, LayTile, PlaceHole),
        *(CombatRoll, FranticReroll, Blast, Guarding, AllotHits),
        *(
            NextPhase,
            RollDestiny,
            PlaceDestiny,
            ResolveSquares,
            Entering,
            ChooseWarrior,
            DrawCards,
            TableRoll,
            GameOver,
        ),
    )
}


class TextError(ValueError):
    """The text is not a state of this game."""


def dump(state: State) -> dict[str, Any]:
    return {name: to_plain(getattr(state, name)) for name in State._fields if name != "game"}


def load(game: Game, data: Mapping[str, Any]) -> State:
    """The state a text stands for; `TextError` names the key that is missing or wrong."""
    values: dict[str, Any] = {}
    for name in State._fields[1:]:
        if name not in data:
            raise TextError(f"{name!r} is missing")
        try:
            values[name] = from_plain(data[name], game)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise TextError(f"{name!r} cannot be read: {error}") from error
    return State(game=game, **values)


def to_plain(value: Any) -> Any:
    """Any part of a state as JSON."""
    kind = value.__class__
    if kind in _AS_THEY_ARE:
        return value
    names = _FIELDS.get(kind)
    if names is not None:
        return {"~" + kind.__name__: _all_plain([getattr(value, name) for name in names])}
    if kind is tuple:
        return _all_plain(value)
    if kind is Profile:
        return {"profile": value.id}
    if kind is Board:
        return {"board": [to_plain(laid) for laid in value.tiles.values()]}
    if kind is Roster:
        return {"roster": [to_plain(warrior) for warrior in value.all.values()]}
    if kind is frozenset:
        return {"set": sorted(value)}
    if isinstance(value, Mapping):
        return {"map": {key: to_plain(item) for key, item in value.items()}}
    raise TypeError(f"no text form for {value!r}")


def _all_plain(values: Iterable[Any]) -> list[Any]:
    """Most values are texts and numbers; sparing them a call halves the time of a snapshot."""
    return [item if item.__class__ in _AS_THEY_ARE else to_plain(item) for item in values]


def _all_rich(values: Iterable[Any], game: Game) -> list[Any]:
    return [item if item.__class__ in _AS_THEY_ARE else from_plain(item, game) for item in values]


def _fields(record: type[Any]) -> tuple[str, ...]:
    if dataclasses.is_dataclass(record):
        return tuple(f.name for f in dataclasses.fields(record))
    return tuple(record._fields)


_AS_THEY_ARE = frozenset({type(None), bool, int, str})
_FIELDS = {record: _fields(record) for record in RECORDS.values()}


def from_plain(value: Any, game: Game) -> Any:
    """The part of a state that `to_plain` gave."""
    kind = value.__class__
    if kind in _AS_THEY_ARE:
        return value
    if kind is list:
        return tuple(_all_rich(value, game))
    ((tag, inner),) = value.items()
    if tag[0] == "~":
        record = RECORDS[tag[1:]]
        if len(inner) != len(_FIELDS[record]):
            raise TextError(f"{tag[1:]} has {len(inner)} values, {len(_FIELDS[record])} are needed")
        return record(*_all_rich(inner, game))
    if tag == "profile":
        return game.profiles[inner]
    if tag == "board":
        return Board(tuple(from_plain(laid, game) for laid in inner))
    if tag == "roster":
        return Roster({w.id: w for w in (from_plain(item, game) for item in inner)})
    if tag == "set":
        return frozenset(inner)
    if tag == "map":
        return MappingProxyType({key: from_plain(item, game) for key, item in inner.items()})
    raise TextError(f"unknown tag {tag!r}")
