"""Lines of text in an image, read by Tesseract: a program of its own, which need not be installed.

It runs in a process of its own for each image, so that nothing of it stays in memory, and behind everything else.
"""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple, Protocol

import cv2
import numpy as np

from vision.images import Image

PROGRAM = "tesseract"
PATIENCE_S = 8.0
# The French letters hold all English ones.
_LATIN, _CYRILLIC = ("fra", "eng"), "rus"
_SPARSE = "11"  # text wherever there is some
_WORD = "5"  # the level of a row that is one word
# Tesseract guesses sizes in print from it; without one it says so for every image.
_DPI = "200"


class TextLine(NamedTuple):
    """A line as it was read; `confidence` is 0 to 100, `top` and `height` are in pixels."""

    text: str
    confidence: float
    top: int
    height: int


class ReadsText(Protocol):
    """`Tesseract`, as far as it is needed."""

    @property
    def alphabets(self) -> Sequence[str]: ...

    def lines(self, image: Image, alphabet: str) -> list[TextLine]: ...


class Tesseract:
    """`alphabets`: the languages whose letters it knows, by their names in Tesseract.

    They are read one at a time: two at once take as long, and mix their letters in one word.
    """

    def __init__(self, program: str, alphabets: Sequence[str]) -> None:
        self.alphabets = tuple(alphabets)
        self._program = program

    def lines(self, image: Image, alphabet: str) -> list[TextLine]:
        """From the top; nothing where it finds nothing, takes too long or fails."""
        grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        sent = cv2.imencode(".pgm", grey)[1].tobytes()
        command = ["nice", "-n", "10", self._program, "stdin", "stdout", "-l", alphabet]
        command += ["--psm", _SPARSE, "--dpi", _DPI, "tsv"]
        environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
        try:
            ran = subprocess.run(
                command, input=sent, capture_output=True, timeout=PATIENCE_S, check=True, env=environment
            )
        except (OSError, subprocess.SubprocessError):
            return []
        return _lines(ran.stdout.decode(errors="replace"))


def find_tesseract() -> Tesseract | None:
    """The one that is installed, with those of our languages it has; None where there is none."""
    program = shutil.which(PROGRAM)
    if program is None:
        return None
    try:
        asked = subprocess.run([program, "--list-langs"], capture_output=True, timeout=PATIENCE_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    there = set(asked.stdout.decode(errors="replace").split())
    latin = next((language for language in _LATIN if language in there), None)
    alphabets = [one for one in (latin, _CYRILLIC if _CYRILLIC in there else None) if one is not None]
    return Tesseract(program, alphabets) if alphabets else None


def _lines(table: str) -> list[TextLine]:
    rows = csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE)
    words = [row for row in rows if row["level"] == _WORD and (row["text"] or "").strip()]
    return [
        _line(list(found))
        for _, found in groupby(words, key=lambda row: (row["block_num"], row["par_num"], row["line_num"]))
    ]


def _line(words: Sequence[dict[str, str]]) -> TextLine:
    return TextLine(
        " ".join(word["text"] for word in words),
        float(np.mean([float(word["conf"]) for word in words])),
        min(int(word["top"]) for word in words),
        max(int(word["height"]) for word in words),
    )
