"""Several readings of dice at rest become one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from statistics import median

from vision.doubts import Doubt
from vision.facing import Facing
from vision.reading import Die, Reading

SURE = 0.75  # share of readings that must be sure, or see nothing and none be sure of dice, for that to be told
SEEN = 0.34  # share of readings that must have seen a die for it to count; unless nearly all did, nothing is sure
SAME_DIE = 0.5  # no two dice have their middles so near to each other, in sizes


def same_place(one: Die, other: Die, share: float = 0.35) -> bool:
    """Whether two dice lie within a share of their size of each other."""
    return _apart(one, other) <= share * max(one.size, other.size)


def _apart(one: Die, other: Die) -> float:
    (ax, ay), (bx, by) = one.middle, other.middle
    return float(max(abs(ax - bx), abs(ay - by)))


def twin(die: Die, dice: Iterable[Die]) -> Die | None:
    """The same die among those of another picture."""
    near = (other for other in dice if same_place(die, other, SAME_DIE))
    return min(near, key=lambda other: _apart(die, other), default=None)


def vote(readings: list[Reading]) -> Reading:
    """Each die's face by majority.

    Sure only if nearly all readings were sure, none of those contradicts it, and none at all saw a die left out here or
    suspected one.
    """
    newest = readings[-1]
    groups = _groups(readings)
    needed = len(readings) // 2 + 1
    often = min(len(readings), max(2, SEEN * len(readings)))
    dice = tuple(_elected(group) for group in groups if len(group) >= often)
    merged = replace(newest, dice=dice)
    cocked = [r for r in readings if r.state == "cocked"]
    if len(cocked) >= needed:
        return replace(merged, state="cocked", sure=False, doubts=cocked[-1].doubts)
    sure = [r for r in readings if r.sure]
    if not dice and not sure and sum(r.state == "empty" for r in readings) >= SURE * len(readings):
        return replace(merged, state="empty", sure=False, doubts=())
    agreed = all(sorted(r.faces) == sorted(merged.faces) for r in sure)
    seldom = any(len(group) < often for group in groups)
    enough = 1.0 if any(die.numeral for die in dice) else SURE  # numerals are more alike than pips
    suspected = seldom or any(Doubt.ANOTHER_DIE in r.doubts for r in readings)
    if len(sure) >= enough * len(readings) and agreed and not cocked and not suspected:
        return replace(merged, state="settled", sure=True, doubts=())
    why = next((r.doubts for r in reversed(readings) if r.doubts), (Doubt.DISAGREE,))
    return replace(merged, state="unsure", sure=False, doubts=(Doubt.ANOTHER_DIE,) if seldom else why)


def _groups(readings: list[Reading]) -> list[list[Die]]:
    groups: list[list[Die]] = []
    for reading in readings:
        for die in reading.dice:
            first = twin(die, (group[0] for group in groups))
            if first is None:
                groups.append([die])
            else:
                next(group for group in groups if group[0] is first).append(die)
    return groups


def _elected(group: list[Die]) -> Die:
    weights: dict[tuple[int, int], float] = {}
    for die in group:
        weights[die.face, die.sides] = weights.get((die.face, die.sides), 0.0) + die.confidence
    winner = max(weights, key=lambda key: weights[key])
    best = max((d for d in group if (d.face, d.sides) == winner), key=lambda d: d.confidence)
    others = tuple(face for face, _ in sorted(weights, key=lambda key: -weights[key]) if face != best.face)
    guesses = tuple(dict.fromkeys((*others, *best.guesses)))
    confidence = weights[winner] / sum(weights.values()) * best.confidence
    return replace(best, confidence=confidence, guesses=guesses, facing=_middle(group))


def _middle(group: list[Die]) -> Facing | None:
    """What most readings say about where the die's top face points."""
    facings = [die.facing for die in group if die.facing is not None]
    return (median(f[0] for f in facings), median(f[1] for f in facings)) if facings else None
