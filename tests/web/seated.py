"""A tablet with both seats at a fresh game, and a way to the moment a test needs."""

from __future__ import annotations

from typing import Any

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.hands import Hands


class Seated:
    """A tablet with both seats, at the first Human action phase."""

    def __init__(self, service: RunningService, tablet: Tablet, observer: WireClient, game: str) -> None:
        self.service = service
        self.tablet = tablet
        self.page = tablet.page
        self.hands = Hands(observer, {"human": tablet, "demon": tablet})
        tablet.sit(service.address, game, service.code, "both")

    def until(self, what: str) -> None:
        for _ in range(60):
            if self.view["waiting"]["what"] == what:
                self.tablet.wait_version(self.view["version"])
                return
            self.hands.step()
        raise AssertionError(f"{what} never came")

    @property
    def view(self) -> dict[str, Any]:
        return self.hands.view

    def changed(self, version: int) -> None:
        self.hands.observer.wait_version(version + 1)
