"""Things on a table that are not dice, some of them made to be mistaken for dice."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

import cv2
import numpy as np

from vision.images import Floats, floats
from vision.render.art import PIPS
from vision.render.surface import hue_colour, table_colour

ThingPlace = tuple[int, int, int]  # x, y, size of a die there, in pixels


def scatter_things(rng: np.random.Generator, image: Floats, size: float, count: int) -> None:
    """Puts `count` things at random places, measured by the size of the dice in the image."""
    height, width = image.shape[:2]
    for _ in range(count):
        spot = (int(rng.integers(0, width)), int(rng.integers(0, height)), max(6, int(size)))
        _THINGS[int(rng.integers(len(_THINGS)))](rng, image, spot)


def lay_thing(image: Floats, mask: Floats, colour: Floats | tuple[float, ...], offset: int) -> None:
    """Lays a thing of this shape on the table; its shadow falls `offset` pixels beside it."""
    dark = cv2.GaussianBlur(np.roll(mask, (offset, offset), axis=(0, 1)), (0, 0), max(1.0, offset * 0.7))
    image *= (1 - 0.5 * dark)[..., None]
    image[:] = image * (1 - mask[..., None]) + np.asarray(colour, np.float32) * mask[..., None]


def _disc_mask(image: Floats, spot: ThingPlace, radius: float) -> Floats:
    mask = np.zeros(image.shape[:2], np.float32)
    cv2.circle(mask, (spot[0] * 16, spot[1] * 16), int(radius * 16), 1.0, -1, cv2.LINE_AA, 4)
    return mask


_Range = tuple[float, float]


def _hued(rng: np.random.Generator, hue: _Range, strength: _Range, value: _Range) -> Floats:
    return floats(hue_colour(float(rng.uniform(*hue)), float(rng.uniform(*strength)), float(rng.uniform(*value))))


def _coin(rng: np.random.Generator, image: Floats, spot: ThingPlace) -> None:
    x, y, size = spot
    radius = size * rng.uniform(0.4, 1.1)
    metal = _hued(rng, (20, 50), (0, 0.6), (0.35, 0.9))
    lay_thing(image, _disc_mask(image, spot, radius), tuple(metal), max(1, size // 12))
    dark = tuple(float(c) for c in metal * rng.uniform(0.5, 0.8))
    cv2.circle(image, (x, y), int(radius * 0.88), dark, max(1, int(radius * 0.06)), cv2.LINE_AA)
    if rng.random() < 0.6:
        text = str(int(rng.choice([1, 2, 5, 10, 20, 50])))
        cv2.putText(
            image,
            text,
            (int(x - radius * 0.4), int(y + radius * 0.4)),
            int(rng.integers(0, 5)),
            radius / 26,
            dark,
            max(1, int(radius / 10)),
            cv2.LINE_AA,
        )
    else:
        cv2.circle(image, (x, y), max(1, int(radius * rng.uniform(0.2, 0.6))), dark, -1, cv2.LINE_AA)


def _screw(rng: np.random.Generator, image: Floats, spot: ThingPlace) -> None:
    x, y, size = spot
    radius = size * rng.uniform(0.1, 0.4)
    grey = float(rng.uniform(0.25, 0.8))
    lay_thing(image, _disc_mask(image, spot, radius), (grey, grey, grey), max(1, size // 16))
    turn = rng.uniform(0, pi)
    for extra in (0, pi / 2)[: int(rng.integers(1, 3))]:
        dx, dy = radius * 0.7 * cos(turn + extra), radius * 0.7 * sin(turn + extra)
        cv2.line(
            image,
            (int(x - dx), int(y - dy)),
            (int(x + dx), int(y + dy)),
            (grey * 0.3,) * 3,
            max(1, int(radius * 0.25)),
            cv2.LINE_AA,
        )


def _button(rng: np.random.Generator, image: Floats, spot: ThingPlace) -> None:
    """Round with two or four holes: the worst thing to find next to dice."""
    x, y, size = spot
    radius = size * rng.uniform(0.3, 0.7)
    colour = np.asarray(table_colour(rng))
    lay_thing(image, _disc_mask(image, spot, radius), tuple(colour), max(1, size // 14))
    groove = tuple(float(c) for c in colour * 0.7)
    cv2.circle(image, (x, y), int(radius * 0.75), groove, max(1, size // 16), cv2.LINE_AA)
    turn, holes = rng.uniform(0, pi), int(rng.choice([2, 4]))
    for k in range(holes):
        angle = turn + 2 * pi * k / holes
        place = (int(x + radius * 0.28 * cos(angle)), int(y + radius * 0.28 * sin(angle)))
        cv2.circle(image, place, max(1, int(radius * 0.12)), tuple(float(c) for c in colour * 0.2), -1, cv2.LINE_AA)


def _token(rng: np.random.Generator, image: Floats, spot: ThingPlace) -> None:
    """A plain cube, counter or pawn, without pips."""
    mask = np.zeros(image.shape[:2], np.float32)
    box = cv2.boxPoints(
        (
            (spot[0], spot[1]),
            (spot[2] * rng.uniform(0.3, 1.3), spot[2] * rng.uniform(0.3, 1.3)),
            float(rng.uniform(0, 90)),
        )
    )
    cv2.fillConvexPoly(mask, (box * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    lay_thing(image, mask, table_colour(rng), max(1, spot[2] // 8))


def _pen(rng: np.random.Generator, image: Floats, spot: ThingPlace) -> None:
    """A pen, a cable or a strip: long, with a highlight along it."""
    x, y, size = spot
    angle, length = rng.uniform(0, 2 * pi), size * rng.uniform(2, 9)
    bow = rng.uniform(-1, 1) * size * (2 if rng.random() < 0.4 else 0)
    steps = np.linspace(-0.5, 0.5, 20)
    line = np.stack(
        [
            x + steps * length * cos(angle) - bow * (steps**2) * sin(angle),
            y + steps * length * sin(angle) + bow * (steps**2) * cos(angle),
        ],
        axis=1,
    ).astype(np.int32)
    thick = max(2, int(size * rng.uniform(0.1, 0.5)))
    mask = np.zeros(image.shape[:2], np.float32)
    cv2.polylines(mask, [line], False, 1.0, thick, cv2.LINE_AA)
    colour = np.asarray(table_colour(rng))
    lay_thing(image, mask, tuple(colour), max(1, thick // 3))
    bright = tuple(float(c) for c in np.clip(colour * 1.5 + 0.1, 0, 1))
    cv2.polylines(image, [line - max(1, thick // 5)], False, bright, max(1, thick // 5), cv2.LINE_AA)


def _tube(rng: np.random.Generator, image: Floats, spot: ThingPlace) -> None:
    """Round bars lying down, of metal, wood or plastic: ridges, a pointed or a blunt end, light along the back."""
    long, wide = int(spot[2] * rng.uniform(1, 4)), max(4, int(spot[2] * rng.uniform(0.3, 1.2)))
    across = np.linspace(-1, 1, wide, dtype=np.float32)[:, None]
    along = np.linspace(0, 1, long, dtype=np.float32)[None, :]
    back = np.exp(-(((across - rng.uniform(-0.5, 0.5)) / rng.uniform(0.1, 0.5)) ** 2)) * rng.uniform(0.2, 0.8)
    body = np.sqrt(np.clip(1 - across**2, 0, 1)) * 0.7 + 0.2 + back
    if rng.random() < 0.6:
        ridged = (along > rng.uniform(0, 0.7)) * np.sin(along * long / wide * rng.uniform(10, 40))
        body = body * (1 + rng.uniform(0.1, 0.5) * ridged)
    colour = table_colour(rng) if rng.random() < 0.6 else (float(rng.uniform(0.4, 0.8)),) * 3
    page = floats(np.broadcast_to(body, (wide, long))[..., None] * np.asarray(colour, np.float32))
    _paste(rng, image, np.clip(page, 0, 1), spot)


def lay_printed_pages(rng: np.random.Generator, image: Floats, size: float, count: int) -> None:
    """Pages with dice printed on them, as in a book of rules."""
    height, width = image.shape[:2]
    for _ in range(count):
        spot = (int(rng.uniform(0.2, 0.8) * width), int(rng.uniform(0.2, 0.8) * height), max(6, int(size)))
        draw_card(rng, image, spot, printed=True)


def draw_card(rng: np.random.Generator, image: Floats, spot: ThingPlace, printed: bool = False) -> None:
    """A card or a page with lines of text, sometimes with dice printed on it."""
    size = spot[2]
    wide, tall = int(size * rng.uniform(2, 5)), int(size * rng.uniform(2, 5))
    page = np.tile(np.asarray(table_colour(rng), np.float32), (tall, wide, 1))
    ink = tuple(float(c) for c in rng.uniform(0, 1, 3))
    for row in range(4, tall - 4, max(4, size // 5)):
        if rng.random() < 0.7:
            cv2.putText(
                page,
                "".join(chr(int(c)) for c in rng.integers(97, 123, 14)),
                (3, row),
                0,
                size / 120 + 0.15,
                ink,
                1,
                cv2.LINE_AA,
            )
    if printed or rng.random() < 0.5:
        for _ in range(int(rng.integers(1, 4))):
            _printed_die(rng, page, size)
    _paste(rng, image, page, spot)


def _printed_die(rng: np.random.Generator, page: Floats, size: int) -> None:
    side = int(size * rng.uniform(0.5, 1.1))
    height, width = page.shape[:2]
    if side + 3 > min(height, width):
        return
    x, y = int(rng.integers(0, width - side)), int(rng.integers(0, height - side))
    light = (float(rng.uniform(0.85, 1)),) * 3 if rng.random() < 0.7 else tuple(float(c) for c in rng.uniform(0, 1, 3))
    dark = (float(rng.uniform(0, 0.2)),) * 3
    cv2.rectangle(page, (x, y), (x + side, y + side), light, -1)
    cv2.rectangle(page, (x, y), (x + side, y + side), dark, max(1, side // 18), cv2.LINE_AA)
    for px, py in PIPS[int(rng.integers(1, 7))]:
        cv2.circle(
            page,
            (int(x + side * (0.5 + px * 0.25)), int(y + side * (0.5 + py * 0.25))),
            max(1, side // 10),
            dark,
            -1,
            cv2.LINE_AA,
        )


def _paste(rng: np.random.Generator, image: Floats, page: Floats, spot: ThingPlace) -> None:
    tall, wide = page.shape[:2]
    move = cv2.getRotationMatrix2D((wide / 2, tall / 2), float(rng.uniform(0, 360)), 1.0)
    move[:, 2] += (spot[0] - wide / 2, spot[1] - tall / 2)
    size = (image.shape[1], image.shape[0])
    mask = floats(cv2.warpAffine(np.ones((tall, wide), np.float32), move, size))
    laid = floats(cv2.warpAffine(page, move, size, flags=cv2.INTER_LINEAR))
    lay_thing(image, mask, laid, max(1, spot[2] // 20))


def draw_hand(rng: np.random.Generator, image: Floats, spot: ThingPlace) -> None:
    """A hand or a sleeve that reaches in from the border towards the spot."""
    x, y, size = spot
    height, width = image.shape[:2]
    angle = float(np.arctan2(y - height / 2, x - width / 2)) if rng.random() < 0.8 else float(rng.uniform(0, 2 * pi))
    out = np.array([cos(angle), sin(angle)])
    palm = np.array([x, y], float) + out * size * 1.5
    skin = _hued(rng, (8, 28), (0.25, 0.6), (0.25, 0.95))
    mask = np.zeros((height, width), np.float32)
    cv2.line(mask, _at(palm), _at(palm + out * 2000), 1.0, int(size * rng.uniform(1.4, 2.2)), cv2.LINE_AA)
    cv2.circle(mask, _at(palm), int(size * 1.3), 1.0, -1, cv2.LINE_AA)
    for k in range(5):
        spread = angle + pi + (k - 2) * rng.uniform(0.2, 0.4)
        tip = palm + np.array([cos(spread), sin(spread)]) * size * rng.uniform(1.6, 3.0)
        cv2.line(mask, _at(palm), _at(tip), 1.0, max(2, int(size * rng.uniform(0.35, 0.5))), cv2.LINE_AA)
    soft = cv2.GaussianBlur(mask, (0, 0), max(1.0, size * 0.25))
    relief = (0.75 + 0.5 * soft - 0.2 * np.roll(soft, int(size // 5), axis=1))[..., None]
    lay_thing(image, mask, skin * relief, max(2, size // 3))
    if rng.random() < 0.6:
        cuff = np.zeros((height, width), np.float32)
        cv2.line(cuff, _at(palm + out * size * 3), _at(palm + out * 2000), 1.0, int(size * 2.8), cv2.LINE_AA)
        lay_thing(image, cuff, np.asarray(table_colour(rng), np.float32) * relief, max(2, size // 4))


def _at(place: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[int, int]:
    return int(place[0]), int(place[1])


_Thing = Callable[[np.random.Generator, Floats, ThingPlace], None]
_THINGS: tuple[_Thing, ...] = (_coin, _coin, _screw, _button, _button, _token, _pen, _tube, _tube, draw_card, draw_card)
