"""Something flat, such as a screen or a page, and how it is laid on a table."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import cv2
import numpy as np

from vision.arrays import Floats, floats
from vision.render.clutter import put


@dataclass(frozen=True, slots=True)
class Sheet:
    colours: Floats  # (h, w, 3), 0..1
    shape: Floats  # (h, w): 1 where it is, 0 beside it


def fitted(picture: Floats, wide: int, tall: int, cover: bool) -> Floats:
    """The picture at the largest size that fits in, or with `cover` the part of it that fills all."""
    height, width = picture.shape[:2]
    scales = wide / width, tall / height
    scale = max(scales) if cover else min(scales)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    whole = floats(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    if not cover:
        return whole[:tall, :wide]
    left, top = (whole.shape[1] - wide) // 2, (whole.shape[0] - tall) // 2
    return whole[max(0, top) : max(0, top) + tall, max(0, left) : max(0, left) + wide]


def rounded(wide: int, tall: int, radius: float) -> Floats:
    """A rectangle with round corners."""
    shape = np.ones((tall, wide), np.float32)
    reach = round(min(radius, wide / 2, tall / 2))
    if reach < 1:
        return shape
    ys, xs = np.mgrid[:reach, :reach].astype(np.float32) + 0.5
    corner = np.clip(reach - np.hypot(reach - xs, reach - ys) + 0.5, 0, 1)
    shape[:reach, :reach], shape[:reach, -reach:] = corner, corner[:, ::-1]
    shape[-reach:, :reach], shape[-reach:, -reach:] = corner[::-1], corner[::-1, ::-1]
    return shape


def scribble(rng: np.random.Generator, area: Floats, height: float, ink: float) -> None:
    """One line of text, in the middle of the area."""
    text = "".join(chr(int(c)) for c in rng.choice([*range(97, 123), 32], int(rng.integers(4, 26))))
    place = (round(area.shape[1] * rng.uniform(0.03, 0.3)), round((area.shape[0] + height) / 2))
    cv2.putText(area, text, place, 0, max(0.2, height / 22), (ink, ink, ink), max(1, round(height / 12)), cv2.LINE_AA)


def lay(rng: np.random.Generator, table: Floats, sheet: Sheet) -> None:
    """On the table as people lay things down, seen a little from aside; some reach out of the picture."""
    height, width = table.shape[:2]
    tall, wide = sheet.shape.shape
    scale = float(rng.uniform(0.5, 1.25)) * min(height, width) / min(tall, wide)
    scale = min(scale, float(rng.uniform(0.9, 1.3)) * max(height, width) / max(tall, wide))
    turn = (
        float(rng.integers(4) * pi / 2 + rng.normal(0, 0.12)) if rng.random() < 0.7 else float(rng.uniform(0, 2 * pi))
    )
    spin = np.array([[cos(turn), -sin(turn)], [sin(turn), cos(turn)]])
    corners = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32)
    centre = np.array([width, height]) * rng.normal(0.5, 0.06, 2)
    aside = 1 + rng.normal(0, 0.04, (4, 1))
    laid = (corners - (wide / 2, tall / 2)) * scale @ spin.T * aside + centre
    bend = cv2.getPerspectiveTransform(corners, laid.astype(np.float32))
    mask = floats(cv2.warpPerspective(sheet.shape, bend, (width, height), flags=cv2.INTER_AREA))
    colours = floats(cv2.warpPerspective(sheet.colours, bend, (width, height), flags=cv2.INTER_AREA))
    put(table, mask, colours, max(1, round(min(height, width) * rng.uniform(0.005, 0.03))))
