"""The tray's buttons at the table: each press is an intent like any other, or means nothing."""

from __future__ import annotations

import random

from companion.table.buttons import ACCEPT, CORRECT, NEXT, UNDO
from companion.table.game import Table
from companion.table.sources import DICE, Face, Reading
from tests.table.table_rig import done, play_until


def awaiting_dice(table: Table, rng: random.Random) -> None:
    play_until(table, rng, lambda view: bool(view["waiting"]["what"] == "action"))


def test_accept_takes_the_reading_on_the_desk(table: Table, rng: random.Random) -> None:
    awaiting_dice(table, rng)
    assert table.press(ACCEPT) is None
    faces = tuple(Face(3) for _ in range(table.view("both")["waiting"]["number"]))
    table.offer(Reading("r1", DICE, "camera", faces=faces))
    answer = table.press(ACCEPT)
    assert answer is not None
    assert answer.ok
    assert table.records()[-1].cause["kind"] == "camera"


def test_accept_takes_undone_dice_again(table: Table, rng: random.Random) -> None:
    awaiting_dice(table, rng)
    done(table, {"roll_for_me": True})
    dice = table.records()[-1].do
    undone = table.press(UNDO)
    assert undone is not None
    assert table.records()[-1].cause == {"kind": "button", "button": UNDO}
    assert table.press(ACCEPT) is not None
    assert table.records()[-1].do == dice


def test_correct_stops_the_countdown(table: Table, rng: random.Random) -> None:
    awaiting_dice(table, rng)
    faces = tuple(Face(3) for _ in range(table.view("both")["waiting"]["number"]))
    table.offer(Reading("r1", DICE, "camera", sure=True, faces=faces))
    version = table.version
    answer = table.press(CORRECT)
    assert answer is not None
    assert answer.ok
    assert (table.view("both")["reading"]["note"], table.version) == ("held", version)
    assert table.press(CORRECT) is None


def test_next_finishes_the_warrior_then_the_phase(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: v["waiting"]["what"] == "activate" and any("move" in d for d in v["legal"]))
    moved = next(do for do in view["legal"] if "move" in do)
    done(table, moved)
    play_until(table, rng, lambda v: v["waiting"]["kind"] in ("choice", "roll"))
    if table.state.activation is not None and table.view("both")["waiting"]["what"] == "activate":
        table.press(NEXT)
        assert table.records()[-1].do == {"finish": moved["move"]}
    play_until(table, rng, lambda v: v["waiting"]["what"] == "activate" and not any(w["active"] for w in v["warriors"]))
    table.press(NEXT)
    assert table.records()[-1].do == {"end_phase": True}


def test_presses_that_mean_nothing_now(table: Table, rng: random.Random) -> None:
    awaiting_dice(table, rng)
    version = table.version
    assert [table.press(name) for name in (NEXT, CORRECT, "no such button")] == [None, None, None]
    assert table.version == version


def test_an_undo_with_nothing_to_undo_is_refused(table: Table) -> None:
    answer = table.press(UNDO)
    assert answer is not None
    assert answer.code == "table/nothing_to_undo"
