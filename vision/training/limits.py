"""`python -m vision.training.limits --photos PHOTOS`: all limits of the dice reader, from the photos to choose on.

In this order: from where on a candidate is a die and when one image of a roll leaves no doubt (`thresholds.json`), then
how likely a whole reading is right (`certainty.json`), with a plot of how well that chance is told (`reliability.svg`),
and from rendered trays when a die of a roll might lean (`lean.json`).
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from vision.dice.certainty import CERTAINTY, Certainty, evidence_of
from vision.dice.network import WEIGHTS
from vision.dice.reader import broken_rules, pick_dice, second_faces, testimony_about
from vision.dice.reading import NO_HINTS, bears_numerals
from vision.dice.scoring import THRESHOLDS, Thresholds
from vision.roll.lean import LEAN
from vision.training.certainty_fit import JudgedPicture, LeftOut, fit_certainty, leave_out
from vision.training.dice.thresholds import (
    FORMS,
    RENDERED,
    LabelledCase,
    choose_keeping,
    choose_thresholds,
    hard_seeds,
    photo_cases,
    rendered_cases,
    roll_seeds,
)
from vision.training.lean_limits import LeanSample, choose_lean_limits, lean_samples, lean_table
from vision.training.reliability import reliability_plot, upper_limit
from vision.training.sources import choosing_photos

PLOT = WEIGHTS / "reliability.svg"
CHANGED = ", changed"  # in the names of rows


def judged_picture(case: LabelledCase, limits: Thresholds) -> JudgedPicture | None:
    """None if the players are asked whatever the certainty: a rule is broken, or nothing was read."""
    kept, left = pick_dice(list(case.candidates), limits, case.shape)
    if not kept or broken_rules(kept, case.shape, NO_HINTS):
        return None
    testimony = testimony_about(kept, case.seen)
    faces = tuple(sorted(v.face for v in kept))
    return JudgedPicture(
        case.source,
        case.name,
        case.scope,
        1 / (1 + FORMS),
        evidence_of(kept, left, testimony)[0],
        faces == case.faces,
        max(second_faces(kept)),
        any(bears_numerals(v.kind) for v in kept),
    )


def choose_limits() -> int:
    args = _arguments()
    cases, samples = _read_all(args)
    # Low cameras and odd dice are not what a tray shows: they only test the certainty. Nor are clutter, blur and
    # oblique views: such photos say from where on a candidate is a die, not when one image of a roll leaves no doubt.
    odd = {str(seed) for seed in hard_seeds(args.scenes)}
    usual = [case for case in cases if case.source != RENDERED or case.name not in odd]
    photos = [case for case in cases if case.source != RENDERED]
    limits = choose_keeping(usual)
    judged = _judged(photos, limits)
    left_out = leave_out(judged)
    certainty = fit_certainty(judged, left_out)
    opposed = {one.name for one in _judged(usual, limits) if certainty.error(one.evidence) > certainty.opposed}
    limits = choose_thresholds([case for case in usual if case.scope != "hard"], limits, opposed)
    sys.stdout.write(json.dumps(asdict(limits)) + "\n" + json.dumps(asdict(certainty)) + "\n")
    for line in left_out_table(judged, left_out, photos, limits):
        sys.stdout.write(line + "\n")
    sys.stdout.write(_lost(judged, left_out, certainty) + "\n")
    sys.stdout.write(_tested(_judged([case for case in cases if case.source == RENDERED], limits), certainty) + "\n")
    lean = choose_lean_limits(samples)
    sys.stdout.write(f"{json.dumps(asdict(lean))}\n{lean_table(samples)}\n")
    if args.write:
        THRESHOLDS.write_text(json.dumps(asdict(limits), indent=1) + "\n", encoding="utf-8")
        CERTAINTY.write_text(json.dumps(asdict(certainty), indent=1) + "\n", encoding="utf-8")
        LEAN.write_text(json.dumps(asdict(lean), indent=1) + "\n", encoding="utf-8")
        PLOT.write_text(reliability_plot(left_out.errors, [one.right for one in judged]), encoding="utf-8")
    return 0


def _judged(cases: Sequence[LabelledCase], limits: Thresholds) -> list[JudgedPicture]:
    return [one for case in cases if (one := judged_picture(case, limits)) is not None]


def _lost(judged: Sequence[JudgedPicture], left_out: LeftOut, certainty: Certainty) -> str:
    """Why photos that were read right are not sure: by the reason that is told first."""
    lost = [one for one, sure in zip(judged, left_out.sure, strict=True) if one.right and not sure]
    alone = [one for one in lost if not _row_name(one).endswith(CHANGED)]
    why = Counter(str(certainty.reasons(one.evidence)[0]) for one in alone)
    return f"{len(alone)} photos are read right and not sure: {json.dumps(dict(why.most_common()))}"


def _tested(scenes: Sequence[JudgedPicture], certainty: Certainty) -> str:
    """Rendered scenes, of which the certainty has learned nothing, and of which many are read wrong."""
    sure = [one for one in scenes if certainty.error(one.evidence) <= certainty.sure and one.second <= certainty.second]
    wrong, told = sum(not one.right for one in scenes), [one.name for one in sure if not one.right]
    return f"{len(scenes)} rendered scenes, {wrong} read wrong: {len(sure)} sure, of these wrong {len(told)} {told}"


@dataclass(slots=True)
class _Row:
    """Photos of one scope, as they are or in changed forms."""

    pictures: int = 0
    exact: int = 0
    sure_right: int = 0
    sure_wrong: int = 0
    likely_right: int = 0
    likely_wrong: int = 0


def left_out_table(
    judged: Sequence[JudgedPicture], left_out: LeftOut, cases: Sequence[LabelledCase], limits: Thresholds
) -> list[str]:
    """Each source judged by what the others taught: by scope, for photos as they are and for changed forms."""
    rows: dict[str, _Row] = defaultdict(_Row)
    for case in cases:
        row = rows[_row_name(case)]
        row.pictures += 1
        row.exact += (
            tuple(sorted(v.face for v in pick_dice(list(case.candidates), limits, case.shape)[0])) == case.faces
        )
    for one, sure, likely in zip(judged, left_out.sure, left_out.likely, strict=True):
        row = rows[_row_name(one)]
        row.sure_right += sure and one.right
        row.sure_wrong += sure and not one.right
        row.likely_right += likely and one.right
        row.likely_wrong += likely and not one.right
    told = [f"{name}: {json.dumps({k: int(v) for k, v in asdict(row).items()})}" for name, row in sorted(rows.items())]
    alone = [row for name, row in rows.items() if not name.endswith(CHANGED)]
    wrong, tries = sum(row.sure_wrong for row in alone), sum(row.pictures for row in alone)
    told.append(f"{wrong} silent of {tries} photos: below {upper_limit(wrong, tries):.2%}")
    silent = [one.name for one, sure in zip(judged, left_out.sure, strict=True) if sure and not one.right]
    return [*told, *(f"silent: {name}" for name in silent)]


def _row_name(one: LabelledCase | JudgedPicture) -> str:
    return one.scope if one.name.endswith(" -1") else one.scope + CHANGED


def _read_all(args: argparse.Namespace) -> tuple[list[LabelledCase], list[LeanSample]]:
    """Reading all pictures takes minutes; what the networks said may be kept in a file."""
    if args.kept is not None and args.kept.exists():
        cases, samples = pickle.loads(args.kept.read_bytes())  # our own file of a moment ago
        return cases, samples
    cases = photo_cases(choosing_photos(args.photos), args.workers)
    cases += rendered_cases((*roll_seeds(args.scenes), *hard_seeds(args.scenes)), args.workers)
    samples = lean_samples(args.trays, args.workers)
    if args.kept is not None:
        args.kept.write_bytes(pickle.dumps((cases, samples)))
    return cases, samples


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.training.limits", description=__doc__)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--scenes", type=int, default=200, help="rendered scenes of each kind")
    parser.add_argument("--trays", type=int, default=60, help="rendered trays with leaning dice")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--kept", type=Path, metavar="FILE", help="keeps what the networks say")
    parser.add_argument("--write", action="store_true", help="keep the limits beside the weights")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(choose_limits())
