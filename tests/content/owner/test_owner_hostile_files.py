"""Box files that somebody made up: whatever is in them, they are read or refused in a moment, never in minutes."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest

from companion.content.owner.overlay import read_box
from companion.content.owner.toml_text import LARGEST_TEXT, read_toml
from companion.protocol.refusal import Refused
from companion.table.loaded_box import load_overlay

# Of the processor. All of these take under 0.2 s here; before, one took over a minute.
MOST_S = 5.0

REPEATED = {
    "open strings": '"a',
    "open strings that end in a backslash": '"\\',
    "open long strings": '"""a',
    "long strings with a quote too many": '""""a',
    "open literal strings": "'''a",
    "quotes": '"',
    "apostrophes": "'",
    "backslashes": "\\",
    "arrays of tables": "[[card]]\n",
    "tables in arrays": "[[a]]\n[a.b]\n",
    "comments": "#",
    "dots": ".",
    "line ends": "\r\n",
    "zero bytes": "\0",
}
WRITTEN = {
    "a number without end": lambda n: "a=" + "9" * n,
    "a fraction without end": lambda n: "a=1." + "0" * n,
    "a number with lines under it": lambda n: "a=" + "1_" * (n // 2) + "1",
    "a string of escapes": lambda n: 'a="' + "\\u0041" * (n // 6) + '"',
    "a long string of line ends": lambda n: 'a="""' + "\\\n " * (n // 3) + '"""',
    "keys of eleven parts": lambda n: "".join(f"a.b.c.d.e.f.g.h.i.j.k{i}=1\n" for i in range(n // 30)),
    "tables in a table": lambda n: "[a]\n" + "".join(f"[a.b{i}]\n" for i in range(n // 12)),
    "tables in a list": lambda n: "a=[" + "{b=1}," * (n // 6) + "]",
    "a key of a hundred thousand parts": lambda n: ".".join("a" * (n // 2)) + "=1",
    "nested behind a string": lambda n: 'a=["""x"""", ' + "[" * (n // 2) + "]",
    "a long key behind a string": lambda n: 'a=["""x"""", {' + "a." * (n // 2) + "a=1}]",
}


@pytest.mark.parametrize("what", [*REPEATED, *WRITTEN])
def test_a_file_of_the_largest_size_is_refused_in_a_moment(what: str) -> None:
    size = LARGEST_TEXT - 100
    text = (REPEATED[what] * (size // len(REPEATED[what]))) if what in REPEATED else WRITTEN[what](size)
    assert size // 3 < len(text) <= LARGEST_TEXT
    begun = time.process_time()
    with suppress(Refused):
        load_overlay(read_box(text).overlay)
    assert time.process_time() - begun < MOST_S


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('a = "x"', "x"),
        ('a = "\\"[[["', '"[[['),
        ("a = '[[[['", "[[[["),
        ('a = """[ " "" \\""" ["""', '[ " "" """ ['),
        ('a = """x"""" ', 'x"'),
        ('a = """x""""" ', 'x""'),
        ("a = '''x''''", "x'"),
        ('a = "" # """ [[[[', ""),
    ],
)
def test_what_is_in_strings_does_not_count(text: str, value: str) -> None:
    """Nor does it hide what comes after it."""
    assert read_toml(text) == {"a": value}
    with pytest.raises(Refused, match="nested too deeply"):
        read_toml(text + "\nb = " + "[" * 50 + "]" * 50)
