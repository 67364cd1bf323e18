"""`python -m vision.evaluation.dice_photos PHOTOS`: the reader against labelled photos; fails below the kept floor.

It measures on the sources that limits are chosen on. With `--report WHY` it measures on those that nothing was learned
from or chosen on; that run is logged in the model card, and no floor is asked for: a floor would be a choice.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading
from vision.images import read_image_file
from vision.training.reliability import upper_limit
from vision.training.sources import LabelledPhoto, choosing_photos, report_photos

FLOOR = Path(__file__).parent / "floor.json"
HEAD = "| photos | exact | sure and right | likely and right | likely, wrong | silent errors |\n" + 6 * "|---" + "|\n"


class ScopeFigures(TypedDict):
    """Photos of one scope that were read exactly, sure and right, and sure but wrong."""

    exact: int
    sure_right: int
    silent: int


@dataclass(slots=True)
class PhotoFigures:
    pictures: int = 0
    exact: int = 0
    sure_right: int = 0
    likely_right: int = 0
    likely_wrong: int = 0
    silent: int = 0
    silent_names: list[str] = field(default_factory=list)

    def add(self, name: str, right: bool, reading: DiceReading) -> None:
        self.pictures += 1
        self.exact += right
        self.sure_right += right and reading.sure
        self.likely_right += right and reading.likely
        self.likely_wrong += reading.likely and not right
        if reading.sure and not right:
            self.silent += 1
            self.silent_names.append(name)

    def floor(self) -> ScopeFigures:
        return ScopeFigures(exact=self.exact, sure_right=self.sure_right, silent=self.silent)

    def row(self, name: str) -> str:
        """A line of the table in the model card. A silent error is a share of all pictures; the limit is of that."""
        most = upper_limit(self.silent, self.pictures)
        return (
            f"| {name}, {self.pictures} | {self.exact / self.pictures:.1%} | {self.sure_right / self.pictures:.1%} "
            f"| {self.likely_right / self.pictures:.1%} | {self.likely_wrong} | {self.silent} (below {most:.1%}) |"
        )


def read_photos(reader: DiceReader, photos: Sequence[LabelledPhoto]) -> dict[str, PhotoFigures]:
    """Figures by scope and, after a slash, by group of sources."""
    figures: dict[str, PhotoFigures] = defaultdict(PhotoFigures)
    for photo in photos:
        reading = reader.read(read_image_file(photo.file))
        right = reading.faces == tuple(sorted(photo.label["faces"]))
        scope = photo.label["scope"]
        for key in ("all", scope, f"{scope} / {photo.group.name.partition('/')[0]}"):
            figures[key].add(photo.name, right, reading)
    return dict(sorted(figures.items()))


def below_floor(figures: dict[str, ScopeFigures], floor: dict[str, ScopeFigures]) -> list[str]:
    """What has become worse than the floor allows."""
    worse = []
    for scope, limits in floor.items():
        got = figures.get(scope, ScopeFigures(exact=0, sure_right=0, silent=0))
        for name in ("exact", "sure_right"):
            if got[name] < limits[name]:
                worse.append(f"{scope}: {name} {got[name]} is below the floor of {limits[name]}")
        if got["silent"] > limits["silent"]:
            worse.append(f"{scope}: {got['silent']} silent errors, at most {limits['silent']} allowed")
    return worse


def check_photos() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.evaluation.dice_photos", description=__doc__)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--report", metavar="WHY", help="measure on the report side, and log the run with this reason")
    args = parser.parse_args()
    photos = report_photos(args.photos, args.report) if args.report else choosing_photos(args.photos)
    figures = read_photos(DiceReader(), photos)
    sys.stdout.write(HEAD)
    for name, part in figures.items():
        sys.stdout.write(part.row(name) + "\n")
    for name in figures["all"].silent_names:
        sys.stdout.write(f"silent error: {name}\n")
    if args.report:
        return 0
    worse = below_floor({k: v.floor() for k, v in figures.items()}, json.loads(FLOOR.read_text(encoding="utf-8")))
    for line in worse:
        sys.stdout.write(f"worse: {line}\n")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(check_photos())
