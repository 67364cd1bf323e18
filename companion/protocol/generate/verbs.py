"""The verbs of an intent as data: those of the game from the rules' notation, and the table's own."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

from companion.protocol.intents import TABLE_VERBS
from companion.rules.notation import VERBS, keys_of

PLAIN = {str: "string", int: "number", bool: "boolean", NoneType: "null", Any: "unknown"}


class VerbKey(NamedTuple):
    name: str
    # Its type in TypeScript.
    kind: str
    optional: bool


class DescribedVerb(NamedTuple):
    """A verb: the leading key, and those that may stand beside it."""

    keys: tuple[VerbKey, ...]
    about: str

    @property
    def name(self) -> str:
        return self.keys[0].name


def game_verbs() -> list[DescribedVerb]:
    return [
        DescribedVerb(
            tuple(VerbKey(key.name, type_of(key.type), not key.required) for key in keys_of(record)),
            _about(record),
        )
        for record in VERBS.values()
    ]


def table_verbs() -> list[DescribedVerb]:
    """The table's own verbs; their types are those of the models."""
    return [
        DescribedVerb(
            tuple(VerbKey(name, "", not field.is_required()) for name, field in model.model_fields.items()),
            " ".join((model.__doc__ or "").split()),
        )
        for model in TABLE_VERBS.values()
    ]


def type_of(kind: Any) -> str:
    """A type of a record of the rules, in TypeScript."""
    parts = get_args(kind)
    match get_origin(kind):
        case None:
            return PLAIN[kind]
        case origin if origin is Literal:
            return " | ".join(json.dumps(word) for word in parts)
        case origin if origin in (Union, UnionType):
            return " | ".join(type_of(part) for part in parts)
        case origin if origin is tuple:
            return f"{type_of(parts[0])}[]"
        case origin if issubclass(origin, Mapping):
            return f"{{ [key: string]: {type_of(parts[1])} }}"
    raise TypeError(f"{kind!r} has no TypeScript")


def _about(record: type[Any]) -> str:
    text = inspect.getdoc(record) or ""
    # A dataclass without a docstring has its signature for one.
    return "" if text.startswith(f"{record.__name__}(") else " ".join(text.split())
