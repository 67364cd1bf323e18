"""Actions as JSON and back: {"move": "brute-1", "to": "B"}. The notation of position files, the wire and the journal.

One key of the JSON object is the verb. Each verb has a record: a frozen dataclass with `verb` and a field for every key
(see `companion.rules.actions`). `read_record`, `write_record` and `keys_of` work for any such record, also for those of
other packages.

A verb may stand for several actions (all Action Dice at once, all Dice of Destiny at once); they are taken all or none.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, Union, get_args, get_origin
from typing import get_type_hints as type_hints

from companion.rules.actions import Action, Assign, Place, Play, Resolve
from companion.rules.engine import Applied, apply, waiting
from companion.rules.results import Happening, IllegalAction, Refusal
from companion.rules.state import State

Do: TypeAlias = Mapping[str, Any]

# More dice than any roll of the game can need, more warriors than the box has: a bound for what comes from outside.
LONGEST = 100


class NotationError(ValueError):
    """The notation is wrong, whatever the rules say: names the verb, the key and what is needed."""


# -- any record --------------------------------------------------------------------------------------------------------


class VerbRecord(Protocol):
    """A frozen dataclass with a `verb`."""

    verb: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Any]]


Record = TypeVar("Record", bound=VerbRecord)


class Key(NamedTuple):
    """One key of a verb: its name in JSON, the field of the record, its Python type, and whether it must be there."""

    name: str
    field: str
    type: Any
    required: bool
    default: Any = None
    # What a table holds, for the sentence that says it is needed.
    what: str = ""


@cache
def keys_of(record: type[VerbRecord]) -> tuple[Key, ...]:
    """The keys of a record's JSON object, the verb first. A record without fields has `true` as the verb's value.

    >>> from companion.rules.actions import Move
    >>> [(key.name, key.type, key.required) for key in keys_of(Move)]
    [('move', <class 'str'>, True), ('to', <class 'str'>, True), ('via', <class 'str'>, False)]
    """
    verb, types = record.verb, type_hints(record)
    fields = dataclasses.fields(record)
    names = [item.metadata.get("key", item.name) for item in fields]
    if fields and verb not in names:
        names[0] = verb
    found = []
    for name, item in zip(names, fields, strict=True):
        required = name == verb or item.default is dataclasses.MISSING
        default = None if required else item.default
        found.append(Key(name, item.name, types[item.name], required, default, item.metadata.get("what", item.name)))
    if not found:
        found.append(Key(verb, "", Literal[True], True))
    return tuple(sorted(found, key=lambda key: key.name != verb))


def read_record(record: type[Record], do: Do) -> Record:
    """The record a JSON object stands for; `NotationError` for anything that does not fit it."""
    keys = keys_of(record)
    names = [key.name for key in keys]
    for name in do:
        if name not in names:
            others = ", ".join(names[1:]) or "no other"
            raise NotationError(f"{record.verb}: unknown key {name!r}; it may have {others}")
    values = {}
    for key in keys:
        if key.required or key.name in do:
            value = _read(record.verb, key, key.type, do.get(key.name))
            if key.field:
                values[key.field] = value
    return record(**values)


def _read(verb: str, key: Key, wanted: Any, value: Any) -> Any:
    """A value of the type that is wanted."""
    origin = get_origin(wanted)
    if origin is Literal:
        return _one_of(verb, key, get_args(wanted), value)
    if origin in (Union, UnionType):
        some = [kind for kind in get_args(wanted) if kind is not NoneType]
        if value is None:
            return None
        if isinstance(value, str) or some != [str]:
            return _read(verb, key, some[0], value)
        raise NotationError(f"{verb}: a {key.field} or null is needed, not {value!r}")
    if origin is tuple:
        return _list(verb if key.name == verb else f"{verb}.{key.name}", get_args(wanted)[0], value)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _table(verb, key, get_args(wanted)[1], value)
    return _plain(verb, key.name, wanted, value)


_NAMES: dict[type, str] = {str: "a text", int: "a whole number", bool: "true or false"}


def _plain(verb: str, name: str, wanted: type, value: Any) -> Any:
    if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
        raise NotationError(f"{verb}: {name!r} must be {_NAMES[wanted]}, not {value!r}")
    return value


def _one_of(verb: str, key: Key, words: tuple[Any, ...], value: Any) -> Any:
    if words == (True,):
        if value is not True:
            raise NotationError(f"{verb}: must be true, not {value!r}")
    elif not isinstance(value, str) or value not in words:
        raise NotationError(f"{verb}: {key.name!r} must be one of {', '.join(map(str, words))}, not {value!r}")
    return value


def _list(where: str, wanted: type, value: Any) -> tuple[Any, ...]:
    many = _NAMES[wanted].removeprefix("a ") + "s"
    if not isinstance(value, list | tuple) or len(value) > LONGEST:
        raise NotationError(f"{where}: a list of at most {LONGEST} {many} is needed, not {value!r}")
    for item in value:
        if not isinstance(item, wanted) or (wanted is int and isinstance(item, bool)):
            raise NotationError(f"{where}: {item!r} is not {_NAMES[wanted]}")
    return tuple(value)


def _table(verb: str, key: Key, wanted: Any, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping) or len(value) > LONGEST or not all(isinstance(name, str) for name in value):
        raise NotationError(f"{verb}: {key.what} are needed, not {value!r}")
    if wanted is Any:
        return dict(value)
    if get_origin(wanted) is tuple:
        return {name: _list(f"{verb}.{name}", get_args(wanted)[0], item) for name, item in value.items()}
    return {name: _plain(verb, name, wanted, item) for name, item in value.items()}


def write_record(record: VerbRecord) -> dict[str, Any]:
    """The record as JSON; what is as by default is left out. `read_record` gives it back."""
    found: dict[str, Any] = {}
    for name, attribute, _, required, default, _ in keys_of(record.__class__):
        value = getattr(record, attribute) if attribute else True
        if required or value != default:
            found[name] = list(value) if value.__class__ is tuple else value
    return found


# -- the verbs of the game ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AssignAll:
    """All Action Dice at once, a die for every warrior."""

    verb: ClassVar = "assign"
    dice: Mapping[str, int] = field(metadata={"what": "warriors and their dice"})

    def actions(self) -> list[Action]:
        if not self.dice:
            raise NotationError("assign: warriors and their dice are needed, not {}")
        return [Assign(name, die) for name, die in self.dice.items()]


@dataclass(frozen=True, slots=True)
class PlaceAll:
    """All Dice of Destiny at once; then the squares take effect."""

    verb: ClassVar = "destiny"
    squares: Mapping[str, tuple[int, ...]] = field(metadata={"what": "squares and their dice"})

    def actions(self) -> list[Action]:
        return [*(Place(name, dice) for name, dice in self.squares.items()), Resolve()]


def _values_of(play: Play) -> list[Any]:
    return [getattr(play, item.name) for item in dataclasses.fields(play)]


@dataclass(frozen=True, slots=True)
class PlayGift(Play):
    """A Gift is played like any card; in JSON it has a verb of its own."""

    verb: ClassVar = "gift"

    def actions(self) -> list[Action]:
        return [Play(*_values_of(self))]


# Every verb of the game with its record; those that are no action themselves give their `actions`.
VERBS: dict[str, type[VerbRecord]] = {
    record.verb: record for record in (*get_args(Action), AssignAll, PlaceAll, PlayGift)
}


def verb_of(do: Do) -> str:
    """The one verb of a JSON object."""
    found = [key for key in do if key in VERBS]
    if len(found) != 1:
        raise NotationError(f"exactly one verb is needed, got {', '.join(map(repr, do)) or 'nothing'}")
    return found[0]


def read(do: Do) -> list[Action]:
    """The actions a verb stands for.

    >>> read({"move": "brute-1", "to": "B"})
    [Move(warrior='brute-1', to='B', via='')]
    """
    if not isinstance(do, Mapping):
        raise NotationError(f"a verb with its values is needed, not {do!r}")
    record: Any = read_record(VERBS[verb_of(do)], do)
    return record.actions() if isinstance(record, AssignAll | PlaceAll | PlayGift) else [record]


def write(action: Action, deck: str = "") -> dict[str, Any]:
    """An action as a verb; `read` gives it back. `deck` tells a Gift from other cards.

    >>> from companion.rules.actions import Guard
    >>> write(Guard(None))
    {'guard': None}
    """
    if deck == PlayGift.verb and isinstance(action, Play):
        return write_record(PlayGift(*_values_of(action)))
    return write_record(action)


def take(state: State, do: Do) -> Applied:
    """The state after the verb; `IllegalAction` with the state untouched if any of its actions is against the rules."""
    happenings: list[Happening] = []
    actions = read(do)
    for action in actions:
        state, more = apply(state, action)
        happenings += more
    if verb_of(do) == AssignAll.verb and waiting(state).what == "assign":
        # Whoever hands out all dice at once must not forget a warrior (INI-2).
        left = waiting(state).facts["warriors"]
        raise IllegalAction(Refusal("INI-2", "warriors_without_die", {"warriors": left}), actions)
    return Applied(state, tuple(happenings))
