from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    running = RunningService(tmp_path / "data")
    yield running
    running.stop()


@pytest.fixture
def connect(service: RunningService) -> Iterator[Callable[[], WireClient]]:
    """Makes tablets, and puts them away at the end."""
    made: list[WireClient] = []

    def one() -> WireClient:
        made.append(WireClient(service.address))
        return made[-1]

    yield one
    for client in made:
        client.close()
