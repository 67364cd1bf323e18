"""`python -m vision.training.dice.thresholds`: chooses the thresholds of the reader.

Each source of photos is measured with the thresholds that the other sources would choose.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import lru_cache, partial
from multiprocessing import Pool
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.reader import DiceReader, decide_reading
from vision.dice.scoring import THRESHOLDS, ScoredCandidate, Thresholds, select_dice, usual_size
from vision.images import Floats, floats, read_image_file
from vision.render.scene import make_scene
from vision.training.dice.augmentation import PHOTO_CHANGES, changed_photo
from vision.training.dice.rendering import PRINTED_FROM, TRAY_FROM, options_for
from vision.training.dice.scenes import PhotoLabel, read_photo_labels

START = Thresholds(keep=0.35, keep_numeral=0.2, sure=0.7, sure_weak=0.8, sure_die=0.6, grey=0.3)
KEEPS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
SURES = tuple(round(0.4 + 0.02 * k, 2) for k in range(29))
GREYS = (0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
# No wrong reading may come near to being sure: silent errors are counted with looser thresholds than those kept.
LOOSER_SURE, LOOSER_GREY = 0.08, 1.2
PRICE = 40  # right readings that may become unsure to avoid one silent error


@dataclass(frozen=True, slots=True)
class LabelledCase:
    """An image with known faces, and what the networks say about it. `countable`: it can be read right."""

    source: str
    scope: str
    candidates: tuple[ScoredCandidate, ...]
    faces: tuple[int, ...]
    shape: tuple[int, ...]
    countable: bool
    name: str


def _photo_cases(photos: Path, workers: int) -> list[LabelledCase]:
    """Each photo as it is, and with every change."""
    labels = read_photo_labels(photos)
    jobs = [(number, label, which) for number, label in enumerate(labels) for which in range(-1, len(PHOTO_CHANGES))]
    with Pool(workers) as pool:
        return pool.map(partial(_photo_case, photos), jobs, chunksize=8)


def _rendered_cases(seeds: Iterable[int], workers: int) -> list[LabelledCase]:
    """Fresh scenes. One with a hidden or cut-off die must only not be sure.

    Scenes with leaning dice are left out: in one image of an unknown camera they cannot be told from flat ones.
    """
    with Pool(workers) as pool:
        return [case for case in pool.imap(_rendered_case, seeds, chunksize=8) if case is not None]


@lru_cache(maxsize=1)
def _reader() -> DiceReader:
    cv2.setNumThreads(1)
    return DiceReader()


def _photo_case(photos: Path, job: tuple[int, PhotoLabel, int]) -> LabelledCase:
    number, label, which = job
    image = read_image_file(photos / label["file"])
    if which >= 0:
        image = changed_photo(image, which, number)
    candidates, faces = tuple(_reader().scored_candidates(image)), tuple(label["faces"])
    return LabelledCase(
        label["source"], label["scope"], candidates, faces, image.shape, True, f"{label['file']} {which}"
    )


def _rendered_case(seed: int) -> LabelledCase | None:
    scene = make_scene((seed, 2), options_for(seed))
    if any(d.cocked for d in scene.dice):
        return None
    height, width = scene.image.shape[:2]
    clear = not scene.hand and all(_inside(d.x, d.size, width) and _inside(d.y, d.size, height) for d in scene.dice)
    candidates, faces = tuple(_reader().scored_candidates(scene.image)), tuple(sorted(d.face for d in scene.dice))
    return LabelledCase("rendered", "rendered", candidates, faces, scene.image.shape, clear, str(seed))


def _inside(place: float, size: float, length: int) -> bool:
    return size / 2 <= place <= length - size / 2


@dataclass(frozen=True, slots=True)
class ThresholdResult:
    """`silent`: readings that were sure and wrong."""

    exact: int
    sure_right: int
    silent: int


def score_thresholds(cases: list[LabelledCase], limits: Thresholds) -> ThresholdResult:
    exact = sure_right = silent = 0
    for case in cases:
        reading = decide_reading(list(case.candidates), limits, case.shape)
        right = reading.faces == case.faces
        exact += right and case.countable
        sure_right += right and reading.sure and case.countable
        silent += reading.sure and not right
    return ThresholdResult(exact, sure_right, silent)


def choose_thresholds(cases: list[LabelledCase]) -> Thresholds:
    """First the limits that read most images exactly, then those of certainty that are worth most, the strictest."""
    pips = max(KEEPS, key=lambda k: (score_thresholds(cases, _keeping(k, START.keep_numeral)).exact, k))
    numeral = max(KEEPS, key=lambda k: (score_thresholds(cases, _keeping(pips, k)).exact, k))
    kept = _keeping(pips, numeral)
    evidence = floats([_evidence(case, kept) for case in cases])
    right = np.array([decide_reading(list(c.candidates), kept, c.shape).faces == c.faces for c in cases])

    def worth(limits: Thresholds) -> float:
        looser = replace(
            limits,
            sure=limits.sure - LOOSER_SURE,
            sure_weak=limits.sure_weak - LOOSER_SURE,
            grey=limits.grey * LOOSER_GREY,
        )
        return float((_sure(evidence, limits) & right).sum() - PRICE * (_sure(evidence, looser) & ~right).sum())

    weaks = [sure for sure in SURES if sure >= START.sure]
    tried = (
        replace(kept, sure=sure, sure_weak=weak, grey=grey)
        for sure, weak, grey in itertools.product(SURES, weaks, GREYS)
    )
    return max(tried, key=lambda limits: (worth(limits), limits.sure, limits.sure_weak, -limits.grey))


def _sure(evidence: Floats, limits: Thresholds) -> NDArray[np.bool_]:
    doubt, pips, weak = evidence.T
    return np.asarray((doubt < limits.grey) & (pips >= limits.sure) & (weak >= limits.sure_weak))


def _evidence(case: LabelledCase, keeping: Thresholds) -> tuple[float, float, float]:
    """What the certainty of a reading hangs on: the best candidate left over, and the least certain of its dice, those
    with several pips and the others."""
    anything = replace(keeping, sure=0.0, sure_weak=0.0, grey=9.0)
    kept, left = select_dice(list(case.candidates), anything)
    if not decide_reading(list(case.candidates), anything, case.shape).sure:
        return 9.0, 0.0, 0.0
    doubt = max((v.doubt_beside(usual_size(kept)) for v in left), default=0.0)
    pips = min((v.certainty for v in kept if v.several_pips), default=1.0)
    return doubt, pips, min((v.certainty for v in kept if not v.several_pips), default=1.0)


def _keeping(pips: float, numeral: float) -> Thresholds:
    return replace(START, keep=pips, keep_numeral=numeral)


def _by_source(cases: list[LabelledCase]) -> dict[str, list[LabelledCase]]:
    groups = defaultdict(list)
    for case in cases:
        groups[case.source].append(case)
    return dict(groups)


def tune_thresholds() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.training.dice.thresholds", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="keep the thresholds beside the weights")
    args = parser.parse_args()
    trays = range(TRAY_FROM + 50_000, TRAY_FROM + 50_000 + args.scenes)
    printed = range(PRINTED_FROM + 50_000, PRINTED_FROM + 50_000 + args.scenes // 2)
    seeds = (*range(50_000, 50_000 + args.scenes), *trays, *printed)
    cases = _photo_cases(args.photos, args.workers) + _rendered_cases(seeds, args.workers)
    for source, held_out in sorted(_by_source(cases).items()):
        others = [case for case in cases if case.source != source]
        _print_result(source, len(held_out), score_thresholds(held_out, choose_thresholds(others)))
    limits = choose_thresholds(cases)
    _print_result("all, chosen on all", len(cases), score_thresholds(cases, limits))
    sys.stdout.write(json.dumps(asdict(limits)) + "\n")
    if args.write:
        THRESHOLDS.write_text(json.dumps(asdict(limits), indent=1) + "\n", encoding="utf-8")
    return 0


def _print_result(name: str, count: int, result: ThresholdResult) -> None:
    sys.stdout.write(json.dumps({"source": name, "pictures": count, **asdict(result)}) + "\n")


if __name__ == "__main__":
    sys.exit(tune_thresholds())
