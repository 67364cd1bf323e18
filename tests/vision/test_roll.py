"""From frames to rolls, with a reader that is told what to say."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.roll_rig import HEIGHT, WIDTH, Table, die, settled
from vision.dice.reading import DiceReading, Doubt
from vision.roll.motion import MotionWatch
from vision.roll.tray import TrayCalibration
from vision.roll.votes import join_pair


def test_dice_are_told_once_they_lie_still_and_only_once() -> None:
    table = Table()
    assert table.rolls() == []
    table.reading = settled(die(3, 100, 100), die(5, 300, 200))
    results = table.show(3.0)
    told = [g.roll for g in results if g.roll]
    assert [roll.faces for roll in told] == [(3, 5)]
    assert told[0].sure
    assert results[0].state == "moving"
    assert results[-1].state == "settled"


def test_the_second_reader_looks_at_one_sure_picture_of_a_roll() -> None:
    table = Table()
    table.show(2.0)
    table.reading, table.error, table.second_reader = settled(die(3, 100, 100)), 0.001, []
    (roll,) = table.rolls()
    assert table.second_reader == [True, False, False, False]
    assert (roll.sure, roll.error) == (True, 0.001)


def test_the_second_reader_is_asked_until_a_picture_was_sure() -> None:
    table = Table()
    table.show(2.0)
    table.reading = replace(settled(die(3, 100, 100)), sure=False, state="unsure", doubts=(Doubt.UNCLEAR,))
    table.second_reader = []
    table.rolls()
    assert table.second_reader
    assert all(table.second_reader)


def test_nothing_is_read_while_dice_move() -> None:
    table = Table()
    table.show(2.0)
    before = table.reads
    for step in range(10):
        table.reading = settled(die(3, 100 + 30 * step, 100))
        assert all(g.state == "moving" and g.roll is None for g in table.show(0.1))
    assert table.reads == before


def test_no_reading_while_a_hand_is_in_view_even_if_it_keeps_still() -> None:
    table = Table()
    table.show(2.0)
    table.reading, table.hand = settled(die(3, 100, 100)), True
    results = table.show(3.0)
    assert {g.state for g in results[2:]} == {"hand"}
    assert not any(g.roll for g in results)
    table.hand = False
    assert [r.faces for r in table.rolls()] == [(3,)]


def test_a_hand_in_a_sleeve_as_dark_as_a_shadow_leaves_nothing_sure() -> None:
    table = Table()
    table.show(2.0)
    table.reading, table.hand, table.sleeve = settled(die(3, 100, 100)), True, (45, 45, 45)
    assert not any(roll.sure for roll in table.rolls(3.0))


def test_spots_in_the_cloth_that_were_there_before_the_dice_are_none() -> None:
    table = Table()
    table.show(2.0)
    table.reading, table.spots = settled(die(3, 100, 100)), (die(6, 300, 200),)
    (told,) = table.rolls()
    assert (told.faces, told.sure) == ((3,), False)
    assert Doubt.ANOTHER_DIE in told.doubts


def test_a_tray_with_nothing_but_such_spots_is_empty() -> None:
    table = Table()
    table.show(2.0)
    table.reading = settled(die(3, 100, 100))
    assert table.rolls()
    table.reading, table.spots = settled(), (die(6, 300, 200),)
    results = table.show(3.0)
    assert not any(result.roll for result in results)
    assert results[-1].state == "empty"


def test_a_mark_that_is_there_from_the_first_is_asked_about_once_and_not_read_with_every_roll() -> None:
    """The watcher never saw this tray empty: a knot in its wood looks like a one."""
    table = Table()
    table.spots = (die(1, 300, 200),)
    assert [roll.faces for roll in table.rolls()] == [(1,)]
    table.reading = settled(die(3, 100, 100), die(1, 500, 300))
    (told,) = table.rolls()
    assert (told.faces, told.sure) == ((1, 3), False)


def test_dice_that_lie_there_from_the_first_and_are_sure_remain_dice() -> None:
    table = Table(TrayCalibration(flatness_known=True))
    table.reading = settled(die(4, 300, 200))
    assert [roll.faces for roll in table.rolls()] == [(4,)]
    table.reading = settled(die(4, 300, 200), die(3, 100, 100))
    (told,) = table.rolls()
    assert (told.faces, told.sure) == ((3, 4), True)


@pytest.mark.parametrize(("size", "sure"), [(36, False), (8, True)])
def test_a_thing_as_large_as_a_die_that_is_not_read_leaves_nothing_sure(size: int, sure: bool) -> None:
    table = Table()
    table.show(2.0)
    table.reading, table.unread = settled(die(3, 100, 100), die(5, 300, 200)), size
    (told,) = table.rolls()
    assert told.faces == (3, 5)
    assert told.sure is sure


def test_dice_that_came_into_an_empty_tray_are_no_print_and_those_seen_first_might_be() -> None:
    table = Table()
    table.reading = settled(die(3, 100, 100))
    table.rolls()
    assert table.solid == {False}
    table.reading = settled()
    table.show(2.0)
    table.solid.clear()
    table.reading = settled(die(5, 300, 200))
    table.rolls()
    assert table.solid == {True}


def test_a_thing_that_was_not_read_is_looked_at_by_itself() -> None:
    table = Table()
    table.show(2.0)
    table.reading, table.unread = settled(die(3, 100, 100), die(5, 300, 200)), 36
    table.rolls()
    assert table.looked_at
    for x, y, size in table.looked_at:
        assert (x, y) == (pytest.approx(468, abs=6), pytest.approx(168, abs=6))
        assert size == 40


def test_a_lone_thing_is_looked_at_although_the_size_of_dice_is_not_known_yet() -> None:
    table = Table()
    table.show(2.0)
    table.unread = 36
    table.show(1.0)
    assert table.looked_at
    for x, y, size in table.looked_at:
        assert (x, y) == (pytest.approx(468, abs=6), pytest.approx(168, abs=6))
        assert size == pytest.approx(36, abs=6)


def test_dice_that_are_read_are_not_looked_at_again() -> None:
    table = Table()
    table.show(2.0)
    table.reading, table.long_shadows = settled(die(3, 100, 100), die(5, 300, 200)), True
    table.rolls()
    assert table.looked_at == []


def test_a_die_at_the_border_is_no_hand_where_the_size_of_dice_is_known() -> None:
    known, unknown = Table(TrayCalibration(die_size=90)), Table()
    for table in (known, unknown):
        table.show(2.0)
        table.reading = settled(die(3, 45, 200, size=90))
    assert [roll.faces for roll in known.rolls()] == [(3,)]
    assert {result.state for result in unknown.show(2.0)} == {"hand"}


def test_dice_are_read_although_their_shadow_falls_out_of_the_picture() -> None:
    table = Table()
    table.show(2.0)
    table.reading, table.long_shadows = settled(die(3, 100, 100)), True
    (told,) = table.rolls()
    assert told.faces == (3,)
    assert told.sure


def test_the_same_dice_are_no_new_roll_after_a_hand_passed() -> None:
    table = Table()
    table.show(2.0)
    table.reading = settled(die(3, 100, 100), die(5, 300, 200))
    assert len(table.rolls()) == 1
    table.hand = True
    table.show(0.5)
    table.hand = False
    assert table.rolls() == []


def test_dice_taken_away_are_no_roll_and_dice_thrown_again_are() -> None:
    table = Table()
    table.show(2.0)
    table.reading = settled(die(3, 100, 100), die(5, 300, 200))
    table.rolls()
    table.reading = settled(die(3, 100, 100))
    assert table.rolls() == []
    table.reading = settled(die(3, 100, 100), die(5, 450, 350))
    assert [r.faces for r in table.rolls()] == [(3, 5)]


@pytest.mark.parametrize(("confidence", "told"), [(0.97, [(5,)]), (0.6, [])])
def test_an_unsure_die_in_the_place_of_another_is_new_if_its_face_is_clear(
    confidence: float, told: list[tuple[int, ...]]
) -> None:
    table = Table()
    table.show(2.0)
    table.reading = settled(die(3, 100, 100))
    table.rolls()
    other = replace(die(5, 104, 102), confidence=confidence)
    table.reading = DiceReading((other,), "unsure", False, doubts=(Doubt.MIGHT_LEAN,))
    assert [roll.faces for roll in table.rolls()] == told


def test_after_an_empty_tray_the_same_place_counts_again() -> None:
    table = Table()
    table.show(2.0)
    for _ in range(2):
        table.reading = settled(die(3, 100, 100))
        assert len(table.rolls()) == 1
        table.reading = settled()
        table.show(2.0)


def test_dice_outside_the_tray_are_reported_but_not_counted() -> None:
    table = Table(TrayCalibration(((50, 50), (400, 50), (400, 400), (50, 400))))
    table.reading = settled(die(3, 100, 100), die(6, 500, 100))
    (roll,) = table.rolls()
    assert roll.faces == (3,)
    assert [d.face for d in roll.outside] == [6]


def test_a_die_that_is_too_large_lies_on_another() -> None:
    table = Table(TrayCalibration(die_size=40, largest=44))
    table.reading = settled(die(3, 100, 100), die(6, 300, 100, size=54))
    (roll,) = table.rolls()
    assert roll.state == "cocked"
    assert not roll.sure
    assert [one.doubt for one in roll.dice] == [None, Doubt.ON_ANOTHER]


def test_a_die_that_one_picture_of_many_shows_too_large_does_not_lie_on_another() -> None:
    table = Table(TrayCalibration(die_size=40, largest=44, flatness_known=True))
    table.show(2.0)
    before = table.reads
    table.reading = settled(die(3, 100, 100), die(6, 300, 100, size=54))
    while table.reads == before:
        table.show(0.1)
    table.reading = settled(die(3, 100, 100), die(6, 300, 100, size=48))
    (roll,) = table.rolls()
    assert (roll.state, roll.sure) == ("settled", True)


def test_a_leaning_die_is_told_as_cocked() -> None:
    table = Table()
    table.reading = DiceReading((die(3, 100, 100),), "cocked", False, doubts=(Doubt.LEANS,))
    (roll,) = table.rolls()
    assert roll.state == "cocked"
    assert not roll.sure


def test_a_lamp_that_dims_moves_nothing() -> None:
    table = Table()
    table.reading = settled(die(3, 100, 100))
    assert len(table.rolls()) == 1
    table.dim = 0.9
    assert table.rolls() == []


def test_a_die_as_bright_as_the_table_is_seen_to_move() -> None:
    """Teal on grey: by brightness alone a throw across the whole tray went unnoticed, and the old roll stood."""
    watch, teal = MotionWatch(), (150, 104, 40)
    frames = []
    for x in (100, 100, 400, 400, 400):
        frame = np.full((HEIGHT, WIDTH, 3), 90, np.uint8)
        frame[200:250, x : x + 50] = teal
        frames.append(frame)
    motions = [watch.feed(frame, 0.1 * k) for k, frame in enumerate(frames)]
    assert motions == ["moving", "still", "moving", "still", "still"]
    assert watch.still_for(0.4) == pytest.approx(0.2)


def test_a_face_no_picture_doubts_is_new_although_the_camera_is() -> None:
    table = Table()
    table.show(2.0)
    told = replace(die(4, 100, 100), facing=(0.0, 0.0))
    table.reading = settled(told)
    assert [roll.doubts for roll in table.rolls()] == [(Doubt.NEW_CAMERA,)]
    table.reading = settled(replace(told, face=1, confidence=0.8, box=die(1, 104, 104).box))
    assert [roll.faces for roll in table.rolls()] == [(1,)]


def test_a_doubtful_numeral_where_pips_lay_is_another_die_and_a_doubtful_face_of_its_kind_is_not() -> None:
    table = Table()
    table.reading = settled(die(3, 100, 100))
    assert table.rolls()
    doubtful = replace(die(4, 104, 100), confidence=0.7)
    table.reading = replace(settled(doubtful), sure=False, state="unsure", doubts=(Doubt.UNCLEAR,))
    assert not table.rolls()
    table.reading = replace(table.reading, dice=(replace(doubtful, face=1, sides=10, kind="d10-numeral"),))
    assert [roll.faces for roll in table.rolls()] == [(1,)]


@pytest.mark.parametrize(
    ("lit", "dark", "sure"),
    [
        (settled(die(3, 100, 100)), settled(die(3, 102, 100)), True),
        (settled(die(3, 100, 100)), settled(die(4, 102, 100)), False),
        (settled(die(3, 100, 100)), settled(), False),
        (settled(die(3, 100, 100)), DiceReading((die(3, 100, 100),), "unsure", False), True),
        (DiceReading((die(3, 100, 100),), "unsure", False), DiceReading((die(3, 100, 100),), "unsure", False), False),
        (settled(die(3, 100, 100)), DiceReading((die(3, 100, 100),), "cocked", False), False),
    ],
)
def test_light_on_and_off(lit: DiceReading, dark: DiceReading, sure: bool) -> None:
    assert join_pair(lit, dark).sure is sure
    assert join_pair(dark, lit).sure is sure
