"""An image at its own size, halved and so on, and crops cut from it."""

import cv2
import numpy as np
import pytest

from vision.dice.crops import CROP, MARGIN, SMALLEST, ImagePyramid, cut_die


@pytest.mark.parametrize(
    ("scale", "width"), [(3.0, 1280), (1.0, 1280), (0.51, 1280), (0.5, 640), (0.3, 640), (0.25, 320), (0.1, 160)]
)
def test_the_smallest_picture_that_is_large_enough_is_taken(scale: float, width: int) -> None:
    assert ImagePyramid(np.zeros((720, 1280, 3), np.uint8)).at(scale).shape[1] == width


@pytest.mark.parametrize("shape", [(1, 1, 3), (3, 2000, 3), (SMALLEST - 1, SMALLEST - 1, 3)])
def test_what_is_small_already_is_not_halved(shape: tuple[int, int, int]) -> None:
    assert ImagePyramid(np.zeros(shape, np.uint8)).at(0.01).shape == shape


@pytest.mark.parametrize("size", [20, 45, 90, 200])
def test_a_die_fills_its_crop_alike_however_large_it_is_in_the_picture(size: int) -> None:
    image = np.zeros((701, 1001, 3), np.uint8)
    cv2.rectangle(image, (500 - size // 2, 300 - size // 2), (500 + size // 2, 300 + size // 2), (255, 255, 255), -1)
    crop = cut_die(ImagePyramid(image), 500, 300, size)
    assert crop.shape == (CROP, CROP, 3)
    rows, columns = np.nonzero(crop[..., 0] > 127)
    assert np.ptp(columns) + 1 == pytest.approx(CROP / MARGIN, abs=3)
    assert (rows.mean(), columns.mean()) == pytest.approx((CROP / 2, CROP / 2), abs=1.5)
