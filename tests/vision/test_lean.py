"""Dice that lean, or might, among dice that lie flat; and when enough pictures have decided it."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.roll_rig import HEIGHT, WIDTH, Table, die, settled
from vision.dice.reading import DiceReading, DieReading, Doubt
from vision.facing import facing_of
from vision.roll.tray import LENS, Flatness, TrayCalibration
from vision.roll.watcher import MOST_VOTES, VOTES


def pointing(one: DieReading, right: float, below: float) -> DieReading:
    """The die with a top face whose normal has this much to the right and down in the camera's axes."""
    (x, y), focal = one.middle, LENS * WIDTH
    normal = np.array([right, below, -np.sqrt(1 - right * right - below * below)], np.float32)
    return replace(one, facing=facing_of((x - WIDTH / 2) / focal, (y - HEIGHT / 2) / focal, normal))


def test_a_die_that_is_not_level_with_the_others_leans() -> None:
    table = Table(TrayCalibration(flatness=Flatness((0.1, 0.0)), flatness_known=True))
    table.reading = settled(pointing(die(3, 100, 100), 0.1, 0.0), pointing(die(5, 300, 200), 0.1, 0.02))
    (roll,) = table.rolls()
    assert roll.sure
    table.reading = settled(pointing(die(3, 400, 100), 0.1, 0.0), pointing(die(5, 500, 200), -0.2, 0.0))
    (roll,) = table.rolls()
    assert (roll.state, roll.sure) == ("cocked", False)
    assert Doubt.LEANS in roll.doubts


@pytest.mark.parametrize(("slant", "vague", "sure"), [(0.08, 0.01, True), (0.08, 0.1, False), (0.0, 0.14, False)])
def test_the_vaguer_it_is_where_a_die_points_the_sooner_it_might_lean(slant: float, vague: float, sure: bool) -> None:
    table = Table(TrayCalibration(flatness_known=True))
    table.reading = settled(replace(pointing(die(3, 100, 100), slant, 0.0), facing_error=vague))
    (roll,) = table.rolls()
    assert (roll.sure, Doubt.MIGHT_LEAN in roll.doubts) == (sure, not sure)


@pytest.mark.parametrize(("slanted", "sure"), [(1, True), (5, False)])
def test_where_a_die_points_in_the_middle_of_all_pictures_counts_and_not_where_it_does_in_one(
    slanted: int, sure: bool
) -> None:
    table = Table(TrayCalibration(flatness_known=True))
    table.show(2.0)
    before = table.reads
    table.reading = settled(pointing(die(3, 100, 100), 0.5, 0.0))
    while table.reads < before + slanted:
        table.show(0.1)
    table.reading = settled(pointing(die(3, 100, 100), 0.0, 0.0))
    (roll,) = table.rolls()
    assert roll.sure is sure


@pytest.mark.parametrize(("slant", "confidence", "sure"), [(0.1, 0.99, True), (0.1, 0.82, False), (0.0, 0.82, True)])
def test_the_less_clear_a_face_is_the_sooner_its_die_might_lean(slant: float, confidence: float, sure: bool) -> None:
    """A rounded die, 30 degrees askew, once showed a pip of one face and three of another, and was told as a four."""
    table = Table(TrayCalibration(flatness_known=True))
    table.reading = settled(replace(pointing(die(4, 100, 100), slant, 0.0), confidence=confidence))
    (roll,) = table.rolls()
    assert (roll.sure, Doubt.MIGHT_LEAN in roll.doubts) == (sure, not sure)


def test_a_die_that_points_to_the_camera_where_flat_ones_do_not_might_lean_further_than_is_seen() -> None:
    """It hides the sides by which a lean is seen: such a one, 16 degrees askew, was once believed to be 8."""
    flat = Flatness().facing(die(3, 100, 100).middle, (WIDTH, HEIGHT))
    told = []
    for share in (0.7, 1.3):  # as far from level, towards the camera and away from it
        table = Table(TrayCalibration(flatness_known=True))
        facing_of = (share * flat[0], share * flat[1])
        table.reading = settled(replace(die(3, 100, 100), facing=facing_of, facing_error=0.02))
        (roll,) = table.rolls()
        told.append((roll.sure, Doubt.MIGHT_LEAN in roll.doubts))
    assert told == [(False, True), (True, False)]


@pytest.mark.parametrize(("unsure", "sure"), [(3, False), (2, True)])
def test_after_a_doubt_in_the_first_pictures_all_of_them_decide_once(unsure: int, sure: bool) -> None:
    """It is not tried again after each picture until chance has it sure: of eight, six must be."""
    table = Table(TrayCalibration(flatness_known=True))
    table.show(2.0)
    before = table.reads
    plain = settled(die(3, 100, 100))
    table.reading = DiceReading(plain.dice, "unsure", False, doubts=(Doubt.UNCLEAR,))
    while table.reads < before + unsure:
        table.show(0.1)
    table.reading = plain
    (roll,) = table.rolls()
    assert (roll.sure, table.reads - before) == (sure, MOST_VOTES)


def test_that_the_camera_is_new_is_no_reason_to_take_more_pictures() -> None:
    table = Table()
    table.reading = settled(pointing(die(3, 100, 100), 0.0, 0.0))
    table.rolls()
    assert table.reads == VOTES


@pytest.mark.parametrize("slant", [0.0, 0.3])
def test_before_the_camera_is_known_dice_are_asked_about_and_none_is_called_leaning(slant: float) -> None:
    table = Table()
    table.reading = settled(pointing(die(3, 100, 100), slant, 0.0))
    (roll,) = table.rolls()
    assert (roll.state, roll.sure, roll.faces) == ("unsure", False, (3,))
    assert roll.doubts == (Doubt.NEW_CAMERA,)


def test_a_roll_in_which_nothing_but_a_lean_is_in_doubt_is_likely_and_names_the_die() -> None:
    table = Table(TrayCalibration(flatness_known=True))
    vague = replace(pointing(die(3, 100, 100), 0.0, 0.0), facing_error=0.14)
    flat = replace(pointing(die(5, 300, 200), 0.0, 0.0), facing_error=0.01)
    table.reading = settled(vague, flat)
    (roll,) = table.rolls()
    assert (roll.sure, roll.likely, roll.state) == (False, True, "settled")
    assert [one.doubt for one in roll.dice] == [Doubt.MIGHT_LEAN, None]
    assert table.reads == MOST_VOTES  # more pictures might have told


def test_a_roll_that_is_unclear_besides_is_asked_about() -> None:
    table = Table(TrayCalibration(flatness_known=True))
    vague = replace(pointing(die(3, 100, 100), 0.0, 0.0), facing_error=0.14)
    table.reading = DiceReading((vague,), "unsure", False, doubts=(Doubt.UNCLEAR,))
    (roll,) = table.rolls()
    assert (roll.sure, roll.likely) == (False, False)


def test_likely_dice_beside_something_that_was_not_read_are_asked_about() -> None:
    table = Table(TrayCalibration(flatness_known=True))
    table.show(2.0)
    table.unread = 40
    table.reading = settled(replace(pointing(die(3, 100, 100), 0.0, 0.0), facing_error=0.14))
    (roll,) = table.rolls()
    assert (roll.likely, Doubt.NO_DIE in roll.doubts) == (False, True)
