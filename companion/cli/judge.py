"""`companion judge FILE…`: position files, `ok` or `FAIL` a line."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add_parser(commands: Any) -> None:
    parser = commands.add_parser("judge", help="position files: ok or FAIL a line")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from companion.content import load_box
    from companion.content.judging import judge_file

    box = load_box()
    verdicts = [judge_file(path, box) for path in args.files]
    for verdict in verdicts:
        print(verdict.line())
    return 0 if all(verdict.ok for verdict in verdicts) else 1
