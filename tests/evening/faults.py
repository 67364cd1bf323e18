"""What goes wrong on an evening, one thing after the other, while a game is played: what was seen, what was lost."""

from __future__ import annotations

import itertools
import os
import random
import resource
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Error as BrowserError

from tests.evening.evening import Evening
from tests.evening.players import EveningPlayer
from tests.server.test_server_process import COMPANION, free_port

WELL_S = 150.0
CHUNK = 1_000_000
# What a tablet says in words at this moment: alarms, notices, devices with a warning, the line below the prompt.
SAID = """() => [...document.querySelectorAll('[role=alert], [role=status], [data-device].bad, .prompt .text p')]
    .map(one => one.textContent.replace(/\\s+/g, ' ').trim()).filter(text => text)"""


class Fault(NamedTuple):
    """`cause` brings it about, `heal` is what somebody does against it (or what ends by itself)."""

    name: str
    cause: Callable[[Evening], object]
    heal: Callable[[Evening], object]
    who: str
    # How long it lasts before anything is done about it.
    seconds: float = 6.0
    # What somebody tries meanwhile.
    tried: Callable[[Evening], object] = lambda _evening: None
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
    fault.tried(evening)
    said: list[str] = []
    for side in evening.tablets:
        said += [text for text in told_by(evening, side) if text not in (*before[side], *said)]
        take_picture(evening, side, shots / f"{fault.name.replace(' ', '_')}-{side}.png")
    begun = time.monotonic()
    fault.heal(evening)
    while not is_well(evening):
        assert time.monotonic() - begun < WELL_S, f"{fault.name}: not well again"
        time.sleep(0.2)
    healed = time.monotonic() - begun
    player.look_again()
    kept = player.view["version"]
    for side in evening.tablets:
        take_picture(evening, side, shots / f"{fault.name.replace(' ', '_')}-{side}-after.png")
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


def is_well(evening: Evening) -> bool:
    """Every device works, and every tablet shows the game as it is."""
    try:
        works, version = evening.devices_work(), evening.version()
    except OSError:
        return False
    return works and all(shows(evening, side, version) for side in evening.tablets)


def shows(evening: Evening, side: str, version: int) -> bool:
    with suppress(BrowserError):
        page = evening.tablets[side].page
        found = page.evaluate("() => document.querySelector('[data-version]')?.dataset.version")
        return found is not None and int(found) >= version and page.locator(".lost[role=alert]").count() == 0
    return False


# -- the list ----------------------------------------------------------------------------------------------------------


def nothing(evening: Evening) -> None:
    """It ends by itself."""


def start_again(evening: Evening) -> None:
    evening.service = evening.serve()


def set_camera(trouble: str) -> Callable[[Evening], object]:
    return lambda evening: setattr(evening.camera, "trouble", trouble)


def set_noise(share: float) -> Callable[[Evening], object]:
    return lambda evening: setattr(evening.tray.cable, "noise_rate", share)


def cut(evening: Evening) -> None:
    """The Wi-Fi of the tablets is gone: what was open ends, and nothing new can be opened to anywhere."""
    for tablet in evening.tablets.values():
        tablet.context.set_offline(True)
    evening.line.hang_up()


def change_address(evening: Evening) -> None:
    """The service is not where it was; it can be found under another address that it told the tablets before."""
    evening.line.cut = True
    evening.line.hang_up()


def mend(evening: Evening) -> None:
    evening.line.delay_s = evening.line.loss = 0.0
    for tablet in evening.tablets.values():
        tablet.context.set_offline(False)


def slow(evening: Evening) -> None:
    evening.line.delay_s = 0.4


def lossy(evening: Evening) -> None:
    evening.line.loss = 0.2


def restart_machine(evening: Evening) -> None:
    """The power was gone for a moment: everything stops at once, and only the data folder is left."""
    evening.service.kill()
    evening.camera.trouble = "gone"
    evening.tray.reset()


def started_machine(evening: Evening) -> None:
    evening.camera.trouble = ""
    start_again(evening)


def reload(evening: Evening) -> None:
    for tablet in evening.tablets.values():
        # With the service gone this leaves the browser's own page, which does not try again by itself.
        with suppress(BrowserError):
            tablet.page.reload()


def reload_what_failed(evening: Evening) -> None:
    for tablet in evening.tablets.values():
        if tablet.page.locator("[data-version]").count() == 0:
            tablet.page.reload()


def sleep_state(state: str) -> Callable[[Evening], object]:
    """What a tablet does whose screen went dark: its pages run no line of code until somebody looks again."""

    def change(evening: Evening) -> None:
        for tablet in evening.tablets.values():
            tablet.context.new_cdp_session(tablet.page).send("Page.setWebLifecycleState", {"state": state})

    return change


def limit_memory(room: int) -> Callable[[Evening], object]:
    """So many bytes more than it has now, and the service gets no further one; without room for any: as before."""

    def limit(evening: Evening) -> None:
        for process in evening.service.processes():
            held = int(Path(f"/proc/{process}/statm").read_text().split()[0]) * resource.getpagesize()
            most = held + room if room else resource.RLIM_INFINITY
            resource.prlimit(process, resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))

    return limit


