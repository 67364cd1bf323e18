"""Which photos may be learned from, which limits are chosen on, and which are only reported on.

`sources.toml` splits the sources once. A picture on the `report` side is handed out by `report_photos` alone, which
first writes a line into the model card: a figure that was looked at often is worth less, and the card says how often.
`python -m vision.training.sources PHOTOS` looks for pictures that two groups share.
"""

from __future__ import annotations

import argparse
import json
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import TypedDict

import cv2
import numpy as np

from vision.dice.network import WEIGHTS
from vision.images import Floats, Image, floats, read_scaled_image

SOURCES = Path(__file__).parent / "sources.toml"
CARD = WEIGHTS / "MODEL.md"
FOLDERS = ("dice", "dice-more", "train-more")  # each with a labels.jsonl and the photos beside it
OPEN_LICENCES = ("BSD", "Apache", "MIT", "CC-BY-4.0", "CC0")
RUNS = "## Runs on report"  # the heading in the model card under which they are listed
# Two pictures are one if their thumbnails are so much alike, and so few of their neighbouring cells differ in order.
ALIKE, OTHERWISE = 0.93, 0.25
THUMBNAIL, CELLS = 24, 32


class Side(StrEnum):
    TRAIN = "train"
    CHOOSE = "choose"
    REPORT = "report"


class WrongSide(ValueError):
    """Pictures were asked for, or handed on, that are not for this use."""


class PhotoLabel(TypedDict):
    """What `labels.jsonl` says about a photo, as far as it is used here."""

    file: str
    source: str
    scope: str  # in, hard, extra (numerals), neg (nothing to read), train
    faces: list[int]
    kind: str
    view: str
    licence: str
    boxes: list[list[float]] | None  # x, y, width, height, face


@dataclass(frozen=True, slots=True)
class SourceGroup:
    """Sources that share pictures, and the side they are on."""

    side: Side
    sources: tuple[str, ...]
    box: float = 1.0  # side of a die in sides of its maker's box

    @property
    def name(self) -> str:
        return self.sources[0]


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    file: Path
    name: str  # folder of the source and file, as in the labels
    label: PhotoLabel
    group: SourceGroup

    @property
    def side(self) -> Side:
        return self.group.side


@lru_cache(maxsize=1)
def source_groups() -> tuple[SourceGroup, ...]:
    stored = tomllib.loads(SOURCES.read_text(encoding="utf-8"))["group"]
    return tuple(SourceGroup(Side(g["side"]), tuple(g["sources"]), float(g.get("box", 1.0))) for g in stored)


def group_of(source: str, groups: Iterable[SourceGroup] | None = None) -> SourceGroup:
    """A source that nobody has put on a side is on none."""
    found = [group for group in groups or source_groups() if source in group.sources]
    if len(found) != 1:
        raise WrongSide(f"{source} is on {len(found)} sides in {SOURCES.name}, must be on one")
    return found[0]


def training_photos(photos: Path) -> list[LabelledPhoto]:
    """What networks may learn from."""
    found = _photos_of(photos, Side.TRAIN)
    closed = sorted({one.label["source"] for one in found if not one.label["licence"].startswith(OPEN_LICENCES)})
    if closed:
        raise WrongSide(f"no open licence, and yet on the side to train on: {', '.join(closed)}")
    return found


def choosing_photos(photos: Path) -> list[LabelledPhoto]:
    """What limits and the certainty are chosen on."""
    return _photos_of(photos, Side.CHOOSE)


def report_photos(photos: Path, purpose: str, card: Path = CARD) -> list[LabelledPhoto]:
    """What is only measured on. The run is logged before a picture is handed out."""
    log_run(purpose, card)
    return _photos_of(photos, Side.REPORT)


def log_run(purpose: str, card: Path = CARD) -> None:
    if not purpose.strip():
        raise WrongSide("a run on report needs a purpose")
    text = card.read_text(encoding="utf-8")
    if RUNS not in text:
        raise WrongSide(f"{card.name} has no part {RUNS!r} in which runs are listed")
    if not text.rstrip().rpartition("\n## ")[2].startswith(RUNS.removeprefix("## ")):
        raise WrongSide(f"{RUNS!r} must be the last part of {card.name}: runs are appended to it")
    card.write_text(f"{text.rstrip()}\n- {date.today().isoformat()}: {purpose.strip()}\n", encoding="utf-8")


def require_side(side: Side, photos: Sequence[LabelledPhoto]) -> None:
    """For whatever learns or chooses: refuses pictures of another side, wherever they came from."""
    other = sorted({one.label["source"] for one in photos if one.side is not side})
    if other:
        raise WrongSide(f"only pictures to {side} may be used here, not those of {', '.join(other)}")


def _photos_of(photos: Path, side: Side) -> list[LabelledPhoto]:
    return [one for one in _all_photos(photos) if one.side is side]


def _all_photos(photos: Path) -> list[LabelledPhoto]:
    found = []
    for folder in FOLDERS:
        labels = photos / folder / "labels.jsonl"
        if not labels.exists():
            continue
        for line in labels.read_text(encoding="utf-8").splitlines():
            label: PhotoLabel = json.loads(line)
            found.append(
                LabelledPhoto(photos / folder / label["file"], label["file"], label, group_of(label["source"]))
            )
    return found


# -- pictures that two sources share -----------------------------------------------------------------------------------


def shared_pictures(photos: Sequence[LabelledPhoto]) -> list[tuple[LabelledPhoto, LabelledPhoto]]:
    """Pairs of nearly the same picture in different groups."""
    prints = [_fingerprint(read_scaled_image(one.file)[0]) for one in photos]
    looks = np.stack([look for look, _ in prints])
    pairs = np.argwhere(np.triu(looks @ looks.T > ALIKE, 1))
    return [
        (photos[a], photos[b])
        for a, b in pairs
        if photos[a].group != photos[b].group and float(np.mean(prints[a][1] != prints[b][1])) < OTHERWISE
    ]


def _fingerprint(image: Image) -> tuple[Floats, np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    """A thumbnail without brightness and contrast, and whether each cell is brighter than the one left of it."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    look = floats(cv2.resize(grey, (THUMBNAIL, THUMBNAIL), interpolation=cv2.INTER_AREA)).ravel()
    look = look - look.mean()
    cells = np.asarray(cv2.resize(grey, (CELLS + 1, CELLS), interpolation=cv2.INTER_AREA))
    return floats(look / max(1e-3, float(np.linalg.norm(look)))), cells[:, 1:] > cells[:, :-1]


def check_sources() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.training.sources", description=__doc__)
    parser.add_argument("photos", type=Path)
    photos = _all_photos(parser.parse_args().photos)
    for side in Side:
        here = [one for one in photos if one.side is side]
        groups = {one.group.name for one in here}
        sys.stdout.write(f"{side}: {len(here)} pictures of {len(groups)} groups of sources\n")
    shared = shared_pictures(photos)
    for one, other in shared:
        sys.stdout.write(f"shared: {one.name} and {other.name}\n")
    return 1 if shared else 0


if __name__ == "__main__":
    sys.exit(check_sources())
