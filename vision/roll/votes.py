"""Several readings of one roll become one: by majority, and by a second look in other light."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from statistics import median

from vision.dice.reading import DiceReading, DieReading, Doubt
from vision.facing import Facing
from vision.images import PixelBox

SURE = 0.75  # share of readings in which a die must be clear (or that must see an empty tray) for the result to be sure
SEEN = 0.34  # share of readings that must have seen a die for it to count
SAME_DIE = 0.5  # no two dice have their middles so near to each other, in sizes of a die


def same_place(one: DieReading, other: DieReading, share: float = 0.35) -> bool:
    """Whether two dice lie within a share of their size of each other."""
    return _apart(one, other) <= share * max(one.size, other.size)


def _apart(one: DieReading, other: DieReading) -> float:
    (ax, ay), (bx, by) = one.middle, other.middle
    return float(max(abs(ax - bx), abs(ay - by)))


def twin(die: DieReading, dice: Iterable[DieReading]) -> DieReading | None:
    """The same die among those of another image."""
    near = (other for other in dice if same_place(die, other, SAME_DIE))
    return min(near, key=lambda other: _apart(die, other), default=None)


def vote(readings: list[DiceReading]) -> DiceReading:
    """Each die's face by majority.

    Sure only if each die was clear in nearly all readings, and showed this face there. A single reading that saw or
    suspected one more die, or a leaning one, or that the second reader spoke against, makes the result unsure.
    """
    newest = readings[-1]
    groups = _groups(readings)
    needed = len(readings) // 2 + 1
    often = min(len(readings), max(2, SEEN * len(readings)))
    dice = tuple(_elected(group) for group in groups if len(group) >= often)
    merged = replace(newest, dice=dice, error=max((r.error for r in readings if r.error is not None), default=None))
    cocked = [r for r in readings if r.state == "cocked"]
    if len(cocked) >= needed:
        return replace(merged, state="cocked", sure=False, doubts=cocked[-1].doubts)
    some_sure = any(r.sure for r in readings)
    if not dice and not some_sure and sum(r.state == "empty" for r in readings) >= SURE * len(readings):
        return replace(merged, state="empty", sure=False, doubts=())
    seldom = any(len(group) < often for group in groups)
    opposed = any(Doubt.SECOND_READER in r.doubts for r in readings)
    suspected = seldom or opposed or any(Doubt.ANOTHER_DIE in r.doubts for r in readings)
    if some_sure and _clear(dice, readings) and not cocked and not suspected:
        return replace(merged, state="settled", sure=True, doubts=())
    why = next((r.doubts for r in reversed(readings) if r.doubts), (Doubt.DISAGREE,))
    if seldom or opposed:
        why = (Doubt.ANOTHER_DIE,) if seldom else (Doubt.SECOND_READER,)
    return replace(merged, state="unsure", sure=False, doubts=why)


def _clear(dice: tuple[DieReading, ...], readings: list[DiceReading]) -> bool:
    """Whether each of these dice was clear in nearly all readings, and no reading clearly saw anything else.

    A reading in which another die's face was unclear still counts for those that were clear in it.
    """
    fine = [r for r in readings if r.sure or _doubts_faces_alone(r)]
    needed = len(readings) * (1.0 if any(die.numeral for die in dice) else SURE)  # numerals are more alike than pips
    clear = [[seen for seen in r.dice if seen.doubt is None] for r in fine]
    agreed = all(sorted(r.faces) == sorted(die.face for die in dice) for r in readings if r.sure)
    twins = [[same for seen in clear if (same := twin(die, seen)) is not None] for die in dice]
    same_face = all(same.face == die.face for die, seen in zip(dice, twins, strict=True) for same in seen)
    return agreed and same_face and len(fine) >= needed and all(len(seen) >= needed for seen in twins)


def _doubts_faces_alone(reading: DiceReading) -> bool:
    """Whether nothing speaks against it but that some of its dice, and it is known which, show no clear face."""
    return reading.doubts == (Doubt.UNCLEAR,) and any(die.doubt is Doubt.UNCLEAR for die in reading.dice)


def _groups(readings: list[DiceReading]) -> list[list[DieReading]]:
    groups: list[list[DieReading]] = []
    for reading in readings:
        for die in reading.dice:
            first = twin(die, (group[0] for group in groups))
            if first is None:
                groups.append([die])
            else:
                next(group for group in groups if group[0] is first).append(die)
    return groups


def _elected(group: list[DieReading]) -> DieReading:
    weights: dict[tuple[int, int], float] = {}
    for die in group:
        weights[die.face, die.sides] = weights.get((die.face, die.sides), 0.0) + die.confidence
    winner = max(weights, key=lambda key: weights[key])
    best = max((d for d in group if (d.face, d.sides) == winner), key=lambda d: d.confidence)
    others = tuple(face for face, _ in sorted(weights, key=lambda key: -weights[key]) if face != best.face)
    guesses = tuple(dict.fromkeys((*others, *best.guesses)))
    confidence = weights[winner] / sum(weights.values()) * best.confidence
    doubt = Doubt.DISAGREE if others else best.doubt
    vouched = any(die.vouched for die in group)
    return replace(
        best,
        confidence=confidence,
        box=_middle_box(group),
        guesses=guesses,
        facing=_middle_facing(group),
        doubt=doubt,
        vouched=vouched,
    )


def _middle_box(group: list[DieReading]) -> PixelBox:
    """Where the die lies, as most readings have it."""
    x, y, width, height = (round(median(die.box[k] for die in group)) for k in range(4))
    return x, y, width, height


def _middle_facing(group: list[DieReading]) -> Facing | None:
    """Where the die's top face points, as most readings have it."""
    facings = [die.facing for die in group if die.facing is not None]
    return (median(f[0] for f in facings), median(f[1] for f in facings)) if facings else None


