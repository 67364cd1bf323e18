"""A painted card on a table, as a camera held by hand would take it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.reader import CardKind
from vision.images import Floats, Image, floats, pixels
from vision.render.camera import CameraView
from vision.render.surface import lay_table
from vision.training.cards.paint import PaintedCard, paint_card
from vision.training.degradation import degraded, usual_degradation


@dataclass(frozen=True, slots=True)
class RenderedPhoto:
    image: Image
    card: PaintedCard
    corners: Floats  # (4, 2), from the card's own top left clockwise
    turn: Floats  # card pixels to image pixels, 3 x 3


def render_card_photo(
    seed: int, kind: CardKind, names: list[str], long_side: int = 1280, bare: bool = False
) -> RenderedPhoto:
    """A card with digits of the named faces; everything else by the seed. `bare`: on nothing, which is quick."""
    rng = np.random.default_rng([seed, 77])
    card = paint_card(rng, kind, names)
    width, height = (long_side, int(long_side * rng.choice([0.5625, 0.75])))
    if rng.random() < 0.4:
        width, height = height, width
    corners = _corners(rng, card, width, height)
    high, wide = card.image.shape[:2]
    own = floats([[0, 0], [wide, 0], [wide, high], [0, high]])
    turn = floats(cv2.getPerspectiveTransform(own, corners))
    table = _bare(rng, width, height) if bare else _table(rng, width, height)
    image = _exposed(rng, _lay(rng, card, table, turn, corners))
    return RenderedPhoto(pixels(degraded(image, usual_degradation(rng, blur=1.4), rng)), card, corners, turn)


def _corners(rng: np.random.Generator, card: PaintedCard, width: int, height: int) -> Floats:
    """The card turned any way, at a slant, near the middle, filling a good part of the image."""
    high, wide = card.image.shape[:2]
    flat = np.array([[-wide, -high], [wide, -high], [wide, high], [-wide, high]]) / 2 / max(wide, high)
    spin = rng.integers(0, 4) * np.pi / 2 + rng.normal(0, 0.12)
    flat = flat @ np.array([[np.cos(spin), np.sin(spin)], [-np.sin(spin), np.cos(spin)]])
    lean_x, lean_y = rng.normal(0, 0.13, 2)
    depth = 1 + flat[:, 0] * lean_x + flat[:, 1] * lean_y
    slanted = flat / depth[:, None]
    fits = min(width / np.ptp(slanted[:, 0]), height / np.ptp(slanted[:, 1]))
    slanted = slanted * fits * rng.uniform(0.55, 0.97)
    spare = np.array([width - np.ptp(slanted[:, 0]), height - np.ptp(slanted[:, 1])])
    return floats(slanted - slanted.min(axis=0) + spare * rng.uniform(0.1, 0.9, 2))


def _table(rng: np.random.Generator, width: int, height: int) -> Image:
    view = CameraView(width, height, float(width), 10.0, float(rng.uniform(0, 0.4)), float(rng.uniform(0, 6.28)), 0.0)
    return pixels(np.clip(lay_table(rng, view) * 255, 0, 255))


def _bare(rng: np.random.Generator, width: int, height: int) -> Image:
    return np.full((height, width, 3), rng.integers(0, 256), np.uint8)


def _lay(rng: np.random.Generator, card: PaintedCard, table: Image, turn: Floats, corners: Floats) -> Image:
    """The card on the table, with the little shadow its edge throws."""
    height, width = table.shape[:2]
    shade = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(shade, (corners + rng.normal(0, 5, 2)).astype(np.int32), 255, cv2.LINE_AA)
    soft = floats(cv2.GaussianBlur(shade, (0, 0), 4)) / np.float32(255)
    table = pixels(table * (1 - 0.45 * soft[..., None]))
    laid = cv2.warpPerspective(card.image, turn, (width, height), flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(card.image.shape[:2], 255, np.uint8), turn, (width, height))
    share = (mask / 255.0)[..., None]
    return pixels(laid * share + table * (1 - share))


def _exposed(rng: np.random.Generator, image: Image) -> Image:
    """As a camera's own exposure would have it, within what it can do."""
    gain = float(np.clip(rng.uniform(80, 140) / max(float(image.mean()), 1.0), 0.6, 3.0))
    return pixels(cv2.convertScaleAbs(image, alpha=gain))
