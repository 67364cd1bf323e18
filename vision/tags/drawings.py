"""Small drawings on the sheets of labels: a tile as it lies, and where a label goes."""

from __future__ import annotations

from fpdf import FPDF

# Edges in mm.
_TILE = 14.0
_CARD = (10.0, 14.0)
_ROCK = 120
_LINE = 0.25


def tile_drawing(pdf: FPDF, openings: str, x: float, y: float, edge: float) -> None:
    """A tile with its north up: rock, and a way from the middle to each opening."""
    pdf.set_fill_color(_ROCK)
    pdf.rect(x, y, edge, edge, style="F")
    pdf.set_fill_color(255)
    way = edge * 0.36
    near, far = (edge - way) / 2, (edge + way) / 2
    # The middle is part of every way: drawn apart, printers leave a hairline at the joint.
    ways = {
        "N": (near, 0.0, way, far),
        "S": (near, near, way, far),
        "W": (0.0, near, far, way),
        "E": (near, near, far, way),
    }
    for opening in openings:
        left, top, width, height = ways[opening]
        pdf.rect(x + left, y + top, width, height, style="F")
    _frame(pdf, x, y, edge, edge)


def label_on_tile(pdf: FPDF, x: float, y: float) -> None:
    """Where the label of a tile goes: in the middle, upright when the tile lies as it is drawn."""
    tile_drawing(pdf, "NES", x, y, _TILE)
    _label(pdf, x + _TILE / 2, y + _TILE / 2)


def label_on_card(pdf: FPDF, x: float, y: float) -> None:
    """Where the label of a card goes: on the front of its sleeve."""
    width, height = _CARD
    _frame(pdf, x, y, width, height)
    _frame(pdf, x + 0.8, y + 0.8, width - 1.6, height - 1.6)
    _label(pdf, x + width / 2, y + height - 4)


def _label(pdf: FPDF, x: float, y: float) -> None:
    """A label around a point: a white paper with a dark square on it."""
    pdf.set_fill_color(255)
    pdf.rect(x - 2.1, y - 2.1, 4.2, 5.0, style="F")
    pdf.set_fill_color(0)
    pdf.rect(x - 1.5, y - 1.5, 3.0, 3.0, style="F")
    _frame(pdf, x - 2.1, y - 2.1, 4.2, 5.0)


def _frame(pdf: FPDF, x: float, y: float, width: float, height: float) -> None:
    pdf.set_draw_color(0)
    pdf.set_line_width(_LINE)
    pdf.rect(x, y, width, height)
