"""One tray, two pictures: with the tray's light on and with it off."""

from __future__ import annotations

from dataclasses import replace

from vision.reading import Reading
from vision.roll.votes import same_place


def join_pair(lit: Reading, dark: Reading) -> Reading:
    """Glare and shadow differ between the two, dice do not: what both show is true.

    Sure if one of them is sure and the other shows the same faces in the same places, even if it had doubts of its own.
    """
    better, other = (lit, dark) if lit.sure or not dark.sure else (dark, lit)
    if "cocked" in (lit.state, dark.state):
        return better.doubted("a die leans", "cocked")
    if not better.dice and not other.dice:
        return better
    if _alike(better, other):
        return better
    return replace(better.doubted("with the light on and off the dice look different"), state="unsure")


def _alike(one: Reading, other: Reading) -> bool:
    if len(one.dice) != len(other.dice):
        return False
    return all(any(die.face == twin.face and same_place(die, twin) for twin in other.dice) for die in one.dice)
