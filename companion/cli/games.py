"""`companion export`, `import` and `replay`: a game as one JSON-lines file, and back."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from companion.cli.serve import DATA


def add_parser(subparsers: Any) -> None:
    export = subparsers.add_parser("export", help="write a game as a JSON-lines file")
    export.add_argument("game", nargs="?", help="the game's name; without it, the games are listed")
    export.add_argument("--out", type=Path, help="the file to write (default: standard output)")
    export.add_argument("--seat", choices=("human", "demon", "table"), help="only what this seat may know")
    with_data(export).set_defaults(run=on_data_folder(_export))
    take_in = subparsers.add_parser("import", help="take in a game from a file, under a new name")
    take_in.add_argument("file", type=Path)
    with_data(take_in).set_defaults(run=on_data_folder(_import))
    replay = subparsers.add_parser("replay", help="play files again and check that the same happens")
    replay.add_argument("files", type=Path, nargs="+", metavar="FILE")
    replay.set_defaults(run=_replay)


def with_data(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument("--data", type=Path, default=DATA, help="folder of the games (default: %(default)s)")
    return parser


def on_data_folder(command: Any) -> Any:
    """A command on a data folder that no service is using."""

    def run(args: argparse.Namespace) -> int:
        from companion.server.lock import lock_folder

        with lock_folder(args.data, patience=0):
            code: int = command(args)
            return code

    return with_words(run)


def with_words(command: Any) -> Any:
    """A command whose misfortunes are told in a line, not in a traceback."""

    def run(args: argparse.Namespace) -> int:
        from companion.server.lock import FolderInUse
        from companion.table.problems import TableRefusal

        try:
            code: int = command(args)
        except (FolderInUse, TableRefusal, OSError) as error:
            print(f"companion: {error}", file=sys.stderr)
            return 2
        return code

    return run


def _games(args: argparse.Namespace) -> Any:
    from companion.devices.simulated import SystemDice, SystemDraws
    from companion.table.boxes import Boxes
    from companion.table.games import Games
    from companion.table.helpers import Helpers, Scheduler

    helpers = Helpers(SystemDice(), SystemDraws(), Scheduler(), {})
    return Games(args.data / "games", Boxes(args.data / "boxes"), helpers)


def _export(args: argparse.Namespace) -> int:
    games = _games(args)
    try:
        if args.game is None:
            for summary in games.summaries():
                print(json.dumps(summary))
            return 0
        text = "".join(games.export(args.game, args.seat))
    finally:
        games.close()
    if args.out is None:
        sys.stdout.write(text)
    else:
        args.out.write_text(text)
    return 0


def _import(args: argparse.Namespace) -> int:
    games = _games(args)
    try:
        table = games.take_in(read_lines(args.file))
        print(table.name)
    finally:
        games.close()
    return 0


def read_lines(file: Path) -> list[str]:
    return file.read_text(errors="replace").split("\n")


def _replay(args: argparse.Namespace) -> int:
    from companion.table.library import Library
    from companion.table.problems import BadFile
    from companion.table.transfer import imported, replayed
    from companion.table.views import summary

    library = Library()
    failed = 0
    for file in args.files:
        try:
            state, acts = replayed(imported(read_lines(file)), library)
        except (BadFile, OSError) as error:
            print(f"FAIL {file}: {error}")
            failed += 1
        else:
            print(f"ok {file}: {acts} acts, {json.dumps(summary(state))}")
    return 1 if failed else 0
