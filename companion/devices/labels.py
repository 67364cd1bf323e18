"""The labels of the box as a PDF: one for every tile and every copy of a card, and the calibration marks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from companion.table.library import Library
from vision.tags.grammar import Kind, Tag
from vision.tags.lettering import FontError, needs_font
from vision.tags.sheet import Label, LabelSize, Paper, calibration_labels, sheet_pdf

# A font for names beyond western letters, where Debian's own is installed.
DEJAVU = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
PAPERS = tuple(paper.name.lower() for paper in Paper)


def label_sheet(
    library: Library, paper: str = "a4", language: str = "en", font: Path | None = None
) -> tuple[bytes, int]:
    """The PDF and how many labels are on it; `FontError` if the names need a font that is not there."""
    labels = labels_of_box(library, language)
    if font is None and any(needs_font(label.title) for label in labels):
        if not DEJAVU.exists():
            raise FontError(f"names in {language!r} need a font: --font FILE.ttf (such as DejaVuSans.ttf)")
        font = DEJAVU
    return sheet_pdf(labels, Paper[paper.upper()], font=font), len(labels)


def labels_of_box(library: Library, language: str = "en") -> list[Label]:
    box = library.box
    kinds = {kind.id: _named(kind.name.model_dump(), language) for kind in box.pack.tile_kind}
    tiles = [
        Label(Tag(Kind.TILE, tile.number), str(tile.number), kinds[tile.kind], LabelSize.TILE)
        for tile in sorted(box.tiles, key=lambda tile: tile.number)
    ]
    cards = [
        Label(Tag(Kind.CARD, number), f"C{number}", _named(card.name, language), LabelSize.CARD)
        for card in box.cards.values()
        for number in card.tags
    ]
    return [*tiles, *calibration_labels(), *sorted(cards, key=lambda label: label.tag)]


def _named(names: Mapping[str, str | None], language: str) -> str:
    """The name in a language, in English where there is none."""
    return names.get(language) or names.get("en") or ""
