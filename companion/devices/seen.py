"""Dice as the eye saw them, in the table's words."""

from __future__ import annotations

from companion.table.sources import DICE, Face, Reading
from vision.reading import Die
from vision.reading import Reading as Seen


def dice_reading(seen: Seen, source: str, simulated: bool) -> Reading:
    """The reading the table is offered; its id is that of the picture it rests on."""
    return Reading(
        id=f"dice-{seen.picture}",
        kind=DICE,
        source=source,
        state=seen.state,
        sure=seen.sure,
        faces=tuple(_face(die) for die in seen.dice),
        picture=seen.picture or None,
        simulated=simulated,
        facts={"doubts": list(seen.doubts), "outside": len(seen.outside)},
    )


def _face(die: Die) -> Face:
    return Face(die.face, die.confidence, die.box, tuple(guess for guess in die.guesses if 1 <= guess <= die.sides))
