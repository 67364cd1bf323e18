"""Labelled scenes to train on: rendered ones in a folder, and openly licensed photos, in one form."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.network import class_of
from vision.images import Image
from vision.training.sources import LabelledPhoto, Side, require_side

DIE_NUMBERS = 6  # in a row of `TrainingScene.dice`
MARKS = Path(__file__).parent / "marks.json"  # of dice in photos whose makers drew no boxes: x, y, size, face


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
    exact: bool = True  # dice are marked by their top faces; a maker's box is around a whole die

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


def photo_scenes(photos: Sequence[LabelledPhoto]) -> list[TrainingScene]:
    """Photos to train on, of which every die is marked by us."""
    require_side(Side.TRAIN, photos)
    marked = _marks()
    return [_photo_scene(one, marked[one.name], True) for one in photos if one.name in marked]


def boxed_scenes(photos: Sequence[LabelledPhoto]) -> list[TrainingScene]:
    """Photos to train on, of which every die is marked by us or has its maker's box; those without dice, too."""
    require_side(Side.TRAIN, photos)
    marked = _marks()
    dice = [(one, marked.get(one.name, _marks_from_boxes(one))) for one in photos]
    return [_photo_scene(one, marks, one.name in marked) for one, marks in dice if marks is not None]


class PhotoDraw:
    """Draws photos, each source as often as its variety deserves: a hundred pictures of one die teach little more than
    ten."""

    def __init__(self, photos: Sequence[TrainingScene]) -> None:
        groups: dict[str, list[TrainingScene]] = defaultdict(list)
        for one in photos:
            groups[one.source].append(one)
        self._pools = [groups[name] for name in sorted(groups)]
        often = np.array([len(pool) for pool in self._pools]) ** 0.5
        self._often = often / often.sum()

    def draw(self, rng: np.random.Generator) -> TrainingScene:
        pool = self._pools[int(rng.choice(len(self._pools), p=self._often))]
        return pool[int(rng.integers(len(pool)))]


def _marks() -> dict[str, list[list[float]]]:
    return cast(dict[str, list[list[float]]], json.loads(MARKS.read_text(encoding="utf-8")))


def _marks_from_boxes(photo: LabelledPhoto) -> list[list[float]] | None:
    boxes, share = photo.label["boxes"], photo.group.box
    if boxes is None or len(boxes) != len(photo.label["faces"]):
        return None
    return [[x + w / 2, y + h / 2, share * (w + h) / 2, face] for x, y, w, h, face in boxes]


def _photo_scene(photo: LabelledPhoto, marks: list[list[float]], exact: bool) -> TrainingScene:
    label = photo.label
    dice = [[x, y, size, class_of(label["kind"], int(face)), nan, nan] for x, y, size, face in marks]
    return TrainingScene(
        photo.file.read_bytes(),
        _rows(dice, DIE_NUMBERS),
        _rows([], 3),
        photo.group.name,
        label["view"] == "overhead",
        exact,
    )


def _rows(rows: list[list[float]], width: int) -> NDArray[np.float32]:
    return np.asarray(rows, np.float32).reshape(-1, width)
