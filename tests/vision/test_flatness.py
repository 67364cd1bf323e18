"""Telling a leaning die from a flat one by where its top face points."""

from dataclasses import replace
from math import degrees, hypot

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.calibrate.profile import CameraProfile
from vision.dice.reading import DieReading
from vision.facing import facing_of, normal_of
from vision.render.scene import TrueDie
from vision.render.tray import RenderedTray
from vision.roll.tray import Flatness, face_samples, learn_flatness

SIGHT = st.floats(-0.9, 0.9)
SLANT = st.floats(-0.6, 0.6)


@given(SIGHT, SIGHT, SLANT, SLANT)
def test_a_normal_and_what_is_seen_of_it_are_two_ways_to_say_one_thing(
    across: float, down: float, right: float, below: float
) -> None:
    normal = normal_of(across, down, (right, below))
    assert np.linalg.norm(normal) == pytest.approx(1, abs=1e-5)
    assert facing_of(across, down, normal) == pytest.approx((right, below), abs=1e-5)


def test_a_table_seen_from_straight_above_faces_away_from_the_middle_of_the_picture() -> None:
    right, below = facing_of(0.5, 0.0, np.array([0, 0, -1], np.float32))
    assert right == pytest.approx(np.sin(np.arctan(0.5)))
    assert below == pytest.approx(0)


def as_read(truth: TrueDie, blur: np.random.Generator) -> DieReading:
    """The die as a reader would tell it whose idea of where a face points is a few hundredths off."""
    off = blur.normal(0, 0.03, 2)
    box = (round(truth.x - truth.size / 2), round(truth.y - truth.size / 2), round(truth.size), round(truth.size))
    return DieReading(truth.face, 6, 0.99, box, facing=(truth.facing[0] + off[0], truth.facing[1] + off[1]))


@pytest.mark.parametrize("seed", range(8))
def test_the_first_rolls_teach_what_flat_is_whatever_the_lens_and_the_tilt(seed: int) -> None:
    stage, blur = RenderedTray((seed, 5)), np.random.default_rng(seed)
    picture = (stage.view.width, stage.view.height)
    seen = [as_read(t, blur) for k in range(4) for t in stage.truths(stage.throw(6, cocked=k == 1))]
    flatness = learn_flatness(tuple(face_samples(seen, picture)))
    thrown = stage.throw(6, cocked=True)
    for truth in stage.truths(thrown):
        (one,) = face_samples([as_read(truth, blur)], picture)
        assert degrees(flatness.lean(one)) == pytest.approx(degrees(truth.lean), abs=9)


def test_how_much_more_a_die_points_to_the_camera_than_a_flat_one() -> None:
    picture, level = (640, 480), Flatness().facing((40.0, 60.0), (640, 480))
    flat = degrees(np.arcsin(hypot(*level)))
    lying = DieReading(3, 6, 0.9, (20, 40, 40, 40), facing=level)
    into, past = replace(lying, facing=(0.0, 0.0)), replace(lying, facing=(1.2 * level[0], 1.2 * level[1]))
    assert Flatness().nearer_to_camera(lying, picture) == pytest.approx(0, abs=1e-6)
    assert degrees(Flatness().nearer_to_camera(into, picture)) == pytest.approx(flat)
    assert Flatness().nearer_to_camera(past, picture) == 0
    assert Flatness().nearer_to_camera(replace(lying, facing=None), picture) == 0


def test_before_any_roll_a_camera_straight_above_is_supposed() -> None:
    assert learn_flatness(()) == Flatness()
    (level,) = face_samples([DieReading(3, 6, 0.9, (300, 220, 40, 40), facing=(0.0, 0.0))], (640, 480))
    assert degrees(Flatness().lean(level)) < 1


def test_dice_of_which_nobody_knows_where_they_point_teach_nothing() -> None:
    assert face_samples([DieReading(3, 6, 0.9, (300, 220, 40, 40))], (640, 480)) == []


def test_what_was_learned_survives_in_a_file() -> None:
    dice = [DieReading(3, 6, 0.9, (40 * k, 220, 40, 40), facing=(0.1, 0.2)) for k in range(13)]
    profile = CameraProfile("camera", (640, 480)).with_dice(dice)
    assert profile.calibration.flatness_known
    assert hypot(*profile.calibration.flatness.tilt) > 0.1
    assert CameraProfile.from_text(profile.to_text()) == profile
