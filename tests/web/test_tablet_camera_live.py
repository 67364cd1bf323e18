"""The live camera on the tablet: the picture while dice are awaited, the corners, a photo of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.devices.camera_setup import ProfileStore
from companion.devices.camera_source import CameraSource
from companion.devices.home_learning import HomeLearner, ToldDiceStore
from companion.devices.photo_source import PhotoSource
from companion.protocol.intents import Intent, read_verb
from companion.protocol.readings import DieFace, Reading
from tests.devices.camera_rig import FixedReader, OneRoll, StillCamera, no_tags
from tests.server.service_rig import RunningService
from tests.web.browser_rig import Tablet
from tests.web.screen_check import examine
from tests.web.sentences import words


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    """A table with a camera that sees nothing of interest, and a reader that sees a four in every photo."""
    camera = CameraSource(StillCamera(), OneRoll(), no_tags, {}, ProfileStore(tmp_path / "cameras"))
    photos = PhotoSource(FixedReader("unsure", False), HomeLearner(tmp_path / "corrections", lambda taught: None))
    running = RunningService(tmp_path / "data", seed=1, sources=(camera, photos))
    yield running
    running.stop()


def test_learning_is_switched_off_and_the_corners_are_dragged_and_kept(
    service: RunningService, tablet: Callable[..., Tablet], tmp_path: Path
) -> None:
    one = tablet("wide")
    one.page.goto(f"{service.address}/?code={service.code}#/devices")
    one.page.wait_for_selector("[data-live=picture]")
    one.page.wait_for_selector("[data-problem=no_marks]")
    one.tap("[data-switch=learning][aria-checked=true]")
    one.page.wait_for_selector("[data-switch=learning][aria-checked=false]")
    assert not ToldDiceStore(tmp_path / "corrections").on
    one.tap("[data-set-corners]:not([disabled])")
    one.page.wait_for_selector("[data-flat]")
    examine(one, "corners")
    grip = one.page.locator("[data-corner='0']").bounding_box()
    assert grip is not None
    one.page.mouse.move(grip["x"] + 24, grip["y"] + 24)
    one.page.mouse.down()
    one.page.mouse.move(grip["x"] + 84, grip["y"] + 54)
    one.page.mouse.up()
    one.page.locator("[data-corner='2']").press("ArrowLeft")
    one.tap("[data-save-corners]")
    one.page.wait_for_selector("[data-camera-panel=live]")
    kept = ProfileStore(tmp_path / "cameras").load("still camera")
    assert kept is not None
    far_left, _, near_right, _ = kept.corners
    assert far_left[0] > 60 * 0.12 + 2
    assert near_right[0] < 60 * 0.88
    assert one.page.locator("[data-problem=no_marks]").count() == 0


def test_a_dark_side_is_hatched_and_worded(tmp_path: Path, tablet: Callable[..., Tablet]) -> None:
    sees = np.full((240, 320, 3), 170, np.uint8)
    sees[:, :140] = 40
    camera = CameraSource(StillCamera(sees), OneRoll(), no_tags, {}, ProfileStore(tmp_path / "cameras"))
    service = RunningService(tmp_path / "data", seed=1, sources=(camera,))
    one = tablet("wide")
    one.page.goto(f"{service.address}/?code={service.code}#/devices")
    one.page.wait_for_selector("text=/Live \\d+.s/")
    one.tap("[data-set-corners]:not([disabled])")
    one.page.wait_for_selector("[data-problem=dark_left]")
    assert one.shows("[data-fault=dark_left]")
    assert "too dark" in one.page.locator("[data-part-row=camera][data-state=warn]").inner_text()
    assert "1 thing to look at" in one.page.locator("[data-concerns='1']").inner_text()
    examine(one, "a dark side")
    service.stop()


def test_the_camera_is_started_again_and_another_is_searched_for(
    service: RunningService, tablet: Callable[..., Tablet]
) -> None:
    one = tablet("phone", "fr")
    one.page.goto(f"{service.address}/?code={service.code}#/devices")
    one.tap("[data-restart-camera]:not([disabled])")
    one.page.wait_for_selector("[data-result]:has-text('redémarré')")
    one.tap("[data-search-cameras]")
    one.page.wait_for_selector("[data-none-found]")
    examine(one, "cameras found")
    # This service cannot change its camera: the reason is said in the player's language.
    one.tap("[data-camera=sim] [data-use-camera]")
    one.page.wait_for_selector("[data-trouble]:has-text('ne peut pas être changée')")
    assert [text for text in one.complaints if "400" not in text] == []
    one.complaints.clear()


def test_a_reading_is_looked_at_and_a_photo_is_sent(service: RunningService, tablet: Callable[..., Tablet]) -> None:
    game = service.new_game(sources={"dice": "camera"})
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    one.tap("[data-draw-for-me]")
    one.page.wait_for_selector("[data-dice-sheet] [data-live=picture]")
    examine(one, "dice awaited")
    table = service.web.service.games.table(game)
    table.submit("both", intent := _wait_a_minute(table.version))
    one.wait_version(intent.version + 1)
    faces = tuple(DieFace(3, 0.99, (2, 2, 9, 9), (5, 2)) for _ in range(4))
    service.web.service.submit(Reading("r1", "dice", "still camera", sure=True, faces=faces))
    one.page.wait_for_selector(f"[data-accept]:has-text('{words('dice.by_itself')}')")
    one.page.locator(".die-card .big").first.tap()
    one.page.wait_for_selector("[data-held]")
    order = (
        one.page.locator(".die-card").first.locator("[data-face]").evaluate_all("all => all.map(e => e.dataset.face)")
    )
    assert order == ["3", "5", "2", "1", "4", "6"]
    examine(one, "held")
    _send(one, b"no picture at all", "notes.jpg")
    one.page.wait_for_selector("[role=alert]:has-text('holds no picture')")
    # The browser itself notes every request that was refused.
    assert [text for text in one.complaints if "400" not in text] == []
    one.complaints.clear()
    _send(one, cv2.imencode(".jpg", np.full((300, 400, 3), 99, np.uint8))[1].tobytes(), "dice.jpg")
    one.page.wait_for_selector(".effect:has-text('not sure')")
    assert table.version == intent.version + 1


def test_a_picture_that_is_gone_is_said_to_be(service: RunningService, tablet: Callable[..., Tablet]) -> None:
    game = service.new_game(sources={"dice": "camera"})
    one = tablet("phone", "fr")
    one.sit(service.address, game, service.code, "both")
    table = service.web.service.games.table(game)
    begun = table.version
    one.tap("[data-draw-for-me]")
    one.wait_version(begun + 2)  # shuffled and drawn
    # A camera that works is shown to.
    one.page.wait_for_selector("[data-device=camera][data-status=ready]")
    table.submit("both", intent := _wait_a_minute(table.version))
    one.wait_version(intent.version + 1)
    faces = tuple(DieFace(3, 0.99, (2, 2, 9, 9), (5, 2)) for _ in range(4))
    service.web.service.submit(Reading("r1", "dice", "still camera", sure=True, faces=faces, picture="pruned-1"))
    one.page.wait_for_selector('[data-dice-sheet] [data-picture-gone]:has-text("n’est plus là")')
    examine(one, "a picture that is gone")
    one.tap("[data-accept]")
    one.page.wait_for_selector("[data-dice-sheet]", state="detached")
    one.page.locator("header.top button").last.tap()
    one.tap(".menu .btn:has-text('Journal')")
    one.tap("[data-log-picture]")
    one.page.wait_for_selector("[data-log] [data-picture-gone]")
    examine(one, "log with a picture that is gone")
    assert [text for text in one.complaints if "pruned-1" not in text] == []
    one.complaints.clear()


def test_a_second_reading_takes_over_nothing_from_the_first(
    service: RunningService, tablet: Callable[..., Tablet]
) -> None:
    """Somebody types and changes dice while the camera reads again: what is shown and accepted is the new reading."""
    game = service.new_game(sources={"dice": "camera"})
    one = tablet("wide")
    one.sit(service.address, game, service.code, "both")
    one.tap("[data-draw-for-me]")
    one.page.wait_for_selector("[data-dice-sheet] [data-live=picture]")
    table = service.web.service.games.table(game)
    table.submit("both", intent := _wait_a_minute(table.version))
    one.wait_version(intent.version + 1)
    service.web.service.submit(Reading("first", "dice", "still camera", sure=True, faces=_dice(3, 3, 3, 3)))
    one.page.locator(".die-card .big").first.tap()
    one.page.locator(".die-card").first.locator("[data-face='6']").tap()
    one.tap("[data-type-in]")

    service.web.service.submit(Reading("second", "dice", "still camera", sure=True, faces=_dice(1, 2, 2, 5)))
    one.page.wait_for_selector(f"[data-accept]:has-text('{words('dice.by_itself')}')")
    assert one.shows("[data-retake]")
    one.tap("[data-accept]")

    one.page.wait_for_selector("[data-waiting=assign]")
    rolled = next(record for record in reversed(table.records()) if "roll" in record.do)
    assert rolled.do["roll"] == [1, 2, 2, 5]
    assert rolled.cause["reading"] == "second"
    assert not rolled.cause.get("corrected")


def _dice(*faces: int) -> tuple[DieFace, ...]:
    return tuple(DieFace(face, 0.99, (2, 2, 9, 9), ()) for face in faces)


def _send(one: Tablet, data: bytes, name: str) -> None:
    one.page.set_input_files("[data-photo]", {"name": name, "mimeType": "image/jpeg", "buffer": data})


def _wait_a_minute(version: int) -> Intent:
    """A countdown long enough for a slow machine."""
    return Intent("policy-long", version, read_verb({"policy": {"dice": "countdown", "seconds": 60}}))
