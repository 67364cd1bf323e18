"""Text on a label, made to fit.

A PDF's built-in fonts know the letters of western Europe only, and so no font has to be shipped; names in other
letters need a font file.
"""

from __future__ import annotations

import struct
import unicodedata
from pathlib import Path

from fontTools.ttLib import TTLibError  # type: ignore[import-untyped]
from fpdf import FPDF

SMALLEST_POINTS = 4.5

_BUILT_IN = "Helvetica"
_OWN = "own"
_FONT_BEGINNINGS = (b"\0\1\0\0", b"OTTO", b"true")
_ALIKE = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "œ": "oe", "Œ": "OE"},
)


class FontError(ValueError):
    """The font file cannot be used; the message says why."""


class Pen:
    """Writes on the pages of one PDF, in its built-in font or in one of a file."""

    def __init__(self, pdf: FPDF, font: Path | None = None) -> None:
        self._pdf = pdf
        self._family = _BUILT_IN
        if font is not None:
            _add_font(pdf, font)
            self._family = _OWN

    def write(
        self, x: float, y: float, text: str, points: float, bold: bool = False, width: float | None = None
    ) -> float:
        """Text on a base line; made smaller, then cut short, where it has to fit a width. Returns where it ends."""
        text = self._letters(text)
        self._choose(points, bold)
        if width is not None:
            needed = self._pdf.get_string_width(text)
            if needed > width:
                self._pdf.set_font_size(max(SMALLEST_POINTS, points * width / needed))
            text = self._cut_short(text, width)
        self._pdf.set_text_color(0)
        self._pdf.text(x, y, text)
        return x + self._pdf.get_string_width(text)

    def wrapped(self, text: str, width: float, points: float, lines: int) -> list[str]:
        """Broken at spaces; what does not fit the last line stays on it, to be made smaller."""
        self._choose(points, bold=False)
        parts: list[str] = []
        for word in self._letters(text).split():
            longer = f"{parts[-1]} {word}" if parts else word
            if parts and (len(parts) == lines or self._pdf.get_string_width(longer) <= width):
                parts[-1] = longer
            else:
                parts.append(word)
        return parts

    def _choose(self, points: float, bold: bool) -> None:
        # a font file holds one weight only
        self._pdf.set_font(self._family, "B" if bold and self._family == _BUILT_IN else "", points)

    def _letters(self, text: str) -> str:
        return printable(text) if self._family == _BUILT_IN else text

    def _cut_short(self, text: str, width: float) -> str:
        if self._pdf.get_string_width(text) <= width + 0.05:
            return text
        while text and self._pdf.get_string_width(text + "...") > width:
            text = text[:-1]
        return text.rstrip() + "..."


def printable(text: str) -> str:
    """In the letters of the built-in fonts: others lose their accents, or become a question mark."""
    letters = []
    for letter in unicodedata.normalize("NFC", text.translate(_ALIKE)):
        base = letter if _is_built_in(letter) else unicodedata.normalize("NFKD", letter)[0]
        letters.append(base if _is_built_in(base) else "?")
    return "".join(letters)


def needs_font(text: str) -> bool:
    """Whether the built-in fonts would lose letters of the text."""
    return printable(text).count("?") > text.count("?")


def _add_font(pdf: FPDF, font: Path) -> None:
    try:
        with font.open("rb") as file:
            if file.read(4) not in _FONT_BEGINNINGS:
                raise FontError(f"{font} is no font that can be used: it is not a TrueType or OpenType file")
        pdf.add_font(_OWN, fname=font)
    except (OSError, TTLibError, KeyError, struct.error) as why:
        raise FontError(f"{font} is no font that can be used: {why}") from why


def _is_built_in(letter: str) -> bool:
    return letter.isprintable() and ord(letter) < 256
