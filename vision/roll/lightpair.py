"""One tray, two pictures: with the tray's light on and with it off."""

from __future__ import annotations

from dataclasses import replace

from vision.doubts import Doubt
from vision.reading import Reading
from vision.roll.votes import same_place


def join_pair(lit: Reading, dark: Reading) -> Reading:
    """Glare and shadow differ between the two, dice do not: what both show is true.

    Sure if one of them is sure and the other shows the same faces in the same places, even if it had doubts of its own.
    """
    better, other = (lit, dark) if lit.sure or not dark.sure else (dark, lit)
    if "cocked" in (lit.state, dark.state):
        return better.doubted(Doubt.LEANS, "cocked")
    if not better.dice and not other.dice:
        return better
    if _alike(better, other):
        return better
    return replace(better.doubted(Doubt.LIGHT), state="unsure")


def confirmed(roll: Reading, lit: Reading, dark: Reading | None) -> Reading:
    """A roll after a second look at it with the light on and, where that shows anything, with it off.

    A sure roll stays sure only if the second look agrees. An unsure one becomes sure only if both pictures are, and
    show the very dice that were seen before.
    """
    second = lit if dark is None else join_pair(lit, dark)
    if not roll.sure:
        certain = dark is not None and lit.sure and dark.sure and second.sure
        agreed = certain and roll.state != "cocked" and _alike(roll, second)
        return replace(second, picture=roll.picture, source=roll.source, outside=roll.outside) if agreed else roll
    if second.state == "cocked":
        return roll.doubted(Doubt.LEANS, "cocked")
    agreed = _alike(roll, lit) and (dark is None or _alike(roll, dark))
    return roll if agreed else roll.doubted(Doubt.LIGHT)


def _alike(one: Reading, other: Reading) -> bool:
    if len(one.dice) != len(other.dice):
        return False
    return all(any(die.face == twin.face and same_place(die, twin) for twin in other.dice) for die in one.dice)
