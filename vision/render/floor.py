"""Drawn square pieces with ways through rock: what the simulated camera sees, and pieces that look much alike.

A piece is drawn from a seed, from the edges its way leads to, and from the number of a pattern on its floor. What the
pieces mean to anybody is not known here.
"""

from __future__ import annotations

from collections.abc import Collection

import cv2
import numpy as np

from vision.images import Floats, Image, floats, pixels

SIDE = 320  # pixels
PATTERNS = 12  # 0 is a plain floor
_WAY = 0.4  # how wide the way is, in sides
_ROCK = (38, 44, 52)
_FLOOR = (120, 150, 172)
_TINTS = {1: (1.2, 0.85, 0.6), 2: (0.7, 0.75, 1.1), 3: (0.95, 1.05, 0.9)}


def draw_floor_piece(seed: int, edges: Collection[str], pattern: int = 0) -> Image:
    """A piece of SIDE pixels. `edges`: of "N", "E", "S", "W", those the way leads to."""
    rng = np.random.default_rng((31, seed))
    way = _way(edges, rng)
    rock = _stones(rng, 26, _ROCK, 0.35)
    floor = _stones(rng, 150, _FLOOR, 0.22) * floats(_TINTS.get(pattern % 4, (1.0, 1.0, 1.0)))
    face = rock * (1 - way[..., None]) + floor * way[..., None]
    rim = cv2.morphologyEx((way > 0.5).astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((7, 7), np.uint8))
    face[rim > 0] *= 0.3
    drawn = pixels(np.clip(face + rng.normal(0, 3, face.shape), 0, 255))
    _pattern(drawn, pattern % PATTERNS)
    return drawn


def draw_card_piece(seed: int, title: str) -> Image:
    """A card: a title on top, a painting of its own, lines of words below it."""
    rng = np.random.default_rng((33, seed))
    tall = round(SIDE * 1.4)
    card = np.full((tall, SIDE, 3), 255, np.float32) * floats(rng.uniform(0.7, 0.95, 3))
    art = _stones(rng, 60, tuple(int(c) for c in rng.integers(60, 220, 3)), 0.5)
    card[50 : 50 + SIDE - 100, 20 : SIDE - 20] = art[50 : SIDE - 50, 20 : SIDE - 20]
    drawn = pixels(np.clip(card, 0, 255))
    for _ in range(5):
        place = (int(rng.integers(60, SIDE - 60)), int(rng.integers(80, SIDE - 80)))
        cv2.circle(
            drawn, place, int(rng.integers(10, 40)), tuple(int(c) for c in rng.integers(0, 255, 3)), -1, cv2.LINE_AA
        )
    letters = title.encode("ascii", "ignore").decode() or str(seed)
    cv2.putText(drawn, letters[:18], (16, 36), cv2.FONT_HERSHEY_TRIPLEX, 0.75, (20, 20, 25), 1, cv2.LINE_AA)
    for line in range(4):
        words = "".join(chr(int(c)) for c in rng.choice([*range(97, 123), 32], 28))
        cv2.putText(drawn, words, (20, SIDE - 20 + 28 * line), 0, 0.5, (30, 30, 35), 1, cv2.LINE_AA)
    cv2.rectangle(drawn, (4, 4), (SIDE - 5, tall - 5), (25, 25, 30), 3)
    return drawn


def _way(edges: Collection[str], rng: np.random.Generator) -> Floats:
    """1 where the way is: from the middle to each of the edges, with uneven walls."""
    mask = np.zeros((SIDE, SIDE), np.float32)
    near, far = round(SIDE * (0.5 - _WAY / 2)), round(SIDE * (0.5 + _WAY / 2))
    mask[near:far, near:far] = 1
    for edge, (rows, columns) in {
        "N": (slice(0, far), slice(near, far)),
        "S": (slice(near, SIDE), slice(near, far)),
        "W": (slice(near, far), slice(0, far)),
        "E": (slice(near, far), slice(near, SIDE)),
    }.items():
        if edge in edges:
            mask[rows, columns] = 1
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    shift = [cv2.resize(rng.normal(0, 5, (9, 9)).astype(np.float32), (SIDE, SIDE)) for _ in range(2)]
    return floats(cv2.remap(mask, xs + shift[0], ys + shift[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _stones(rng: np.random.Generator, count: int, colour: tuple[float, ...], uneven: float) -> Floats:
    """Stones of many shapes beside each other, with dark joints."""
    field = cv2.Subdiv2D((0, 0, SIDE, SIDE))
    for x, y in rng.uniform(1, SIDE - 1, (count, 2)):
        field.insert((float(x), float(y)))
    image = np.zeros((SIDE, SIDE, 3), np.float32)
    for facet in field.getVoronoiFacetList([])[0]:
        shade = 1 + float(rng.normal(0, uneven))
        outline = np.round(np.asarray(facet) * 16).astype(np.int32)
        cv2.fillConvexPoly(image, outline, tuple(c * shade for c in colour), cv2.LINE_AA, 4)
        cv2.polylines(image, [outline], True, tuple(c * 0.35 for c in colour), 2, cv2.LINE_AA, 4)
    return floats(image)


def _pattern(face: Image, pattern: int) -> None:
    """A drawing in the middle: pieces of one pattern have the very same one."""
    middle, ink, pale = (SIDE // 2, SIDE // 2), (20, 22, 30), (150, 200, 225)
    rng = np.random.default_rng((32, pattern))
    if pattern == 0:
        return
    size = int(SIDE * rng.uniform(0.1, 0.17))
    colour = tuple(int(c) for c in rng.integers(30, 230, 3))
    points = int(rng.integers(3, 9))
    ring = [
        (middle[0] + size * np.cos(a), middle[1] + size * np.sin(a))
        for a in np.arange(points) * 2 * np.pi / points + float(rng.uniform(0, 6))
    ]
    outline = np.round(floats(ring)).astype(np.int32)
    cv2.circle(face, middle, int(size * 1.2), ink, 5, cv2.LINE_AA)
    cv2.fillConvexPoly(face, outline, colour, cv2.LINE_AA)
    star = np.array([outline[k * 2 % points] for k in range(points)])
    cv2.polylines(face, [star], True, pale, 3, cv2.LINE_AA)
    cv2.circle(face, middle, size // 3, ink, -1, cv2.LINE_AA)
