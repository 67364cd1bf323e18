"""Dice that were read, as the table gets them: a reading, and the image behind it as a JPEG under an id."""

from __future__ import annotations

import secrets

import cv2

from companion.protocol.readings import DICE, DieFace, Reading
from vision.dice.reading import DiceReading, DieReading
from vision.images import Image, pixels

LONG_SIDE = 1280  # of images that tablets are shown
QUALITY = 75  # of a JPEG that is only looked at
PICTURE_QUALITY = 88  # of the picture of a roll, which players may argue about


def table_reading(dice: DiceReading, picture: str, source: str, simulated: bool) -> Reading:
    """`picture` is the id under which the image is kept; the reading is named after it."""
    return Reading(
        id=f"dice-{picture}",
        kind=DICE,
        source=source,
        state=dice.state,
        sure=dice.sure,
        likely=dice.likely,
        faces=tuple(_face(die) for die in dice.dice),
        picture=picture,
        simulated=simulated,
        facts={"doubts": list(dice.doubts), "outside": len(dice.outside)},
    )


def _face(die: DieReading) -> DieFace:
    """The score a die shows: the 0 of a ten-sided die is a ten."""
    score, *guesses = (10 if face == 0 and die.sides == 10 else face for face in (die.face, *die.guesses))
    likely = tuple(guess for guess in guesses if 1 <= guess <= die.sides)
    return DieFace(score, die.confidence, die.box, likely, die.sides, die.doubt or "")


def new_picture_id(prefix: str) -> str:
    """Never given before: records of games that were played months ago name their pictures too."""
    return f"{prefix}-{secrets.token_hex(6)}"


def shrunk_to(image: Image, longest: int) -> Image:
    """The image, made smaller if it is larger than needed."""
    scale = longest / max(image.shape[:2])
    if scale >= 1:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return pixels(cv2.resize(image, size, interpolation=cv2.INTER_AREA))


def to_jpeg(image: Image, quality: int = QUALITY) -> bytes:
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return packed.tobytes()
