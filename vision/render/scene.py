"""A whole image of dice with the truth about it, from a seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import acos, pi, radians

import numpy as np

from vision.images import Floats, Image, floats
from vision.render import clutter
from vision.render.body import lean, lowest, turn_to_top, yaw
from vision.render.camera import CameraView, sample_settings
from vision.render.die import DieMaterial, Lighting, RenderedDie, cast_shadow, draw_die
from vision.render.materials import make_die, sample_kind, sample_material, sample_odd_material, side_centres
from vision.render.paper import lay_sheet, written_page
from vision.render.surface import lay_table

LEAN_VISIBLE = radians(20)  # a camera tilted further cannot show whether a die leans
ORDINARY_LENS = 0.9  # focal length in long sides of the image
SIZE_PER_EDGE = 1.2  # the size of a die in an image: its edge, a little enlarged for corners and sides


@dataclass(frozen=True, slots=True)
class TrueDie:
    """One die: what lies on top and where. `cocked` dice have no face that counts."""

    kind: str
    face: int
    x: float  # middle of the top face, in pixels
    y: float
    size: float
    cocked: bool = False
    facing: tuple[float, float] = (0.0, 0.0)  # where its top face points, see View.facing
    lean: float = 0.0  # how far it leans, in radians


@dataclass(frozen=True, slots=True)
class RenderedScene:
    """An image and the truth about it."""

    image: Image
    dice: tuple[TrueDie, ...]
    sides: tuple[tuple[float, float, float], ...]  # x, y, size of visible faces that are not on top
    hand: bool = False


@dataclass(frozen=True, slots=True)
class SceneOptions:
    """What kind of scene to make; None leaves it to chance."""

    long_side: int = 640
    shape: float | None = None  # height / width
    die_size: tuple[float, float] = (13.0, 125.0)  # edge in pixels at a long side of 640
    dice: int | None = None
    kind: str | None = None
    oblique: float = 0.25  # share of images from the side
    tilt: float = 9.0  # degrees by which the others usually miss the vertical
    cocked: float = 0.04  # share of dice
    things: float = 0.5  # share of images with other things on the table
    hand: float = 0.06
    pages: int = 0  # with dice printed on them
    paper: bool = False  # with text on it lies under the dice
    ordinary: bool = False  # only dice whose pips a player sees at a glance
    material: DieMaterial | None = None  # all dice alike, of this material
    margin: float = 0.0  # share of the image along its border where no die lies
    huddle: float = 0.3  # share of dice that lie beside another one, touching it or nearly
    level: bool = False  # a camera with an ordinary lens that looks straight down
    low: bool = False  # a camera beside the dice, which sees more of their front faces than of the top ones
    odd: bool = False  # dice that readers stumble over: dents, speckles, a two along an edge
    pale: bool = False  # dice in the colour of the table


def make_scene(seed: int | Sequence[int], options: SceneOptions | None = None) -> RenderedScene:
    rng = np.random.default_rng(seed)
    options = options or SceneOptions()
    edge = float(np.exp(rng.uniform(*np.log(options.die_size)))) * options.long_side / 640
    view = sample_view(rng, options, edge)
    light = sample_light(rng)
    if options.pale:
        options = replace(options, material=sample_material(rng))
    table = lay_table(rng, view, colour=options.material.base if options.pale and options.material else None)
    if rng.random() < options.things:
        clutter.scatter_things(rng, table, edge, int(rng.integers(1, 7)))
    clutter.lay_printed_pages(rng, table, edge, options.pages)
    if options.paper:
        lay_sheet(rng, table, written_page(rng))
    dice, cocked = throw_dice(rng, options, view, edge)
    table *= on_table(light)
    draw_dice(table, dice, view, light)
    hand = bool(rng.random() < options.hand)
    if hand:
        clutter.draw_hand(rng, table, _border_spot(rng, view, edge))
    image = sample_settings(rng, table, edge).develop(rng, table)
    truths = tuple(true_die(die, view, flag) for die, flag in zip(dice, cocked, strict=True))
    inside = tuple(t for t in truths if 0 <= t.x < view.width and 0 <= t.y < view.height)
    return RenderedScene(image, inside, tuple(_sides(dice, view)), hand)


def on_table(light: Lighting) -> Floats:
    """The light that falls on the flat table: its colours are then lit as those of the dice."""
    return floats(floats(light.key) * max(float(light.towards[2]), 0.3) + floats(light.ambient))


def draw_dice(table: Floats, dice: Sequence[RenderedDie], view: CameraView, light: Lighting) -> None:
    """Shadows first, then the dice from the far ones to the near ones."""
    for die in dice:
        cast_shadow(table, die, view, light)
    for die in sorted(dice, key=lambda d: float(-np.linalg.norm(d.place - view.place))):
        draw_die(table, die, view, light)


def sample_view(rng: np.random.Generator, options: SceneOptions, edge: float) -> CameraView:
    shape = options.shape if options.shape is not None else float(rng.choice([0.75, 0.5625, 1.0, 1.333, 1.5]))
    width, height = (
        (options.long_side, round(options.long_side * shape))
        if shape <= 1
        else (round(options.long_side / shape), options.long_side)
    )
    oblique = rng.random() < options.oblique
    tilt = rng.uniform(25, 62) if oblique else abs(rng.normal(0, options.tilt))
    roll = rng.normal(0, 0.15) if oblique else rng.uniform(0, 2 * pi)
    if options.low:
        tilt, roll = rng.uniform(50, 80), rng.normal(0, 0.08)
    focal = options.long_side * float(np.exp(rng.uniform(np.log(0.75), np.log(2.2))))
    if options.level:
        tilt, focal = 0.0, ORDINARY_LENS * options.long_side
    return CameraView(width, height, focal, focal / edge, radians(float(tilt)), float(roll), float(rng.normal(0, 0.04)))


def sample_light(rng: np.random.Generator) -> Lighting:
    rise, around = radians(float(rng.uniform(28, 85))), rng.uniform(0, 2 * pi)
    towards = np.array([np.cos(rise) * np.cos(around), np.cos(rise) * np.sin(around), np.sin(rise)], np.float32)
    warm = float(rng.normal(0, 0.12))
    share = float(rng.uniform(0.25, 0.85))
    key = tuple(float(share * c) for c in (1 - warm, 1.0, 1 + warm))
    cool = float(rng.normal(0, 0.05))
    ambient = tuple(float((1.05 - share) * c) for c in (1 + cool, 1.0, 1 - cool))
    return Lighting(
        towards,
        (key[0], key[1], key[2]),
        (ambient[0], ambient[1], ambient[2]),
        float(np.exp(rng.uniform(-3.5, -0.3))),
        float(rng.uniform(0.2, 0.85)) * share,
    )


def true_die(die: RenderedDie, view: CameraView, cocked: bool = False) -> TrueDie:
    up = die.turn @ die.body.normals.T
    top = int(up[2].argmax())
    middle = die.place + up[:, top] * die.body.height * die.edge
    x, y = view.project(middle[:, None])[:, 0]
    sides = len(die.body.faces)
    kind = "d10-numeral" if sides == 10 else ("d6-pips" if die.art.pips else "d6-numeral")
    size = view.scale_at(middle) * die.edge * SIZE_PER_EDGE * (1.2 if sides == 10 else 1.0)
    lean = acos(min(1.0, float(up[2, top])))
    return TrueDie(
        kind, die.body.faces[top], float(x), float(y), float(size), cocked, view.facing(middle, up[:, top]), lean
    )


def _sides(dice: list[RenderedDie], view: CameraView) -> list[tuple[float, float, float]]:
    found = []
    for die in dice:
        middles = side_centres(die.body, die.turn, die.place, die.edge)
        outward = die.turn @ die.body.normals.T
        towards = view.place[:, None] - middles
        facing = (outward * towards).sum(axis=0) / np.linalg.norm(towards, axis=0)
        top = int(outward[2].argmax())
        pixels = view.project(middles)
        size = view.scale_at(die.place) * die.edge * SIZE_PER_EDGE
        found += [
            (float(pixels[0, k]), float(pixels[1, k]), float(size))
            for k in range(len(facing))
            if k != top and facing[k] > 0.15
        ]
    return found


def throw_dice(
    rng: np.random.Generator, options: SceneOptions, view: CameraView, edge: float
) -> tuple[list[RenderedDie], list[bool]]:
    room = view.width * view.height / (edge * edge * 5)
    count = options.dice if options.dice is not None else int(min(rng.choice(15, p=_COUNTS), max(1, room)))
    shared_kind = options.kind or sample_kind(rng)
    shared_material = options.material or _material(rng, options)
    mixed_materials = options.material is None and rng.random() < 0.5
    mixed_kinds = options.kind is None and rng.random() < 0.15
    shared_die = make_die(rng, shared_kind, shared_material, options.ordinary, options.odd)
    dice: list[RenderedDie] = []
    cocked: list[bool] = []
    for _ in range(count):
        die = shared_die
        if mixed_materials or mixed_kinds:
            kind = sample_kind(rng) if mixed_kinds else shared_kind
            material = _material(rng, options) if mixed_materials else shared_material
            die = make_die(rng, kind, material, options.ordinary, options.odd)
        die = replace(die, edge=float(rng.choice([1.0, rng.uniform(0.7, 1.35)], p=[0.8, 0.2])))
        leaning = bool(rng.random() < options.cocked) and view.tilt < LEAN_VISIBLE
        laid = lay_down(rng, die, leaning)
        placed = _find_place(rng, laid, dice, view, options)
        if placed is not None:
            dice.append(placed)
            cocked.append(leaning)
    return dice, cocked


def _material(rng: np.random.Generator, options: SceneOptions) -> DieMaterial:
    return sample_odd_material(rng) if options.odd else sample_material(rng, options.ordinary)


_COUNTS = np.array([2, 5, 5, 5, 5, 6, 5, 4, 3, 3, 2, 2, 2, 1, 1]) / 51


def lay_down(rng: np.random.Generator, die: RenderedDie, leaning: bool) -> RenderedDie:
    """Turns the die to a random face, flat on the table or leaning on something."""
    turn = yaw(float(rng.uniform(0, 2 * pi))) @ turn_to_top(die.body, int(rng.choice(die.body.faces)))
    if leaning:
        turn = lean(radians(float(rng.uniform(16, 45))), float(rng.uniform(0, 2 * pi))) @ turn
    turn = floats(turn)
    height = lowest(die.body, turn) if leaning else die.body.height
    return replace(die, turn=turn, place=np.array([0, 0, height * die.edge], np.float32))


def _find_place(
    rng: np.random.Generator, die: RenderedDie, others: list[RenderedDie], view: CameraView, options: SceneOptions
) -> RenderedDie | None:
    for _ in range(25):
        if others and rng.random() < options.huddle:
            spot = _beside(rng, die, others[int(rng.integers(len(others)))])
        else:
            spot = _near(rng) if options.low else _anywhere(rng, view, max(options.margin, 0.04))
        placed = replace(die, place=np.array([spot[0], spot[1], die.place[2]], np.float32))
        if _within(placed, view, options.margin) and not any(touches(placed, other) for other in others):
            return placed
    return None


def _anywhere(rng: np.random.Generator, view: CameraView, margin: float) -> tuple[float, float]:
    x = np.array([rng.uniform(margin, 1 - margin) * view.width], np.float32)
    y = np.array([rng.uniform(margin, 1 - margin) * view.height], np.float32)
    gx, gy = view.ground(x, y)
    return float(gx[0]), float(gy[0])


def _near(rng: np.random.Generator) -> tuple[float, float]:
    """Around the middle of the view: most of what a low camera sees is far away."""
    return float(rng.normal(0, 2.2)), float(rng.normal(0, 1.8))


def _within(die: RenderedDie, view: CameraView, margin: float) -> bool:
    x, y = view.project(die.place[:, None])[:, 0]
    edge = margin * max(view.width, view.height)
    return margin <= 0 or bool(edge <= x <= view.width - edge and edge <= y <= view.height - edge)


def _beside(rng: np.random.Generator, die: RenderedDie, other: RenderedDie) -> tuple[float, float]:
    """As near to the other die as it can lie, in a random direction."""
    angle = rng.uniform(0, 2 * pi)
    away = 0.95 * (die.edge + other.edge) / 2
    while away < 3:
        spot = (float(other.place[0] + away * np.cos(angle)), float(other.place[1] + away * np.sin(angle)))
        if not touches(replace(die, place=np.array([*spot, die.place[2]], np.float32)), other):
            break
        away += 0.04
    return spot


def touches(one: RenderedDie, two: RenderedDie) -> bool:
    """Whether the footprints overlap: no direction of either die separates their outlines."""
    a, b = _outline(one), _outline(two)
    for angle in (*_directions(one), *_directions(two)):
        axis = np.array([np.cos(angle), np.sin(angle)])
        pa, pb = axis @ a, axis @ b
        if pa.max() < pb.min() or pb.max() < pa.min():
            return False
    return True


def _outline(die: RenderedDie) -> Floats:
    if len(die.body.faces) == 6 and abs(float(np.abs(die.turn[2]).max()) - 1) < 1e-3:
        axes = [die.turn[:2, k] for k in range(3) if abs(float(die.turn[2, k])) < 0.5]
        corners = np.stack([s * axes[0] + t * axes[1] for s in (-0.5, 0.5) for t in (-0.5, 0.5)], axis=1)
    else:
        around = np.arange(16) * pi / 8
        corners = np.stack([np.cos(around), np.sin(around)]) * 0.66
    return floats(corners * die.edge + die.place[:2, None])


def _directions(die: RenderedDie) -> list[float]:
    if len(die.body.faces) == 6:
        flat = die.turn[:2, int(np.abs(die.turn[2]).argmin())]
        angle = float(np.arctan2(flat[1], flat[0]))
        return [angle, angle + pi / 2]
    return [k * pi / 4 for k in range(4)]


def _border_spot(rng: np.random.Generator, view: CameraView, edge: float) -> tuple[int, int, int]:
    angle = rng.uniform(0, 2 * pi)
    deep = rng.uniform(0.5, 0.95)
    return (
        int(view.width * (0.5 + 0.5 * deep * np.cos(angle))),
        int(view.height * (0.5 + 0.5 * deep * np.sin(angle))),
        int(max(20, edge * rng.uniform(1.0, 2.0))),
    )
