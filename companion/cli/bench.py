"""`companion bench`: the measurements of every part, one JSON object a line."""

from __future__ import annotations

import argparse
import importlib
import json
import platform
from typing import Any

# Modules with a `run()` that yields results.
BENCHES = (
    "companion.content.bench",
    "companion.content.owner.bench",
    "companion.table.bench",
    "companion.server.bench",
    "companion.devices.bench",
    "companion.devices.tray.bench",
    "vision.bench",
    "vision.tags.bench",
    "vision.cards.bench",
)


def add_parser(commands: Any) -> None:
    parser = commands.add_parser("bench", help="the measurements, one JSON object a line")
    parser.add_argument("only", nargs="*", metavar="PART", help="parts by a piece of their name")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    print(json.dumps({"bench": "machine", "machine": platform.machine(), "python": platform.python_version()}))
    for name in BENCHES:
        if args.only and not any(part in name for part in args.only):
            continue
        for result in importlib.import_module(name).run():
            print(json.dumps(result), flush=True)
    return 0
