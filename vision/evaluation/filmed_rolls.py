"""`python -m vision.evaluation.filmed_rolls PHOTOS --report WHY`: filmed rolls through the watcher, against labels.

The films are on the report side: nothing was learned from or chosen on them, and each run is logged in the model card.
`videos/labels.jsonl` says from which frame on the dice lie still, and what they show then.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypedDict

import cv2

from vision.cameras.base import Frame
from vision.dice.reader import DiceReader
from vision.images import Image, pixels
from vision.roll.motion import MotionWatch
from vision.roll.watcher import RollWatcher
from vision.training.sources import log_run

EVERY = 2  # of 30 frames a second the watcher gets 15, as from a tray camera
HELD = 45  # the film ends soon after the dice lie still: its last frame is shown on for so many frames


class FilmedRoll(TypedDict):
    settled_from: int
    frame: int
    faces: list[int]


class FilmLabel(TypedDict):
    file: str
    fps: float
    rolls: list[FilmedRoll]


@dataclass(frozen=True, slots=True)
class FilmResult:
    file: str
    faces: tuple[int, ...]
    told: tuple[tuple[int, ...], ...]  # the faces of each roll that the watcher told
    levels: tuple[str, ...]  # and its level
    too_early: int  # told before the dice lay still
    seconds_after: float | None  # from lying still until told
    seconds_still: float | None  # of these, how long nothing in the whole picture had moved


def try_film(reader: DiceReader, film: Path, label: FilmLabel) -> FilmResult:
    watcher, motion, told, levels, frames = RollWatcher(reader), MotionWatch(), [], [], []
    for number, image in _frames(film):
        taken = number / label["fps"]
        motion.feed(image, taken)
        roll = watcher.feed(Frame(image, taken, number)).roll
        if roll is not None and roll.dice:
            told.append(roll.faces)
            levels.append("sure" if roll.sure else "likely" if roll.likely else "asked")
            frames.append((number, motion.still_for(taken)))
    still = label["rolls"][-1]["settled_from"]
    after = [(number - still, lasted) for number, lasted in frames if number >= still]
    return FilmResult(
        label["file"],
        tuple(label["rolls"][-1]["faces"]),
        tuple(told),
        tuple(levels),
        sum(number < still for number, _ in frames),
        round(after[0][0] / label["fps"], 2) if after else None,
        round(after[0][1], 2) if after else None,
    )


def _frames(film: Path) -> Iterator[tuple[int, Image]]:
    """Every other frame with its number, and then the last one as if the camera went on."""
    stream, number, image = cv2.VideoCapture(str(film)), 0, None
    while True:
        more, read = stream.read()
        if not more:
            break
        image = pixels(read)
        if number % EVERY == 0:
            yield number, image
        number += 1
    if image is None:
        raise RuntimeError(f"{film.name} cannot be played")
    for later in range(number, number + HELD, EVERY):
        yield later, image


def try_films() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.filmed_rolls", description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--report", metavar="WHY", required=True)
    args = parser.parse_args()
    log_run(args.report)
    reader, folder = DiceReader(), args.photos / "videos"
    for line in (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        label: FilmLabel = json.loads(line)
        sys.stdout.write(json.dumps(asdict(try_film(reader, folder / label["file"], label))) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(try_films())
