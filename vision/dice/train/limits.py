"""`python -m vision.dice.train.limits`: chooses what counts as certain, each source judged by the others' choice."""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, floats
from vision.dice.files import read_picture
from vision.dice.join import THRESHOLDS, Thresholds, Verdict, settle, usual_size
from vision.dice.reader import DiceReader, decide
from vision.dice.train.rendered import PRINTED_FROM, TRAY_FROM, wish_for
from vision.render.scene import make_scene

START = Thresholds(keep=0.35, keep_numeral=0.2, sure=0.7, sure_weak=0.8, grey=0.3)
KEEPS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
SURES = tuple(round(0.4 + 0.02 * k, 2) for k in range(29))
GREYS = (0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
# Nothing wrong may come near to being sure: silent errors are counted with looser limits than those kept.
LOOSER_SURE, LOOSER_GREY = 0.08, 1.2


@dataclass(frozen=True, slots=True)
class Case:
    """One picture: what the networks said, and the truth. `countable`: no hidden or cut-off dice in it."""

    source: str
    scope: str
    verdicts: tuple[Verdict, ...]
    faces: tuple[int, ...]
    shape: tuple[int, ...]
    countable: bool
    name: str


@dataclass(frozen=True, slots=True)
class Result:
    exact: int
    sure_right: int
    silent: int


def photo_cases(reader: DiceReader, photos: Path) -> list[Case]:
    found = []
    for line in (photos / "labels.jsonl").read_text(encoding="utf-8").splitlines():
        label = json.loads(line)
        image = read_picture(photos / label["file"])
        found.append(
            Case(
                label["source"],
                label["scope"],
                tuple(reader.verdicts(image)),
                tuple(label["faces"]),
                image.shape,
                True,
                label["file"],
            )
        )
    return found


def rendered_cases(reader: DiceReader, seeds: Iterable[int]) -> list[Case]:
    """Fresh scenes; one with a hidden or cut-off die only has to be not sure.

    Scenes with leaning dice are left out: a picture of an unknown camera cannot tell them, that is the watcher's part.
    """
    found = []
    for seed in seeds:
        picture = make_scene((seed, 2), wish_for(seed))
        if any(d.cocked for d in picture.dice):
            continue
        height, width = picture.image.shape[:2]
        clear = not picture.hand and all(
            _inside(d.x, d.size, width) and _inside(d.y, d.size, height) for d in picture.dice
        )
        faces = tuple(sorted(d.face for d in picture.dice))
        found.append(
            Case(
                "rendered",
                "rendered",
                tuple(reader.verdicts(picture.image)),
                faces,
                picture.image.shape,
                clear,
                str(seed),
            )
        )
    return found


def _inside(place: float, size: float, length: int) -> bool:
    return size / 2 <= place <= length - size / 2


def score(cases: list[Case], limits: Thresholds) -> Result:
    exact = sure_right = silent = 0
    for case in cases:
        reading = decide(list(case.verdicts), limits, case.shape)
        right = reading.faces == case.faces
        exact += right and case.countable
        sure_right += right and reading.sure and case.countable
        silent += reading.sure and not right
    return Result(exact, sure_right, silent)


def choose(cases: list[Case]) -> Thresholds:
    """First the limits that read most pictures exactly, then the loosest certainty without a silent error near it."""
    pips = max(KEEPS, key=lambda k: (score(cases, _keeping((k, START.keep_numeral))).exact, k))
    keeps = (pips, max(KEEPS, key=lambda k: (score(cases, _keeping((pips, k))).exact, k)))
    kept = _keeping(keeps)
    rows = floats([_weakest(case, kept) for case in cases])
    right = np.array([decide(list(c.verdicts), kept, c.shape).faces == c.faces for c in cases])
    countable = np.array([c.countable for c in cases])
    best, reached = kept, (-(10**9), -1)
    for sure, grey in itertools.product(SURES, GREYS):
        silent = int((_sure(rows, sure - LOOSER_SURE, grey * LOOSER_GREY) & ~right).sum())
        result = (-silent, int((_sure(rows, sure, grey) & right & countable).sum()))
        if result > reached:
            best, reached = replace(kept, sure=sure, sure_weak=max(sure, START.sure_weak), grey=grey), result
    return best


def _sure(rows: Floats, sure: float, grey: float) -> NDArray[np.bool_]:
    return np.asarray((rows[:, 0] < grey) & (rows[:, 1] >= sure))


def _weakest(case: Case, keeping: Thresholds) -> tuple[float, float]:
    """What the certainty of a reading hangs on: the best candidate left over, and the least certain of its dice."""
    limits = replace(keeping, sure=0.0, sure_weak=START.sure_weak, grey=9.0)
    kept, left = settle(list(case.verdicts), limits)
    if not decide(list(case.verdicts), limits, case.shape).sure:
        return 9.0, 0.0
    return max((v.doubt_beside(usual_size(kept)) for v in left), default=0.0), min(v.certainty for v in kept)


def _keeping(keeps: tuple[float, float]) -> Thresholds:
    return replace(START, keep=keeps[0], keep_numeral=keeps[1])


def by_source(cases: list[Case]) -> dict[str, list[Case]]:
    groups = defaultdict(list)
    for case in cases:
        groups[case.source].append(case)
    return dict(groups)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.dice.train.limits", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--write", action="store_true", help="keep the thresholds beside the weights")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader(START)
    trays = range(TRAY_FROM + 50_000, TRAY_FROM + 50_000 + args.scenes)
    printed = range(PRINTED_FROM + 50_000, PRINTED_FROM + 50_000 + args.scenes // 2)
    seeds = (*range(50_000, 50_000 + args.scenes), *trays, *printed)
    cases = photo_cases(reader, args.photos) + rendered_cases(reader, seeds)
    for source, held_out in sorted(by_source(cases).items()):
        others = [case for case in cases if case.source != source]
        _tell(source, len(held_out), score(held_out, choose(others)))
    limits = choose(cases)
    _tell("all, chosen on all", len(cases), score(cases, limits))
    sys.stdout.write(json.dumps(asdict(limits)) + "\n")
    if args.write:
        THRESHOLDS.write_text(json.dumps(asdict(limits), indent=1) + "\n", encoding="utf-8")
    return 0


def _tell(name: str, count: int, result: Result) -> None:
    sys.stdout.write(json.dumps({"source": name, "pictures": count, **asdict(result)}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