# -- with the light on and off -----------------------------------------------------------------------------------------


def confirmed_by_light(roll: DiceReading, lit: DiceReading, dark: DiceReading | None) -> DiceReading:
    """A roll after a second look at it: with the tray's light on and, where that shows anything, with it off.

    Glare and shadow differ between the two, dice do not. A sure roll stays sure only if the second look agrees. An
    unsure one becomes sure only if both images are read as sure and show the very dice of the roll; a likely one stays
    likely only if they do not contradict it.
    """
    second = lit if dark is None else join_pair(lit, dark)
    if not roll.sure:
        certain = dark is not None and lit.sure and dark.sure and second.sure
        agreed = certain and roll.state != "cocked" and _same_dice(roll, second)
        if agreed:
            return replace(second, outside=roll.outside)
        return roll if not roll.likely or _same_dice(roll, second) else roll.doubted(Doubt.LIGHT)
    if second.state == "cocked":
        return roll.doubted(Doubt.LEANS, "cocked")
    agreed = _same_dice(roll, lit) and (dark is None or _same_dice(roll, dark))
    return roll if agreed else roll.doubted(Doubt.LIGHT)


def join_pair(lit: DiceReading, dark: DiceReading) -> DiceReading:
    """Sure if one of the two is sure and the other shows the same faces in the same places, even with doubts."""
    better, other = (lit, dark) if lit.sure or not dark.sure else (dark, lit)
    if "cocked" in (lit.state, dark.state):
        return better.doubted(Doubt.LEANS, "cocked")
    if not better.dice and not other.dice:
        return better
    if _same_dice(better, other):
        return better
    return replace(better.doubted(Doubt.LIGHT), state="unsure")


def _same_dice(one: DiceReading, other: DiceReading) -> bool:
    if len(one.dice) != len(other.dice):
        return False
    return all(any(die.face == twin.face and same_place(die, twin) for twin in other.dice) for die in one.dice)
