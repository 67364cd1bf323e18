"""What dice lie on: felt, cloth, carpet, wood, leather, paper, printed boards, and the tray around it."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.images import Floats, floats
from vision.render.camera import CameraView
from vision.render.die import Colour

TILE = 512
_Maker = Callable[[np.random.Generator, Colour], Floats]


def lay_table(rng: np.random.Generator, view: CameraView, printed: bool = True, colour: Colour | None = None) -> Floats:
    """The image (H, W, 3), 0..1, of an empty table; `printed`: it may also be a game board."""
    colour = colour or table_colour(rng)
    maker = _MAKERS[int(rng.choice(len(_MAKERS), p=_SHARES))]
    while maker is _board and not printed:
        maker = _MAKERS[int(rng.choice(len(_MAKERS), p=_SHARES))]
    tile = np.clip(maker(rng, colour), 0.01, 1.0)
    ys, xs = np.meshgrid(
        np.arange(view.height, dtype=np.float32), np.arange(view.width, dtype=np.float32), indexing="ij"
    )
    gx, gy = view.ground(xs, ys)
    density = view.focal / view.distance * float(rng.uniform(0.6, 1.4))
    spin = rng.uniform(0, 2 * np.pi)
    c, s = float(np.cos(spin)), float(np.sin(spin))
    map_x = np.mod((gx * c - gy * s) * density, TILE).astype(np.float32)
    map_y = np.mod((gx * s + gy * c) * density, TILE).astype(np.float32)
    table = floats(cv2.remap(tile, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP))
    if rng.random() < 0.35:
        _tray(rng, table, gx, gy, view)
    return table * _uneven(rng, view)


def table_colour(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.3:  # greys from black to white
        grey = float(rng.uniform(0.04, 0.95))
        near = grey + rng.normal(0, 0.02, 3)
        return (float(near[0]), float(near[1]), float(near[2]))
    if kind < 0.55:  # woods and browns
        red = float(rng.uniform(0.25, 0.9))
        return (red * float(rng.uniform(0.25, 0.65)), red * float(rng.uniform(0.5, 0.82)), red)
    hue, strength, value = rng.uniform(0, 360), rng.uniform(0.15, 0.75), rng.uniform(0.1, 0.8)
    return hue_colour(float(hue), float(strength), float(value))


def hue_colour(hue: float, strength: float, value: float) -> Colour:
    pixel = np.array([[[hue % 360, strength, value]]], np.float32)
    blue, green, red = cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0]
    return (float(blue), float(green), float(red))


def noise(rng: np.random.Generator, cells_x: int, cells_y: int) -> Floats:
    """Smooth noise about zero over one tile, with the given number of bumps across and down."""
    small = rng.normal(0, 1, (cells_y, cells_x)).astype(np.float32)
    return floats(cv2.resize(small, (TILE, TILE), interpolation=cv2.INTER_CUBIC))


def _flat(colour: Colour) -> Floats:
    return np.tile(np.asarray(colour, np.float32), (TILE, TILE, 1))


def _toned(colour: Colour, tone: Floats) -> Floats:
    return floats(_flat(colour) * tone[..., None])


def _plain(rng: np.random.Generator, colour: Colour) -> Floats:
    return _toned(colour, 1 + 0.02 * noise(rng, 4, 4) + rng.uniform(0, 0.03) * noise(rng, TILE, TILE))


def _felt(rng: np.random.Generator, colour: Colour) -> Floats:
    fuzz = noise(rng, TILE, TILE) * 0.6 + noise(rng, 180, 180) * 0.5 + noise(rng, 40, 40) * 0.25
    return _toned(colour, 1 + rng.uniform(0.03, 0.2) * fuzz)


def _weave(rng: np.random.Generator, colour: Colour) -> Floats:
    ys, xs = np.mgrid[0:TILE, 0:TILE].astype(np.float32)
    pitch = TILE / int(rng.integers(24, 130))
    bent = 2 * noise(rng, 8, 8)
    threads = np.sin(2 * np.pi * (xs + bent) / pitch) * np.sin(2 * np.pi * (ys + bent) / pitch)
    rough = threads + 0.4 * noise(rng, 200, 200)
    return _toned(colour, 1 + rng.uniform(0.05, 0.3) * rough)


def _carpet(rng: np.random.Generator, colour: Colour) -> Floats:
    loops = noise(rng, int(rng.integers(30, 110)), int(rng.integers(30, 110)))
    spots = np.clip(loops * 1.5, -1.4, 1.4) + 0.3 * noise(rng, TILE, TILE)
    return _toned(colour, 1 + rng.uniform(0.1, 0.38) * spots)


def _wood(rng: np.random.Generator, colour: Colour) -> Floats:
    ys = np.mgrid[0:TILE, 0:TILE][0].astype(np.float32) / TILE
    wander = noise(rng, 3, 8) * 0.04 + noise(rng, 5, 30) * 0.01
    rings = np.sin(2 * np.pi * (ys + wander) * rng.uniform(6, 30))
    grain = noise(rng, int(rng.integers(6, 20)), 240)
    dark = 1 + rng.uniform(0.02, 0.14) * rings + rng.uniform(0.03, 0.15) * grain + 0.05 * noise(rng, 4, 14)
    if rng.random() < 0.4:  # boards with joints
        board = np.floor(ys * int(rng.integers(3, 9)))
        joint = np.abs(np.gradient(board, axis=0)) > 0
        dark = dark * (1 + 0.12 * np.sin(board * 12.3)) * np.where(joint, 0.45, 1.0)
    return _toned(colour, dark)


def _leather(rng: np.random.Generator, colour: Colour) -> Floats:
    pores = -np.abs(noise(rng, 70, 70)) + 0.5 * noise(rng, 160, 160)
    return _toned(colour, 1 + rng.uniform(0.05, 0.25) * pores)


def _marble(rng: np.random.Generator, colour: Colour) -> Floats:
    veins = np.exp(-np.abs(noise(rng, 6, 6) + 0.5 * noise(rng, 20, 20)) * 6)
    return _toned(colour, 1 + rng.uniform(-0.5, 0.5) * veins + 0.05 * noise(rng, 60, 60))


def _board(rng: np.random.Generator, colour: Colour) -> Floats:
    """A printed game board: coloured shapes, lines, letters and round spots."""
    tile = _flat(colour)
    for _ in range(int(rng.integers(10, 50))):
        ink = tuple(float(c) for c in rng.uniform(0, 1, 3))
        x, y = (int(c) for c in rng.integers(0, TILE, 2))
        size = int(rng.integers(4, 70))
        kind = rng.integers(0, 5)
        width = int(rng.choice([-1, 1, 2, 3]))
        if kind == 0:
            cv2.circle(tile, (x, y), size // 2, ink, width, cv2.LINE_AA)
        elif kind == 1:
            cv2.rectangle(tile, (x, y), (x + size, y + int(rng.integers(4, 70))), ink, width, cv2.LINE_AA)
        elif kind == 2:
            corners = np.array([[x + size * np.cos(a), y + size * np.sin(a)] for a in np.arange(6) * np.pi / 3])
            cv2.fillPoly(tile, [corners.astype(np.int32)], ink, cv2.LINE_AA)
        elif kind == 3:
            cv2.line(tile, (x, y), tuple(int(c) for c in rng.integers(0, TILE, 2)), ink, max(1, width), cv2.LINE_AA)
        else:
            text = "".join(chr(int(c)) for c in rng.integers(48, 91, 5))
            cv2.putText(tile, text, (x, y), int(rng.integers(0, 5)), size / 50 + 0.2, ink, 1, cv2.LINE_AA)
    return tile * (1 + 0.02 * noise(rng, TILE, TILE))[..., None]


_MAKERS: tuple[_Maker, ...] = (_plain, _felt, _weave, _carpet, _wood, _leather, _marble, _board)
_SHARES = (0.2, 0.2, 0.09, 0.1, 0.22, 0.07, 0.05, 0.07)


def _tray(rng: np.random.Generator, table: Floats, gx: Floats, gy: Floats, view: CameraView) -> None:
    """Walls around the play area, square or round, and another surface outside."""
    reach = view.distance / view.focal * min(view.width, view.height) * 0.5
    half = reach * rng.uniform(0.75, 1.25)
    away = np.hypot(gx, gy) if rng.random() < 0.4 else np.maximum(np.abs(gx), np.abs(gy) * rng.uniform(0.8, 1.3))
    wall = half * rng.uniform(0.06, 0.25)
    rim = np.clip((away - half) / wall, 0, 1)
    colour = np.asarray(table_colour(rng), np.float32)
    outside = np.asarray(table_colour(rng), np.float32)
    shade = (0.6 + 0.8 * rim * rng.uniform(0, 1))[..., None]
    on_wall = ((away > half) & (away <= half + wall))[..., None]
    beyond = (away > half + wall)[..., None]
    table[:] = np.where(on_wall, colour * shade, np.where(beyond, outside, table))
    near = np.exp(-np.clip(half - away, 0, None) / (wall * 0.8)) * (away <= half)
    table *= (1 - rng.uniform(0, 0.5) * near)[..., None]


def _uneven(rng: np.random.Generator, view: CameraView) -> Floats:
    """The lamp's falloff, and now and then the edge of a large shadow across the table."""
    xs = np.linspace(-1, 1, view.width, dtype=np.float32)[None, :]
    ys = np.linspace(-1, 1, view.height, dtype=np.float32)[:, None]
    a, b = rng.uniform(-0.25, 0.25, 2)
    light = 1 + a * xs + b * ys - rng.uniform(0, 0.25) * (xs**2 + ys**2)
    if rng.random() < 0.2:
        angle, where, soft = rng.uniform(0, 6.3), rng.uniform(-0.6, 0.6), rng.uniform(0.01, 0.2)
        edge = (np.cos(angle) * xs + np.sin(angle) * ys - where) / soft
        light = light * (1 - rng.uniform(0.2, 0.6) / (1 + np.exp(-np.clip(edge, -30, 30))))
    return floats(light[..., None])
