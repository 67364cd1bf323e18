"""The printed sheets, rendered back to pixels and read by our own reader."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from vision.images import Image
from vision.tags.grammar import Tag, TagKind
from vision.tags.lettering import needs_font, printable
from vision.tags.reader import read_tags
from vision.tags.sheet import LabelSize, Paper, PrintedLabel, SheetWords, calibration_labels, grid_of, sheet_pdf

NAMES = ("Corridor", "Room with a well", "L’épée de la Rédemption", "A name too long for a label " + "and " * 20)
LABELS = [
    *(PrintedLabel(Tag(TagKind.TILE, n), str(n), NAMES[n % 4], LabelSize.TILE) for n in range(1, 37)),
    *calibration_labels(),
    *(PrintedLabel(Tag(TagKind.CARD, n), str(n), NAMES[n % 4], LabelSize.CARD) for n in range(1, 61)),
]
# The marks of the tray's corners are no codes: tests/vision/test_corner_marks.py.
CODES = [label for label in LABELS if label.tag.kind is not TagKind.CALIBRATION]
DPI = 150


def pages(pdf: bytes, dpi: float = DPI) -> Iterator[Image]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            yield np.asarray(page.render(scale=dpi / 72, grayscale=True).to_numpy(), np.uint8).squeeze().copy()
    finally:
        document.close()


def text_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


@pytest.mark.parametrize("paper", Paper)
def test_every_label_is_read_in_each_of_the_four_turns(paper: Paper) -> None:
    printed = list(pages(sheet_pdf(LABELS, paper)))
    for turns in range(4):
        seen = [one for page in printed for one in read_tags(np.ascontiguousarray(np.rot90(page, -turns)))]
        assert sorted(str(one.tag) for one in seen) == sorted(str(label.tag) for label in CODES)
        assert {one.turn for one in seen} == {90 * turns}


@pytest.mark.parametrize("paper", Paper)
def test_pages_have_the_size_of_the_paper_and_all_labels_lie_within_the_margins(paper: Paper) -> None:
    for page in pages(sheet_pdf(LABELS, paper)):
        width, height = (round(mm / 25.4 * DPI) for mm in paper.value)
        assert abs(page.shape[1] - width) <= 2
        assert abs(page.shape[0] - height) <= 2
        edge = round(5 / 25.4 * DPI)
        inner = page[edge:-edge, edge:-edge]
        assert (page < 128).sum() == (inner < 128).sum()


def test_codes_are_printed_in_their_true_size() -> None:
    for labels, edge in ((LABELS[:36], 18.0), (LABELS[-60:], 15.0)):
        (page, *_) = pages(sheet_pdf(labels), dpi=200)
        sizes = [one.edge / 200 * 25.4 for one in read_tags(page)]
        assert abs(float(np.median(sizes)) - edge) < 0.3


def test_numbers_and_names_can_be_read_by_people() -> None:
    text = text_of(sheet_pdf(LABELS))
    assert "Print at 100 %" in text
    for number in range(1, 61):
        assert str(number) in text
    assert "Corridor" in text
    assert "l'épée" in text.lower()
    assert "..." in text


def test_other_words_and_letters_nobody_has() -> None:
    words = SheetWords(heading="Étiquettes – œuvre ☃", scale="100 %", steps=())
    text = text_of(sheet_pdf([PrintedLabel(Tag(TagKind.CARD, 1), "1", "Ζεύς “x” Łódź", LabelSize.CARD)], words=words))
    assert "Étiquettes - oeuvre ?" in text
    assert printable("Łódź…") == "?ódz..."


def font_with(letters: str, path: Path) -> Path:
    """A font whose every letter is the same small square."""
    builder = FontBuilder(1000, isTTF=True)
    names = [".notdef", *(f"g{ord(letter)}" for letter in letters)]
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): f"g{ord(letter)}" for letter in letters})
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for point in ((100, 500), (500, 500), (500, 0)):
        pen.lineTo(point)
    pen.closePath()
    square = pen.glyph()
    builder.setupGlyf(dict.fromkeys(names, square))
    builder.setupHorizontalMetrics(dict.fromkeys(names, (600, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


def test_a_font_of_ones_own_has_other_letters(tmp_path: Path) -> None:
    title = "Тоннель"
    font = font_with("".join(sorted(set(title + "1/ " + "abcdefghijklmnopqrstuvwxyz0.,:%LMPST"))), tmp_path / "own.ttf")
    labels = [PrintedLabel(Tag(TagKind.TILE, 1), "1", title, LabelSize.TILE)]
    assert title in text_of(sheet_pdf(labels, font=font))
    assert needs_font(title)
    assert not needs_font("Couloir – qui?")


def drawn(openings: str) -> Image:
    """The page with the label of one tile."""
    (page,) = pages(sheet_pdf([PrintedLabel(Tag(TagKind.TILE, 7), "7", "Lair", LabelSize.TILE, "bend", openings)]))
    return page


@pytest.mark.parametrize("openings", ["N", "ES", "NSW", "NESW"])
def test_a_label_shows_its_tile_as_it_lies(openings: str) -> None:
    rows, columns = np.nonzero(drawn("NESW").astype(int) - drawn("").astype(int))
    top, left, edge = rows.min(), columns.min(), rows.max() - rows.min()
    tile = drawn(openings)[top : top + edge, left : left + edge]
    near, middle, far = round(edge * 0.12), edge // 2, round(edge * 0.88)
    at = {"N": (near, middle), "E": (middle, far), "S": (far, middle), "W": (middle, near)}
    assert {side for side, place in at.items() if tile[place] > 200} == set(openings)
    assert tile[middle, middle] > 200
    assert tile[near, near] < 200


def test_the_sheet_says_how_to_cut_and_stick() -> None:
    text = text_of(sheet_pdf([PrintedLabel(Tag(TagKind.TILE, 7), "7", "Lair", LabelSize.TILE, "bend", "NE")]))
    assert "Cut along the dashed lines" in text
    assert "turn it until it looks like the drawing" in text
    assert "bend" in text
    assert "Lair" in text


def test_a_long_name_keeps_its_shape() -> None:
    label = PrintedLabel(Tag(TagKind.TILE, 7), "7", "Booby-Trapped Tunnel", LabelSize.TILE, "T-junction", "NES")
    text = text_of(sheet_pdf([label]))
    assert all(word in text for word in ("Booby-Trapped", "Tunnel", "T-junction"))


def test_the_same_labels_give_the_same_bytes() -> None:
    assert sheet_pdf(LABELS[:5]) == sheet_pdf(LABELS[:5])


def test_no_labels_is_an_error() -> None:
    with pytest.raises(ValueError, match="no labels"):
        sheet_pdf([])


def test_sizes() -> None:
    assert LabelSize.TILE.code == 18
    assert LabelSize.CARD.code < LabelSize.TILE.code
    for paper in Paper:
        for size in LabelSize:
            columns, rows = grid_of(size, paper)
            assert columns >= 4
            assert rows >= 7
