"""`companion judge`: position files. `companion simulate`: random legal play, every invariant checked at every step."""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.content import Box, load_box
from companion.content.judging import judge_file
from companion.content.setup import new_game
from companion.rules.actions import Action, Cancel, EndPhase, Enter, Finish, Lay, Move, Roll
from companion.rules.engine import apply, legal_actions, refusal
from companion.rules.invariants import broken
from companion.rules.notation import read, write
from companion.rules.results import IllegalAction
from companion.rules.snapshot import from_json, part_from_json, part_to_json, to_json
from companion.rules.state import State

# Legal actions looked at in each state, besides the one that is taken.
SAMPLE = 8


# A random game of the box has about a thousand actions; one that needs so many has no end.
MOST_ACTIONS = 30_000


class SimulatedGame(NamedTuple):
    """How one game went: who won and why, and what was broken."""

    scenario: str
    actions: int = 0
    ended: str = ""
    broken: tuple[str, ...] = ()


# -- judge -------------------------------------------------------------------------------------------------------------


def add_judge(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.set_defaults(run=judge)


def judge(args: argparse.Namespace) -> int:
    verdicts = [judge_file(path, _box()) for path in args.files]
    for verdict in verdicts:
        print(verdict.line())
    return 0 if all(verdict.ok for verdict in verdicts) else 1


# -- simulate ----------------------------------------------------------------------------------------------------------


def add_simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=int, default=100, metavar="N", help="games in all")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--scenario", metavar="ID", help="one scenario; without it the games are spread over all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes")
    parser.set_defaults(run=simulate)


def simulate(args: argparse.Namespace) -> int:
    scenarios = list(_box().scenarios)
    if args.scenario and args.scenario not in scenarios:
        print(f"no scenario {args.scenario!r}; there are {', '.join(scenarios)}")
        return 2
    chosen = [args.scenario] if args.scenario else scenarios
    jobs = [(chosen[n % len(chosen)], args.seed * 1_000_003 + n) for n in range(args.games)]
    begun = time.perf_counter()
    games = actions = 0
    faults: list[str] = []
    ends: dict[str, Counter[str]] = {}
    for tally in _played(jobs, args.jobs):
        games += 1
        actions += tally.actions
        ends.setdefault(tally.scenario, Counter())[tally.ended] += 1
        for fault in tally.broken:
            print(fault)
            faults.append(fault)
    seconds = time.perf_counter() - begun
    print(json.dumps({
        "games": games,
        "actions": actions,
        "actions_per_s": round(actions / seconds) if seconds else 0,
        "broken": len(faults),
        "ended": {scenario: dict(found.most_common()) for scenario, found in sorted(ends.items())},
    }))  # fmt: skip
    return 1 if faults else 0


def _played(jobs: list[tuple[str, int]], processes: int) -> Iterator[SimulatedGame]:
    if processes < 2 or len(jobs) < 2:
        yield from map(play_game, jobs)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(play_game, jobs, chunksize=max(1, min(20, len(jobs) // processes)))


def play_game(job: tuple[str, int], most: int = MOST_ACTIONS) -> SimulatedGame:
    """One game by random legal actions; the first broken thing ends it, and so does one that has no end."""
    scenario, seed = job
    rng = random.Random(seed)
    state = new_game(_box(), scenario)
    if from_json(state.game, json.loads(json.dumps(to_json(state)))) != state:
        return SimulatedGame(
            scenario, 0, "broken", (f"{scenario} seed {seed}: the first state does not round-trip through its text",)
        )
    actions = 0
    while state.outcome is None:
        legal = legal_actions(state)
        action = rng.choice(legal)
        after, faults = checked_step(state, action, legal, rng)
        actions += 1
        if faults:
            said = tuple(f"{scenario} seed {seed} action {actions} {action}: {f}" for f in faults)
            return SimulatedGame(scenario, actions, "broken", said)
        if actions >= most:
            fault = f"{scenario} seed {seed}: no end after {actions} actions and {after.round} rounds"
            return SimulatedGame(scenario, actions, "no end", (fault,))
        state = after
    return SimulatedGame(scenario, actions, f"{state.outcome.winner}: {state.outcome.reason}")


@lru_cache(maxsize=1)
def _box() -> Box:
    """Read once a process."""
    return load_box()


def checked_step(state: State, action: Action, legal: Sequence[Action], rng: random.Random) -> tuple[State, list[str]]:
    """One action, and everything that must hold around it."""
    before = fingerprint(state)
    faults = list(refused_faults(state, legal, rng))
    if read(write(action)) != [action]:
        faults.append("the action does not round-trip")
    after = apply(state, action).state
    if fingerprint(state) != before:
        faults.append("the state before was changed")
    faults += text_faults(state, after)
    faults += broken(after)
    return after, faults


def text_faults(before: State, after: State) -> Iterator[str]:
    """The state round-trips through its text; parts that are the very same object as before have been looked at."""
    for name, value in changed_parts(before, after):
        if part_from_json(json.loads(json.dumps(part_to_json(value))), after.game) != value:
            yield f"{name} does not round-trip through its text"


def changed_parts(before: State, after: State) -> Iterator[tuple[str, Any]]:
    """Fields of the state that are new, warriors one by one."""
    for name in State._fields[1:]:
        value = getattr(after, name)
        if value is not getattr(before, name) and name != "warriors":
            yield name, value
    known = before.warriors.all
    yield from ((name, w) for name, w in after.warriors.all.items() if known.get(name) is not w)


def fingerprint(state: State) -> tuple[Any, ...]:
    """A copy of everything in a state that Python would let somebody change in place."""
    mappings = (
        state.warriors.all,
        state.board.tiles,
        state.hands,
        state.decks,
        state.entries,
        state.fallen,
        state.laid,
    )
    return (tuple(state), *(tuple(m.items()) for m in mappings))


def refused_faults(state: State, legal: Sequence[Action], rng: random.Random) -> Iterator[str]:
    """Listed actions are not refused; one that is refused cannot be applied; one that is not refused is listed."""
    for action in legal if len(legal) < SAMPLE else [rng.choice(legal) for _ in range(SAMPLE)]:
        if refusal(state, action) is not None:
            yield f"listed but refused: {action} {refusal(state, action)}"
    for stray in strays(state, rng):
        if refusal(state, stray) is None:
            if stray not in legal:
                yield f"not listed but not refused: {stray}"
            continue
        try:
            apply(state, stray)
        except IllegalAction:
            continue
        yield f"refused but applied: {stray}"


def strays(state: State, rng: random.Random) -> list[Action]:
    """Actions picked without asking the rules."""
    name = rng.choice(list(state.warriors.all))
    tile = rng.choice(list(state.board.tiles))
    return [
        Move(name, tile),
        Enter("troglodyte", tile),
        Roll((7,)),
        Lay(45),
        Cancel(name, (1, 1)),
        Finish(name),
        EndPhase(),
    ]
