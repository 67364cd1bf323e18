"""`python -m vision.training.glyphs FONT… > glyphs.json`: digits and capitals as outlines, traced from font files.

The outlines are kept in the repository so that cards and dice can be drawn on any machine, whatever fonts it has.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as Canvas
from PIL import ImageDraw, ImageFont

EM = 140  # units of the traced shapes, and pixels they are traced at
DIGITS = "0123456789"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LETTERED = 7  # one face in this many brings its capitals too: texts are only there to mislead the reader
_TOLERANCE = 0.7


def _trace_font(path: Path, letters: str) -> dict[str, list[list[int]]]:
    """Per letter its contours, each as x, y, x, y …; the base line is y = 0, down is positive."""
    font = ImageFont.truetype(str(path), EM)
    return {letter: _contours(font, letter) for letter in letters}


def _contours(font: ImageFont.FreeTypeFont, letter: str) -> list[list[int]]:
    canvas = Canvas.new("L", (3 * EM, 3 * EM))
    ImageDraw.Draw(canvas).text((EM, 2 * EM), letter, fill=255, font=font, anchor="ls")
    ink = (np.asarray(canvas) > 127).astype(np.uint8)
    found, _ = cv2.findContours(ink, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    shapes = [cv2.approxPolyDP(contour, _TOLERANCE, True).reshape(-1, 2) for contour in found]
    return [(shape - np.array([EM, 2 * EM])).ravel().tolist() for shape in shapes if len(shape) > 2]


def trace_glyphs() -> int:
    parser = argparse.ArgumentParser(prog="python -m vision.training.glyphs", description=__doc__)
    parser.add_argument("fonts", nargs="+", type=Path, metavar="FONT")
    faces = {}
    for number, path in enumerate(sorted(parser.parse_args().fonts, key=lambda font: font.name)):
        letters = DIGITS + (CAPITALS if number % _LETTERED == 0 else "")
        faces[f"face-{number:02}"] = _trace_font(path, letters)
    rows = ",\n".join(f'"{name}": {json.dumps(face, separators=(",", ":"))}' for name, face in faces.items())
    sys.stdout.write(f"{{\n{rows}\n}}\n")
    return 0


if __name__ == "__main__":
    sys.exit(trace_glyphs())
