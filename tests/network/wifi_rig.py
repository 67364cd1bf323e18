"""A Wi-Fi over a pretended nmcli, with a clock that only moves when it is waited for."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.network.kept import NetworkChoices
from companion.network.nmcli import Nmcli
from companion.network.wifi import Wifi
from tests.network.fake_nmcli import locked

FAKE = Path(__file__).parent / "fake_nmcli.py"


class Air:
    """What the pretended nmcli sees and remembers."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._file = folder / "world.json"
        program = folder / "nmcli"
        program.write_text(f'#!/bin/sh\nexec {sys.executable} {FAKE} "$@"\n')
        program.chmod(0o755)
        monkeypatch.setenv("FAKE_NMCLI_WORLD", str(self._file))
        monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
        self.nmcli = Nmcli(str(program))
        kitchen = {"ssid": "Kitchen", "mode": "infrastructure", "word": "kitchenword", "address": "", "autoconnect": 1}
        self._write(
            {
                "device": {"connection": "Kitchen", "state": "connected", "address": "192.168.1.57"},
                "ethernet": "unavailable",
                "connections": {"Kitchen": kitchen},
                "air": [
                    {"ssid": "Attic: 2nd\\floor", "signal": 60, "word": "", "address": "192.168.9.4"},
                    {"ssid": "Kitchen", "signal": 90, "word": "kitchenword", "address": "192.168.1.57"},
                    {"ssid": "Neighbour", "signal": 50, "word": "longword1", "address": "10.1.1.5"},
                    {"ssid": "Silent", "signal": 45, "word": "", "address": ""},
                    {"ssid": "Cellar", "signal": 40, "word": "longword2", "address": "10.2.2.5", "hidden": True},
                ],
                "log": [],
            }
        )

    @property
    def world(self) -> dict[str, Any]:
        with locked(self._file):
            loaded: dict[str, Any] = json.loads(self._file.read_text())
        return loaded

    def change(self, **world: Any) -> None:
        self._write({**self.world, **world})

    def _write(self, world: dict[str, Any]) -> None:
        with locked(self._file):
            self._file.write_text(json.dumps(world))


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += seconds


def wifi_over(air: Air, folder: Path, clock: Clock, auto: bool = True) -> Wifi:
    return Wifi(air.nmcli, NetworkChoices(folder), auto, clock, clock.wait)


def settled(wifi: Wifi, look: Callable[[], None]) -> dict[str, Any]:
    """Do it, and wait until the change is over; what came of it."""
    look()
    # Whoever comes next gets the lock only when the change is done.
    with wifi._changing:
        pass
    last = wifi._last
    assert last is not None
    return dict(last)
