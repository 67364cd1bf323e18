"""The tray's buttons at the table: each press is an intent like any other, or means nothing."""

from __future__ import annotations

import random

from companion.protocol.intents import Answer
from companion.protocol.readings import DICE, ButtonMeaning, DieFace, Press, Reading
from companion.table.table import Change, Table
from tests.table.table_rig import done, play_until

ACCEPT: ButtonMeaning = "accept-reading"
CORRECT: ButtonMeaning = "correct-reading"
NEXT: ButtonMeaning = "end-activation"
UNDO: ButtonMeaning = "undo"


def press(table: Table, button: ButtonMeaning) -> Answer | None:
    """The answer to a press; None where it meant nothing: nothing was written, and nobody was told."""
    heard: list[Change] = []
    version = table.version
    table.listen(heard.append)
    answer = table.submit_event(Press(button))
    return None if answer.ok and not heard and table.version == version else answer


def awaiting_dice(table: Table, rng: random.Random) -> None:
    play_until(table, rng, lambda view: bool(view["waiting"]["what"] == "action"))


def test_accept_takes_the_pending_reading(table: Table, rng: random.Random) -> None:
    awaiting_dice(table, rng)
    assert press(table, ACCEPT) is None
    faces = tuple(DieFace(3 + i % 2) for i in range(table.view("both")["waiting"]["number"]))
    table.submit_event(Reading("r1", DICE, "camera", faces=faces))
    answer = press(table, ACCEPT)
    assert answer is not None
    assert answer.ok
    assert table.records()[-1].cause["kind"] == "camera"


def test_accept_takes_undone_dice_again(table: Table, rng: random.Random) -> None:
    awaiting_dice(table, rng)
    done(table, {"roll_for_me": True})
    dice = table.records()[-1].do
    undone = press(table, UNDO)
    assert undone is not None
    assert table.records()[-1].cause == {"kind": "button", "button": UNDO}
    assert press(table, ACCEPT) is not None
    assert table.records()[-1].do == dice


def test_correct_stops_the_countdown(table: Table, rng: random.Random) -> None:
    awaiting_dice(table, rng)
    faces = tuple(DieFace(3) for _ in range(table.view("both")["waiting"]["number"]))
    table.submit_event(Reading("r1", DICE, "camera", sure=True, faces=faces))
    version = table.version
    answer = press(table, CORRECT)
    assert answer is not None
    assert answer.ok
    assert (table.view("both")["reading"]["note"], table.version) == ("held", version)
    assert press(table, CORRECT) is None


def test_next_finishes_the_warrior_then_the_phase(table: Table, rng: random.Random) -> None:
    view = play_until(table, rng, lambda v: v["waiting"]["what"] == "activate" and any("move" in d for d in v["legal"]))
    moved = next(do for do in view["legal"] if "move" in do)
    done(table, moved)
    play_until(table, rng, lambda v: v["waiting"]["kind"] in ("choice", "roll"))
    if table.state.activation is not None and table.view("both")["waiting"]["what"] == "activate":
        press(table, NEXT)
        assert table.records()[-1].do == {"finish": moved["move"]}
    play_until(table, rng, lambda v: v["waiting"]["what"] == "activate" and not any(w["active"] for w in v["warriors"]))
    press(table, NEXT)
    assert table.records()[-1].do == {"end_phase": True}


def test_presses_that_mean_nothing_now(table: Table, rng: random.Random) -> None:
    awaiting_dice(table, rng)
    version = table.version
    assert [press(table, name) for name in (NEXT, CORRECT)] == [None, None]
    assert table.version == version


def test_an_undo_with_nothing_to_undo_is_refused(table: Table) -> None:
    answer = press(table, UNDO)
    assert answer is not None
    assert answer.code == "table/nothing_to_undo"
