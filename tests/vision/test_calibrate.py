"""Setting a camera up, and noticing when it has moved."""

import cv2
import numpy as np
import pytest

from vision.calibrate.corners import check_corners, find_corners, seen_from_above
from vision.calibrate.profile import CameraProfile
from vision.calibrate.quality import measure, setup_problems, shaded_side
from vision.dice.reading import DiceReading, DieReading
from vision.tags.corner_marks import MARKS, mark_modules

PLACES = ((40, 30), (520, 40), (530, 380), (30, 370))


def printed_mark(corner: int, side: int) -> np.ndarray:
    """The mark of a corner, black on white with its quiet border."""
    inner = np.where(mark_modules(corner), 0, 255).astype(np.uint8)
    large = cv2.resize(inner, (side * 3 // 4,) * 2, interpolation=cv2.INTER_NEAREST)
    return cv2.copyMakeBorder(large, *(side // 8,) * 4, cv2.BORDER_CONSTANT, value=255)


def tray_picture(marks: int = MARKS, shift: int = 0, blur: float = 0.0, gain: float = 1.0) -> np.ndarray:
    rng = np.random.default_rng(1)
    image = rng.normal(120, 4, (480, 640, 3))
    for k, (x, y) in enumerate(PLACES[:marks]):
        mark = printed_mark(k, 64)[..., None]
        image[y + shift : y + shift + mark.shape[0], x + shift : x + shift + mark.shape[1]] = mark
    if blur:
        image = cv2.GaussianBlur(image, (0, 0), blur)
    return np.clip(image * gain, 0, 255).astype(np.uint8)


def middles(shift: int = 0) -> list[tuple[float, float]]:
    return [(x + 32 + shift, y + 32 + shift) for x, y in PLACES]


def test_the_tray_is_found_by_its_marks() -> None:
    found = find_corners(tray_picture())
    assert np.allclose(found, middles(), atol=2)


def test_one_hidden_mark_follows_from_the_others() -> None:
    found = find_corners(tray_picture(marks=3))
    assert np.allclose(found, middles(), atol=25)


def test_two_marks_are_not_enough() -> None:
    assert find_corners(tray_picture(marks=2)) == ()


@pytest.mark.parametrize(
    ("image", "word"),
    [
        (tray_picture(gain=0.1), "dark"),
        (np.full((480, 640, 3), 250, np.uint8), "bright"),
        (tray_picture(blur=8), "blurred"),
    ],
)
def test_problems_are_named(image: np.ndarray, word: str) -> None:
    assert word in measure(image).problems()


def test_glare_is_noticed() -> None:
    image = tray_picture()
    cv2.circle(image, (300, 200), 90, (255, 255, 255), -1)
    assert "glare" in measure(image).problems()


def test_a_good_picture_has_no_problems() -> None:
    assert measure(tray_picture()).problems() == ()


def test_setting_up_goes_on_until_nothing_is_wrong() -> None:
    assert setup_problems(tray_picture(marks=0), (), None) == ("blurred", "no_marks")
    reading = DiceReading(tuple(DieReading(3, 6, 0.9, (100 * k, 200, 40, 40)) for k in range(1, 5)), "settled", True)
    assert setup_problems(tray_picture(), find_corners(tray_picture()), reading) == ()


@pytest.mark.parametrize(("seen", "largest"), [(2, 40), (3, 54), (5, 54)])
def test_a_size_that_was_seen_a_few_times_is_usual(seen: int, largest: int) -> None:
    dice = [DieReading(3, 6, 0.9, (40 * k, 200, 40, 40)) for k in range(12)]
    large = [DieReading(3, 6, 0.9, (60 * k, 300, 54, 54)) for k in range(seen)]
    tray = CameraProfile("c", (640, 480)).with_dice(dice + large).calibration
    assert (tray.die_size, tray.largest) == (40, largest)


def test_tiny_dice_are_a_problem() -> None:
    tiny = DiceReading((DieReading(3, 6, 0.9, (100, 200, 9, 9)),), "settled", True)
    assert setup_problems(tray_picture(), find_corners(tray_picture()), tiny) == ("small",)


@pytest.mark.parametrize(("level", "burnt"), [(255, True), (225, False)])
def test_dice_that_are_burnt_out_are_a_problem(level: int, burnt: bool) -> None:
    image = tray_picture()
    image[190:230, 290:330] = level
    reading = DiceReading((DieReading(3, 6, 0.3, (290, 190, 40, 40)),), "unsure", False)
    assert ("glare" in setup_problems(image, find_corners(image), reading)) is burnt


def test_corners_must_make_sense() -> None:
    corners = ((10.0, 10.0), (600.0, 10.0), (600.0, 450.0), (10.0, 450.0))
    check_corners(corners, (640, 480))
    for bad in (
        corners[:3],
        (corners[0], corners[2], corners[1], corners[3]),
        ((9e9, 0.0), *corners[1:]),
        ((float("nan"), 0.0), *corners[1:]),
    ):
        with pytest.raises(ValueError, match="corner"):
            check_corners(bad, (640, 480))


def test_drift_is_noticed() -> None:
    good = tray_picture()
    profile = CameraProfile("c", (640, 480), tuple(map(tuple, middles())), quality=measure(good))
    assert profile.drift(good) == ()
    assert "moved" in profile.drift(tray_picture(shift=20))
    assert "other_light" in profile.drift(tray_picture(gain=0.3))
    assert "out_of_focus" in profile.drift(tray_picture(blur=6))
    assert profile.drift(good[:400]) == ("other_size",)


def test_the_tray_is_seen_from_above() -> None:
    image = np.zeros((400, 600, 3), np.uint8)
    corners = ((100.0, 50.0), (500.0, 60.0), (560.0, 350.0), (40.0, 340.0))
    cv2.fillPoly(image, [np.asarray(corners, np.int32)], (0, 200, 0))
    flat = seen_from_above(image, corners, 240)
    assert max(flat.shape) == 240
    assert np.median(flat[..., 1]) == 200
    assert flat[..., 1].mean() > 195


@pytest.mark.parametrize(("turn", "side"), [(0, "dark_left"), (1, "dark_near"), (2, "dark_right"), (3, "dark_far")])
def test_a_side_in_the_dark_is_named(turn: int, side: str) -> None:
    shade = np.repeat(np.linspace(20, 160, 300, dtype=np.uint8)[None, :], 200, axis=0)
    picture = np.repeat(np.rot90(shade, turn)[..., None], 3, axis=2)
    assert shaded_side(np.ascontiguousarray(picture)) == side
    assert shaded_side(np.full((200, 300, 3), 90, np.uint8)) is None
