"""`companion ladder`: two players of the companion against each other, on the same dice, each once on either side."""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial

from companion.content import Box, load_box, new_game
from companion.opponent.ladder import Meeting, meet, standing
from companion.opponent.players import PLAYERS
from companion.opponent.search import WORK, SearchPlayer
from companion.rules.words import DEMON, HUMAN


def add_ladder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("first", choices=PLAYERS, metavar="FIRST", help=f"one of {', '.join(PLAYERS)}")
    parser.add_argument("second", choices=PLAYERS, metavar="SECOND")
    parser.add_argument("--games", type=int, default=40, metavar="N", help="games a scenario, half on each side")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--scenario", metavar="ID", help="one scenario; without it all of the box")
    parser.add_argument("--work", type=int, default=WORK, metavar="N", help="actions of play-outs a decision of search")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.set_defaults(run=ladder)


def scenarios_to_play(box: Box, wanted: str | None) -> list[str]:
    """The one that is wanted, or all of Humans against the Demon; none, and that is told, if it is not among them."""
    scenarios = [name for name in box.scenarios if set(new_game(box, name).game.sides) == {HUMAN, DEMON}]
    if wanted is None or wanted in scenarios:
        return scenarios if wanted is None else [wanted]
    print(f"no scenario {wanted!r} of Humans against the Demon; there are {', '.join(scenarios)}")
    return []


def ladder(args: argparse.Namespace) -> int:
    scenarios = scenarios_to_play(_box(), args.scenario)
    if not scenarios:
        return 2
    if args.games < 2:
        print("two games are the least: one on each side")
        return 2
    for scenario in scenarios:
        begun = time.perf_counter()
        meetings = list(_met(scenario, args))
        found = standing(meetings)
        print(json.dumps({
            "scenario": scenario,
            "first": args.first,
            "second": args.second,
            "seed": args.seed,
            "work": args.work,
            "games": found.games,
            "points": round(found.points, 3),
            "either_way": round(found.either_way, 3),
            "as_human": round(found.as_human, 3),
            "as_demon": round(found.as_demon, 3),
            "ends": found.ends,
            "seconds": round(time.perf_counter() - begun, 1),
        }), flush=True)  # fmt: skip
    return 0


def _met(scenario: str, args: argparse.Namespace) -> Iterator[Meeting]:
    seeds = [args.seed * 1_000_003 + n for n in range(args.games // 2)]
    one = partial(_meet, scenario, args.first, args.second, args.work)
    if args.jobs < 2:
        yield from map(one, seeds)
        return
    with ProcessPoolExecutor(args.jobs) as pool:
        yield from pool.map(one, seeds)


def _meet(scenario: str, first: str, second: str, work: int, seed: int) -> Meeting:
    players = {**PLAYERS, "search": SearchPlayer(work)}
    return meet(_box(), scenario, players[first], players[second], seed)


@lru_cache(maxsize=1)
def _box() -> Box:
    """Read once a process."""
    return load_box()
