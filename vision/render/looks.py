"""Which dice people own: colours, swirls, glitter, clear plastic, wood, worn paint."""

from __future__ import annotations

import numpy as np

from vision.arrays import Floats, floats
from vision.render.art import numeral_art, pip_art
from vision.render.body import TEN_FACES, Body, cube, ten_sided
from vision.render.die import Colour, Die, Look
from vision.render.surface import hue_colour

_WHITE: Colour = (0.9, 0.9, 0.9)
_BLACK: Colour = (0.04, 0.04, 0.04)
_RED: Colour = (0.08, 0.06, 0.7)
_GOLD: Colour = (0.3, 0.65, 0.85)
_MARKED = 0.65  # share of ten-sided dice with a stroke or a dot under 6 and 9


CLASSIC = Look(
    base=(0.75, 0.86, 0.9),
    paint=_BLACK,
    special=None,
    swirl=0.0,
    swirl_colour=_WHITE,
    speckle=0.0,
    gloss=0.15,
    shine=30.0,
    clear=0.0,
    worn=0.0,
    seed=1,
)


def sample_look(rng: np.random.Generator, ordinary: bool = False) -> Look:
    """Any dice at all; or `ordinary` ones, whose pips a player sees at a glance."""
    look = _any_look(rng)
    while ordinary and not _ordinary(look):
        look = _any_look(rng)
    return look


def _ordinary(look: Look) -> bool:
    stands_out = abs(_brightness(look.base) - _brightness(look.paint)) > 0.4
    even = look.swirl == 0 or abs(_brightness(look.base) - _brightness(look.swirl_colour)) < 0.2
    return stands_out and even and look.speckle == 0 and look.clear < 0.4 and look.worn < 0.3


def _brightness(colour: Colour) -> float:
    return float(np.dot(colour, (0.11, 0.59, 0.3)))


def _any_look(rng: np.random.Generator) -> Look:
    base = _base(rng)
    brightness = _brightness(base)
    clear = float(rng.uniform(0.3, 0.95)) if rng.random() < 0.14 else 0.0
    swirled = rng.random() < 0.22
    swirl_colour = hue_colour(float(rng.uniform(0, 360)), float(rng.uniform(0, 1)), float(rng.uniform(0.1, 0.9)))
    return Look(
        base=base,
        paint=_paint(rng, base, brightness),
        special=_RED if _asian(rng, brightness) else None,
        swirl=float(rng.uniform(0.2, 0.8)) if swirled else 0.0,
        swirl_colour=swirl_colour,
        speckle=float(rng.uniform(0.3, 0.9)) if rng.random() < 0.07 else 0.0,
        gloss=float(rng.choice([0.0, rng.uniform(0.05, 0.4), rng.uniform(0.4, 1.2)], p=[0.25, 0.5, 0.25])),
        shine=float(np.exp(rng.uniform(2.0, 5.0))),
        clear=clear,
        worn=float(rng.uniform(0.1, 0.6)) if rng.random() < 0.15 else 0.0,
        seed=int(rng.integers(1 << 30)),
    )


def _base(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.36:  # white and ivory
        value, warm = float(rng.uniform(0.65, 0.97)), float(rng.uniform(0.0, 0.3))
        return (value * (1 - warm), value * (1 - warm * 0.3), value)
    if kind < 0.5:  # black and dark grey
        value = float(rng.uniform(0.02, 0.2))
        return (value, value, value)
    if kind < 0.63:  # wood
        red = float(rng.uniform(0.5, 0.85))
        return (red * float(rng.uniform(0.4, 0.65)), red * float(rng.uniform(0.68, 0.82)), red)
    return hue_colour(float(rng.uniform(0, 360)), float(rng.uniform(0.45, 1.0)), float(rng.uniform(0.15, 0.9)))


def _paint(rng: np.random.Generator, base: Colour, brightness: float) -> Colour:
    """Nearly always white on dark and black on light; else a colour that stands out at least a little."""
    kind = rng.random()
    if kind < 0.62:
        return _BLACK if brightness > rng.uniform(0.35, 0.6) else _WHITE
    if kind < 0.7 and brightness < 0.5:
        return _GOLD
    for _ in range(20):
        ink = hue_colour(float(rng.uniform(0, 360)), float(rng.uniform(0.3, 1.0)), float(rng.uniform(0.1, 0.95)))
        if float(np.abs(np.subtract(ink, base)).max()) > 0.33:
            return ink
    return _BLACK if brightness > 0.45 else _WHITE


def _asian(rng: np.random.Generator, brightness: float) -> bool:
    return bool(brightness > 0.6 and rng.random() < 0.2)


def sample_kind(rng: np.random.Generator) -> str:
    return str(rng.choice(["d6-pips", "d6-numeral", "d10-numeral"], p=[0.74, 0.1, 0.16]))


def make_die(rng: np.random.Generator, kind: str, look: Look, ordinary: bool = False) -> Die:
    """A die at the origin with its own edges and art; to be turned and placed by the caller.

    An `ordinary` one has no maker's sign in place of pips, and its 6 is told from its 9 by a mark.
    """
    if kind == "d10-numeral":
        marked = ordinary or bool(rng.random() < _MARKED)
        body = _ten_sided(rng, marked)
        art = numeral_art(rng, body, marked)
    else:
        ball = float(rng.uniform(0.62, 0.8)) if rng.random() < 0.6 else 0.9
        body = cube(float(np.exp(rng.uniform(2.8, 4.8))), ball)
        if kind == "d6-pips":
            art = pip_art(rng, body, bool(rng.random() < 0.05) and not ordinary)
        else:
            art = numeral_art(rng, body, bool(rng.random() < 0.2))
    return Die(body, art, look, 1.0, np.eye(3, dtype=np.float32), np.zeros(3, dtype=np.float32))


def _ten_sided(rng: np.random.Generator, marked: bool) -> Body:
    """Makers differ in where they put the numbers: a face is not to be guessed from its neighbours. A mark needs the
    room that a face has below an upright numeral; a 6 without one is not to be told for sure from a 9 by how it stands.
    """
    faces = TEN_FACES if rng.random() < 0.5 else tuple(int(face) for face in rng.permutation(10))
    upright = bool(rng.random() < 0.7) or marked
    return ten_sided(float(rng.uniform(30, 90)), float(rng.uniform(38, 48)), upright, faces)


def side_centres(body: Body, turn: Floats, place: Floats, edge: float) -> Floats:
    """Middles (3, k) of the body's faces in the world."""
    return floats(turn @ (body.normals.T * body.height * edge) + place[:, None])
