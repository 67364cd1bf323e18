"""One die drawn into an image: ray cast, rounded, shaded, painted, with its shadow on the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.images import Floats, floats
from vision.render.art import FaceArt
from vision.render.body import DieBody
from vision.render.camera import CameraView

Hits = NDArray[np.bool_]
Colour = tuple[float, float, float]  # blue, green, red, 0..1


@dataclass(frozen=True, slots=True)
class Lighting:
    towards: Floats  # unit vector to the lamp
    key: Colour
    ambient: Colour
    softness: float  # width of the penumbra, in die edges
    darkness: float  # how much of the key light the shadow takes


@dataclass(frozen=True, slots=True)
class DieMaterial:
    base: Colour
    paint: Colour
    special: Colour | None  # paint of the 1 (and 4) on Asian dice
    swirl: float
    swirl_colour: Colour
    speckle: float
    gloss: float
    shine: float
    clear: float  # 0 solid .. 1 see-through
    worn: float
    seed: int


@dataclass(frozen=True, slots=True)
class RenderedDie:
    body: DieBody
    art: FaceArt
    material: DieMaterial
    edge: float
    turn: Floats  # body to world
    place: Floats  # its middle in the world

    @property
    def reach(self) -> float:
        return self.body.reach * self.edge

    def into_body(self, points: Floats) -> Floats:
        return floats(self.turn.T @ (points - self.place[:, None]) / self.edge)


def cast_shadow(image: Floats, die: RenderedDie, view: CameraView, light: Lighting) -> None:
    """Darkens the table where the die keeps the lamp's light and some of the room's light away."""
    tip = die.place - light.towards * (die.place[2] + die.reach) / max(light.towards[2], 0.2)
    around = np.stack([die.place, tip], axis=1)
    box = _patch(view, around, die.reach * 1.5)
    if box is None:
        return
    x0, y0, x1, y1 = box
    step = 2 if (x1 - x0) > 40 else 1
    xs, ys = np.meshgrid(np.arange(x0, x1, step, dtype=np.float32), np.arange(y0, y1, step, dtype=np.float32))
    gx, gy = view.ground(xs, ys)
    spots = die.into_body(np.stack([gx.ravel(), gy.ravel(), np.zeros(gx.size, np.float32)]))
    towards = (die.turn.T @ light.towards).astype(np.float32)[:, None]
    entry, leave = die.body.entry_and_exit(spots, towards)
    inside = np.clip((leave - np.maximum(entry, 0)) / max(light.softness, 0.02), 0, 1)
    near = np.exp(-np.clip((die.body.normals @ spots).max(axis=0) - die.body.height, 0, None) * 6)
    shade = np.clip(1 - light.darkness * inside, 0, 1) * (1 - 0.45 * near)
    full = cv2.resize(shade.reshape(xs.shape), (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    image[y0:y1, x0:x1] *= full[..., None]


def draw_die(image: Floats, die: RenderedDie, view: CameraView, light: Lighting) -> None:
    """Draws the die over the image (H, W, 3), 0..1."""
    box = _patch(view, die.place[:, None], die.reach * 1.08)
    if box is None:
        return
    x0, y0, x1, y1 = box
    fine = 2 if (x1 - x0) < 130 else 1
    shape = ((y1 - y0) * fine, (x1 - x0) * fine)
    ys, xs = np.meshgrid(np.arange(shape[0], dtype=np.float32), np.arange(shape[1], dtype=np.float32), indexing="ij")
    rays = view.rays(floats(x0 + (xs.ravel() + 0.5) / fine), floats(y0 + (ys.ravel() + 0.5) / fine))
    hit, points = _march(die, view, rays)
    if not hit.any():
        return
    under = image[y0:y1, x0:x1]
    colour = np.zeros((shape[0] * shape[1], 3), np.float32)
    colour[hit] = _shade(die, points, rays[:, hit], light, under.mean(axis=(0, 1)))
    cover = hit.reshape(shape).astype(np.float32)
    small = (x1 - x0, y1 - y0)
    painted = cv2.resize(colour.reshape(*shape, 3), small, interpolation=cv2.INTER_AREA)
    share = cv2.resize(cover, small, interpolation=cv2.INTER_AREA)[..., None]
    image[y0:y1, x0:x1] = under * (1 - share) + painted


def _patch(view: CameraView, points: Floats, radius: float) -> tuple[int, int, int, int] | None:
    pixels = view.project(points)
    pad = max(view.scale_at(points[:, k]) for k in range(points.shape[1])) * radius + 2
    x0, y0 = np.floor(pixels.min(axis=1) - pad).astype(int)
    x1, y1 = np.ceil(pixels.max(axis=1) + pad).astype(int)
    x0, y0, x1, y1 = max(0, x0), max(0, y0), min(view.width, x1), min(view.height, y1)
    return (int(x0), int(y0), int(x1), int(y1)) if x1 - x0 > 2 and y1 - y0 > 2 else None


def _march(die: RenderedDie, view: CameraView, rays: Floats) -> tuple[Hits, Floats]:
    origin = die.into_body(view.place[:, None])
    inside = (die.turn.T @ rays / die.edge).astype(np.float32)
    entry, leave = die.body.entry_and_exit(origin, inside)
    hit = entry < leave
    speed = np.sqrt((inside[:, hit] ** 2).sum(axis=0))
    points = origin + inside[:, hit] * entry[hit]
    away = die.body.distance(points)
    for _ in range(7):
        points = points + inside[:, hit] * (away / speed * 1.1)
        away = die.body.distance(points)
    met = away < 0.03
    hit[hit] = met
    return hit, floats(points[:, met])


def _shade(die: RenderedDie, points: Floats, rays: Floats, light: Lighting, under: Floats) -> Floats:
    body, material = die.body, die.material
    normal = body.slope(points)
    face = (body.normals @ points).argmax(axis=0)
    u = (points * body.rights[face].T).sum(axis=0)
    v = (points * body.ups[face].T).sum(axis=0)
    paint, dip_x, dip_y = die.art.sample(face.astype(np.float32), u, v)
    normal = normal + body.rights[face].T * dip_x + body.ups[face].T * dip_y
    normal /= np.sqrt((normal * normal).sum(axis=0))
    world = (die.turn @ normal).astype(np.float32)
    base = _base_colours(material, points)
    painted = floats(_paint_colours(body, material)[face])
    wear = 1 - material.worn * (0.5 + 0.5 * np.sin(points[0] * 37 + points[1] * 29 + material.seed))
    cover = (paint * wear)[:, None]
    albedo = base * (1 - cover) + painted * cover
    facing = np.clip((world * light.towards[:, None]).sum(axis=0), 0, None)[:, None]
    sky = (0.7 + 0.3 * world[2])[:, None]
    lit = albedo * (np.asarray(light.key) * facing + np.asarray(light.ambient) * sky)
    if material.clear > 0:
        # Light that has crossed the die gathers on the side away from the lamp.
        gathered = (0.6 - 0.5 * (points * (die.turn.T @ light.towards)[:, None]).sum(axis=0))[:, None]
        through = albedo * (under * 1.1 + np.asarray(light.key) * gathered * 0.5)
        lit = lit * (1 - material.clear * 0.75) + through * material.clear * 0.75
    back = -rays / np.sqrt((rays * rays).sum(axis=0))
    half = light.towards[:, None] + back
    half /= np.sqrt((half * half).sum(axis=0))
    mirror = np.clip((world * half).sum(axis=0), 0, 1) ** material.shine
    rim = (1 - np.clip((world * back).sum(axis=0), 0, 1)) ** 4
    shine = material.gloss * mirror + 0.25 * material.gloss * rim * (1 - material.clear * 0.5)
    return floats(lit + shine[:, None] * np.asarray(light.key))


def _paint_colours(body: DieBody, material: DieMaterial) -> Floats:
    colours = np.tile(np.asarray(material.paint, np.float32), (len(body.faces), 1))
    if material.special is not None and len(body.faces) == 6:
        for face in (1, 4):
            colours[body.faces.index(face)] = material.special
    return colours


def _base_colours(material: DieMaterial, points: Floats) -> Floats:
    base = np.tile(np.asarray(material.base, np.float32), (points.shape[1], 1))
    rng = np.random.default_rng(material.seed)
    if material.swirl > 0:
        waves = rng.normal(0, 6, (5, 3)).astype(np.float32) @ points + rng.uniform(0, 6.3, (5, 1)).astype(np.float32)
        field = np.sin(waves + 1.5 * np.sin(waves[::-1])).mean(axis=0)
        mix = np.clip(field * 2.5 + 0.3, 0, 1)[:, None] * material.swirl
        base = base * (1 - mix) + np.asarray(material.swirl_colour, np.float32) * mix
    if material.speckle > 0:
        waves = rng.normal(0, 40, (4, 3)).astype(np.float32) @ points
        spots = (np.sin(waves).sum(axis=0) > 1.7)[:, None] * material.speckle
        base = base * (1 - spots) + np.asarray(material.swirl_colour, np.float32) * spots
    return floats(base)
