"""Learns the certainty of lone images: how rare evidence is among right readings, and what chance of error that means.

Figures and limits are taken with each source left out: its pictures are judged by what the others teach. Readings with
numerals are never sure, by a rule: they teach nothing about those that may be, and only set a limit of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from vision.dice.certainty import SHARES, Certainty, Evidence, oddness, rarity

SURE, LIKELY = 1 / 1000, 1 / 50  # chances of error up to which a reading may be sure, or likely
NEARLY = 2.0  # no wrong reading may come nearer to being sure than this factor
BENDS = (0.0, -0.5, -1.0)  # that the curve may have; steeper ones would rest on few wrong readings
SECOND = 0.95  # share of right readings without a plausible second face
STEP = 1e-3  # by which the known amounts of evidence rise at least
ROUNDS = 60
OPPOSED = 0.02  # share of right readings that may be spoken against where other images decide, too
KINDS = tuple(kind.name for kind in fields(Evidence))
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class JudgedPicture:
    """One picture, or a changed form of one, that no rule speaks against."""

    group: str
    name: str
    scope: str
    weight: float  # all forms of a photo together count as one
    evidence: Evidence
    right: bool
    second: float  # chance of the likeliest second face of any die; 1 for numerals
    numerals: bool = False  # whether any of its dice was read as one with numerals


@dataclass(frozen=True, slots=True)
class LeftOut:
    """How each picture fares by what all other sources teach, the limits included."""

    bend: float  # of the curve that tells the chances best
    errors: Numbers
    sure: Flags
    likely: Flags


def fit_certainty(pictures: Sequence[JudgedPicture], left_out: LeftOut) -> Certainty:
    """From all pictures; limits from how each source's pictures fare by what the others teach."""
    usual, bias, slope = _learn(pictures, left_out.bend)
    limits = _limits(left_out.errors, pictures)
    right = np.array([one.right and not one.numerals for one in pictures])
    opposed = max(limits.likely, float(np.quantile(left_out.errors[right], 1 - OPPOSED)))
    return Certainty(
        usual,
        left_out.bend,
        bias,
        slope,
        limits.sure,
        limits.likely,
        limits.likely_numeral,
        limits.second,
        opposed,
    )


def leave_out(pictures: Sequence[JudgedPicture]) -> LeftOut:
    """Each picture by what all other sources teach."""
    groups = np.array([one.group for one in pictures])
    bend, errors = min(((bend, _errors(pictures, bend)) for bend in BENDS), key=lambda tried: _loss(tried[1], pictures))
    sure, likely = np.zeros(len(pictures), bool), np.zeros(len(pictures), bool)
    seconds, numerals = (np.array([getattr(one, name) for one in pictures]) for name in ("second", "numerals"))
    for group in sorted(set(groups)):
        here = groups == group
        limits = _limits(errors[~here], [one for one in pictures if one.group != group])
        sure[here] = (errors[here] <= limits.sure) & (seconds[here] <= limits.second)
        most = np.where(numerals[here], limits.likely_numeral, limits.likely)
        likely[here] = ~sure[here] & (errors[here] <= most)
    return LeftOut(bend, errors, sure, likely)


def _errors(pictures: Sequence[JudgedPicture], bend: float) -> Numbers:
    """The chance of error of each picture, by what all other sources teach."""
    groups = np.array([one.group for one in pictures])
    errors = np.empty(len(pictures))
    for group in sorted(set(groups)):
        usual, bias, slope = _learn([one for one in pictures if one.group != group], bend)
        here = [one for one in pictures if one.group == group]
        errors[groups == group] = _sigmoid(bias + slope * _oddness(here, usual, bend))
    return errors


def _loss(errors: Numbers, pictures: Sequence[JudgedPicture]) -> float:
    """How badly these chances foretell which readings are wrong."""
    plain = np.array([not one.numerals for one in pictures])
    right, weight = (np.array([getattr(one, name) for one in pictures])[plain] for name in ("right", "weight"))
    told = np.clip(errors[plain], 1e-12, 1 - 1e-12)
    return float(-(weight * np.log(np.where(right, 1 - told, told))).sum())


