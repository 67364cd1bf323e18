"""Files of games that somebody made up: refused with a reason and nothing changed, or a game like any other.

Checksums are no protection: whoever makes up a file makes up its checksums. So they are always made to fit here.
"""

from __future__ import annotations

import copy
import json
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.protocol.games import GameSummary
from companion.protocol.refusal import Refused
from companion.protocol.views import LogLine, View
from companion.table.game_store import GameStore
from companion.table.record import chained
from companion.table.seats import SEATS
from companion.table.table import Table
from tests.conforming import trouble
from tests.fuzz.odd import DEEP, examples, faults, with_fault
from tests.table.table_rig import begin, done, games_in, play

Line = dict[str, Any]


@pytest.fixture(scope="module")
def games() -> Iterator[GameStore]:
    with tempfile.TemporaryDirectory() as folder:
        store = games_in(Path(folder))
        yield store
        store.close()


@pytest.fixture(scope="module")
def lines(games: GameStore) -> list[Line]:
    """A short game with records of every kind."""
    table = begin(games, "who_dares")
    play(table, random.Random(5), 40, back=0.2)
    done(table, {"policy": {"dice": "ask", "seconds": 5}})
    done(table, {"override": {"tp": 7}, "why": "for the test"})
    done(table, {"undo": True})
    found = [json.loads(line) for line in games.export(table.name, None)]
    assert {line["kind"] for line in found} == {"new", "act", "override", "undo", "redo", "policy", "shuffle"}
    return found


def written(lines: list[Line]) -> list[str]:
    """As a file, with checksums that fit."""
    total, texts = "", []
    for line in lines:
        body = {key: value for key, value in line.items() if key != "sum"}
        total = chained_or_not(total, json.dumps(body, ensure_ascii=False, separators=(",", ":")))
        texts.append(json.dumps({**body, "sum": total}))
    return texts


def chained_or_not(total: str, body: str) -> str:
    try:
        return chained(total, body)
    except UnicodeEncodeError:
        return "0" * 16


def must_be_playable(table: Table, games: GameStore) -> None:
    """Whatever any seat gets is what the protocol promises, and JSON that a browser reads."""
    assert trouble(table.summary(), GameSummary) == ""
    assert 0 <= table.summary()["played"] <= time.time() + 2 * 86_400
    for seat in SEATS:
        view, log = table.view(seat), table.log(seat)
        assert trouble(view, View) == ""
        for line in log:
            assert trouble(line, LogLine) == ""
        json.dumps([view, log, table.summary()], allow_nan=False, ensure_ascii=False).encode()
    games.export(table.name, None)


def must_be_refused_or_playable(games: GameStore, texts: list[str]) -> bool:
    before = games.names()
    table = refusal = None
    try:
        table = games.take_in(texts)
    except Refused as refused:
        refusal = refused
    if table is None:
        assert refusal is not None
        assert refusal.code == "import/bad_file"
        assert refusal.facts["reason"]
        assert games.names() == before
        return False
    must_be_playable(table, games)
    return True


def test_the_file_itself_is_good(games: GameStore, lines: list[Line]) -> None:
    assert must_be_refused_or_playable(games, written(lines))


# -- single faults -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *[("at", at) for at in (-1, 10**30, 1.5, float("nan"), True, "now", None, 8_640_000_000_001, 4_102_444_800)],
        pytest.param("at", int(time.time()) + 3 * 86_400, id="at in three days"),
        *[("seat", seat) for seat in ("", "nobody", "Human", None, 1)],
        *[
            ("cause", cause)
            for cause in ({}, {"kind": "magic"}, {"kind": "tap", "odd": 1}, {"kind": "tap", "again": -1})
        ],
        ("cause", {"kind": "camera", "confidence": [float("nan")]}),
        ("cause", {"kind": "tap", "picture": "\0"}),
        *[("asked", asked) for asked in ({}, {"side": "human"}, [], "x")],
        *[
            ("lines", lines)
            for lines in (None, {}, ["x"], [{"key": "x"}], [{"key": "x", "facts": {"n": float("nan")}}])
        ],
        *[("intent", intent) for intent in ("\0", "\ud800", "x" * 500, None)],
        *[("do", do) for do in ({}, [], {"move": DEEP}, {"roll": [10**30]}, {"roll": [1.0]}, {"\ud800": 1})],
        ("rules", "\n\0"),
        ("unknown", 1),
    ],
)
def test_a_record_that_means_nothing_is_refused(games: GameStore, lines: list[Line], key: str, value: Any) -> None:
    for at in (0, 5, len(lines) - 1):
        changed = copy.deepcopy(lines)
        changed[at][key] = value
        assert not must_be_refused_or_playable(games, written(changed))


@pytest.mark.parametrize(
    "line", ["[" * 100_000, '{"a":' * 3_000, "9" * 5_000, '"\ud800"', "NaN", "{}", "[]", "null", '{"seq":0,"seq":1}']
)
def test_a_line_that_is_no_record_is_refused(games: GameStore, lines: list[Line], line: str) -> None:
    assert not must_be_refused_or_playable(games, [line])
    assert not must_be_refused_or_playable(games, [*written(lines), line])


# -- any fault ---------------------------------------------------------------------------------------------------------


@st.composite
def file_faults(draw: st.DrawFn) -> tuple[int, str, tuple[int, str, Any]]:
    """Which record, whether it comes twice, is missing or has a fault, and which."""
    what = draw(st.sampled_from(("fault", "fault", "fault", "repeat", "drop")))
    return draw(st.integers(0, 10_000)), what, draw(faults())


def faulty(lines: list[Line], fault: tuple[int, str, tuple[int, str, Any]]) -> list[Line]:
    which, what, inside = fault
    at = which % len(lines)
    if what == "repeat":
        return [*lines[: at + 1], *lines[at:]]
    if what == "drop":
        return [*lines[:at], *lines[at + 1 :]]
    return [*lines[:at], with_fault(lines[at], inside), *lines[at + 1 :]]


@examples(250)
@given(st.lists(file_faults(), min_size=1, max_size=3))
def test_any_change_is_refused_or_gives_a_game(
    games: GameStore, lines: list[Line], some: list[tuple[int, str, tuple[int, str, Any]]]
) -> None:
    changed = lines
    for fault in some:
        changed = faulty(changed, fault)
        if not changed:
            break
    must_be_refused_or_playable(games, written(changed))
