"""Sheets of labels to print, cut out and stick on: codes, numbers, names, cut lines, a ruler to check the print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from fpdf import FPDF
from fpdf.enums import PathPaintRule

from vision.tags.corner_marks import mark_modules
from vision.tags.drawings import label_on_card, label_on_tile, tile_drawing
from vision.tags.grammar import Tag, TagKind
from vision.tags.lettering import Pen
from vision.tags.pattern import MODULES, QUIET_MODULES, modules_of

_MARGIN = 10.0
_HEADER = 28.0
_RULER = 100.0
_BAND = 8.0
_DRAWING = 7.0
_OVERHANG = 2.0


class LabelSize(Enum):
    """Edge of the code in mm, and how wide the text beside it is (none: the text stands below)."""

    TILE = (18.0, 0.0)
    CARD = (15.0, 23.0)

    @property
    def code(self) -> float:
        return self.value[0]

    @property
    def beside(self) -> float:
        return self.value[1]

    @property
    def square(self) -> float:
        """The code with its quiet zone."""
        return self.code * (MODULES + 2 * QUIET_MODULES) / MODULES

    @property
    def width(self) -> float:
        return self.square + self.beside

    @property
    def height(self) -> float:
        return self.square + (0.0 if self.beside else _BAND)


class Paper(Enum):
    """Width and height in mm."""

    A4 = (210.0, 297.0)
    LETTER = (215.9, 279.4)


@dataclass(frozen=True, slots=True)
class PrintedLabel:
    """One label: the tag, the number and the name people read, and its size."""

    tag: Tag
    number: str
    title: str
    size: LabelSize
    # Of a tile: the name of its shape, and its openings, "NES"; it is drawn as it lies when the label is upright.
    shape: str = ""
    openings: str = ""


@dataclass(frozen=True, slots=True)
class SheetWords:
    """What is printed at the top of each page."""

    heading: str = "Labels for tiles and cards"
    scale: str = "Print at 100 %, not fitted to the page. This line is 100 mm long:"
    # How to cut and where to stick, a line each.
    steps: tuple[str, ...] = (
        "1. Print on matt paper. Cut along the dashed lines; keep the white rim around each code.",
        "2. Tile: turn it until it looks like the drawing on its label. Stick the label in its middle, text upright.",
        "3. Card: put it in a sleeve and stick the label on the front. The backs stay alike.",
        "4. K1 to K4: on the corners of the tray, as each says.",
    )
    corners: tuple[str, str, str, str] = ("far left", "far right", "near right", "near left")


def calibration_labels(words: SheetWords | None = None) -> list[PrintedLabel]:
    """Four marks for the corners of the tray; what is printed on them is no QR code but what the camera looks for."""
    return [
        PrintedLabel(Tag(TagKind.CALIBRATION, number), f"K{number}", corner, LabelSize.TILE)
        for number, corner in enumerate((words or SheetWords()).corners, start=1)
    ]


def sheet_pdf(
    labels: Sequence[PrintedLabel], paper: Paper = Paper.A4, words: SheetWords | None = None, font: Path | None = None
) -> bytes:
    """The sheets as a PDF; labels of one size stay together, in the order given.

    A font file is needed only for names beyond western letters. Raises ValueError for no labels or a bad font.
    """
    if not labels:
        raise ValueError("no labels to print")
    pdf = FPDF(unit="mm", format=paper.value)
    pdf.set_auto_page_break(False)
    # the same labels give the same bytes
    pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
    pen = Pen(pdf, font)
    words = words or SheetWords()
    pdf.set_title(words.heading)
    pages = [
        page for size in LabelSize for page in _pages([label for label in labels if label.size is size], size, paper)
    ]
    for number, page in enumerate(pages, start=1):
        pdf.add_page()
        _header(pdf, pen, words, f"{number} / {len(pages)}")
        _labels(pdf, pen, page, paper)
    return bytes(pdf.output())


def grid_of(size: LabelSize, paper: Paper) -> tuple[int, int]:
    """How many labels of a size fit on a page: columns, rows."""
    width, height = paper.value
    return int((width - 2 * _MARGIN) // size.width), int((height - 2 * _MARGIN - _HEADER) // size.height)


def _pages(labels: Sequence[PrintedLabel], size: LabelSize, paper: Paper) -> list[Sequence[PrintedLabel]]:
    columns, rows = grid_of(size, paper)
    return [labels[start : start + columns * rows] for start in range(0, len(labels), columns * rows)]


def _header(pdf: FPDF, pen: Pen, words: SheetWords, page: str) -> None:
    pen.write(_MARGIN, _MARGIN + 3.5, words.heading, 11, bold=True)
    pen.write(pdf.w - _MARGIN - 8, _MARGIN + 3.5, page, 8)
    for line, step in enumerate(words.steps):
        pen.write(_MARGIN, _MARGIN + 8 + 3.6 * line, step, 7.5, width=pdf.w - 2 * _MARGIN - 36)
    label_on_tile(pdf, pdf.w - _MARGIN - 32, _MARGIN + 5.5)
    label_on_card(pdf, pdf.w - _MARGIN - 12, _MARGIN + 5.5)
    pen.write(_MARGIN, _MARGIN + 23.5, words.scale, 7.5, width=pdf.w - 2 * _MARGIN - _RULER - 2)
    left, base = pdf.w - _MARGIN - _RULER, _MARGIN + 24
    pdf.set_draw_color(0)
    pdf.set_line_width(0.2)
    pdf.line(left, base, left + _RULER, base)
    for tick in range(11):
        pdf.line(left + tick * 10, base, left + tick * 10, base - (2.5 if tick % 5 == 0 else 1.5))


def _labels(pdf: FPDF, pen: Pen, labels: Sequence[PrintedLabel], paper: Paper) -> None:
    size = labels[0].size
    columns, _ = grid_of(size, paper)
    left = (paper.value[0] - columns * size.width) / 2
    top = _MARGIN + _HEADER
    quiet = (size.square - size.code) / 2
    _cut_lines(pdf, left, top, size, min(columns, len(labels)), -(-len(labels) // columns))
    for index, label in enumerate(labels):
        row, column = divmod(index, columns)
        x, y = left + column * size.width, top + row * size.height
        _code(pdf, label.tag, x + quiet, y + quiet, size.code)
        _caption(pdf, pen, label, x, y)


def _cut_lines(pdf: FPDF, left: float, top: float, size: LabelSize, columns: int, rows: int) -> None:
    """Lines right across the sheet, a little longer than the labels: a knife needs a start."""
    pdf.set_draw_color(150)
    pdf.set_line_width(0.1)
    pdf.set_dash_pattern(dash=1.2, gap=0.8)
    right, bottom = left + columns * size.width, top + rows * size.height
    for column in range(columns + 1):
        x = left + column * size.width
        pdf.line(x, top - _OVERHANG, x, bottom + _OVERHANG)
    for row in range(rows + 1):
        y = top + row * size.height
        pdf.line(left - _OVERHANG, y, right + _OVERHANG, y)
    pdf.set_dash_pattern()


def _code(pdf: FPDF, tag: Tag, x: float, y: float, edge: float) -> None:
    """All dark squares as one path: drawn one by one, printers leave hairlines between them."""
    pattern = mark_modules(tag.number - 1) if tag.kind is TagKind.CALIBRATION else modules_of(tag)
    module = edge / len(pattern)
    with pdf.new_path(x, y, PathPaintRule.FILL_NONZERO) as path:
        path.style.fill_color = "#000000"
        for row, squares in enumerate(pattern):
            for start, length in _runs(squares.tolist()):
                path.rectangle(x + start * module, y + row * module, length * module, module)


def _runs(squares: Sequence[bool]) -> list[tuple[int, int]]:
    """Start and length of each run of dark squares in a row."""
    runs: list[tuple[int, int]] = []
    for index, dark in enumerate(squares):
        if dark and runs and sum(runs[-1]) == index:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((index, 1))
    return runs


def _caption(pdf: FPDF, pen: Pen, label: PrintedLabel, x: float, y: float) -> None:
    if label.size.beside:
        _caption_beside(pen, label, x + label.size.square, y + (label.size.square - label.size.code) / 2)
    else:
        _caption_below(pdf, pen, label, x, y + label.size.square)


def _caption_beside(pen: Pen, label: PrintedLabel, x: float, y: float) -> None:
    width = label.size.beside - 1.5
    pen.write(x, y + 3.2, label.number, 11, bold=True, width=width)
    for line, part in enumerate(pen.wrapped(label.title, width, 7.5, lines=4)):
        pen.write(x, y + 7.2 + 3.0 * line, part, 7.5, width=width)


def _caption_below(pdf: FPDF, pen: Pen, label: PrintedLabel, x: float, y: float) -> None:
    right = x + label.size.width - 1.0
    if label.openings:
        right -= _DRAWING + 0.8
        tile_drawing(pdf, label.openings, right + 0.8, y + 0.3, _DRAWING)
    x += 1.5
    _arrow(pdf, x, y + 2.9)
    end = pen.write(x + 2.6, y + 2.9, label.number, 9.5, bold=True) + 0.6
    lines = pen.wrapped(label.title, right - x, 6, lines=2)
    if len(lines) == 2:
        # A long name needs both lines: the shape moves up to the number.
        pen.write(end, y + 2.9, label.shape, 6, width=right - end)
    else:
        lines = [*lines, label.shape]
    for line, text in enumerate(lines):
        # The last line ends well above the cut.
        pen.write(x, y + 4.9 + 2.0 * line, text, 6, width=right - x)


def _arrow(pdf: FPDF, x: float, base: float) -> None:
    """A small arrow to the printed north."""
    pdf.set_fill_color(0)
    pdf.polygon([(x, base), (x + 1.0, base - 2.6), (x + 2.0, base)], style="F")
