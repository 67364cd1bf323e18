"""An owner's values as TOML text: read only if small, flat and plain; written as a person would write them.

What is checked here is checked before anything looks at what the values mean.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import TypeGuard

from companion.content.models import TomlTable
from companion.protocol.box import box_refusal

# A box in which every value is confirmed and every card typed in has about 40,000 characters.
LARGEST_TEXT = 150_000
MOST_VALUES = 20_000
DEEPEST = 14
LONGEST_TEXT = 2_000
LONGEST_KEY = 60
LARGEST_NUMBER = 1_000_000
MOST_BRACKETS = 40
# A dotted key nests by itself, and a long one takes the reader minutes.
MOST_DOTS = 12
# Strings and comments, so that what is in them does not count, and the signs that do. A string without an end goes on
# to the end of its line or of the file: no letter is looked at twice, however many quotes are left open.
TOKENS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"{3,5}|\Z)|'
    r"'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)|"
    r'"(?:[^"\\\n]|\\.)*+"?|'
    r"'[^'\n]*+'?|"
    r"#[^\n]*+|[.=,\[\]{}\n]",
    re.DOTALL,
)
BARE = re.compile(r"[A-Za-z0-9_-]+")
HEAD = "# What the owner says of the box. Values here win over the companion's own, one by one."


def read_toml(text: str) -> TomlTable:
    """The values of a TOML text; `Refused` for anything that is not small, plain TOML."""
    if len(text) > LARGEST_TEXT:
        raise box_refusal("file", f"larger than {LARGEST_TEXT} characters")
    _check_nesting(text)
    try:
        data = tomllib.loads(text)
    except ValueError as error:
        # Of the reader itself, or of Python: a number of thousands of digits.
        raise box_refusal("file", f"not TOML: {error}"[:300]) from error
    except RecursionError as error:
        raise box_refusal("file", "nested too deeply") from error
    check_plain(data)
    return data


def _check_nesting(text: str) -> None:
    """Brackets in brackets and keys of many parts, counted before the TOML reader would follow them all the way."""
    depth = dots = 0
    for token in TOKENS.finditer(text):
        sign = token[0]
        if sign in "[{":
            depth += 1
        elif sign in "]}":
            depth = max(0, depth - 1)
        dots = dots + 1 if sign == "." else 0 if sign in "=,\n" else dots
        if depth > MOST_BRACKETS or dots > MOST_DOTS:
            line = text.count("\n", 0, token.start()) + 1
            raise box_refusal(f"line {line}", "nested too deeply")


def check_plain(data: object, key: str = "") -> None:
    """Tables, lists, texts, whole numbers and yes or no; neither deep nor many."""
    left = [MOST_VALUES]
    _check(data, key, 0, left)


def _check(value: object, key: str, depth: int, left: list[int]) -> None:
    left[0] -= 1
    if left[0] < 0:
        raise box_refusal(key or "file", f"more than {MOST_VALUES} values")
    if depth > DEEPEST:
        raise box_refusal(key[:80], "nested too deeply")
    if isinstance(value, dict):
        for name, inner in value.items():
            if not isinstance(name, str) or len(name) > LONGEST_KEY:
                raise box_refusal(key or "file", f"a key is a text of at most {LONGEST_KEY} characters")
            _check_writable(name, key)
            _check(inner, f"{key}.{name}" if key else name, depth + 1, left)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            _check(inner, f"{key}.{i}", depth + 1, left)
    elif isinstance(value, str):
        _check_writable(value, key)
    elif isinstance(value, int):
        if abs(value) > LARGEST_NUMBER:
            raise box_refusal(key, "the number is too large")
    else:
        raise box_refusal(key, f"{type(value).__name__} is no kind of value a box has")


def _check_writable(text: str, key: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise box_refusal(key, f"longer than {LONGEST_TEXT} characters")
    if any((ord(c) < 32 and c not in "\n\t") or 0xD800 <= ord(c) <= 0xDFFF or ord(c) == 127 for c in text):
        raise box_refusal(key, "characters that cannot be written in a file")


# -- writing -----------------------------------------------------------------------------------------------------------


def write_toml(data: TomlTable) -> str:
    """The text of a file that reads back as the same data."""
    return "\n".join([HEAD, *_lines(data)]) + "\n"


def _lines(data: TomlTable) -> Iterator[str]:
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


def _is_section(value: object) -> TypeGuard[list[TomlTable]]:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _key(name: str) -> str:
    return name if BARE.fullmatch(name) else _text(name)


def _text(value: str) -> str:
    # The escapes of JSON are those of a basic string of TOML.
    return json.dumps(value, ensure_ascii=False)


def _inline(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(name)} = {_inline(item)}" for name, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(_inline(item) for item in value)}]"
    raise TypeError(f"{type(value).__name__} has no place in a box")
