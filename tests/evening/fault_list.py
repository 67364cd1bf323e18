"""What goes wrong on an evening: how each fault comes about, and what somebody does against it."""

from __future__ import annotations

import json
import resource
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from urllib.error import HTTPError

from playwright.sync_api import Error as BrowserError

from tests.evening.evening import Evening
from tests.evening.faults import WELL_S, Fault, told_by
from tests.evening.installed import NEXT, Installed
from tests.evening.own_disk import OwnDisk
from tests.server.test_server_process import COMPANION, free_port

SENTENCES = json.loads((Path(__file__).parents[2] / "web/src/i18n/en/refusals.json").read_text())
# Updates whose switch has begun.
SWITCHING: dict[Evening, Future[bool]] = {}


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


def memory_again(evening: Evening) -> None:
    """Somebody ended what took it. A service that was ended by it is started again by systemd."""
    if evening.service.process.poll() is None:
        limit_memory(0)(evening)
    else:
        start_again(evening)
    reload_what_failed(evening)


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


def try_undo(evening: Evening) -> list[str]:
    """It cannot be written down: it is refused, and said."""
    evening.tablets["human"].tap("[data-undo]")
    time.sleep(2.0)
    return told_by(evening, "human")


def try_new_game(evening: Evening) -> list[str]:
    """The journal of the game that is played has room for a while; another game has none."""
    try:
        evening.ask("/api/games", {"scenario": "survivors"})
    except HTTPError as error:
        with error:
            return [f"a new game: {SENTENCES['table.' + json.load(error)['key']]}"]
    raise AssertionError("a game was begun on a full disk")


def try_to_come_in(evening: Evening) -> list[str]:
    """New connections need new memory: the tablets are loaded again."""
    reload(evening)
    time.sleep(3.0)
    return []


def try_all(evening: Evening) -> list[str]:
    return [*try_undo(evening), *try_to_come_in(evening)]


def restart_with_disk(evening: Evening) -> None:
    """The device is started anew, and looks through its disk on the way."""
    evening.service.kill()
    disk_of(evening).mend()
    start_again(evening)


def disk_of(evening: Evening) -> OwnDisk:
    assert evening.disk is not None
    return evening.disk


def update(evening: Evening) -> None:
    """Brought and made ready while the game stands there; then the switch begins, which takes its time."""
    installed = installed_of(evening)
    evening.as_host("/api/update/file", installed.zip)
    evening.as_host("/api/update/prepare")
    assert installed.do_what_is_asked(), installed.places.state.read_text()
    evening.as_host("/api/update/switch")
    pool = ThreadPoolExecutor(1)
    SWITCHING[evening] = pool.submit(installed.do_what_is_asked)
    pool.shutdown(wait=False)


def updated(evening: Evening) -> None:
    assert SWITCHING.pop(evening).result(timeout=WELL_S)
    assert evening.ask("/api/info")["version"] == NEXT


def installed_of(evening: Evening) -> Installed:
    assert evening.installed is not None
    return evening.installed


RESTARTS = "somebody starts the device anew; Linux mends the disk"
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
    Fault("tray exchanged for another", lambda e: e.exchange_tray(), nothing, "whoever did it", 3.0, part="tray"),
    Fault("tray restarted", lambda evening: evening.tray.reset(), nothing, "nobody", 1.0, part="tray"),
    Fault("network cut for 6 s", cut, mend, "nobody", part="network"),
    Fault("network slow by 0.4 s a packet", slow, mend, "nobody", part="network"),
    Fault("network that loses every fifth packet", lossy, mend, "nobody", part="network"),
    Fault("both tablets reloaded", reload, reload_what_failed, RELOADS, 1.0, part="network"),
    Fault(
        "both tablets asleep", sleep_state("frozen"), sleep_state("active"), "whoever looks again", 25.0, part="network"
    ),
    Fault("no more memory to be had", limit_memory(1), memory_again, RELOADS, 8.0, try_to_come_in, "service"),
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
    Fault(
        "disk full",
        lambda e: disk_of(e).fill(),
        lambda e: disk_of(e).make_room(),
        "somebody makes room",
        1.0,
        try_new_game,
        "disk",
    ),
    Fault("disk read-only", lambda e: disk_of(e).turn_read_only(), restart_with_disk, RESTARTS, 1.0, try_undo, "disk"),
    Fault(
        "disk that cannot be read or written",
        lambda e: disk_of(e).break_down(),
        restart_with_disk,
        RESTARTS,
        1.0,
        try_all,
        "disk",
    ),
)
# For this an installed release.
OF_A_RELEASE = (
    Fault("updated in the middle of the game", update, updated, "the host, who asked for it", 4.0, part="service"),
)
