"""Photographs of printed pieces by seed: on a table, bent, lit, glared, blurred, covered, and tables without any."""

from __future__ import annotations

from dataclasses import dataclass
from math import radians
from typing import Literal

import cv2
import numpy as np

from vision.images import Floats, Image, floats, pixels
from vision.render import clutter
from vision.render.camera import CameraView, sample_settings
from vision.render.piece import LaidPiece, lay_piece
from vision.render.scene import on_table, sample_light
from vision.render.surface import lay_table, table_colour

SIZE = (960, 720)
MOST_COVERED = 1 / 3
STEEPEST = 45.0  # degrees
Cover = Literal["none", "hand", "figure"]


@dataclass(frozen=True, slots=True)
class PieceScene:
    """An image with at most one piece that counts, how far it is turned clockwise, how much of it is covered."""

    image: Image
    turn: int
    covered: float
    tilt: float


def photograph(
    seed: tuple[int, ...], face: Image | None, cover: Cover = "none", second: Image | None = None
) -> PieceScene:
    """A face on a table under a camera, a lamp and a print of the seed's own; None for an empty table."""
    rng = np.random.default_rng((71, *seed))
    view = sample_piece_view(rng)
    table = lay_table(rng, view)
    # As people lay a piece: roughly along the edges of the table.
    turn = float(rng.integers(4)) * np.pi / 2 + radians(float(rng.uniform(-35, 35)))
    mask, covered = np.zeros(table.shape[:2], np.float32), 0.0
    if face is not None:
        piece = _sample_piece(rng, face, turn, (-0.75, 0.0) if second is not None else tuple(rng.normal(0, 0.15, 2)))
        mask = lay_piece(table, view, piece)
    if second is not None:
        lay_piece(table, view, _sample_piece(rng, second, float(rng.uniform(0, 6)), (0.75, 0.0)))
    light = sample_light(rng)
    table *= on_table(light)
    if cover != "none":
        table, covered = _covered(rng, table, mask, view, cover)
    image = sample_settings(rng, table, 36).develop(rng, table)
    # The camera may be turned too: what counts is how the piece lies in the image.
    return PieceScene(image, _quarter(turn - view.roll), covered, view.tilt)


def _quarter(turn: float) -> int:
    return int(round(float(np.degrees(turn)) / 90) % 4 * 90)


def sample_piece_view(rng: np.random.Generator) -> CameraView:
    """From straight above to 45 degrees; a tile is 190 to 380 pixels wide."""
    focal = SIZE[0] * float(np.exp(rng.uniform(np.log(0.8), np.log(1.6))))
    wide = float(rng.uniform(190, 380))
    tilt = radians(float(rng.uniform(0, STEEPEST))) if rng.random() < 0.6 else radians(abs(float(rng.normal(0, 6))))
    return CameraView(*SIZE, focal, focal / wide, tilt, float(rng.normal(0, 0.08)), float(rng.normal(0, 0.03)))


def _sample_piece(rng: np.random.Generator, face: Image, turn: float, at: tuple[float, ...]) -> LaidPiece:
    tall = face.shape[0] / face.shape[1] > 1.15
    lamp = float(rng.uniform(0.2, 0.8)) if rng.random() < 0.35 else 0.0
    return LaidPiece(
        printed(rng, face),
        (float(at[0]), float(at[1])),
        0.75 if tall else 1.0,
        turn,
        float(rng.normal(0, 0.03 if tall else 0.012)),
        (lamp, float(rng.uniform(-0.4, 0.4)), float(rng.uniform(-0.4, 0.4)), float(rng.uniform(0.06, 0.25))),
    )


def printed(rng: np.random.Generator, face: Image) -> Image:
    """As a printer brings it onto card: colours off by a little, black not quite black, a grain, a soft dot."""
    ink = floats(face) / 255
    ink = ink ** float(rng.uniform(0.85, 1.2)) * floats(1 + rng.normal(0, 0.04, 3))
    ink = 0.05 + 0.88 * ink + rng.normal(0, 0.012, ink.shape).astype(np.float32)
    return pixels(np.clip(cv2.GaussianBlur(ink, (0, 0), 0.6) * 255, 0, 255))


def _covered(
    rng: np.random.Generator, table: Floats, mask: Floats, view: CameraView, cover: Cover
) -> tuple[Floats, float]:
    """With a hand or a figure over a part of the piece, a third at most; tried until it fits."""
    ys, xs = np.nonzero(mask > 0.5)
    for attempt in range(6):
        tried = table.copy()
        spot = int(rng.integers(len(xs)))
        size = (34 - 4 * attempt) if cover == "hand" else int(rng.uniform(30, 60))
        place = (int(xs[spot]), int(ys[spot]), max(10, size))
        clutter.draw_hand(rng, tried, place) if cover == "hand" else lay_figure(rng, tried, place)
        changed = np.abs(tried - table).max(axis=2) > 0.06
        share = float(changed[mask > 0.5].mean())
        if 0.03 < share <= MOST_COVERED:
            return tried, share
    return table, 0.0


def lay_figure(rng: np.random.Generator, table: Floats, place: clutter.ThingPlace) -> None:
    """A miniature: a dark base and something that stands on it and hides what is behind."""
    x, y, size = place
    mask = np.zeros(table.shape[:2], np.float32)
    cv2.circle(mask, (x, y), int(size * 0.8), 1.0, -1, cv2.LINE_AA)
    clutter.lay_thing(table, mask, (float(rng.uniform(0.02, 0.2)),) * 3, max(2, size // 8))
    lean = rng.uniform(-0.5, 0.5, 2) * size
    body = np.zeros(table.shape[:2], np.float32)
    cv2.line(body, (x, y), (int(x + lean[0]), int(y + lean[1] - size)), 1.0, int(size * 0.7), cv2.LINE_AA)
    relief = 0.6 + 0.8 * cv2.GaussianBlur(body, (0, 0), size * 0.2)
    clutter.lay_thing(table, body, floats(table_colour(rng)) * relief[..., None], max(2, size // 10))
