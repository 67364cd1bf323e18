"""Renders the scenes to train on, and images in which dice are only depicted, on a screen or in print."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from math import radians
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np

from vision.dice.network import class_of
from vision.images import Floats, Image, floats
from vision.render import clutter
from vision.render.camera import sample_settings
from vision.render.paper import Sheet, fitted, lay_sheet, printed_page, rounded, scribble
from vision.render.scene import RenderedScene, SceneOptions, TrueDie, make_scene, on_table, sample_light, sample_view
from vision.render.surface import lay_table, table_colour
from vision.render.tray import TRAY_OPTIONS

NUMERALS_FROM = 100_000  # from this seed on all dice bear numerals: they have more classes to learn
LEANING_FROM = 200_000  # from this seed on a third of the dice lean
THINGS_FROM = 300_000  # from this seed on there are no dice, only things that might be taken for some
TRAY_FROM = 400_000  # from this seed on a camera looks down into a tray, as in play
PRINTED_FROM = 500_000  # from this seed on there are only dice printed on paper
HUDDLED_FROM = 600_000  # from this seed on the dice in the tray touch each other
TENS_FROM = 700_000  # from this seed on there are only ten-sided dice in the tray
TIPPED_FROM = 800_000  # from this seed on most dice in the tray lean: else a doubtful one is thought to lie flat
CLOSE_FROM = 900_000  # from this seed on numerals are near: for the numerals network
PAPER_FROM = 950_000  # from this seed on dice lie on a written page: those are real
LOW_FROM = 960_000  # from this seed on a low camera sees the dice from aside: for the witness
ODD_FROM = 980_000  # from this seed on dice are odd, or hardly stand out from the table: for the witness
DEPICTED_FROM = 1_000_000  # from this seed on dice are only depicted, on a screen or in print
FAR_DOWN = radians(30)  # a die that leans further shows no face that counts
SHORT = 260  # pixels across the screen
_SHAPES = (2.16, 2.0, 1.78, 1.6, 1.33)  # length of a screen in widths
SCREENS = 0.6  # share of screens; the others are pages
DIE = 40.0  # pixels of a die that would lie beside it, by which the table's pattern is measured


def options_for(seed: int) -> SceneOptions:
    """Mostly a tray's worth of dice; every eighth scene a few large dice, every twelfth at camera resolution."""
    if seed >= ODD_FROM:
        pale = seed % 3 == 0
        sizes = (14.0, 110.0) if seed % 2 else (50.0, 200.0)
        return SceneOptions(die_size=sizes, kind="d6-pips", oblique=0.3, cocked=0.0, hand=0.0, odd=not pale, pale=pale)
    if seed >= LOW_FROM:
        return SceneOptions(
            die_size=(24, 190), dice=1 + seed % 5, kind="d6-pips", hand=0.0, things=0.3, low=True, odd=seed % 3 == 0
        )
    if seed >= PAPER_FROM:
        return SceneOptions(die_size=(20, 110), oblique=0.3, things=0.2, hand=0.0, paper=True)
    if seed >= CLOSE_FROM:
        kind = "d6-numeral" if seed % 4 == 0 else "d10-numeral"
        many = 7 if seed % 3 else 3
        sizes = (34.0, 90.0) if seed % 3 else (90.0, 200.0)
        return SceneOptions(die_size=sizes, dice=many, kind=kind, oblique=0.08, cocked=0.0, things=0.1, hand=0.0)
    if seed >= TIPPED_FROM:
        return replace(TRAY_OPTIONS, die_size=(24, 64), dice=3 + seed % 5, cocked=0.7, margin=0.04)
    if seed >= TENS_FROM:
        return replace(TRAY_OPTIONS, die_size=(24, 64), dice=1 + seed % 7, kind="d10-numeral", margin=0.04, huddle=0.1)
    if seed >= HUDDLED_FROM:
        return replace(TRAY_OPTIONS, die_size=(20, 64), dice=3 + seed % 8, huddle=0.85, margin=0.04)
    if seed >= PRINTED_FROM:
        return SceneOptions(
            long_side=320, die_size=(50, 160), dice=0, oblique=0.1, things=0.2, hand=0.0, pages=1 + seed % 3
        )
    if seed >= TRAY_FROM:
        return replace(TRAY_OPTIONS, die_size=(24, 64), cocked=0.2 if seed % 2 else 0.0, margin=0.04)
    if seed >= THINGS_FROM:
        return SceneOptions(die_size=(20, 90), dice=0, oblique=0.1, things=1.0, hand=0.1)
    if seed >= LEANING_FROM:
        return SceneOptions(die_size=(20, 90), oblique=0.0, cocked=0.35, things=0.3)
    if seed >= NUMERALS_FROM:
        kind = "d6-numeral" if seed % 3 == 0 else "d10-numeral"
        if seed % 4 == 1:
            return SceneOptions(
                die_size=(80, 230), dice=1 + seed % 3, kind=kind, oblique=0.2, cocked=0.0, things=0.1, hand=0.0
            )
        return SceneOptions(die_size=(24, 62), dice=9, kind=kind, oblique=0.12, cocked=0.0, things=0.2, hand=0.0)
    if seed % 8 == 0:
        return SceneOptions(die_size=(110, 260), oblique=0.5)
    if seed % 12 == 1:
        return SceneOptions(long_side=1280, die_size=(10, 40), oblique=0.15)
    return SceneOptions()


