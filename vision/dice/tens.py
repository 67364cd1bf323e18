"""Ten-sided dice seen from aside: the face that looks into the camera need not be the one on top."""

from __future__ import annotations

from math import hypot

from vision.dice.join import Verdict, overlaps
from vision.facing import Level
from vision.reading import Spot

# A face that points so far from where a level one would may not be the one on top, whose neighbours point 0.6 away: the
# place where that should be is looked at too.
ASLANT = 0.2
MORE_LEVEL = 0.1  # of two faces of one die the other one is on top if it is so much nearer to level
ASKEW = 0.17  # a face that points so far past an unknown camera might be beside the top one: both are seen as well
REACH = 0.35  # from the middle of such a die to that of a face, in sizes


def askew(verdict: Verdict) -> bool:
    """Whether, to a camera of which nobody knows what is level, another face of this ten-sided die might be on top."""
    return verdict.kind == "d10-numeral" and verdict.facing is not None and hypot(*verdict.facing) > ASKEW


def aslant(verdict: Verdict, level: Level) -> bool:
    """Whether this is a face of a ten-sided die, but perhaps not the one on top."""
    return _slant(verdict, level) > ASLANT


def top_of(verdict: Verdict, level: Level) -> Spot:
    """Where the top face of a die lies of which another face was read: both are as far from the die's middle."""
    one, (across, down) = verdict.candidate, _off(verdict, level)
    return one.x + REACH * across * one.size, one.y + REACH * down * one.size, one.size


def without_sides(verdicts: list[Verdict], level: Level, keep: float) -> list[Verdict]:
    """Leaves out the faces of ten-sided dice of which a more level face was read as well."""
    clear = [v for v in verdicts if _has_slant(v) and v.being >= keep]
    return [v for v in verdicts if not any(_is_above(other, v, level) for other in clear)]


def _is_above(other: Verdict, verdict: Verdict, level: Level) -> bool:
    return overlaps(verdict.candidate, other.candidate) and _slant(verdict, level) > _slant(other, level) + MORE_LEVEL


def _has_slant(verdict: Verdict) -> bool:
    return verdict.kind == "d10-numeral" and verdict.facing is not None


def _slant(verdict: Verdict, level: Level) -> float:
    """How far a face of a ten-sided die points from level."""
    return hypot(*_off(verdict, level)) if _has_slant(verdict) else 0.0


def _off(verdict: Verdict, level: Level) -> tuple[float, float]:
    """From where the face points to where one that is level would."""
    across, down = level(verdict.candidate.x, verdict.candidate.y)
    right, below = verdict.facing or (across, down)
    return across - right, down - below
