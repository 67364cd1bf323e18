"""Photographs of cards with a title by seed: type faces from files, paintings and small print of our own."""

from __future__ import annotations

from math import radians
from pathlib import Path
from typing import Literal, NamedTuple

import cv2
import numpy as np
from PIL import Image as Canvas
from PIL import ImageDraw, ImageFont

from vision.evaluation.piece_scenes import printed
from vision.images import Floats, Image, floats, pixels
from vision.render.camera import CameraView, sample_settings
from vision.render.floor import draw_floor_piece
from vision.render.piece import LaidPiece, lay_piece
from vision.render.scene import on_table, sample_light
from vision.render.surface import lay_table

WIDE, TALL = 500, 700  # pixels of a drawn card
# Held into the camera over a tray, or photographed with a tablet: the size of the image, and how wide a card is in it.
Eye = Literal["tray", "photo"]
_SIZES: dict[Eye, tuple[tuple[int, int], tuple[float, float]]] = {
    "tray": ((1280, 720), (240, 430)),
    "photo": ((1600, 1200), (450, 820)),
}
_SMALL_PRINT = {
    "en": "Play this card at the start of a phase. The target may not act until the end of the turn, then discard it.",
    "fr": "Jouez cette carte au début d’une phase. La cible ne peut pas agir avant la fin du tour, puis défaussez-la.",
    "ru": "Сыграйте эту карту в начале фазы. Цель не может действовать до конца хода, затем сбросьте эту карту.",
}


class CardWords(NamedTuple):
    """What stands on a card, and in which language."""

    title: str
    language: str


def can_write(font: Path, text: str) -> bool:
    """Whether a font has every letter of the text: one it lacks looks like any other it lacks."""
    face = ImageFont.truetype(str(font), 40)
    lacking = bytes(face.getmask("\ue0ff"))
    return all(letter == " " or bytes(face.getmask(letter)) != lacking for letter in set(text))


def draw_titled_card(rng: np.random.Generator, words: CardWords, font: Path) -> Image:
    """A card of our own: the title over or under a painting, small print below; none of it is the publisher's."""
    ground = rng.uniform(0.68, 0.96, 3) if rng.random() < 0.75 else rng.uniform(0.08, 0.3, 3)
    dark_ink = ground.mean() > 0.5
    card = Canvas.fromarray(pixels(np.full((TALL, WIDE, 3), 255, np.float32) * floats(ground)))
    top_of_art = 110 if rng.random() < 0.8 else 40
    art = draw_floor_piece(int(rng.integers(1 << 30)), "NES", int(rng.integers(12)))
    card.paste(Canvas.fromarray(cv2.resize(art, (WIDE - 80, 330))), (40, top_of_art))
    ink = tuple(int(c) for c in (rng.integers(0, 60, 3) if dark_ink else rng.integers(205, 256, 3)))
    pen = ImageDraw.Draw(card)
    title = words.title.upper() if rng.random() < 0.3 else words.title
    _write_title(rng, pen, title, font, 60 if top_of_art > 50 else 415, ink)
    _write_small(pen, _SMALL_PRINT[words.language], font, ink)
    if rng.random() < 0.7:
        pen.rectangle((10, 10, WIDE - 11, TALL - 11), outline=ink, width=int(rng.integers(2, 6)))
    return np.asarray(card, np.uint8).copy()


def _write_title(
    rng: np.random.Generator, pen: ImageDraw.ImageDraw, title: str, font: Path, y: int, ink: tuple[int, ...]
) -> None:
    """In the largest size that fits on one line or on two."""
    words = title.split(" ")
    half = (len(words) + 1) // 2
    lines = [title] if len(title) < 17 or len(words) < 2 else [" ".join(words[:half]), " ".join(words[half:])]
    size = float(rng.uniform(34, 50) if len(lines) == 1 else rng.uniform(28, 38))
    face = ImageFont.truetype(str(font), size)
    while max(face.getlength(line) for line in lines) > WIDE - 60:
        size *= 0.94
        face = ImageFont.truetype(str(font), size)
    step = size * 1.1
    for k, line in enumerate(lines):
        pen.text((WIDE / 2, y + (k - (len(lines) - 1) / 2) * step), line, fill=ink, font=face, anchor="mm")


def _write_small(pen: ImageDraw.ImageDraw, text: str, font: Path, ink: tuple[int, ...]) -> None:
    face, line, y = ImageFont.truetype(str(font), 23), "", 480
    for word in [*text.split(" "), ""]:
        if not word or face.getlength(f"{line} {word}") > WIDE - 80:
            pen.text((40, y), line, fill=ink, font=face)
            line, y = word, y + 30
        else:
            line = f"{line} {word}".strip()


def photograph_card(seed: tuple[int, ...], face: Image, eye: Eye) -> Image:
    """A card on a table, turned any way, bent, lit, glared and blurred as the seed has it."""
    rng = np.random.default_rng((91, *seed))
    (width, height), (least, most) = _SIZES[eye]
    wide, focal = float(rng.uniform(least, most)), width * float(rng.uniform(0.9, 1.4))
    tilt = radians(abs(float(rng.normal(0, 12))))
    view = CameraView(width, height, focal, focal / wide, tilt, float(rng.normal(0, 0.06)), float(rng.normal(0, 0.02)))
    table = lay_table(rng, view)
    turn = float(rng.integers(4)) * np.pi / 2 + radians(float(rng.normal(0, 9)))
    if 1.4 * wide > 0.95 * height:
        # A tall card fits into a lying image only across.
        turn = float(rng.integers(2)) * np.pi + np.pi / 2 + radians(float(rng.normal(0, 5)))
    lamp = float(rng.uniform(0.2, 0.7)) if rng.random() < 0.3 else 0.0
    glare = (lamp, float(rng.uniform(-0.4, 0.4)), float(rng.uniform(-0.4, 0.4)), float(rng.uniform(0.05, 0.2)))
    piece = LaidPiece(printed(rng, face), _near_middle(rng), 1.0, turn, float(rng.normal(0, 0.025)), glare)
    lay_piece(table, view, piece)
    lit: Floats = floats(table * on_table(sample_light(rng)))
    return sample_settings(rng, lit, 30).develop(rng, lit)


def _near_middle(rng: np.random.Generator) -> tuple[float, float]:
    x, y = rng.normal(0, 0.06, 2)
    return float(x), float(y)