def _scene_to_json(scene: RenderedScene, file: str) -> dict[str, object]:
    """Rows of `dice`: x, y, size, class, and where the top face points."""
    dice = [_row(die) for die in scene.dice]
    sides = [[round(v, 1) for v in side] for side in scene.sides]
    return {"file": file, "dice": dice, "sides": sides, "hand": scene.hand}


def _row(die: TrueDie) -> list[float]:
    number = class_of(die.kind, die.face, die.lean > FAR_DOWN)
    return [round(die.x, 1), round(die.y, 1), round(die.size, 1), number, *(round(f, 3) for f in die.facing)]


def _render_one(job: tuple[int, str]) -> str:
    cv2.setNumThreads(1)
    seed, folder = job
    if seed >= DEPICTED_FROM:
        scene = RenderedScene(render_depicted((seed,)), (), ())
    else:
        scene = make_scene(seed, options_for(seed))
    name = f"{seed:07d}.jpg"
    cv2.imwrite(str(Path(folder) / name), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return json.dumps(_scene_to_json(scene, name))


def render_folder(folder: Path, first_seed: int, count: int, workers: int) -> None:
    """Renders scenes first_seed .. first_seed+count-1; the truth is appended as they are done."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(seed, str(folder)) for seed in range(first_seed, first_seed + count)]
    with (folder / "scenes.jsonl").open("a", encoding="utf-8") as out, Pool(workers) as pool:
        for line in pool.imap(_render_one, jobs, chunksize=8):
            out.write(line + "\n")
            out.flush()


def screen_sheet(rng: np.random.Generator, image: Floats) -> Sheet:
    """The whole device, its longer side upright or across."""
    long = round(SHORT * float(rng.choice(_SHAPES)))
    wide, tall = (SHORT, long) if rng.random() < 0.5 else (long, SHORT)
    lit = _lit(rng, _layout(rng, image, wide, tall))
    thin = SHORT * rng.uniform(0.015, 0.09)
    thick = thin * (rng.uniform(1.2, 3.0) if rng.random() < 0.4 else 1.0)  # older ones have more above and below
    across, down = (round(thin), round(thick)) if tall > wide else (round(thick), round(thin))
    body = np.tile(floats(_body_colour(rng)), (tall + 2 * down, wide + 2 * across, 1))
    corner = float(rng.choice([0.0, SHORT * rng.uniform(0.0, 0.12)]))
    glass = rounded(wide, tall, corner)[..., None]
    inside = body[down : down + tall, across : across + wide]
    inside[:] = inside * (1 - glass) + lit * glass
    if rng.random() < 0.3:
        _lens(rng, inside)
    return Sheet(_glare(rng, body), rounded(body.shape[1], body.shape[0], corner + thin))


def _body_colour(rng: np.random.Generator) -> tuple[float, ...]:
    if rng.random() < 0.75:
        return (float(rng.uniform(0.0, 0.08)),) * 3
    return (float(rng.uniform(0.5, 0.95)),) * 3 if rng.random() < 0.6 else table_colour(rng)


def _layout(rng: np.random.Generator, image: Floats, wide: int, tall: int) -> Floats:
    """All of the screen; or the whole image between black bars, or under the title and above the buttons of an
    application."""
    kind = rng.random()
    if kind < 0.4:
        return fitted(image, wide, tall, cover=True)
    ground = 0.0 if kind < 0.7 else float(rng.choice([0.02, 0.12, 0.97, 1.0]))
    laid = np.full((tall, wide, 3), ground, np.float32)
    bar = 0 if kind < 0.7 else round(tall * rng.uniform(0.06, 0.16))
    whole = fitted(image, wide, tall - 2 * bar, cover=bool(rng.random() < 0.4))
    top, left = (tall - whole.shape[0]) // 2, (wide - whole.shape[1]) // 2
    laid[top : top + whole.shape[0], left : left + whole.shape[1]] = whole
    if bar:
        ink = 0.9 if ground < 0.5 else 0.15
        scribble(rng, laid[:bar], bar * 0.3, ink)
        scribble(rng, laid[tall - bar :], bar * 0.25, ink)
    return laid


def _lit(rng: np.random.Generator, laid: Floats) -> Floats:
    """Screens shine by themselves, bluer than a lamp; their black is never quite black, and some show their grid."""
    cool = float(rng.normal(0.06, 0.06))
    tint = floats([1 + cool, 1.0, 1 - cool]) * float(rng.uniform(0.6, 1.4))
    shining = laid ** float(rng.uniform(0.9, 1.6)) * tint + float(rng.uniform(0.0, 0.06))
    if rng.random() < 0.3:
        ys, xs = np.mgrid[: laid.shape[0], : laid.shape[1]].astype(np.float32)
        angle, pitch = rng.uniform(0, np.pi), rng.uniform(2.2, 12.0)
        waves = np.sin((xs * np.cos(angle) + ys * np.sin(angle)) * 2 * np.pi / pitch)
        shining = shining * (1 + float(rng.uniform(0.02, 0.1)) * waves[..., None])
    return floats(shining)


def _lens(rng: np.random.Generator, inside: Floats) -> None:
    """The hole of its own camera, or a notch, in the middle of one end."""
    tall, wide = inside.shape[:2]
    place = (wide // 2, round(SHORT * 0.045)) if tall > wide else (round(SHORT * 0.045), tall // 2)
    cv2.circle(inside, place, round(SHORT * rng.uniform(0.015, 0.04)), (0.0, 0.0, 0.0), -1, cv2.LINE_AA)


def _glare(rng: np.random.Generator, body: Floats) -> Floats:
    """What the glass mirrors: a lamp or a window, soft or with an edge."""
    if rng.random() < 0.4:
        return body
    tall, wide = body.shape[:2]
    shine = np.zeros((tall, wide), np.float32)
    middle = rng.uniform(0, 1, 2) * (wide, tall)
    box = cv2.boxPoints((tuple(middle), tuple(rng.uniform(0.2, 1.2, 2) * SHORT), float(rng.uniform(0, 90))))
    cv2.fillConvexPoly(shine, box.astype(np.int32), 1.0, cv2.LINE_AA)
    soft = floats(cv2.GaussianBlur(shine, (0, 0), float(rng.choice([2.0, 12.0, 40.0]))))
    return floats(body + soft[..., None] * float(rng.uniform(0.03, 0.4)))


def render_depicted(seed: Sequence[int], image: Image | None = None, long_side: int = 400) -> Image:
    """Something on a table that shows this image of dice, or else a rendered one."""
    rng = np.random.default_rng(seed)
    content = (
        make_scene((*seed, 1), SceneOptions(long_side=320, cocked=0.0, hand=0.0)).image if image is None else image
    )
    options = SceneOptions(long_side=long_side, oblique=0.15)
    view, light = sample_view(rng, options, DIE), sample_light(rng)
    table = lay_table(rng, view) * on_table(light)
    if rng.random() < 0.3:
        clutter.scatter_things(rng, table, DIE, int(rng.integers(1, 4)))
    on_it = floats(content) / np.float32(255)
    on_it = floats(on_it ** np.float32(1.5))  # from what a camera has written back to light
    if rng.random() < SCREENS:
        lay_sheet(rng, table, screen_sheet(rng, on_it))
    else:
        sheet = printed_page(rng, on_it)
        lay_sheet(rng, table, Sheet(sheet.colours * on_table(light), sheet.shape))
    return sample_settings(rng, table, DIE / 2).develop(rng, table)
