"""`companion labels`: the sheets of labels for all tiles and cards of the box, as a PDF to print."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from vision.tags.grammar import Kind, Tag
from vision.tags.lettering import FontError, needs_font
from vision.tags.sheet import Label, LabelSize, Paper, calibration_labels, sheet_pdf


class BoxUnavailable(Exception):
    """The content packs cannot be read; the message says why."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = subparsers.add_parser("labels", help="print the labels for tiles and cards")
    parser.add_argument("--out", required=True, metavar="FILE.pdf", help="the file to write")
    parser.add_argument("--paper", choices=[paper.name.lower() for paper in Paper], default="a4", help="default: a4")
    parser.add_argument("--language", default="en", help="of the names on the labels; default: en")
    parser.add_argument("--font", type=Path, metavar="FILE.ttf", help="for names beyond western letters")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    try:
        labels = labels_of_box(args.language)
        if args.font is None and any(needs_font(label.title) for label in labels):
            raise FontError(f"names in {args.language!r} need a font: --font FILE.ttf (such as DejaVuSans.ttf)")
        Path(args.out).write_bytes(sheet_pdf(labels, Paper[args.paper.upper()], font=args.font))
    except (BoxUnavailable, FontError) as why:
        print(why, file=sys.stderr)
        return 1
    except OSError as trouble:
        print(f"{args.out} cannot be written: {trouble.strerror or trouble}", file=sys.stderr)
        return 1
    print(f"{args.out}: {len(labels)} labels")
    return 0


def labels_of_box(language: str = "en") -> list[Label]:
    """A label for every tile, for every copy of every card, and the calibration marks."""
    # the packs are read only by the commands that need them
    from companion.content import load_box

    try:
        box = load_box()
    except (OSError, ValueError) as why:
        raise BoxUnavailable(f"the box cannot be read: {why}") from why
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