def _learn(pictures: Sequence[JudgedPicture], bend: float) -> tuple[dict[str, tuple[float, ...]], float, float]:
    plain = [one for one in pictures if not one.numerals]
    usual = _usual([one for one in plain if one.right])
    wrong = np.array([not one.right for one in plain], float)
    return usual, *_fit(_oddness(plain, usual, bend), wrong, np.array([one.weight for one in plain]))


def _usual(right: Sequence[JudgedPicture]) -> dict[str, tuple[float, ...]]:
    """Of each kind, so much as only SHARES of right readings show. Large sources count for less than their number."""
    number = Counter(one.group for one in right)
    weight = np.array([number[one.group] ** -0.5 for one in right])
    usual = {}
    for kind in KINDS:
        values = np.array([getattr(one.evidence, kind) for one in right])
        order = np.argsort(-values)
        shown = np.cumsum(weight[order]) / weight.sum()
        at = np.minimum(np.searchsorted(shown, SHARES[1:]), len(values) - 1)
        known = np.append(0.0, np.maximum(values[order][at], 0.0)) + STEP * np.arange(len(SHARES))
        known[0] = 0.0
        usual[kind] = tuple(map(float, np.maximum.accumulate(known)))
    return usual


def _oddness(pictures: Sequence[JudgedPicture], usual: dict[str, tuple[float, ...]], bend: float) -> Numbers:
    rarest = (max(rarity(getattr(one.evidence, kind), usual[kind]) for kind in KINDS) for one in pictures)
    return np.array([oddness(one, bend) for one in rarest])


@dataclass(frozen=True, slots=True)
class _Limits:
    sure: float
    likely: float
    likely_numeral: float
    second: float


def _limits(errors: Numbers, pictures: Sequence[JudgedPicture]) -> _Limits:
    """Up to which chance readings are sure, clear of every wrong one; and likely, with few enough wrong.

    Of readings with numerals hardly any right one is known: what is likely among them stays clear of every wrong one.
    """
    right, numerals = (np.array([getattr(one, name) for one in pictures]) for name in ("right", "numerals"))
    weight = np.array([one.weight for one in pictures])[~numerals]
    plain, wrong = errors[~numerals], ~right[~numerals]
    sure = min(SURE, float(plain[wrong].min(initial=1.0)) / NEARLY)
    order = np.argsort(plain)
    share = np.cumsum((weight * wrong)[order]) / np.cumsum(weight[order])
    fine = plain[order][(share <= LIKELY) & (plain[order] <= LIKELY)]
    likely = max(sure, float(fine.max(initial=0.0)))
    clear = float(errors[numerals & ~right].min(initial=1.0)) / NEARLY
    second = float(np.quantile([one.second for one in pictures if one.right], SECOND))
    return _Limits(sure, likely, min(likely, clear), second)


def _fit(odd: Numbers, wrong: Numbers, weight: Numbers) -> tuple[float, float]:
    """Logistic regression on one number, by Newton's method with steps that do not run away."""
    middle, spread = float(odd.mean()), float(odd.std()) or 1.0
    rows = np.stack([np.ones_like(odd), (odd - middle) / spread], axis=1)
    found = np.array([-3.0, 1.0])
    for _ in range(ROUNDS):
        chance = _sigmoid(rows @ found)
        slope = rows.T @ (weight * (chance - wrong)) / weight.sum()
        bend = (rows * (weight * (chance * (1 - chance) + 1e-6))[:, None]).T @ rows / weight.sum()
        step = np.linalg.solve(bend + 1e-9 * np.eye(2), slope)
        found = found - step / max(1.0, float(np.abs(step).max()))
    steep = max(0.0, float(found[1])) / spread
    return float(found[0]) - steep * middle, steep


def _sigmoid(values: Numbers) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-np.clip(values, -30, 30))))
