"""The classes both networks tell apart: what can lie on top of a die, and what is no top face."""

from __future__ import annotations

from typing import NamedTuple


class FaceClass(NamedTuple):
    kind: str  # d6-pips, d6-numeral, d10-numeral, cocked, none
    sides: int
    face: int


NONE = 0
_DICE = (
    [FaceClass("d6-pips", 6, f) for f in range(1, 7)]
    + [FaceClass("d6-numeral", 6, f) for f in range(1, 7)]
    + [FaceClass("d10-numeral", 10, f) for f in range(10)]
)
CLASSES: tuple[FaceClass, ...] = (FaceClass("none", 0, -1), *_DICE, FaceClass("cocked", 0, -1))
COCKED = len(CLASSES) - 1


def class_of(kind: str, face: int, cocked: bool = False) -> int:
    """The class of a die with `face` on top."""
    if cocked:
        return COCKED
    for number, known in enumerate(CLASSES):
        if known.kind == kind and known.face == face:
            return number
    raise ValueError(f"no class for face {face} of a {kind} die")
