"""Teaching the box on the tablet, under the simulated camera: by itself, piece after piece, left and gone on with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.service_rig import RunningService
from tests.web.browser_rig import Tablet
from tests.web.first_run_rig import service_with_simulated_camera
from tests.web.screen_check import examine

MakeTablet = Callable[..., Tablet]
PIECE_MS = 60_000


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    running = service_with_simulated_camera(tmp_path_factory.mktemp("data"))
    yield running
    running.stop()


def taught(one: Tablet, pieces: int) -> None:
    """At least so many: on a quick machine the next one is taken meanwhile."""
    one.page.locator("[data-piece][data-taught='true']").nth(pieces - 1).wait_for(timeout=PIECE_MS)


def test_pieces_are_taken_by_themselves_kept_and_tried_out(service: RunningService, tablet: MakeTablet) -> None:
    one = tablet("wide")
    one.page.goto(f"{service.address}/?code={service.code}#/devices")
    one.tap("[data-open-teach]")
    taught(one, 2)
    examine(one, "teach")
    # Left, and gone on with on another tablet: what was taught is there, and the next piece is asked for.
    one.tap("[data-stop]")
    one.page.wait_for_selector("[data-sight]:not([data-sight='0'])")
    other = tablet("phone", "ru")
    other.page.goto(f"{service.address}/?code={service.code}#/teach")
    first = other.page.locator("[data-piece]").first.get_attribute("data-piece")
    other.page.wait_for_selector(f"[data-piece='{first}'][data-taught='true']")
    assert other.page.get_attribute("[data-teach]", "data-teach") != first
    examine(other, "teach on a phone")
    before = int(other.page.get_attribute("[data-taught-pieces]", "data-taught-pieces") or 0)
    taught(other, before + 1)
    other.tap("[data-stop]")
    # Whatever lies there now can be tried out, and nothing comes of it.
    other.tap("[data-try-sight]:enabled")
    other.page.wait_for_selector("[data-known='sure'], [data-known='asked'], [data-known='none']", timeout=PIECE_MS)
    examine(other, "known, tried out")


def test_a_piece_is_redone(service: RunningService, tablet: MakeTablet, tmp_path: Path) -> None:
    one = tablet("tall", "fr")
    one.page.goto(f"{service.address}/?code={service.code}#/teach")
    one.page.wait_for_selector("[data-learned]", timeout=PIECE_MS)
    again = one.page.get_attribute("[data-learned]", "data-learned")
    one.tap("[data-redo]")
    one.page.wait_for_selector(f"[data-learned='{again}']", timeout=PIECE_MS)
    one.page.wait_for_selector(f"[data-piece='{again}'][data-taught='true']")
    examine(one, "teach in French")
