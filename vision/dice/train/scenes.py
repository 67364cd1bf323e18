"""Labelled pictures for training: rendered scenes and openly licensed photos in one form."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.dice.classes import class_of

DIE = 6  # numbers in a row
OPEN_LICENCES = ("BSD", "Apache", "MIT", "CC-BY-4.0", "CC0")


@dataclass(frozen=True, slots=True)
class Scene:
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


def rendered_scenes(folder: Path, seeds: range | None = None) -> list[Scene]:
    """All scenes of a folder, or those of some seeds."""
    found = []
    for line in (folder / "scenes.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if seeds is not None and int(Path(row["file"]).stem) not in seeds:
            continue
        packed = (folder / row["file"]).read_bytes()
        found.append(Scene(packed, _rows(row["dice"], DIE), _rows(row["sides"], 3), "rendered"))
    return found


def photo_scenes(photos: Path, marks: Path) -> list[Scene]:
    """The photos that may be trained on: an open licence, and every die marked by us (`marks`: x, y, size, face)."""
    labels = [json.loads(line) for line in (photos / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    marked = json.loads(marks.read_text(encoding="utf-8"))
    found = []
    for label in labels:
        if not is_open(label["licence"]) or label["file"] not in marked:
            continue
        dice = [
            [x, y, size, class_of(label["kind"], int(face)), nan, nan] for x, y, size, face in marked[label["file"]]
        ]
        found.append(
            Scene(
                (photos / label["file"]).read_bytes(),
                _rows(dice, DIE),
                _rows([], 3),
                label["source"],
                label["view"] == "overhead",
            )
        )
    return found


def is_open(licence: str) -> bool:
    return licence.startswith(OPEN_LICENCES)


def _rows(rows: list[list[float]], width: int) -> NDArray[np.float32]:
    return np.asarray(rows, np.float32).reshape(-1, width)
