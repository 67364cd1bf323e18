"""The marks of the tray's corners as they are printed: cut out of the rendered page, laid on a tray, photographed."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pypdfium2
import pytest

from companion.devices.labels import label_sheet
from companion.table.loaded_box import LoadedBox
from vision.calibrate.corners import find_corners
from vision.images import Floats, Image, floats, pixels
from vision.render.camera import CameraView, sample_settings
from vision.render.scene import on_table, sample_light, sample_view
from vision.render.surface import lay_table
from vision.render.tray import TRAY_OPTIONS
from vision.tags.corner_marks import find_marks, mark_modules
from vision.tags.sheet import LabelSize

DPI = 150
# Half a tray of 240 by 180 mm, all of it in the image; a unit of the renderer is the edge of a die, 16 mm.
REACH = (120 / 16, 90 / 16)
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


@pytest.fixture(scope="module")
def printed() -> list[Image]:
    """The four labels, cut along the dashed lines of the sheet that `companion labels` prints."""
    document = pypdfium2.PdfDocument(label_sheet(LoadedBox())[0])
    cut: dict[int, Image] = {}
    half = round(LabelSize.TILE.square / 2 / 25.4 * DPI)
    for page in document:
        drawn = pixels(page.render(scale=DPI / 72, rev_byteorder=False).to_numpy()[..., :3].copy())
        for corner, (x, y) in find_marks(drawn).items():
            assert corner not in cut
            cut[corner] = drawn[round(y) - half : round(y) + half, round(x) - half : round(x) + half]
    document.close()
    return [cut[corner] for corner in range(4)]


def photograph(seed: int, labels: list[Image], hidden: int = -1) -> tuple[Image, Floats]:
    """A tray with a label on each corner under a camera of the seed's own, and where the corners are in the image."""
    rng = np.random.default_rng((70, seed))
    options = replace(TRAY_OPTIONS, long_side=1280, die_size=(26, 30))
    view = replace(sample_view(rng, options, 52.0), bend=0.0, roll=float(rng.uniform(-0.3, 0.3)))
    table = lay_table(rng, view, printed=False)
    for corner, label in enumerate(labels):
        if corner != hidden:
            lay_label(table, view, label, floats(CORNERS[corner]) * REACH, float(rng.uniform(-0.2, 0.2)))
    light = table * on_table(sample_light(rng))
    places = floats([[REACH[0] * x, -REACH[1] * y, 0] for x, y in CORNERS])
    return sample_settings(rng, light, 50).develop(rng, light), view.project(places.T).T


def lay_label(table: Floats, view: CameraView, label: Image, at: Floats, turn: float) -> None:
    half = LabelSize.TILE.square / 2 / 16
    spin = floats([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    around = floats(CORNERS) * half @ spin.T + at
    # The renderer's y goes up, that of an image down.
    world = np.column_stack([around[:, 0], -around[:, 1], np.zeros(4)])
    size = label.shape[0]
    matrix = cv2.getPerspectiveTransform(
        floats([[0, 0], [size, 0], [size, size], [0, size]]), view.project(floats(world.T)).T.astype(np.float32)
    )
    shape = (table.shape[1], table.shape[0])
    mask = floats(cv2.warpPerspective(np.ones(label.shape[:2], np.float32), matrix, shape))[..., None]
    laid = floats(cv2.warpPerspective(floats(label) / 255, matrix, shape, flags=cv2.INTER_AREA))
    table[:] = table * (1 - mask) + laid * mask * 0.9


@pytest.mark.parametrize("seed", range(4))
def test_the_tray_is_found_by_the_marks_of_the_printed_sheet(seed: int, printed: list[Image]) -> None:
    image, truth = photograph(seed, printed)
    found = find_corners(image)
    assert len(found) == 4
    assert np.abs(floats(found) - truth).max() < 6


def test_a_mark_under_a_hand_follows_from_the_other_three(printed: list[Image]) -> None:
    image, truth = photograph(1, printed, hidden=2)
    assert np.abs(floats(find_corners(image)) - truth).max() < 60


def test_a_tray_has_four_corners() -> None:
    with pytest.raises(ValueError, match="no corner 4"):
        mark_modules(4)
