"""The rendered part of the training data: scenes in a folder, a JSON line of truth for each."""

from __future__ import annotations

import json
from dataclasses import replace
from math import radians
from multiprocessing import Pool
from pathlib import Path

import cv2

from vision.dice.classes import class_of
from vision.render.scene import Picture, Truth, Wish, make_scene
from vision.render.shown import show
from vision.render.stage import TRAY_WISH

NUMERALS_FROM = 100_000  # from this seed on all dice bear numerals: they have more classes to learn
LEANING_FROM = 200_000  # from this seed on a third of the dice lean
THINGS_FROM = 300_000  # from this seed on there are no dice, only things that might be taken for some
TRAY_FROM = 400_000  # from this seed on a camera looks down into a tray, as in play
PRINTED_FROM = 500_000  # from this seed on there are only dice printed on paper
HUDDLED_FROM = 600_000  # from this seed on the dice in the tray touch each other
TENS_FROM = 700_000  # from this seed on there are only ten-sided dice in the tray
TIPPED_FROM = 800_000  # from this seed on most dice in the tray lean: else a doubtful one is thought to lie flat
CLOSE_FROM = 900_000  # from this seed on numerals are seen from near: what the third network learns to read
PAPER_FROM = 950_000  # from this seed on dice lie on a written page: those are real
SHOWN_FROM = 1_000_000  # from this seed on dice are only shown, on a screen or in print
FAR_DOWN = radians(30)  # a die that leans further shows no face that counts


def wish_for(seed: int) -> Wish:
    """Mostly a tray's worth of dice; every eighth scene a few large dice, every twelfth at camera resolution."""
    if seed >= PAPER_FROM:
        return Wish(die_size=(20, 110), oblique=0.3, things=0.2, hand=0.0, paper=True)
    if seed >= CLOSE_FROM:
        kind = "d6-numeral" if seed % 4 == 0 else "d10-numeral"
        many = 7 if seed % 3 else 3
        sizes = (34.0, 90.0) if seed % 3 else (90.0, 200.0)
        return Wish(die_size=sizes, dice=many, kind=kind, oblique=0.08, cocked=0.0, things=0.1, hand=0.0)
    if seed >= TIPPED_FROM:
        return replace(TRAY_WISH, die_size=(24, 64), dice=3 + seed % 5, cocked=0.7, margin=0.04)
    if seed >= TENS_FROM:
        return replace(TRAY_WISH, die_size=(24, 64), dice=1 + seed % 7, kind="d10-numeral", margin=0.04, huddle=0.1)
    if seed >= HUDDLED_FROM:
        return replace(TRAY_WISH, die_size=(20, 64), dice=3 + seed % 8, huddle=0.85, margin=0.04)
    if seed >= PRINTED_FROM:
        return Wish(long_side=320, die_size=(50, 160), dice=0, oblique=0.1, things=0.2, hand=0.0, pages=1 + seed % 3)
    if seed >= TRAY_FROM:
        return replace(TRAY_WISH, die_size=(24, 64), cocked=0.2 if seed % 2 else 0.0, margin=0.04)
    if seed >= THINGS_FROM:
        return Wish(die_size=(20, 90), dice=0, oblique=0.1, things=1.0, hand=0.1)
    if seed >= LEANING_FROM:
        return Wish(die_size=(20, 90), oblique=0.0, cocked=0.35, things=0.3)
    if seed >= NUMERALS_FROM:
        kind = "d6-numeral" if seed % 3 == 0 else "d10-numeral"
        if seed % 4 == 1:
            return Wish(die_size=(80, 230), dice=1 + seed % 3, kind=kind, oblique=0.2, cocked=0.0, things=0.1, hand=0.0)
        return Wish(die_size=(24, 62), dice=9, kind=kind, oblique=0.12, cocked=0.0, things=0.2, hand=0.0)
    if seed % 8 == 0:
        return Wish(die_size=(110, 260), oblique=0.5)
    if seed % 12 == 1:
        return Wish(long_side=1280, die_size=(10, 40), oblique=0.15)
    return Wish()


def describe(picture: Picture, file: str) -> dict[str, object]:
    """Rows of `dice`: x, y, size, class, and where the top face points."""
    dice = [_row(die) for die in picture.dice]
    sides = [[round(v, 1) for v in side] for side in picture.sides]
    return {"file": file, "dice": dice, "sides": sides, "hand": picture.hand}


def _row(die: Truth) -> list[float]:
    number = class_of(die.kind, die.face, die.lean > FAR_DOWN)
    return [round(die.x, 1), round(die.y, 1), round(die.size, 1), number, *(round(f, 3) for f in die.facing)]


def _render_one(job: tuple[int, str]) -> str:
    cv2.setNumThreads(1)
    seed, folder = job
    picture = Picture(show((seed,)), (), ()) if seed >= SHOWN_FROM else make_scene(seed, wish_for(seed))
    name = f"{seed:07d}.jpg"
    cv2.imwrite(str(Path(folder) / name), picture.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    return json.dumps(describe(picture, name))


def render_folder(folder: Path, first_seed: int, count: int, workers: int) -> None:
    """Renders scenes first_seed .. first_seed+count-1; the truth is appended as they are done."""
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [(seed, str(folder)) for seed in range(first_seed, first_seed + count)]
    with (folder / "scenes.jsonl").open("a", encoding="utf-8") as out, Pool(workers) as pool:
        for line in pool.imap(_render_one, jobs, chunksize=8):
            out.write(line + "\n")
            out.flush()
