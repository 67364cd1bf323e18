"""Flat things on a table, such as a written page or a page with dice printed on it."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Floats, floats
from vision.render.art import PIPS
from vision.render.clutter import lay_thing

WIDE = 360  # pixels across a page
_Corners = NDArray[np.float32]  # (3, 2): one corner of a face and its two neighbours


@dataclass(frozen=True, slots=True)
class Sheet:
    colours: Floats  # (h, w, 3), 0..1
    shape: Floats  # (h, w): 1 where it is, 0 beside it


def fitted(image: Floats, wide: int, tall: int, cover: bool) -> Floats:
    """The image at the largest size that fits in, or with `cover` the part of it that fills all."""
    height, width = image.shape[:2]
    scales = wide / width, tall / height
    scale = max(scales) if cover else min(scales)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    whole = floats(cv2.resize(image, size, interpolation=cv2.INTER_AREA))
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


def lay_sheet(rng: np.random.Generator, table: Floats, sheet: Sheet) -> None:
    """Lays it on the table as people do, a little slanted; some sheets reach out of the image."""
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
    lay_thing(table, mask, colours, max(1, round(min(height, width) * rng.uniform(0.005, 0.03))))


def printed_page(rng: np.random.Generator, image: Floats) -> Sheet:
    """With dice on it: those of the image, or drawn ones."""
    sheet, ink = _written(rng)
    if rng.random() < 0.45:
        _photograph(rng, sheet, image, ink)
    else:
        _drawings(rng, sheet, ink)
    return _whole(sheet)


def written_page(rng: np.random.Generator) -> Sheet:
    """Without dice: what players write on, or read."""
    return _whole(_written(rng)[0])


def _whole(sheet: Floats) -> Sheet:
    return Sheet(sheet, np.ones(sheet.shape[:2], np.float32))


def _written(rng: np.random.Generator) -> tuple[Floats, float]:
    """A page of text and the brightness of its ink."""
    tall = round(WIDE * rng.uniform(0.7, 1.5))
    paper = rng.uniform(0.82, 1.0) * (1 + rng.normal(0, 0.03, 3)) if rng.random() < 0.75 else rng.uniform(0, 1, 3)
    sheet = np.tile(np.clip(paper, 0, 1).astype(np.float32), (tall, WIDE, 1))
    ink = float(rng.uniform(0, 0.25)) if paper.mean() > 0.4 else float(rng.uniform(0.75, 1))
    _write(rng, sheet, ink)
    return floats(sheet), ink


def _write(rng: np.random.Generator, sheet: Floats, ink: float) -> None:
    """Columns of text under a title."""
    tall = sheet.shape[0]
    columns, height = int(rng.integers(1, 4)), float(rng.uniform(4, 9))
    scribble(rng, sheet[: round(4 * height)], 1.8 * height, ink)
    width = WIDE // columns
    for column in range(columns):
        for top in np.arange(5 * height, tall - 2 * height, 1.7 * height):
            if rng.random() < 0.85:
                scribble(
                    rng,
                    sheet[round(top) : round(top + 1.5 * height), column * width : (column + 1) * width],
                    height,
                    ink,
                )


def _photograph(rng: np.random.Generator, sheet: Floats, image: Floats, ink: float) -> None:
    wide, tall = round(WIDE * rng.uniform(0.4, 0.95)), round(sheet.shape[0] * rng.uniform(0.3, 0.8))
    laid = fitted(image, wide, tall, cover=True)
    left, top = int(rng.integers(0, WIDE - wide + 1)), int(rng.integers(0, sheet.shape[0] - tall + 1))
    sheet[top : top + laid.shape[0], left : left + laid.shape[1]] = laid
    if rng.random() < 0.4:
        cv2.rectangle(sheet, (left, top), (left + wide, top + tall), (ink, ink, ink), int(rng.integers(1, 4)))


def _drawings(rng: np.random.Generator, sheet: Floats, ink: float) -> None:
    """A row of dice, or some here and there, flat or as cubes."""
    size, count = float(rng.uniform(0.06, 0.24) * WIDE), int(rng.integers(1, 7))
    in_a_row, cubes = bool(rng.random() < 0.6), bool(rng.random() < 0.45)
    body = (1.0,) * 3 if rng.random() < 0.6 else tuple(float(c) for c in rng.uniform(0, 1, 3))
    x, y = rng.uniform(0.15, 0.4) * WIDE, rng.uniform(0.2, 0.8) * sheet.shape[0]
    for _ in range(count):
        (_cube if cubes else _square)(rng, sheet, (float(x), float(y)), size, body, ink)
        x += size * rng.uniform(1.2, 1.6)
        if not in_a_row or x > WIDE - size / 2:
            x, y = rng.uniform(0.1, 0.9) * WIDE, rng.uniform(0.1, 0.9) * sheet.shape[0]


def _square(
    rng: np.random.Generator, sheet: Floats, at: tuple[float, float], size: float, body: tuple[float, ...], ink: float
) -> None:
    turn = float(rng.normal(0, 0.05) if rng.random() < 0.7 else rng.uniform(0, pi))
    along, down = np.array([cos(turn), sin(turn)]) * size, np.array([-sin(turn), cos(turn)]) * size
    corner = np.array(at) - along / 2 - down / 2
    _face(rng, sheet, floats([corner, corner + along, corner + down]), body, ink)


def _cube(
    rng: np.random.Generator, sheet: Floats, at: tuple[float, float], size: float, body: tuple[float, ...], ink: float
) -> None:
    """Three faces around the corner that is nearest."""
    turn, flat = float(rng.uniform(0.3, pi / 2 - 0.3)), float(rng.uniform(0.35, 0.75))
    right = np.array([cos(turn), -sin(turn) * flat]) * size * 0.7
    left = np.array([-sin(turn), -cos(turn) * flat]) * size * 0.7
    up = np.array([0.0, -size * 0.7 * (1.25 - 0.6 * flat)])
    near = np.array([at[0], at[1] + size * 0.4])
    shades = (1.0, 0.85, 0.7)
    for shade, (one, two, start) in zip(
        shades, ((right, left, near + up), (right, up, near), (left, up, near)), strict=True
    ):
        toned = tuple(c * shade for c in body)
        _face(rng, sheet, floats([start, start + one, start + two]), toned, ink)


def _face(rng: np.random.Generator, sheet: Floats, corners: _Corners, body: tuple[float, ...], ink: float) -> None:
    start, along, down = corners[0], corners[1] - corners[0], corners[2] - corners[0]
    outline = np.round(np.stack([start, start + along, start + along + down, start + down]) * 16).astype(np.int32)
    cv2.fillConvexPoly(sheet, outline, body, cv2.LINE_AA, 4)
    cv2.polylines(sheet, [outline], True, (ink, ink, ink), max(1, round(np.hypot(*along) / 22)), cv2.LINE_AA, 4)
    pip = (ink,) * 3 if abs(float(np.mean(body)) - ink) > 0.35 else (1 - ink,) * 3
    for px, py in PIPS[int(rng.integers(1, 7))]:
        around = np.linspace(0, 2 * pi, 16, endpoint=False)
        ring = [
            start + along * (0.5 + px * 0.26 + 0.1 * cos(a)) + down * (0.5 + py * 0.26 + 0.1 * sin(a)) for a in around
        ]
        cv2.fillConvexPoly(sheet, np.round(np.stack(ring) * 16).astype(np.int32), pip, cv2.LINE_AA, 4)
