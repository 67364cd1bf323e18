"""A fault in the middle of a game: what was seen of it, what was lost. Which ones there are: `fault_list`."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Error as BrowserError

from tests.evening.contact_sheet import shot
from tests.evening.evening import Evening
from tests.evening.players import EveningPlayer

WELL_S = 150.0
# What a tablet says in words at this moment: alarms, notices, devices with a warning, the line below the prompt.
SAID = """() => [...document.querySelectorAll('[role=alert], [role=status], [data-device].bad, .prompt .text p')]
    .map(one => one.textContent.replace(/\\s+/g, ' ').trim()).filter(text => text)
    .concat(document.body.innerText.trim() ? [] : ['(an empty page)'])"""


class Fault(NamedTuple):
    """`cause` brings it about, `heal` is what somebody does against it (or what ends by itself)."""

    name: str
    cause: Callable[[Evening], object]
    heal: Callable[[Evening], object]
    who: str
    # How long it lasts before anything is done about it.
    seconds: float = 6.0
    # What somebody tries meanwhile, and what was said to it.
    tried: Callable[[Evening], list[str]] = lambda _evening: []
    # What it strikes: two faults of one part cannot be told apart.
    part: str = ""


class Suffered(NamedTuple):
    """One row of the table."""

    name: str
    said: str
    healed_s: float
    lost: str
    who: str

    def row(self) -> str:
        return f"| {self.name} | {self.said or '–'} | {self.healed_s:.1f} s | {self.lost} | {self.who} |"


def suffer(evening: Evening, player: EveningPlayer, fault: Fault, shots: Path) -> Suffered:
    """Brings a fault about in the middle of the game, and waits until a step of it is played again."""
    known = player.view["version"]
    before = {side: told_by(evening, side) for side in evening.tablets}
    fault.cause(evening)
    time.sleep(fault.seconds)
    said = fault.tried(evening)
    for side in evening.tablets:
        said += [text for text in told_by(evening, side) if text not in (*before[side], *said)]
        take_picture(evening, side, shot(shots, fault.name, side))
    begun = time.monotonic()
    fault.heal(evening)
    while lacks := lacking(evening):
        assert time.monotonic() - begun < WELL_S, f"{fault.name}: not well again: {lacks}"
        time.sleep(0.2)
    healed = time.monotonic() - begun
    player.look_again()
    kept = player.view["version"]
    for side in evening.tablets:
        take_picture(evening, side, shot(shots, f"{fault.name}-after", side))
    player.step()
    return Suffered(fault.name, " · ".join(said).replace("|", "/"), healed, lost(known, kept), fault.who)


def lost(known: int, kept: int) -> str:
    """Of what the tablets had been told."""
    return "nothing" if kept >= known else f"**{known - kept} steps**"


def told_by(evening: Evening, side: str) -> list[str]:
    """What the tablet says now; one that is switched off says nothing."""
    with suppress(BrowserError):
        return [str(text)[:120] for text in evening.tablets[side].page.evaluate(SAID)]
    return []


def take_picture(evening: Evening, side: str, shot: Path) -> None:
    with suppress(BrowserError):
        evening.tablets[side].page.screenshot(path=str(shot))


def lacking(evening: Evening) -> str:
    """What is not well yet; "" once every device works, and every tablet shows the game as it is."""
    try:
        broken, version = evening.broken_devices(), evening.version()
    except OSError as error:
        return str(error)
    behind = [side for side in evening.tablets if not shows(evening, side, version)]
    return ", ".join([*broken, *behind])


def shows(evening: Evening, side: str, version: int) -> bool:
    with suppress(BrowserError):
        page = evening.tablets[side].page
        found = page.evaluate("() => document.querySelector('[data-version]')?.dataset.version")
        return found is not None and int(found) >= version and page.locator(".lost[role=alert]").count() == 0
    return False


def pairs(faults: Sequence[Fault], number: int, seed: int) -> list[Fault]:
    """Two at once, of different parts of the table."""
    possible = [
        together(first, second) for first, second in itertools.combinations(faults, 2) if first.part != second.part
    ]
    return random.Random(seed).sample(possible, number)


def together(first: Fault, second: Fault) -> Fault:
    def both(one: Callable[[Evening], object], other: Callable[[Evening], object]) -> Callable[[Evening], object]:
        return lambda evening: (one(evening), other(evening))

    def tried(evening: Evening) -> list[str]:
        return [*first.tried(evening), *second.tried(evening)]

    return Fault(
        f"{first.name}, and {second.name}",
        both(first.cause, second.cause),
        # In the order of the list: a service needs a disk, and a tablet a service.
        both(first.heal, second.heal),
        f"{first.who}; {second.who}",
        max(first.seconds, second.seconds),
        tried,
    )
