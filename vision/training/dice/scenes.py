"""Labelled scenes to train on: rendered ones in a folder, and openly licensed photos, in one form."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import TypedDict, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.network import class_of
from vision.images import Image

DIE_NUMBERS = 6  # in a row of `TrainingScene.dice`
OPEN_LICENCES = ("BSD", "Apache", "MIT", "CC-BY-4.0", "CC0")


class PhotoLabel(TypedDict):
    """What `labels.jsonl` says about a photo, as far as it is used here."""

    file: str
    source: str
    scope: str  # in, hard, numerals …
    faces: list[int]
    kind: str
    view: str
    licence: str


@dataclass(frozen=True, slots=True)
class TrainingScene:
    """`dice` rows: x, y, size, class, and where the top face points (nan where nobody knows).

    `sides` rows: x, y, size of faces that are not on top.
    """

    packed: bytes
    dice: NDArray[np.float32]
    sides: NDArray[np.float32]
    source: str
    overhead: bool = False  # known to be seen from above, so that it may be turned

    def image(self) -> Image:
        return cast(Image, cv2.imdecode(np.frombuffer(self.packed, np.uint8), cv2.IMREAD_COLOR))


def rendered_scenes(folder: Path, seeds: range | None = None) -> list[TrainingScene]:
    """All scenes of a folder, or those of some seeds."""
    found = []
    for line in (folder / "scenes.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if seeds is not None and int(Path(row["file"]).stem) not in seeds:
            continue
        packed = (folder / row["file"]).read_bytes()
        found.append(TrainingScene(packed, _rows(row["dice"], DIE_NUMBERS), _rows(row["sides"], 3), "rendered"))
    return found


def read_photo_labels(photos: Path) -> list[PhotoLabel]:
    return [json.loads(line) for line in (photos / "labels.jsonl").read_text(encoding="utf-8").splitlines()]


def photo_scenes(photos: Path, marks: Path) -> list[TrainingScene]:
    """The photos that may be trained on: an open licence, and every die marked by us (`marks`: x, y, size, face)."""
    labels = read_photo_labels(photos)
    marked = json.loads(marks.read_text(encoding="utf-8"))
    found = []
    for label in labels:
        if not _is_open(label["licence"]) or label["file"] not in marked:
            continue
        dice = [
            [x, y, size, class_of(label["kind"], int(face)), nan, nan] for x, y, size, face in marked[label["file"]]
        ]
        found.append(
            TrainingScene(
                (photos / label["file"]).read_bytes(),
                _rows(dice, DIE_NUMBERS),
                _rows([], 3),
                label["source"],
                label["view"] == "overhead",
            )
        )
    return found


def _is_open(licence: str) -> bool:
    return licence.startswith(OPEN_LICENCES)


def _rows(rows: list[list[float]], width: int) -> NDArray[np.float32]:
    return np.asarray(rows, np.float32).reshape(-1, width)
