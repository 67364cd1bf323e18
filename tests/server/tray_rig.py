"""A service with a simulated tray on a real link."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.devices.tray.driver import TrayDriver
from companion.devices.tray.messages import TrayEvent
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.simulator import SimulatedTray
from companion.devices.tray_source import ChosenTray, TraySource
from companion.network.kept import NetworkChoices
from companion.network.network import LocalNetwork
from companion.network.reach import ServiceReach
from tests.devices.camera_rig import wait_for
from tests.server.service_rig import RunningService


class TrayTable:
    def __init__(self, data: Path) -> None:
        self.simulator = SimulatedTray(ModelBoard())
        tray = TraySource("sim", {}, data / "cards.json", self._choose)
        network = LocalNetwork(NetworkChoices(data), ServiceReach("10.0.0.5", (8000,)))
        self.service = RunningService(data, sources=(tray,), simulated={"tray": True}, network=network)
        wait_for(lambda: self.devices()["tray"]["state"] == "connected")

    def _choose(self, word: str, on_event: Callable[[TrayEvent], None]) -> ChosenTray:
        return ChosenTray(TrayDriver(on_event, self.simulator.find), self.simulator)

    def devices(self) -> Any:
        status, told = self.service.ask("/api/devices", **{"X-Table-Code": self.service.code})
        assert status == 200
        return told
