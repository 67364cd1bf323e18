"""Ten-sided dice seen from aside: the face that looks into the camera need not be the one on top."""

from __future__ import annotations

from math import hypot

from vision.dice.join import Verdict, overlaps
from vision.facing import Level
from vision.reading import Spot

ASLANT = 0.4  # a face that points so far from where a level one would is not on top: its neighbours point 0.6 away
ASKEW = 0.17  # a face that points so far past an unknown camera might be beside the top one: both are seen as well
REACH = 0.35  # from the middle of such a die to that of a face, in sizes


def askew(verdict: Verdict) -> bool:
    """Whether, to a camera of which nobody knows what is level, another face of this ten-sided die might be on top."""
    return verdict.kind == "d10-numeral" and verdict.facing is not None and hypot(*verdict.facing) > ASKEW


def aslant(verdict: Verdict, level: Level) -> bool:
    """Whether this is a face of a ten-sided die, but not the one on top."""
    if verdict.kind != "d10-numeral" or verdict.facing is None:
        return False
    return hypot(*_off(verdict, level)) > ASLANT


def top_of(verdict: Verdict, level: Level) -> Spot:
    """Where the top face of a die lies of which another face was read: both are as far from the die's middle."""
    one, (across, down) = verdict.candidate, _off(verdict, level)
    return one.x + REACH * across * one.size, one.y + REACH * down * one.size, one.size


def without_sides(verdicts: list[Verdict], level: Level, keep: float) -> list[Verdict]:
    """Leaves out the faces of ten-sided dice of which the top face was read as well."""
    sides = [v for v in verdicts if aslant(v, level)]
    tops = [v.candidate for v in verdicts if v.kind == "d10-numeral" and v.being >= keep and v not in sides]
    return [v for v in verdicts if v not in sides or not any(overlaps(v.candidate, top) for top in tops)]


def _off(verdict: Verdict, level: Level) -> tuple[float, float]:
    """From where the face points to where one that is level would."""
    across, down = level(verdict.candidate.x, verdict.candidate.y)
    right, below = verdict.facing or (across, down)
    return across - right, down - below
