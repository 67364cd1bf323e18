"""`companion labels`: the sheets of labels for all tiles and cards of the box, as a PDF to print."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from companion.cli.games import with_data


def add_parser(subparsers: Any) -> None:
    from companion.devices.labels import PAPERS

    parser = subparsers.add_parser("labels", help="print the labels for tiles and cards")
    parser.add_argument("--out", required=True, metavar="FILE.pdf", help="the file to write")
    parser.add_argument("--paper", choices=PAPERS, default="a4", help="default: a4")
    parser.add_argument("--language", default="en", help="of the names on the labels; default: en")
    parser.add_argument("--font", type=Path, metavar="FILE.ttf", help="for names beyond western letters")
    with_data(parser).set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.devices.labels import label_sheet
    from companion.table.boxes import Boxes
    from vision.tags.lettering import FontError

    try:
        library = Boxes(args.data / "boxes").current()
        pdf, count = label_sheet(library, args.paper, args.language, args.font)
        Path(args.out).write_bytes(pdf)
    except (FontError, ValueError) as why:
        print(why, file=sys.stderr)
        return 1
    except OSError as trouble:
        print(f"{args.out} cannot be written: {trouble.strerror or trouble}", file=sys.stderr)
        return 1
    print(f"{args.out}: {count} labels")
    return 0
