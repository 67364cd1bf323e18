"""Ten-sided dice seen from aside: the face on top counts, not the one that looks into the camera."""

from dataclasses import replace

import numpy as np
import pytest

from vision.dice.finder import Candidate
from vision.dice.network import CLASSES, class_of
from vision.dice.reader import decide_reading
from vision.dice.reading import Doubt, Hints
from vision.dice.scoring import ScoredCandidate, Thresholds, is_side_face, score_candidate, top_face_spot
from vision.facing import Facing
from vision.render.body import ten_sided
from vision.render.scene import true_die
from vision.render.tray import TRAY_OPTIONS, RenderedTray
from vision.roll.tray import LENS, Flatness

LIMITS = Thresholds(keep=0.45, keep_numeral=0.25, sure=0.44, sure_weak=0.76, sure_die=0.45, grey=0.25)
SHAPE = (480, 640, 3)


def read(
    face: int, facing: Facing, x: float = 300.0, chance: float = 0.9, kind: str = "d10-numeral"
) -> ScoredCandidate:
    chances = np.full(len(CLASSES), 1e-4, np.float32)
    chances[class_of(kind, face)] = chance
    return score_candidate(Candidate(x, 200.0, 50.0, 0.9, chances, 50.0), chances[None], facing)


def level(_x: float, _y: float) -> Facing:
    return 0.0, 0.0


def test_the_face_on_top_counts_although_another_is_clearer() -> None:
    top, side = read(4, (0.05, 0.1), chance=0.5), read(7, (0.6, 0.2), x=310.0, chance=0.95)
    assert decide_reading([top, side], LIMITS, SHAPE).faces == (7,)
    assert decide_reading([top, side], LIMITS, SHAPE, Hints(level=level)).faces == (4,)


def test_of_two_faces_that_might_both_be_on_top_the_more_level_one_counts() -> None:
    """Where the camera is new neither need be far from level."""
    top, side = read(4, (0.05, 0.1), chance=0.5), read(0, (0.25, 0.2), x=310.0, chance=0.95)
    assert decide_reading([top, side], LIMITS, SHAPE, Hints(level=level)).faces == (4,)
    alike = read(0, (0.1, 0.15), x=310.0, chance=0.95)
    assert decide_reading([top, alike], LIMITS, SHAPE, Hints(level=level)).faces == (0,)
    six = read(3, (0.4, 0.2), x=310.0, chance=0.95, kind="d6-numeral")
    assert decide_reading([top, six], LIMITS, SHAPE, Hints(level=level)).faces == (3,)


def test_a_face_beside_which_no_top_was_read_is_told_all_the_same() -> None:
    assert decide_reading([read(7, (0.6, 0.2))], LIMITS, SHAPE, Hints(level=level)).faces == (7,)
    far = read(4, (0.0, 0.0), x=500.0)
    assert decide_reading([read(7, (0.6, 0.2)), far], LIMITS, SHAPE, Hints(level=level)).faces == (4, 7)


def test_a_die_that_looks_past_an_unknown_camera_is_asked_about() -> None:
    """Of two faces seen alike nobody can say which is on top who does not know what is level."""
    straight, past = read(4, (0.05, 0.1), chance=0.99), read(4, (0.2, 0.1), chance=0.99)
    assert decide_reading([straight], LIMITS, SHAPE, Hints(solid=True)).sure
    doubted = decide_reading([past], LIMITS, SHAPE, Hints(solid=True))
    assert doubted.faces == (4,)
    assert doubted.doubts == (Doubt.UNCLEAR,)
    assert decide_reading([past], LIMITS, SHAPE, Hints(solid=True, level=level)).sure
    assert decide_reading([read(4, (0.2, 0.1), chance=0.99, kind="d6-pips")], LIMITS, SHAPE, Hints(solid=True)).sure


def test_a_numeral_that_might_be_on_a_card_is_asked_about() -> None:
    """A page with coloured print was once taken for a die with a 4."""
    page = read(4, (0.05, 0.1), chance=0.99, kind="d6-numeral")
    page = replace(page, candidate=replace(page.candidate, score=0.65))
    assert decide_reading([page], LIMITS, SHAPE).doubts == (Doubt.PRINTED,)
    assert decide_reading([page], LIMITS, SHAPE, Hints(solid=True)).sure


def test_six_sided_dice_are_left_to_those_who_know_leaning_ones() -> None:
    assert not is_side_face(read(3, (0.7, 0.0), kind="d6-pips"), level)
    assert not is_side_face(replace(read(3, (0.0, 0.0)), facing=None), level)


@pytest.mark.parametrize("seed", range(6))
def test_the_top_is_looked_for_where_it_lies(seed: int) -> None:
    """From any neighbouring face the renderer's own top face is found within a sixth of the die's size."""
    stage = RenderedTray((seed, 9), replace(TRAY_OPTIONS, level=True, die_size=(60, 61)))
    (die,) = stage.throw(1, kind="d10-numeral").dice
    die = replace(die, body=ten_sided(60, 44), edge=1.0)
    view, truth = stage.view, true_die(die, stage.view)
    flat, picture = Flatness(widening=0.0), (view.width, view.height)
    assert view.focal == pytest.approx(LENS * max(picture))

    def here(x: float, y: float) -> Facing:
        return flat.facing((x, y), picture)

    up = die.turn @ die.body.normals.T
    for k in np.argsort(-up[2])[1:3]:  # the two faces that lean least besides the top one
        middle = die.place + up[:, k] * die.body.height * die.edge
        x, y = view.project(middle[:, None])[:, 0]
        side = read(3, view.facing(middle, up[:, k]))
        side = replace(side, candidate=replace(side.candidate, x=float(x), y=float(y), size=truth.size))
        assert is_side_face(side, here)
        top_x, top_y, _ = top_face_spot(side, here)
        assert np.hypot(top_x - truth.x, top_y - truth.y) < truth.size / 6
