"""A card laid under the camera over the tray: its numbers are proposed on the tablet, and the owner decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.devices.camera_setup import ProfileStore
from companion.devices.camera_source import CameraSource
from tests.devices.camera_rig import OneRoll, StillCamera, no_tags
from tests.server.service_rig import RunningService
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine
from vision.glyphs.shapes import proof_faces
from vision.training.cards.photo import render_card_photo

PHOTO = render_card_photo(7_000_004, "warrior", proof_faces(), long_side=900, bare=True)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    """A table whose camera looks at a warrior's card."""
    camera = CameraSource(StillCamera(PHOTO.image), OneRoll(), no_tags, {}, ProfileStore(tmp_path / "cameras"))
    running = RunningService(tmp_path / "data", seed=1, sources=(camera,))
    yield running
    running.stop()


def test_the_card_in_the_tray_is_read_and_the_owner_decides(
    service: RunningService, tablet: Callable[..., Tablet]
) -> None:
    one = tablet("tall", "fr")
    page = one.page
    page.goto(f"{service.address}/?code={service.code}#/box")
    one.tap("[data-item='human.blade']")
    one.tap("[data-tray-photo]")
    one.tap("[data-read-tray]")
    page.wait_for_selector("[data-photo-state=read]")
    cells = [page.locator(f"[data-cell='pack.human.blade.lines.{n}/cbt']").inner_text() for n in range(1, 7)]
    read = {n: int(cell) for n, cell in enumerate(cells) if "?" not in cell}
    assert len(read) > 3
    assert read == {n: PHOTO.card.values[n, "cbt"] for n in read}
    examine(one, "the card under the camera")
    _, check = service.ask("/api/box/check/survivors")
    blade = next(item for item in check["items"] if item["id"] == "human.blade")
    assert "owner" not in {value["from"] for value in blade["values"]}, "nothing is taken unseen"
