"""`companion export`, `import` and `replay`: a game as one JSON-lines file, and back."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.cli.data_folder import add_data, alone
from companion.rules.state import State
from companion.table.box_store import BoxStore
from companion.table.environment import Environment, Scheduler, SystemDice, SystemShuffler
from companion.table.game_store import GameStore
from companion.table.loaded_box import LoadedBox
from companion.table.record import BadFile
from companion.table.transfer import imported, replayed


def add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", help="the game's name; without it, the games are listed")
    parser.add_argument("--out", type=Path, help="the file to write (default: standard output)")
    parser.add_argument("--seat", choices=("human", "demon", "table"), help="only what this seat may know")
    add_data(parser)
    parser.set_defaults(run=alone(export))


def add_import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path)
    add_data(parser)
    parser.set_defaults(run=alone(import_))


def add_replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.set_defaults(run=replay)


@contextmanager
def _open_games(data: Path) -> Iterator[GameStore]:
    environment = Environment(SystemDice(), SystemShuffler(), Scheduler(), {})
    games = GameStore(data / "games", BoxStore(data / "boxes"), environment)
    try:
        yield games
    finally:
        games.close()


def export(args: argparse.Namespace) -> int:
    with _open_games(args.data) as games:
        if args.game is None:
            for one in games.summaries():
                print(json.dumps(one))
            return 0
        text = "".join(games.export(args.game, args.seat))
    if args.out is None:
        sys.stdout.write(text)
    else:
        args.out.write_text(text)
    return 0


def import_(args: argparse.Namespace) -> int:
    with _open_games(args.data) as games:
        print(games.take_in(_lines(args.file)).name)
    return 0


def _lines(file: Path) -> list[str]:
    return file.read_text(errors="replace").split("\n")


def replay(args: argparse.Namespace) -> int:
    box = LoadedBox()
    bad = 0
    for file in args.files:
        try:
            state, acts = replayed(imported(_lines(file)), box)
        except (BadFile, OSError) as error:
            print(f"FAIL {file}: {error}")
            bad += 1
        else:
            print(f"ok {file}: {acts} acts, {json.dumps(_summary(state))}")
    return 1 if bad else 0


def _summary(state: State) -> dict[str, str | int | None]:
    winner = state.outcome.winner if state.outcome else None
    return {"scenario": state.game.name, "round": state.round, "phase": state.phase, "winner": winner}
