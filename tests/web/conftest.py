from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.seated_tablet import SeatedTablet


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    running = RunningService(tmp_path / "data", seed=1)
    yield running
    running.stop()


@pytest.fixture
def observe(service: RunningService) -> Iterator[Callable[[str], WireClient]]:
    """Somebody who only watches: sees what is public, touches nothing."""
    made: list[WireClient] = []

    def one(game: str) -> WireClient:
        made.append(WireClient(service.address))
        made[-1].join(game, "table", service.code)
        return made[-1]

    yield one
    for client in made:
        client.close()


@pytest.fixture
def tablet(browser: Browser) -> Iterator[Callable[..., Tablet]]:
    """Makes tablets; at the end none of them may have complained."""
    made: list[Tablet] = []

    def one(size: str = "wide", language: str = "en", introduced: bool = True, trusts: bool = False) -> Tablet:
        made.append(Tablet(browser, size, language, introduced, trusts))
        return made[-1]

    yield one
    complaints = [text for one_tablet in made for text in one_tablet.complaints]
    for one_tablet in made:
        one_tablet.close()
    assert complaints == []


@pytest.fixture
def seated(
    service: RunningService, tablet: Callable[..., Tablet], observe: Callable[[str], WireClient]
) -> SeatedTablet:
    game = service.new_game()
    return SeatedTablet(service, tablet("wide"), observe(game), game)
