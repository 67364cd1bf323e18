"""`make evening`: whole games through every real edge, and faults in the middle of them; its tables go into EVENING.md.

make evening SCENARIOS="survivors who_dares"     these games
make evening FAULTS=yes                          the list of faults, in the middle of a game
make evening FAULTS=yes PAIRS=8                  so many pairs of them instead, picked by a seed
make evening SOAK=48                             so many rounds without browsers: memory, handles, times
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser

from tests.evening.contact_sheet import contact_sheet
from tests.evening.evening import Evening
from tests.evening.fault_list import FAULTS, OF_A_RELEASE, OF_THE_DISK
from tests.evening.faults import pairs, suffer
from tests.evening.own_disk import own_disk
from tests.evening.players import EveningPlayer
from tests.evening.soak import soak
from tests.evening.truth import check_end, check_screen
from tests.web.browser_rig import chromium

PAGE = Path(__file__).parents[2] / "EVENING.md"
SHEET = PAGE.parent / "web" / "pictures" / "faults.webp"
# So often both screens are compared with the game on the way.
LOOK_EVERY = 20
MOST_STEPS = 1500
QUIET_STEPS = 3


class PlayedGame(NamedTuple):
    """One row of the table."""

    scenario: str
    winner: str
    rounds: int
    rolls: int
    asked: int
    wrong_and_asked: int
    wrong_and_sure: int
    taken_wrong: int
    not_seen: int
    scans: int
    taps: int
    presses: int
    minutes: float

    def row(self) -> str:
        return "| " + " | ".join(str(value) for value in self._replace(minutes=round(self.minutes, 1))) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenarios", nargs="*", default=["survivors"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", action="store_true", help="bring the faults of the list about, one after the other")
    parser.add_argument("--pairs", type=int, default=0, help="so many pairs of faults, in place of each one alone")
    parser.add_argument("--soak", type=int, default=0, help="so many rounds, one game after the other")
    parser.add_argument("--only", default="", help="faults whose name has this in it")
    parser.add_argument("--shots", type=Path, default=PAGE.parent / "build" / "evening")
    args = parser.parse_args()
    with chromium() as browser:
        if args.soak:
            soak_all(browser, args.soak, args.seed)
            return
        if args.faults:
            suffer_all(browser, args.seed, args.shots, args.only, args.pairs)
            return
        for scenario in args.scenarios:
            played = play_game(browser, scenario, args.seed)
            print(played.row(), flush=True)
            write_row("games", scenario, played.row())


def play_game(browser: Browser, scenario: str, seed: int, most: int = MOST_STEPS) -> PlayedGame:
    """To its end, or so many steps of it; checked on the way and at the end."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, Evening(Path(folder), browser, seed) as evening:
        evening.begin(scenario)
        player = EveningPlayer(evening, seed)
        for step in range(most):
            if player.view["outcome"]:
                break
            player.step()
            if step % LOOK_EVERY == 0:
                print(
                    f"{scenario}: round {player.view['round']}, {dict(player.counts)} {dict(player.doubts)}", flush=True
                )
                for side, tablet in evening.tablets.items():
                    check_screen(tablet, evening.eyes[side].wait_version(player.view["version"]))
        end, counts = player.view, player.counts
        minutes = (time.monotonic() - begun) / 60
        return PlayedGame(
            scenario,
            end["outcome"]["winner"] if end["outcome"] else "not played to its end",
            end["round"],
            *(counts[name] for name in ("rolls", "asked", "wrong_and_asked", "wrong_and_sure")),
            check_end(evening, player),
            *(counts[name] for name in ("not_seen", "scans")),
            evening.taps["tablet"],
            evening.taps["tray"],
            minutes,
        )


def soak_all(browser: Browser, rounds: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for part in soak(browser, Path(folder), rounds, seed):
            print(part.row(), flush=True)
            write_row("soak", str(part.rounds), part.row())


def suffer_all(browser: Browser, seed: int, shots: Path, only: str, number: int) -> None:
    """Every fault of the list in one game, with a few quiet steps between two of them; checked like any game."""
    shots.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        own_disk(Path(folder), Path(folder) / "data") as disk,
        Evening(Path(folder), browser, seed, disk, installed=any(only in one.name for one in OF_A_RELEASE)) as evening,
    ):
        evening.begin("survivors")
        player = EveningPlayer(evening, seed)
        known = [fault for fault in (*OF_A_RELEASE, *(OF_THE_DISK if disk else ()), *FAULTS) if only in fault.name]
        for fault in pairs(known, number, seed) if number else known:
            for _ in range(QUIET_STEPS):
                player.step()
            suffered = suffer(evening, player, fault, shots)
            print(suffered.row(), flush=True)
            write_row("pairs" if number else "faults", fault.name, suffered.row())
        print(f"taken wrongly: {check_end(evening, player)}; pictures in {shots}")
    contact_sheet(shots, [fault.name for fault in (*OF_A_RELEASE, *OF_THE_DISK, *FAULTS)], SHEET)


def write_row(table: str, key: str, row: str) -> None:
    """Into its table of EVENING.md, in place of an older row of that key."""
    text = PAGE.read_text()
    begin, end = f"<!-- {table} -->\n", f"<!-- /{table} -->"
    rows = text.split(begin)[1].split(end)[0].splitlines()
    kept = [line for line in rows if not re.match(rf"\| {re.escape(key)} \|", line)]
    PAGE.write_text(text.split(begin)[0] + begin + "\n".join([*kept, row]) + "\n" + end + text.split(end)[1])


if __name__ == "__main__":
    main()
