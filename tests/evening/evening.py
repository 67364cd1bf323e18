"""A table on an evening, through its real edges only: nothing here reaches into the service.

The service is a process of its own, the camera streams over HTTP, the tray is the firmware under MicroPython behind a
pseudo-terminal, the players touch two browsers.
"""

from __future__ import annotations

import json
import urllib.request
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any

from playwright.sync_api import Browser

from companion.devices.tray.firmware_board import FirmwareBoard
from companion.devices.tray.simulator import SimulatedTray
from companion.table.loaded_box import LoadedBox
from tests.devices.camera_rig import wait_for
from tests.evening.installed import Installed, python_of
from tests.evening.line import Line
from tests.evening.own_disk import OwnDisk
from tests.evening.stream_camera import StreamCamera
from tests.server.test_server_process import Process, free_port
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from vision.tags.grammar import Tag, tag_from_id

SOURCES = {"dice": "camera", "tiles": "scan", "cards": "scan"}
SIZES = {"human": "wide", "demon": "tall", "squamata": "tall"}
OWN_CLOCK = Path(__file__).with_name("own_clock.py")
SEAT = "JSON.parse(localStorage.getItem('claustrophobia.seat')).token"


class CountingTablet(Tablet):
    """A tablet whose taps are counted."""

    def __init__(self, browser: Browser, size: str, taps: Counter[str]) -> None:
        super().__init__(browser, size)
        self._taps = taps

    def tap(self, selector: str) -> None:
        self._taps["tablet"] += 1
        super().tap(selector)

    def touch_map(self, selector: str) -> None:
        self._taps["tablet"] += 1
        super().touch_map(selector)


class Evening:
    """Everything that stands on the table. As a context: it is put away at the end."""

    def __init__(
        self, folder: Path, browser: Browser, seed: int = 1, disk: OwnDisk | None = None, installed: bool = False
    ) -> None:
        """`disk`: what the data folder is; `installed`: a release that can be updated, not the checkout."""
        self.data = folder / "data"
        self.disk = disk
        self._clock = folder / "clock"
        self.set_clock(0)
        self.browser = browser
        self.taps: Counter[str] = Counter()
        self.camera = StreamCamera(seed)
        self._seed = seed
        # Where the tray is plugged in, whichever it is.
        self._socket = folder / "tray"
        self.tray = self._plugged(SimulatedTray(FirmwareBoard(), seed))
        self._port = free_port()
        self.installed = Installed(folder / "installed", self.data, self.restart) if installed else None
        self._python: Path | None = None
        if self.installed:
            self.installed.listens_at(self._port)
            self._python = python_of(self.installed.places.current)
        self.service = self.serve()
        self.line = Line(self._port)
        self.tablets: dict[str, Tablet] = {}
        self.eyes: dict[str, WireClient] = {}
        self.game = ""
        self.labels: dict[str, Tag] = {name: tag_from_id(tag) for tag, name in LoadedBox().tag_names().items()}

    def __enter__(self) -> Evening:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for close in (self.leave, self.service.kill, self.line.close, self.tray.stop, self.camera.close):
            with suppress(Exception):
                close()

    def serve(self) -> Process:
        """As its owner starts it; ready when it answers. Started anew it has the same port."""
        devices = ("--camera", self.camera.address, "--tray", str(self._socket))
        first = f"{OWN_CLOCK.read_text()}\nshift({str(self._clock)!r})\n"
        return Process(self.data, *devices, port=self._port, first=first, python=self._python).ready()

    def restart(self, python: Path | None = None) -> None:
        """As systemd does it; from now on with this Python, if one is named."""
        self.service.stop()
        self._python = python or self._python
        self.service = self.serve()

    def _plugged(self, tray: SimulatedTray) -> SimulatedTray:
        tray.start()
        (port,) = tray.find()
        self._socket.unlink(missing_ok=True)
        self._socket.symlink_to(port)
        return tray

    def exchange_tray(self) -> None:
        """Another tray in the same socket: a newer one that was never seen here, and whose reader is missing."""
        self.tray.stop()
        self._seed += 1
        board = FirmwareBoard()
        board.lose_reader(True)
        self.tray = self._plugged(SimulatedTray(board, self._seed))

    def set_clock(self, seconds: float) -> None:
        """The wall clock of the service, so far from the true one."""
        self._clock.write_text(str(seconds))

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.service.address + path, data=data, headers={"X-Table-Code": self.service.code()}
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def as_host(self, path: str, body: bytes = b"") -> Any:
        """What only the host may ask for."""
        host = WireClient(self.service.address)
        try:
            host.join(None, "host", self.service.code())
        finally:
            host.close()
        headers = {"X-Table-Code": self.service.code(), "Authorization": f"Bearer {host.token}"}
        request = urllib.request.Request(self.service.address + path, data=body, headers=headers)
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)

    def seen_by_all(self) -> dict[str, Any]:
        """The game as it is now, as anybody with the code may see it."""
        somebody = WireClient(self.service.address)
        try:
            return dict(somebody.join(self.game, "table", self.service.code())["view"])
        finally:
            somebody.close()

    def version(self) -> int:
        return int(self.seen_by_all()["version"])

    def _sides(self) -> list[str]:
        return list(dict.fromkeys(turn["side"] for turn in self.seen_by_all()["turns"]))

    def devices_work(self) -> bool:
        return not self.broken_devices()

    def broken_devices(self) -> list[str]:
        """None if the camera gives pictures and the tray answers."""
        tray, camera = self.ask("/api/devices")["tray"], self.ask("/api/camera")
        return [
            *([] if tray["state"] == "connected" else [f"tray {tray['state']}"]),
            *([] if camera["health"] == "good" else [f"camera {camera['health']}"]),
        ]

    def begin(self, scenario: str, sides: Iterable[str] | None = None, **choices: object) -> None:
        """Once everything is lit: a new game, and whoever plays in it sits down, or these sides only."""
        self.leave()
        wait_for(self.devices_work, 60)
        self.game = self.ask("/api/games", {"scenario": scenario, "sources": SOURCES, **choices})["game"]
        for side in self._sides() if sides is None else sides:
            self.tablets[side] = self.new_tablet(side)
            self.tablets[side].sit(self.line.address, self.game, self.service.code(), side)
        self.look()

    def new_tablet(self, side: str) -> Tablet:
        return CountingTablet(self.browser, SIZES[side], self.taps)

    def look(self) -> None:
        """Somebody looks over each player's shoulder: with the token of that very tablet, and without touching."""
        for side, tablet in self.tablets.items():
            if side in self.eyes:
                self.eyes[side].close()
            self.eyes[side] = WireClient(self.service.address)
            answer = self.eyes[side].join(self.game, side, token=tablet.page.evaluate(SEAT))
            assert answer["ok"], answer

    def leave(self) -> None:
        for one in (*self.eyes.values(), *self.tablets.values()):
            one.close()
        self.eyes.clear()
        self.tablets.clear()
