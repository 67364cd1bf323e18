"""Whether a value is of a type of the protocol: what a tablet gets is compared with what it was promised."""

from __future__ import annotations

import types
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

PLAIN = (str, int, float, bool)
# Any JSON, in whichever module its name is used.
ALIASES = {"Sequence": Sequence, "Mapping": Mapping, "Json": object}


def trouble(value: object, hint: Any, where: str = "") -> str:
    """Where a value is not of its type, and why; empty if it is."""
    origin, inside = get_origin(hint), get_args(hint)
    if is_typeddict(hint):
        return _of_typed_dict(value, hint, where)
    if origin in (Union, types.UnionType):
        tried = [trouble(value, one, where) for one in inside]
        return "" if "" in tried else tried[0]
    if origin is Literal:
        return (
            ""
            if any(value is one or (type(value) is type(one) and value == one) for one in inside)
            else _no(value, where)
        )
    if origin is not None and issubclass(origin, Mapping):
        if not isinstance(value, Mapping):
            return _no(value, where)
        return _first(trouble(inner, inside[1], f"{where}.{key}") for key, inner in value.items())
    if origin is not None and issubclass(origin, Sequence):
        if not isinstance(value, (list, tuple)):
            return _no(value, where)
        kinds = inside[:1] * len(value) if origin is not tuple or inside[-1] is ... else inside
        return _first(
            trouble(inner, kind, f"{where}.{i}") for i, (inner, kind) in enumerate(zip(value, kinds, strict=True))
        )
    if hint in PLAIN:
        return "" if type(value) is hint else _no(value, where)
    if hint is None or hint is type(None):
        return "" if value is None else _no(value, where)
    return ""  # any JSON


def _of_typed_dict(value: object, hint: Any, where: str) -> str:
    if not isinstance(value, dict):
        return _no(value, where)
    hints = get_type_hints(hint, localns=ALIASES)
    if not hint.__required_keys__ <= value.keys() <= hints.keys():
        return f"{where}: keys {sorted(value.keys() ^ hints.keys())}"
    return _first(trouble(inner, hints[key], f"{where}.{key}") for key, inner in value.items())


def _first(found: Any) -> str:
    return next((one for one in found if one), "")


def _no(value: object, where: str) -> str:
    return f"{where}: {value!r}"
