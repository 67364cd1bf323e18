"""A tablet with both seats at a fresh game, and a way to the moment a test needs."""

from __future__ import annotations

from typing import Any

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.tablet_player import TabletPlayer


class SeatedTablet:
    """A tablet with both seats, at the first Human action phase."""

    def __init__(self, service: RunningService, tablet: Tablet, observer: WireClient, game: str) -> None:
        self.service = service
        self.tablet = tablet
        self.page = tablet.page
        self.player = TabletPlayer(observer, {"human": tablet, "demon": tablet})
        tablet.sit(service.address, game, service.code, "both")

    def until(self, what: str) -> None:
        for _ in range(60):
            if self.view["waiting"]["what"] == what:
                self.tablet.wait_version(self.view["version"])
                return
            self.player.step()
        raise AssertionError(f"{what} never came")

    @property
    def view(self) -> dict[str, Any]:
        return self.player.view

    def changed(self, version: int) -> None:
        self.player.observer.wait_version(version + 1)
