"""A flat printed piece on the rendered table: a tile or a card, bent a little, as the camera sees it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.images import Floats, Image, floats
from vision.render.camera import CameraView


@dataclass(frozen=True, slots=True)
class LaidPiece:
    """Where a piece lies: its middle on the table, its width there, its turn clockwise in radians, how it is bent.

    `bend` is how high its middle line stands above its edges, in widths: negative for edges that rise.
    """

    face: Image
    at: tuple[float, float]
    width: float
    turn: float = 0.0
    bend: float = 0.0
    # A lamp that its coating throws back: how bright, where on the face, how large (in widths).
    lamp: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.1)

    @property
    def height(self) -> float:
        return float(self.width * self.face.shape[0] / self.face.shape[1])

    def corners(self, view: CameraView) -> Floats:
        """Its four corners in the image, from the top left of its face on, clockwise."""
        half = floats([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * floats([self.width / 2, self.height / 2])
        lift = max(0.0, -self.bend) * self.width
        c, s = np.cos(self.turn), np.sin(self.turn)
        # The table's y goes up, that of a face down.
        x, y = half[:, 0] * c - half[:, 1] * s + self.at[0], -(half[:, 0] * s + half[:, 1] * c) + self.at[1]
        return floats(view.project(floats(np.stack([x, y, np.full(4, lift)]))).T)


def lay_piece(table: Floats, view: CameraView, piece: LaidPiece) -> Floats:
    """Draws the piece with its shadow into the image of a table (0..1); returns its mask, 1 where it is."""
    corners = piece.corners(view)
    margin = 0.15 * float(np.ptp(corners))
    left, top = np.clip(corners.min(axis=0) - margin, 0, (view.width, view.height)).astype(int)
    right, bottom = np.clip(corners.max(axis=0) + margin, 0, (view.width, view.height)).astype(int)
    whole = np.zeros((view.height, view.width), np.float32)
    if right - left < 4 or bottom - top < 4:
        return whole
    ys, xs = np.mgrid[top:bottom, left:right].astype(np.float32)
    u, v = _surface(view, piece, xs, ys)
    rows, columns = piece.face.shape[:2]
    scale = min(1.0, 1.3 * float(np.ptp(corners)) / max(rows, columns))
    face = cv2.resize(piece.face, (max(8, round(columns * scale)), max(8, round(rows * scale))), interpolation=3)
    tall, wide = face.shape[:2]
    laid = cv2.remap(
        floats(face) / 255, floats((u + 0.5) * wide - 0.5), floats((v + 0.5) * tall - 0.5), 1, borderMode=1
    )
    mask = floats(((np.abs(u) < 0.5) & (np.abs(v) < 0.5)).astype(np.float32))
    mask = floats(cv2.GaussianBlur(mask, (0, 0), 0.6))
    # A bent piece is lighter on the side that faces the lamp.
    shade = floats(1 + np.clip(3.0 * piece.bend * u, -0.35, 0.35))
    under = table[top:bottom, left:right]
    shadow = cv2.GaussianBlur(np.roll(mask, (3, 3), axis=(0, 1)), (0, 0), 2.0 + 30 * abs(piece.bend))
    under *= (1 - 0.45 * shadow)[..., None]
    under[:] = (
        under * (1 - mask[..., None]) + np.clip(laid * shade[..., None] + _shine(piece, u, v), 0, 1) * mask[..., None]
    )
    whole[top:bottom, left:right] = mask
    return whole


def _surface(view: CameraView, piece: LaidPiece, xs: Floats, ys: Floats) -> tuple[Floats, Floats]:
    """Where the pixels' rays meet the piece, in widths and heights of it from its middle."""
    rays = view.rays(xs.reshape(-1), ys.reshape(-1))
    fall, place = np.minimum(rays[2], -0.02), view.place
    c, s = float(np.cos(piece.turn)), float(np.sin(piece.turn))
    height = np.zeros(rays.shape[1], np.float32)
    for _ in range(3):
        t = (height - place[2]) / fall
        x, y = place[0] + rays[0] * t - piece.at[0], -(place[1] + rays[1] * t - piece.at[1])
        u, v = (x * c + y * s) / piece.width, (-x * s + y * c) / piece.height
        arch = 1 - 4 * np.clip(u, -0.6, 0.6) ** 2
        height = floats(piece.width * (piece.bend * arch if piece.bend > 0 else -piece.bend * (1 - arch)))
    return floats(u.reshape(xs.shape)), floats(v.reshape(xs.shape))


def _shine(piece: LaidPiece, u: Floats, v: Floats) -> Floats:
    """The lamp on its coating; nearly round, long where the piece is bent."""
    bright, x, y, wide = piece.lamp
    tall = wide * (1.5 + 20 * abs(piece.bend))
    return floats(bright * np.exp(-(((u - x) / wide) ** 2) - ((v - y) / tall) ** 2))[..., None]