def set_clock(seconds: float) -> Callable[[Evening], object]:
    return lambda evening: evening.set_clock(seconds)


def lose_tablet(evening: Evening) -> None:
    """Its battery is empty. Whoever looked over its shoulder is gone too: two with one seat would hold it."""
    evening.tablets["human"].close()
    evening.eyes.pop("human").close()


def take_another(evening: Evening) -> None:
    """Another tablet sits down at the same seat; it waits until the old one counts as gone."""
    tablet = evening.new_tablet("human")
    tablet.page.set_default_timeout(WELL_S * 1000)
    evening.tablets["human"] = tablet
    tablet.sit(evening.service.address, evening.game, evening.service.code(), "human")


def second_service(evening: Evening) -> None:
    command = [*COMPANION, "serve", "--data", str(evening.data), "--host", "127.0.0.1", "--port", str(free_port())]
    other = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert other.returncode != 0
    assert "another service is using" in other.stdout + other.stderr, other


def fill_disk(evening: Evening) -> None:
    """All of it: the data folder lies on a disk of its own (see `small_disk`)."""
    with suppress(OSError), filler(evening).open("wb", buffering=0) as out:
        while True:
            out.write(bytes(CHUNK))


def filler(evening: Evening) -> Path:
    return evening.data.parent / "filler"


def try_undo(evening: Evening) -> None:
    """It cannot be written down: it is refused, and said."""
    tablet = evening.tablets["human"]
    tablet.tap("[data-undo]")
    time.sleep(2.0)


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """A disk of its own in the folder, where we may make one; whether it is there."""
    command = ["mount", "-t", "tmpfs", "-o", "size=80m", "tmpfs", str(folder)]
    mounted = os.geteuid() == 0 and subprocess.run(command, check=False, capture_output=True).returncode == 0
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


RELOADS = "nobody; with the service gone the player loads the page again"
FAULTS = (
    Fault("service killed", lambda e: e.service.kill(), start_again, "systemd starts it again", part="service"),
    Fault("machine restarted", restart_machine, started_machine, "nobody: all of it starts by itself", part="service"),
    Fault("camera gone", set_camera("gone"), set_camera(""), "whoever pulled the plug puts it back", part="camera"),
    Fault("camera frozen", set_camera("frozen"), set_camera(""), "nobody", 8.0, part="camera"),
    Fault("camera in the dark", set_camera("dark"), set_camera(""), "somebody switches the lamp on", part="camera"),
    Fault("camera exchanged for another", lambda e: e.camera.exchange(), nothing, "nobody", 3.0, part="camera"),
    Fault(
        "tray unplugged for 4 s", lambda e: e.tray.unplug(4.0), nothing, "whoever pulled the cable", 3.0, part="tray"
    ),
    Fault("every fifth frame of the tray damaged", set_noise(0.2), set_noise(0.0), "nobody", part="tray"),
    Fault("tray restarted", lambda evening: evening.tray.reset(), nothing, "nobody", 1.0, part="tray"),
    Fault("network cut for 6 s", cut, mend, "nobody", part="network"),
    Fault("network slow by 0.4 s a packet", slow, mend, "nobody", part="network"),
    Fault("network that loses every fifth packet", lossy, mend, "nobody", part="network"),
    Fault("both tablets reloaded", reload, reload_what_failed, RELOADS, 1.0, part="network"),
    Fault(
        "both tablets asleep", sleep_state("frozen"), sleep_state("active"), "whoever looks again", 25.0, part="network"
    ),
    Fault("no more memory to be had", limit_memory(1), limit_memory(0), "nobody", 8.0, try_undo, "service"),
    Fault("clock two days ahead", set_clock(172_800), set_clock(0), "nobody", part="clock"),
    Fault("clock a day back", set_clock(-86_400), set_clock(0), "nobody", part="clock"),
    Fault("the service has another address", change_address, nothing, "nobody", 3.0, part="network"),
    Fault("a second service started", second_service, nothing, "nobody: it ends and says why", 0.0, part="service"),
    Fault(
        "a tablet replaced by another",
        lose_tablet,
        take_another,
        "the player sits down at the new one",
        1.0,
        part="network",
    ),
)
# For these the data folder needs a disk of its own.
OF_THE_DISK = (
    Fault("disk full", fill_disk, lambda e: filler(e).unlink(), "somebody makes room", 1.0, try_undo, "disk"),
)


def pairs(faults: Sequence[Fault], number: int, seed: int) -> list[Fault]:
    """Two at once, of different parts of the table."""
    possible = [
        together(first, second) for first, second in itertools.combinations(faults, 2) if first.part != second.part
    ]
    return random.Random(seed).sample(possible, number)


def together(first: Fault, second: Fault) -> Fault:
    def both(one: Callable[[Evening], object], other: Callable[[Evening], object]) -> Callable[[Evening], object]:
        return lambda evening: (one(evening), other(evening))

    return Fault(
        f"{first.name}, and {second.name}",
        both(first.cause, second.cause),
        # In the order of the list: a service needs a disk, and a tablet a service.
        both(first.heal, second.heal),
        f"{first.who}; {second.who}",
        max(first.seconds, second.seconds),
        both(first.tried, second.tried),
    )
