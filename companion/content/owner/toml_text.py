"""An owner's values as TOML text: one section a piece, one line a value, as a person would write them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

BARE = re.compile(r"[A-Za-z0-9_-]+")
HEAD = "# What the owner says of the box. Values here win over the companion's own, one by one."


def toml_text(data: Mapping[str, Any]) -> str:
    """The text of a file that reads back as the same data."""
    return "\n".join([HEAD, *_lines(data)]) + "\n"


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    sections = {key: value for key, value in data.items() if _is_section(value)}
    for key, value in data.items():
        if key not in sections:
            yield f"{_key(key)} = {_inline(value)}"
    for key, pieces in sections.items():
        for piece in pieces:
            yield ""
            yield f"[[{_key(key)}]]"
            for name, value in piece.items():
                yield f"{_key(name)} = {_inline(value)}"


def _is_section(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else _text(name)


def _text(value: str) -> str:
    # The escapes of JSON are those of a basic string of TOML.
    return json.dumps(value, ensure_ascii=False)


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(name)} = {_inline(item)}" for name, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    return f"[{', '.join(_inline(item) for item in value)}]"
