"""The command `companion`: one module a command, loaded only when it is called."""

from __future__ import annotations

import argparse
import importlib
import sys

# command → module of this package that has `add_parser`.
COMMANDS = {
    "serve": "serve",
    "judge": "judge",
    "simulate": "simulate",
    "dice": "dice",
    "tags": "tags",
    "labels": "labels",
    "box": "box",
    "export": "games",
    "import": "games",
    "replay": "games",
    "check": "check",
    "tray": "tray",
    "install": "install",
    "bench": "bench",
}


def main(argv: list[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else argv
    parser = argparse.ArgumentParser(prog="companion", description="A referee for the board game Claustrophobia.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    wanted = next((word for word in words if not word.startswith("-")), "")
    # Only the module of the wanted command is imported, so that `judge` does not wait for OpenCV.
    modules = {COMMANDS[wanted]} if wanted in COMMANDS else set(COMMANDS.values())
    for name in sorted(modules):
        importlib.import_module(f"companion.cli.{name}").add_parser(commands)
    args = parser.parse_args(words)
    try:
        code: int = args.run(args)
    except KeyboardInterrupt:
        return 130
    return code
