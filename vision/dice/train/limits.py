"""`python -m vision.dice.train.limits`: chooses what counts as certain, each source judged by the others' choice."""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
from collections import defaultdict
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, floats
from vision.dice.join import THRESHOLDS, Thresholds, settle, usual_size
from vision.dice.reader import decide
from vision.dice.train.cases import Case, photo_cases, rendered_cases
from vision.dice.train.rendered import PRINTED_FROM, TRAY_FROM

START = Thresholds(keep=0.35, keep_numeral=0.2, sure=0.7, sure_weak=0.8, sure_die=0.6, grey=0.3)
KEEPS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
SURES = tuple(round(0.4 + 0.02 * k, 2) for k in range(29))
GREYS = (0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
# Nothing wrong may come near to being sure: silent errors are counted with looser limits than those kept.
LOOSER_SURE, LOOSER_GREY = 0.08, 1.2
PRICE = 40  # right readings that are asked about for the sake of one silent error less


@dataclass(frozen=True, slots=True)
class Result:
    exact: int
    sure_right: int
    silent: int


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
    """First the limits that read most pictures exactly, then those of certainty that are worth most, the strictest."""
    pips = max(KEEPS, key=lambda k: (score(cases, _keeping(k, START.keep_numeral)).exact, k))
    numeral = max(KEEPS, key=lambda k: (score(cases, _keeping(pips, k)).exact, k))
    kept = _keeping(pips, numeral)
    hangs = floats([_hangs_on(case, kept) for case in cases])
    right = np.array([decide(list(c.verdicts), kept, c.shape).faces == c.faces for c in cases])

    def worth(limits: Thresholds) -> float:
        looser = replace(
            limits,
            sure=limits.sure - LOOSER_SURE,
            sure_weak=limits.sure_weak - LOOSER_SURE,
            grey=limits.grey * LOOSER_GREY,
        )
        return float((_sure(hangs, limits) & right).sum() - PRICE * (_sure(hangs, looser) & ~right).sum())

    weaks = [sure for sure in SURES if sure >= START.sure]
    tried = (
        replace(kept, sure=sure, sure_weak=weak, grey=grey)
        for sure, weak, grey in itertools.product(SURES, weaks, GREYS)
    )
    return max(tried, key=lambda limits: (worth(limits), limits.sure, limits.sure_weak, -limits.grey))


def _sure(hangs: Floats, limits: Thresholds) -> NDArray[np.bool_]:
    doubt, pips, weak = hangs.T
    return np.asarray((doubt < limits.grey) & (pips >= limits.sure) & (weak >= limits.sure_weak))


def _hangs_on(case: Case, keeping: Thresholds) -> tuple[float, float, float]:
    """What the certainty of a reading hangs on: the best candidate left over, and the least certain of its dice, those
    with several pips and the others."""
    anything = replace(keeping, sure=0.0, sure_weak=0.0, grey=9.0)
    kept, left = settle(list(case.verdicts), anything)
    if not decide(list(case.verdicts), anything, case.shape).sure:
        return 9.0, 0.0, 0.0
    doubt = max((v.doubt_beside(usual_size(kept)) for v in left), default=0.0)
    pips = min((v.certainty for v in kept if v.several_pips), default=1.0)
    return doubt, pips, min((v.certainty for v in kept if not v.several_pips), default=1.0)


def _keeping(pips: float, numeral: float) -> Thresholds:
    return replace(START, keep=pips, keep_numeral=numeral)


def by_source(cases: list[Case]) -> dict[str, list[Case]]:
    groups = defaultdict(list)
    for case in cases:
        groups[case.source].append(case)
    return dict(groups)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.dice.train.limits", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=200)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="keep the thresholds beside the weights")
    args = parser.parse_args()
    trays = range(TRAY_FROM + 50_000, TRAY_FROM + 50_000 + args.scenes)
    printed = range(PRINTED_FROM + 50_000, PRINTED_FROM + 50_000 + args.scenes // 2)
    seeds = (*range(50_000, 50_000 + args.scenes), *trays, *printed)
    cases = photo_cases(args.photos, args.workers) + rendered_cases(seeds, args.workers)
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
