"""`companion games`, `export`, `import` and `replay`: the games of a data folder; a game as one file, and back."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from companion.cli.data_folder import Run, add_data, alone, failed
from companion.protocol.games import LAST_PAGE, GameLabels, GamesQuery
from companion.rules.state import State
from companion.table.box_store import BoxStore
from companion.table.environment import Environment, Scheduler, SystemDice, SystemShuffler
from companion.table.game_list import GAMES_A_PAGE
from companion.table.game_store import GameStore
from companion.table.loaded_box import LoadedBox
from companion.table.record import BadFile
from companion.table.transfer import imported, replayed


def add_games(parser: argparse.ArgumentParser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")

    def add(name: str, run: Run, text: str) -> argparse.ArgumentParser:
        own: argparse.ArgumentParser = actions.add_parser(name, help=text)
        add_data(own)
        own.set_defaults(run=alone(run))
        return own

    search = add("list", _list, "the games, a JSON object each, the one played last first")
    search.add_argument("search", nargs="?", default="", help="words of the title or the scenario")
    search.add_argument("--archived", action="store_true", help="those that are put away")
    add("kept", _kept, "the games that were deleted, or damaged and set aside")
    add("show", _show, "how much of a deleted or damaged game is good, and why").add_argument("kept")
    add("restore", _restore, "a deleted game, or the good part of a damaged one as a new game").add_argument("kept")
    rename = add("rename", _rename, "a title of your own for a game")
    rename.add_argument("game")
    rename.add_argument("title")
    add("archive", _archive, "put a game away").add_argument("game")
    add("unarchive", _unarchive, "put a game back into the list").add_argument("game")
    add("delete", _delete, "take a game off the list; for a week it can be restored").add_argument("game")


def add_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", help="a game, or one that is kept (companion games kept); without it, the games are listed"
    )
    parser.add_argument("--out", type=Path, help="the file to write (default: standard output)")
    parser.add_argument("--seat", choices=("human", "demon", "squamata", "table"), help="only what this seat may know")
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


def _list(args: argparse.Namespace) -> int:
    with _open_games(args.data) as games:
        for number in range(LAST_PAGE):
            page = games.page(GamesQuery(search=args.search, archived=args.archived, page=number))
            for one in page.games:
                _print(one)
            if (number + 1) * GAMES_A_PAGE >= page.found:
                break
        for notice in games.notices:
            print(f"companion: {notice['code']} {notice['facts']}", file=sys.stderr)
    return 0


def _kept(args: argparse.Namespace) -> int:
    with _open_games(args.data) as games:
        for one in games.kept.games():
            _print(one)
    return 0


def _show(args: argparse.Namespace) -> int:
    with _open_games(args.data) as games:
        _print(games.kept.look(args.kept))
    return 0


def _restore(args: argparse.Namespace) -> int:
    with _open_games(args.data) as games:
        print(games.restore(args.kept).name)
    return 0


def _rename(args: argparse.Namespace) -> int:
    try:
        title = GameLabels(title=args.title).title
    except ValidationError as error:
        return failed(error.errors()[0]["msg"])
    with _open_games(args.data) as games:
        _print(games.label(args.game, GameLabels(title=title)))
    return 0


def _archive(args: argparse.Namespace) -> int:
    return _put_away(args, True)


def _unarchive(args: argparse.Namespace) -> int:
    return _put_away(args, False)


def _put_away(args: argparse.Namespace, archived: bool) -> int:
    with _open_games(args.data) as games:
        _print(games.label(args.game, GameLabels(archived=archived)))
    return 0


def _delete(args: argparse.Namespace) -> int:
    with _open_games(args.data) as games:
        print(games.delete(args.game))
    return 0


def _print(one: Mapping[str, object]) -> None:
    print(json.dumps(one, ensure_ascii=False))


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
