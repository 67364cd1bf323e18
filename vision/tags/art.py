"""What the renderer draws on: tiles of stone with a label, cards with somebody else's code, the table under them."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.tags.grammar import Tag
from vision.tags.pattern import MODULES, QUIET_MODULES, Modules, modules_of, modules_of_text

Picture = npt.NDArray[np.uint8]

CODE_SHARE = 0.23
"""Edge of the code over edge of the tile: 18 mm on a tile of 78 mm."""

MODULE_PX = 7
CODE_PX = MODULES * MODULE_PX
TILE_PX = round(CODE_PX / CODE_SHARE)

_STONES = 12
_PAPER = 238
_INK = 24


def tile_face(tag: Tag, rng: np.random.Generator, label_at: tuple[float, float]) -> Picture:
    """A tile with its label; `label_at` is the middle of the code, in tile widths from the middle of the tile."""
    face = np.rot90(_stone(int(rng.integers(_STONES))), int(rng.integers(4))).copy()
    label = _label(tag)
    height, width = label.shape[:2]
    quiet = QUIET_MODULES * MODULE_PX
    left = round(TILE_PX * (0.5 + label_at[0]) - CODE_PX / 2) - quiet
    top = round(TILE_PX * (0.5 + label_at[1]) - CODE_PX / 2) - quiet
    if not (0 <= top <= TILE_PX - height and 0 <= left <= TILE_PX - width):
        raise ValueError(f"a label at {label_at} does not fit on the tile")
    face[top : top + height, left : left + width] = label
    return face


@lru_cache(maxsize=256)
def foreign_card(text: str) -> Picture:
    """A white card with a code that is not ours."""
    code = modules_of_text(text)
    side = code.shape[0] + 2 * QUIET_MODULES
    paper = _paper(code, 1)
    card = np.full((TILE_PX, TILE_PX, 3), _PAPER, np.uint8)
    edge = min(TILE_PX, max(side * 5, 300))
    small = cv2.resize(paper, (edge, edge), interpolation=cv2.INTER_NEAREST)
    at = (TILE_PX - edge) // 2
    card[at : at + edge, at : at + edge] = small[..., None]
    card.setflags(write=False)
    return card


def cover_disc(face: Picture, disc: tuple[float, float, float], rng: np.random.Generator) -> None:
    """A figure's base on the tile: a round thing with a soft edge and a highlight."""
    x, y, radius = (round(TILE_PX * part) for part in disc)
    middle = (TILE_PX // 2 + x, TILE_PX // 2 + y)
    tone = int(rng.integers(15, 130))
    colour = tuple(int(np.clip(tone + shift, 0, 255)) for shift in rng.integers(-25, 25, 3))
    cv2.circle(face, middle, radius, colour, -1, cv2.LINE_AA)
    cv2.circle(face, middle, int(radius * 0.8), tuple(min(255, c + 20) for c in colour), 3, cv2.LINE_AA)


def table_top(rng: np.random.Generator, size: tuple[int, int]) -> Picture:
    """A table: a colour, grain and some stains."""
    width, height = size
    base = rng.integers(40, 190, 3)
    grain = rng.normal(0, 1, (max(2, height // 24), max(2, width // 160))).astype(np.float32)
    field = cv2.resize(grain, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.clip(base + field[..., None] * 9.0, 0, 255).astype(np.uint8)


@lru_cache(maxsize=512)
def _label(tag: Tag) -> Picture:
    """The label as it is printed: the code with its quiet zone, the number below."""
    paper = _paper(modules_of(tag), MODULE_PX)
    band = np.full((4 * MODULE_PX, paper.shape[1]), _PAPER, np.uint8)
    cv2.putText(band, str(tag.number), (24, 21), cv2.FONT_HERSHEY_SIMPLEX, 0.85, _INK, 3, cv2.LINE_AA)
    label: Picture = np.vstack([paper, band])[..., None].repeat(3, axis=2)
    return label


def _paper(code: Modules, module_px: int) -> npt.NDArray[np.uint8]:
    padded = np.pad(code, QUIET_MODULES)
    grey = np.where(padded, _INK, _PAPER).astype(np.uint8)
    return grey.repeat(module_px, axis=0).repeat(module_px, axis=1)


@lru_cache(maxsize=_STONES)
def _stone(index: int) -> Picture:
    """A floor of flagstones, each index another one."""
    rng = np.random.default_rng((20, index))
    tint = np.array([70, 85, 100]) * rng.uniform(0.5, 1.5) + rng.uniform(-20, 20, 3)
    height = np.zeros((TILE_PX, TILE_PX), np.float32)
    for cells, weight in ((5, 14.0), (20, 10.0), (90, 12.0), (300, 9.0)):
        rough = rng.normal(0, weight, (cells, cells)).astype(np.float32)
        height += cv2.resize(rough, (TILE_PX, TILE_PX), interpolation=cv2.INTER_CUBIC)
    face = np.clip(tint + height[..., None], 5, 250).astype(np.uint8)
    _joints(face, rng)
    return face


def _joints(face: Picture, rng: np.random.Generator) -> None:
    """Dark lines between stones, and a wall along some edges: straight and high in contrast, as on real tiles."""
    step = int(rng.integers(70, 160))
    for at in range(int(rng.integers(0, step)), TILE_PX, step):
        for start in range(0, TILE_PX, step):
            bend = int(rng.integers(-8, 8))
            cv2.line(face, (start, at + bend), (start + step, at + bend), (22, 24, 26), 4, cv2.LINE_AA)
            cv2.line(face, (at + bend, start), (at + bend, start + step), (25, 27, 30), 4, cv2.LINE_AA)
    for _ in range(4):
        if rng.random() < 0.4:
            face[: TILE_PX // 12] = (face[: TILE_PX // 12] * 0.35).astype(np.uint8)
        face[:] = np.rot90(face).copy()
