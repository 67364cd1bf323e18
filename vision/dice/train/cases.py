"""Pictures whose truth is known, with what the networks say about them: what thresholds are chosen on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

import cv2

from vision.dice.files import read_picture
from vision.dice.join import Verdict
from vision.dice.reader import DiceReader
from vision.dice.train.changed import CHANGES, changed
from vision.dice.train.rendered import wish_for
from vision.render.scene import make_scene


@dataclass(frozen=True, slots=True)
class Case:
    """`countable`: no hidden or cut-off dice in it, so that it can be read right."""

    source: str
    scope: str
    verdicts: tuple[Verdict, ...]
    faces: tuple[int, ...]
    shape: tuple[int, ...]
    countable: bool
    name: str


def photo_cases(photos: Path, workers: int) -> list[Case]:
    """Each photo as it is, and with every change."""
    labels = [json.loads(line) for line in (photos / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    jobs = [(number, label, which) for number, label in enumerate(labels) for which in range(-1, len(CHANGES))]
    with Pool(workers) as pool:
        return pool.map(partial(_photo_case, photos), jobs, chunksize=8)


def rendered_cases(seeds: Iterable[int], workers: int) -> list[Case]:
    """Fresh scenes; one with a hidden or cut-off die only has to be not sure.

    Scenes with leaning dice are left out: a picture of an unknown camera cannot tell them, that is the watcher's part.
    """
    with Pool(workers) as pool:
        return [case for case in pool.imap(_rendered_case, seeds, chunksize=8) if case is not None]


@lru_cache(maxsize=1)
def _reader() -> DiceReader:
    cv2.setNumThreads(1)
    return DiceReader()


def _photo_case(photos: Path, job: tuple[int, dict[str, Any], int]) -> Case:
    number, label, which = job
    image = read_picture(photos / label["file"])
    if which >= 0:
        image = changed(image, which, number)
    verdicts, faces = tuple(_reader().verdicts(image)), tuple(label["faces"])
    return Case(label["source"], label["scope"], verdicts, faces, image.shape, True, f"{label['file']} {which}")


def _rendered_case(seed: int) -> Case | None:
    picture = make_scene((seed, 2), wish_for(seed))
    if any(d.cocked for d in picture.dice):
        return None
    height, width = picture.image.shape[:2]
    clear = not picture.hand and all(_inside(d.x, d.size, width) and _inside(d.y, d.size, height) for d in picture.dice)
    verdicts, faces = tuple(_reader().verdicts(picture.image)), tuple(sorted(d.face for d in picture.dice))
    return Case("rendered", "rendered", verdicts, faces, picture.image.shape, clear, str(seed))


def _inside(place: float, size: float, length: int) -> bool:
    return size / 2 <= place <= length - size / 2
