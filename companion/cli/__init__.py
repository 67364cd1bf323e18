"""The command `companion`. What a command takes and does stands in the module the table names."""

from __future__ import annotations

import argparse
import importlib
import sys
from typing import NamedTuple


class Command(NamedTuple):
    module: str
    help: str


# The module has a function `add_<command>(parser)` that adds the options and says what is run.
COMMANDS = {
    "serve": Command("serve", "start the service and print how to join"),
    "install": Command("install", "write a systemd unit that starts the service with the machine"),
    "update": Command("appliance", "update an installed companion from the folder of a release"),
    "back": Command("appliance", "go back to the version before the last update"),
    "uninstall": Command("appliance", "remove an installed companion; games and boxes stay unless told"),
    "reset": Command("appliance", "forget everything that was played and told"),
    "code": Command("serve", "show the table code of a service, also as a QR code"),
    "check": Command("devices", "test light, camera, buttons, reader, disk and network one by one"),
    "support": Command("support", "write what helps to find a fault into one file, without codes or cards"),
    "flash": Command("devices", "copy the firmware to the tray, or try one of its parts"),
    "tray": Command("devices", "press, break and mend the simulated tray of a running service"),
    "labels": Command("images", "print the labels for tiles and cards"),
    "box": Command("box", "the owner's boxes: list, check, choose, export, import"),
    "games": Command("games", "list, rename, put away, delete and restore games"),
    "backup": Command("backups", "write everything that is worth keeping into one file"),
    "restore": Command("backups", "go back to a backup; what is there becomes one first"),
    "export": Command("games", "write a game as a JSON-lines file"),
    "import": Command("games", "take in a game from a file, under a new name"),
    "replay": Command("games", "play files again and check that the same happens"),
    "judge": Command("rules", "answer position files: ok or FAIL a line"),
    "simulate": Command("rules", "play random legal games with every invariant checked"),
    "ladder": Command("opponent", "let two players of the companion meet, and count points"),
    "balance": Command("balance", "let the fair player play both sides, and see how even scenarios are"),
    "dice": Command("images", "read the dice in images"),
    "tags": Command("images", "read the tags on tiles and cards in images"),
}


def main(argv: list[str] | None = None) -> int:
    words = sys.argv[1:] if argv is None else argv
    parser = argparse.ArgumentParser(
        prog="companion",
        description="A referee for the board game Claustrophobia.",
        epilog="companion COMMAND --help says more about a command.",
    )
    wanted = next((word for word in words if not word.startswith("-")), "")
    parsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        own = parsers.add_parser(name, help=command.help, description=f"{command.help[0].upper()}{command.help[1:]}.")
        if name == wanted:
            # Only what is wanted is imported, so that `judge` does not wait for OpenCV.
            module = importlib.import_module(f"companion.cli.{command.module}")
            getattr(module, f"add_{name}")(own)
    args = parser.parse_args(words)
    try:
        code: int = args.run(args)
    except KeyboardInterrupt:
        return 130
    return code
