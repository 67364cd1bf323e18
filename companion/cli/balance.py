"""`companion balance`: scenarios played by the fair player on both sides; who wins how often, as a table and a plot."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from pathlib import Path

from companion.cli.balance_plot import plot
from companion.cli.box import read_text
from companion.cli.data_folder import in_one_line
from companion.cli.opponent import scenarios_to_play
from companion.content.box import Box
from companion.content.owner.overlay import Overlay, read_box
from companion.opponent.balance import Balance, Row, balance_of, box_of, game_of, rows_of, seeds
from companion.opponent.ladder import Played
from companion.rules.words import DEMON, HUMAN, Winner

COLUMNS: tuple[Winner, ...] = (HUMAN, "draw", DEMON)
ABOUT = """Each row plays on the same dice. Shares have the half width of their 95 %% interval. A game without a winner
after sixty rounds is given up, and is neither side's."""


def add_balance(parser: argparse.ArgumentParser) -> None:
    parser.epilog = ABOUT
    parser.add_argument("--scenario", metavar="ID", help="one scenario; without it all of Humans against the Demon")
    parser.add_argument("--games", type=int, default=200, metavar="N", help="games a row (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--handicaps", action="store_true", help="a row for every handicap too")
    parser.add_argument(
        "--value",
        action="append",
        default=[],
        type=_value,
        metavar="PATH=VALUE",
        help="a row with another value by its path, as `companion box check` has it (may be repeated)",
    )
    parser.add_argument("--box", type=Path, metavar="FILE", help="an owner's box (default: the companion's own)")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the rows into an SVG file")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.set_defaults(run=in_one_line(balance))


def _value(text: str) -> tuple[str, object]:
    path, _, value = text.partition("=")
    try:
        return path.strip(), json.loads(value)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{text!r}: PATH=VALUE, the value as JSON") from error


def balance(args: argparse.Namespace) -> int:
    box_text = read_text(args.box) if args.box else ""
    overlay = _overlay(box_text)
    box = box_of(Row(""), overlay)
    scenarios = scenarios_to_play(box, args.scenario)
    if not scenarios:
        return 2
    if args.games < 1:
        print("one game is the least")
        return 2
    rows = [row for name in scenarios for row in rows_of(name, args.handicaps, args.value)]
    for row in rows:
        # A value that cannot be used is said before anything is played.
        box_of(row, overlay)
    widths = max(len(row.scenario) for row in rows), max(len(row.name) for row in rows)
    print(_line(widths, "scenario", "", *(f"{column:>11}" for column in COLUMNS), "rounds", "games"))
    measured = []
    for row in rows:
        found = balance_of(row, list(_played(box_text, row, args)))
        measured.append(found)
        print(_line(widths, row.scenario, row.name, *_shares(found), f"{found.rounds:g}", f"{found.games}"), flush=True)
    if args.plot:
        args.plot.write_text(plot(measured), encoding="utf-8")
    return 0


def _line(widths: tuple[int, int], scenario: str, name: str, *columns: str) -> str:
    told, rounds, games = columns[:-2], columns[-2], columns[-1]
    return f"{scenario:<{widths[0]}}  {name:<{widths[1]}}  {'  '.join(told)}  {rounds:>6}  {games:>5}"


def _shares(found: Balance) -> Iterator[str]:
    for column in COLUMNS:
        share = found.share(column)
        yield f"{share.share:>5.0%} ±{share.either_way * 100:>3.0f} "


def _played(box_text: str, row: Row, args: argparse.Namespace) -> Iterator[Played]:
    one = partial(_game, box_text, row)
    if args.jobs < 2:
        yield from map(one, seeds(args.seed, args.games))
        return
    with ProcessPoolExecutor(args.jobs) as pool:
        yield from pool.map(one, seeds(args.seed, args.games), chunksize=10)


def _game(box_text: str, row: Row, seed: int) -> Played:
    return game_of(_box(box_text, json.dumps(row.value)), row, seed)


@lru_cache(maxsize=4)
def _box(box_text: str, value: str) -> Box:
    """Built once a process and value; a value may be a list, so it comes as text."""
    other = json.loads(value)
    return box_of(Row("", value=other and (other[0], other[1])), _overlay(box_text))


def _overlay(box_text: str) -> Overlay:
    return read_box(box_text).overlay if box_text else Overlay()
