"""What an owner's file may be made of at all, before anything in it is looked at: small, flat, plain."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from companion.content.owner.problems import OwnerError

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
# Strings and comments, so that what is in them does not count, and the signs that do.
TOKENS = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|' r"'''.*?'''|" r'"(?:[^"\\\n]|\\.)*"|' r"'[^'\n]*'|" r"#[^\n]*|[.=,\[\]{}\n]", re.DOTALL
)


def read_text(text: str) -> dict[str, Any]:
    """The values of a TOML text; an `OwnerError` for anything that is not small, plain TOML."""
    if len(text) > LARGEST_TEXT:
        raise OwnerError("file", f"larger than {LARGEST_TEXT} characters")
    _check_nesting(text)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OwnerError("file", f"not TOML: {error}") from error
    except RecursionError as error:
        raise OwnerError("file", "nested too deeply") from error
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
            raise OwnerError(f"line {line}", "nested too deeply")


def check_plain(data: Any, key: str = "") -> None:
    """Tables, lists, texts, whole numbers and yes or no; neither deep nor many."""
    left = [MOST_VALUES]
    _check(data, key, 0, left)


def _check(value: Any, key: str, depth: int, left: list[int]) -> None:
    left[0] -= 1
    if left[0] < 0:
        raise OwnerError(key or "file", f"more than {MOST_VALUES} values")
    if depth > DEEPEST:
        raise OwnerError(key[:80], "nested too deeply")
    if isinstance(value, dict):
        for name, inner in value.items():
            if not isinstance(name, str) or len(name) > LONGEST_KEY:
                raise OwnerError(key or "file", f"a key is a text of at most {LONGEST_KEY} characters")
            _check_writable(name, key)
            _check(inner, f"{key}.{name}" if key else name, depth + 1, left)
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            _check(inner, f"{key}.{i}", depth + 1, left)
    elif isinstance(value, str):
        _check_writable(value, key)
    elif isinstance(value, int):
        if abs(value) > LARGEST_NUMBER:
            raise OwnerError(key, "the number is too large")
    else:
        raise OwnerError(key, f"{type(value).__name__} is no kind of value a box has")


def _check_writable(text: str, key: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise OwnerError(key, f"longer than {LONGEST_TEXT} characters")
    if any((ord(c) < 32 and c not in "\n\t") or 0xD800 <= ord(c) <= 0xDFFF or ord(c) == 127 for c in text):
        raise OwnerError(key, "characters that cannot be written in a file")
