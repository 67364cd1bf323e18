"""A state as JSON and back: the form of snapshots. The box and the scenario, which never change, are not in it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from companion.rules.acting import Acting
from companion.rules.answers import Outcome
from companion.rules.board import Board, Laid
from companion.rules.cards import Clause, Line, Part, Profile
from companion.rules.combat import Blast, CombatRoll, FranticReroll, NextVictim
from companion.rules.conditions import GameOver
from companion.rules.damage import AllotHits, Blow, Guarding
from companion.rules.destiny import PlaceDestiny, ResolveSquares
from companion.rules.effects.asking import ChooseWarrior, DrawCards, TableRoll
from companion.rules.effects.registry import Scene
from companion.rules.exploring import DrawTile, LayTile, PlaceHole
from companion.rules.initiative import AssignDice, InitiativeChoices, RollActionDice
from companion.rules.state import Activation, Game, Mark, Modifier, Roster, State, Warrior
from companion.rules.threat import Entering, RollDestiny

RECORDS: dict[str, type[Any]] = {
    record.__name__: record
    for record in (
        *(Warrior, Modifier, Mark, Activation, Part, Laid, Line, Outcome, Blow, Scene, Clause),
        *(RollActionDice, AssignDice, InitiativeChoices, Acting, DrawTile, LayTile, PlaceHole),
        *(CombatRoll, FranticReroll, Blast, NextVictim, Guarding, AllotHits),
        *(RollDestiny, PlaceDestiny, ResolveSquares, Entering, ChooseWarrior, DrawCards, TableRoll, GameOver),
    )
}


class TextError(ValueError):
    """The text is not a state of this game."""


def dump(state: State) -> dict[str, Any]:
    return {name: _plain(getattr(state, name)) for name in State._fields if name != "game"}


def load(game: Game, data: Mapping[str, Any]) -> State:
    """The state a text stands for; `TextError` names the key that is missing or wrong."""
    values: dict[str, Any] = {}
    for name in State._fields[1:]:
        if name not in data:
            raise TextError(f"{name!r} is missing")
        try:
            values[name] = _rich(data[name], game)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise TextError(f"{name!r} cannot be read: {error}") from error
    return State(game=game, **values)


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Profile):
        return {"profile": value.id}
    if isinstance(value, Board):
        return {"board": [_plain(laid) for laid in value.tiles.values()]}
    if isinstance(value, Roster):
        return {"roster": [_plain(warrior) for warrior in value.all.values()]}
    kind = type(value).__name__
    if kind in RECORDS:
        names = _fields(type(value))
        return {"~": kind, **{name: _plain(getattr(value, name)) for name in names}}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    if isinstance(value, frozenset):
        return {"set": sorted(value)}
    if isinstance(value, Mapping):
        return {"map": {key: _plain(item) for key, item in value.items()}}
    raise TypeError(f"no text form for {value!r}")


def _fields(record: type[Any]) -> tuple[str, ...]:
    if dataclasses.is_dataclass(record):
        return tuple(f.name for f in dataclasses.fields(record))
    return tuple(record._fields)


def _rich(value: Any, game: Game) -> Any:
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list):
        return tuple(_rich(item, game) for item in value)
    if "~" in value:
        record = RECORDS[value["~"]]
        return record(**{name: _rich(item, game) for name, item in value.items() if name != "~"})
    if "profile" in value:
        return game.profiles[value["profile"]]
    if "board" in value:
        return Board(tuple(_rich(laid, game) for laid in value["board"]))
    if "roster" in value:
        return Roster({w.id: w for w in (_rich(item, game) for item in value["roster"])})
    if "set" in value:
        return frozenset(value["set"])
    return MappingProxyType({key: _rich(item, game) for key, item in value["map"].items()})
