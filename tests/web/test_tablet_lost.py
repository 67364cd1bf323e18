"""Killed services and late answers: the tablet says loudly what is lost, and goes on by itself."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.protocol.refusal import Refused
from companion.table.table import Table
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet

START_S = 30


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Service:
    """The real command in a process of its own, so that it can be killed."""

    def __init__(self, data: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._data = data
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [sys.executable, "-c", "from companion.cli import main; raise SystemExit(main())", "serve"]
        options = ["--open", "--host", "127.0.0.1", "--port", str(self.port), "--data", str(self._data)]
        devices = ["--camera", "none", "--tray", "none"]
        self._process = subprocess.Popen(
            [*command, *options, *devices], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + START_S
        while True:
            try:
                urllib.request.urlopen(f"{self.address}/api/health", timeout=2).close()
                return
            except OSError:
                assert time.monotonic() < end, "the service did not start"
                time.sleep(0.1)

    def kill(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait(timeout=10)


def test_killed_service(tmp_path: Path, tablet: Callable[..., Tablet]) -> None:
    service = Service(tmp_path / "data")
    service.start()
    try:
        one = tablet("wide")
        page = one.page
        page.goto(service.address)
        one.tap("[data-new-game]")
        one.tap("[data-scenario=survivors]")
        one.tap("[data-begin]")
        one.tap("[data-walk-skip]")
        one.tap("[data-draw-for-me]")
        page.wait_for_selector("[data-waiting=action]")
        # The sheet of the dice is a part that is fetched when it is needed: it is there before the service goes.
        page.wait_for_selector("[data-roll-for-me]")
        before = page.locator("[data-version]").get_attribute("data-version")

        service.kill()
        page.wait_for_selector(".lost[role=alert]")
        assert page.locator(".table").get_attribute("inert") is not None

        service.start()
        page.wait_for_selector(".lost", state="detached", timeout=30_000)
        assert page.locator("[data-version]").get_attribute("data-version") == before
        one.tap("[data-roll-for-me]")
        page.wait_for_selector("[data-waiting=assign]")
        # A reload finds the seat again as well.
        page.reload()
        page.wait_for_selector("[data-waiting=assign]")
    finally:
        service.kill()


def test_a_tap_on_the_new_view_counts_before_the_answer_to_the_tap_before(
    service: RunningService, tablet: Callable[..., Tablet], observe: Callable[[str], WireClient]
) -> None:
    """The view of a step is sent before its answer; on a slow network a player sees it, and taps, in between."""
    game = service.new_game()
    one = tablet("wide")
    network = one.drop_answers()
    one.sit(service.address, game, service.code, "both")
    watching = observe(game)
    network.dropping = True

    one.tap("[data-draw-for-me]")
    one.page.locator("[data-roll-for-me]").first.tap(timeout=4000)

    watching.wait_for(lambda client: client.view["waiting"]["what"] == "assign")


def test_a_lost_answer_is_asked_for_again_and_the_step_is_done_once(
    service: RunningService, tablet: Callable[..., Tablet], observe: Callable[[str], WireClient]
) -> None:
    game = service.new_game()
    one = tablet("wide")
    network = one.drop_answers()
    one.sit(service.address, game, service.code, "both")
    watching = observe(game)
    network.dropping = True

    one.tap("[data-draw-for-me]")
    one.page.wait_for_selector(".lost[role=alert]")
    network.dropping = False
    one.page.wait_for_selector(".lost", state="detached")
    one.tap("[data-roll-for-me]")

    watching.wait_for(lambda client: client.view["waiting"]["what"] == "assign")
    draws = [line for line in service.web.service.games.table(game).log("table") if line["key"] == "draws_card"]
    assert network.dropped >= 1
    assert len(draws) == 1


def test_a_seat_outlives_a_passing_fault_of_the_service(
    service: RunningService, tablet: Callable[..., Tablet], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk does not answer when the tablet comes back: it tries again instead of throwing its seat away."""
    game = service.new_game()
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    games = service.web.service.games
    found, refused = games.table, 0

    def away_twice(name: str) -> Table:
        nonlocal refused
        refused += 1
        if refused <= 2:
            raise Refused("table/unavailable", "journal_unavailable", {"game": name, "file": "", "reason": "disk"})
        return found(name)

    monkeypatch.setattr(games, "table", away_twice)
    one.page.reload()

    one.page.wait_for_selector("[data-version]")
    assert refused > 2
