"""`python -m tests.mutants`: so many random faults in the rules, and whether a test of the rules notices each."""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

from tests.mutants.faults import Mutant, all_mutants
from tests.mutants.trial import Verdict, all_tried

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
MOST_JOBS = 2


def main() -> int:
    args = _arguments()
    os.nice(10)
    mutants = [m for m in all_mutants() if args.only in m.path]
    chosen = random.Random(args.seed).sample(mutants, min(args.count, len(mutants)))
    begun = time.perf_counter()
    tried: list[Verdict] = []
    try:
        for verdict in all_tried(chosen, min(args.jobs, MOST_JOBS)):
            tried.append(verdict)
            if args.verbose or not verdict.killed_by:
                print(f"{len(tried):4} {_said(verdict)}", flush=True)
    except KeyboardInterrupt:
        print("stopped; so far:")
    print(f"\nseed {args.seed}, {len(mutants)} faults possible, {time.perf_counter() - begun:.0f} s")
    return _summed_up(tried, args.floor) if tried else 1


def _summed_up(tried: Sequence[Verdict], floor: float) -> int:
    """The share that was noticed, and every survivor with the reason why it changes nothing."""
    known = reasons()
    survivors = [verdict.mutant for verdict in tried if not verdict.killed_by]
    killed = len(tried) - len(survivors)
    print(f"{killed} of {len(tried)} killed: {killed / len(tried):.1%}")
    for mutant in survivors:
        print(f"survived: {_shown(mutant)}\n    {known.get(key_of(mutant), 'NOT EXPLAINED')}")
    return 0 if killed >= floor * len(tried) and all(key_of(mutant) in known for mutant in survivors) else 1


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many faults, picked at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=MOST_JOBS, help=f"processes at once, {MOST_JOBS} at most")
    parser.add_argument("--only", default="", help="files whose path has this in it")
    parser.add_argument("--floor", type=float, default=0.95, help="the share that must be killed")
    parser.add_argument("--verbose", action="store_true", help="the killed ones too, with the test that killed each")
    return parser.parse_args()


Key: TypeAlias = tuple[str, str, str, int]


def key_of(mutant: Mutant) -> Key:
    """A fault by what it does to which text, and where in it: line numbers change too often."""
    return mutant.path, mutant.source_line(), f"{mutant.old.strip()} -> {mutant.new}".strip(), mutant.column()


def reasons() -> dict[Key, str]:
    """Why a fault changes nothing, for those that were looked at."""
    entries = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))["mutant"]
    return {(entry["file"], entry["line"], entry["change"], entry["at"]): entry["why"] for entry in entries}


def _shown(mutant: Mutant) -> str:
    path, line, change, at = key_of(mutant)
    return f"{path}:{mutant.line}  {change}  at {at} of  {line}"


def _said(verdict: Verdict) -> str:
    result = f"killed by {verdict.killed_by}" if verdict.killed_by else f"SURVIVED {verdict.tests} tests"
    return f"{result}: {_shown(verdict.mutant)}"


if __name__ == "__main__":
    sys.exit(main())
