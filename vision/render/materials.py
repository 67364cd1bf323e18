"""What dice are made of: colours, swirls, glitter, clear plastic, wood, worn paint."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.images import Floats, floats
from vision.render.art import numeral_art, pip_art
from vision.render.body import TEN_FACES, DieBody, cube, ten_sided
from vision.render.die import Colour, DieMaterial, RenderedDie
from vision.render.surface import hue_colour

_WHITE: Colour = (0.9, 0.9, 0.9)
_BLACK: Colour = (0.04, 0.04, 0.04)
_RED: Colour = (0.08, 0.06, 0.7)
_GOLD: Colour = (0.3, 0.65, 0.85)
_MARKED = 0.65  # share of ten-sided dice with a stroke or a dot under 6 and 9


CLASSIC = DieMaterial(
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


def sample_material(rng: np.random.Generator, ordinary: bool = False) -> DieMaterial:
    """Any dice at all; or `ordinary` ones, whose pips a player sees at a glance."""
    material = _any_material(rng)
    while ordinary and not _ordinary(material):
        material = _any_material(rng)
    return material


def sample_odd_material(rng: np.random.Generator) -> DieMaterial:
    """What readers stumble over: dents without paint, speckles, swirls, clear plastic, large pips in colour."""
    material = _any_material(rng)
    kind = rng.integers(5)
    if kind == 0:
        shade = float(rng.uniform(0.75, 0.97))
        return replace(material, paint=(material.base[0] * shade, material.base[1] * shade, material.base[2] * shade))
    if kind == 1:
        return replace(material, speckle=float(rng.uniform(0.5, 1.0)))
    if kind == 2:
        return replace(material, swirl=float(rng.uniform(0.5, 1.0)))
    if kind == 3:
        return replace(material, clear=float(rng.uniform(0.5, 0.97)))
    return replace(material, special=hue_colour(float(rng.uniform(0, 360)), 0.9, float(rng.uniform(0.3, 0.9))))


def _ordinary(material: DieMaterial) -> bool:
    stands_out = abs(_brightness(material.base) - _brightness(material.paint)) > 0.4
    even = material.swirl == 0 or abs(_brightness(material.base) - _brightness(material.swirl_colour)) < 0.2
    return stands_out and even and material.speckle == 0 and material.clear < 0.4 and material.worn < 0.3


def _brightness(colour: Colour) -> float:
    return float(np.dot(colour, (0.11, 0.59, 0.3)))


def _any_material(rng: np.random.Generator) -> DieMaterial:
    base = _base(rng)
    brightness = _brightness(base)
    clear = float(rng.uniform(0.3, 0.95)) if rng.random() < 0.14 else 0.0
    swirled = rng.random() < 0.22
    swirl_colour = hue_colour(float(rng.uniform(0, 360)), float(rng.uniform(0, 1)), float(rng.uniform(0.1, 0.9)))
    return DieMaterial(
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


def make_die(
    rng: np.random.Generator, kind: str, material: DieMaterial, ordinary: bool = False, odd: bool = False
) -> RenderedDie:
    """A die at the origin with its own edges and art; to be turned and placed by the caller.

    An `ordinary` one has no maker's sign in place of pips, and a mark tells its 6 from its 9.
    """
    if kind == "d10-numeral":
        marked = ordinary or bool(rng.random() < _MARKED)
        body = _ten_sided(rng, marked)
        art = numeral_art(rng, body, marked)
    else:
        ball = float(rng.uniform(0.62, 0.8)) if rng.random() < 0.6 else 0.9
        body = cube(float(np.exp(rng.uniform(2.8, 4.8))), ball)
        if kind == "d6-pips":
            art = pip_art(rng, body, bool(rng.random() < 0.05) and not ordinary, odd)
        else:
            art = numeral_art(rng, body, bool(rng.random() < 0.2))
    return RenderedDie(body, art, material, 1.0, np.eye(3, dtype=np.float32), np.zeros(3, dtype=np.float32))


def _ten_sided(rng: np.random.Generator, marked: bool) -> DieBody:
    """Makers differ in where they put the numbers, so that no face can be guessed from its neighbours.

    A mark needs the room below an upright numeral; without a mark a 6 cannot be told for sure from a 9.
    """
    faces = TEN_FACES if rng.random() < 0.5 else tuple(int(face) for face in rng.permutation(10))
    upright = bool(rng.random() < 0.7) or marked
    return ten_sided(float(rng.uniform(30, 90)), float(rng.uniform(38, 48)), upright, faces)


def side_centres(body: DieBody, turn: Floats, place: Floats, edge: float) -> Floats:
    """Middles (3, k) of the body's faces in the world."""
    return floats(turn @ (body.normals.T * body.height * edge) + place[:, None])
