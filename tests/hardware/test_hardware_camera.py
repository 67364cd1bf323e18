import math
import re
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.vision.pi_rig import IMX219, IMX708, plug_in
from vision.cameras.picamera import PiCamera
from vision.tags.pattern import MODULES
from vision.tags.sheet import LabelSize

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
sys.path.insert(0, str(HARDWARE))

import camera_height  # noqa: E402
from camera_height import CAMERAS, Camera  # noqa: E402


def through_a_pinhole(camera: Camera, size_mm: float, distance_mm: float) -> float:
    """The same question asked of a camera matrix: project two points and measure between them."""
    focal = camera.width / 2 / math.tan(math.radians(camera.across_degrees / 2))
    matrix = np.array([[focal, 0, camera.width / 2], [0, focal, camera.height / 2], [0, 0, 1]])
    ends = np.array([[-size_mm / 2, 0, distance_mm], [size_mm / 2, 0, distance_mm]])
    seen = ends @ matrix.T
    return float(np.diff(seen[:, 0] / seen[:, 2])[0])


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.name)
@pytest.mark.parametrize("height", camera_height.HEIGHTS_MM)
def test_the_formula_agrees_with_a_projection(camera: Camera, height: int) -> None:
    assert camera.pixels(16, height - 16) == pytest.approx(through_a_pinhole(camera, 16, height - 16))
    assert camera.die_pixels(height) == pytest.approx(through_a_pinhole(camera, 16, height - 16))
    assert camera.module_pixels(height) == pytest.approx(through_a_pinhole(camera, 15 / 21, height))


def test_a_case_one_can_do_by_hand() -> None:
    right_angle = Camera("90 degrees", 90, 90, 1000, 1000)
    assert right_angle.seen_mm(250) == pytest.approx((500, 500))
    assert right_angle.pixels(10, 250) == pytest.approx(20)


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.name)
def test_square_pixels(camera: Camera) -> None:
    """Both angles of a lens belong together: otherwise one of them is mistyped. A little off is the lens's bend."""
    ratio = math.tan(math.radians(camera.across_degrees / 2)) / math.tan(math.radians(camera.along_degrees / 2))
    assert ratio == pytest.approx(camera.width / camera.height, rel=0.06)


@pytest.mark.parametrize("camera", CAMERAS, ids=lambda camera: camera.name)
def test_at_the_named_height_the_felt_is_seen_and_below_it_not(camera: Camera) -> None:
    height = camera_height.best_height(camera)
    assert camera.sees_felt(height)
    assert not camera.sees_felt(height - 10)
    assert camera.die_pixels(height) > camera_height.DIE_PIXELS


def test_the_printed_arm_s_height_is_good_for_the_recommended_camera() -> None:
    found = re.search(r"^camera_height = (\d+);", (HARDWARE / "params.scad").read_text(), re.MULTILINE)
    assert found
    recommended = next(camera for camera in CAMERAS if camera.name.startswith("Camera Module 3, "))
    height = float(found[1])
    # Whole dice beside the felt's edge, and a hand's tremble.
    assert camera_height.best_height(recommended) + 10 <= height
    assert recommended.die_pixels(height) >= 1.4 * camera_height.DIE_PIXELS
    assert f"{height:.0f} mm" in (HARDWARE / "camera-height.md").read_text(encoding="utf-8")


def test_the_table_is_about_the_pictures_the_companion_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """And about the whole sensor, which is what the angles of the modules are given for."""
    for sensor, name in ((IMX708, "Camera Module 3, "), (IMX219, "Camera Module 2, ")):
        plug_in(monkeypatch, sensor)
        camera = PiCamera()
        image, seen = camera.grab(), camera.seen_part()
        camera.close()
        listed = next(camera for camera in CAMERAS if camera.name.startswith(name))
        assert (image.shape[1], image.shape[0]) == (listed.width, listed.height)
        assert seen is not None
        assert seen.whole


def test_an_angle_across_the_diagonal() -> None:
    by_hand = camera_height.webcam(60)
    assert (round(by_hand.across_degrees, 1), round(by_hand.along_degrees, 1)) == (53.4, 31.6)
    assert camera_height.best_height(by_hand) == 340


def test_a_tag_s_module_is_as_large_as_on_the_label_sheets() -> None:
    assert min(LabelSize, key=lambda size: size.code).code / MODULES == pytest.approx(camera_height.TAG_MODULE_MM)


@pytest.mark.parametrize(("distance", "degrees"), [(0, 60), (-5, 60), (300, 0), (300, 180)])
def test_an_impossible_camera_is_refused(distance: float, degrees: float) -> None:
    with pytest.raises(ValueError, match="above the dice"):
        Camera("x", degrees, degrees, 100, 100).seen_mm(distance)


def test_the_page_shows_this_table() -> None:
    page = (HARDWARE / "camera-height.md").read_text(encoding="utf-8")
    assert page == camera_height.with_table(page), "run hardware/camera_height.py"
