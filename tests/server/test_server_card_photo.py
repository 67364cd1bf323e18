"""A photo of a card over HTTP, and what lies under the camera: numbers and labels come back, nothing else happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.devices.camera_setup import ProfileStore
from companion.devices.camera_source import CameraSource
from tests.devices.camera_rig import OneRoll, StillCamera, no_tags, wait_for
from tests.server.service_rig import RunningService
from vision.glyphs.shapes import proof_faces
from vision.images import Image
from vision.tags.grammar import Tag, TagKind
from vision.tags.pattern import modules_of
from vision.training.cards.photo import render_card_photo

Watched = Callable[[Image], RunningService]


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    """Services with a camera over the tray that sees one picture."""
    made: list[RunningService] = []

    def one(sees: Image) -> RunningService:
        camera = CameraSource(StillCamera(sees), OneRoll(), no_tags, {}, ProfileStore(tmp_path / "cameras"))
        made.append(RunningService(tmp_path / f"data{len(made)}", sources=(camera,)))
        wait_for(lambda: camera.live.frame() is not None)
        return made[-1]

    yield one
    for service in made:
        service.stop()


def printed_label(number: int) -> Image:
    """A label flat under the camera, six pixels a module, on grey."""
    code = np.where(modules_of(Tag(TagKind.CARD, number)), np.uint8(20), np.uint8(240))
    label = np.pad(np.kron(code, np.ones((6, 6), np.uint8)), 24, constant_values=240)
    return np.repeat(np.pad(label, 90, constant_values=110)[:, :, None], 3, axis=2)


def test_a_photo_gives_proposals_and_changes_nothing(service: RunningService) -> None:
    before = service.ask("/api/box")[1]
    photo = render_card_photo(7_000_001, "warrior", proof_faces(), long_side=900, bare=True)
    data = cv2.imencode(".jpg", photo.image)[1].tobytes()
    status, answer = service.post("/api/box/photo?kind=warrior", data)
    assert (status, answer["card"]["kind"]) == (200, "warrior")
    assert len(answer["card"]["numbers"]) == 18
    assert service.ask("/api/box")[1] == before


def test_the_card_under_the_camera_is_read_the_same_way(watched: Watched) -> None:
    photo = render_card_photo(7_000_004, "warrior", proof_faces(), long_side=900, bare=True)
    service = watched(photo.image)
    status, answer = service.post("/api/box/photo/camera?kind=warrior", b"{}")
    assert (status, answer["card"]["kind"]) == (200, "warrior")
    numbers = {(n["line"] - 1, n["value"]): n["digit"] for n in answer["card"]["numbers"] if n["sure"]}
    assert len(numbers) > 12
    assert {key: photo.card.values[key] for key in numbers} == numbers
    assert service.post("/api/box/photo/camera?kind=tile", b"{}")[1]["code"] == "box/refused"
    assert service.ask("/api/box/photo/camera", b"{}")[1]["code"] == "table/wrong_code"


def test_without_a_camera_no_card_lies_under_it(service: RunningService) -> None:
    status, answer = service.post("/api/box/photo/camera?kind=warrior", b"{}")
    assert (status, answer["code"]) == (404, "camera/none")


def test_a_new_label_is_seen_whatever_the_game_waits_for(watched: Watched) -> None:
    service = watched(printed_label(777))
    status, answer = service.ask("/api/box/scan", **{"X-Table-Code": service.code})
    assert (status, answer["scan"]["kind"], answer["scan"]["value"]) == (200, "tag", "card-777")


def test_a_label_that_is_on_a_card_is_nobodys_business(watched: Watched) -> None:
    service = watched(printed_label(3))
    assert service.ask("/api/box/scan", **{"X-Table-Code": service.code})[1]["scan"] is None


def test_what_is_no_photo_of_a_card_is_refused(service: RunningService) -> None:
    assert service.ask("/api/box/photo", b"x")[1]["code"] == "table/wrong_code"
    for path, body, code in (
        ("/api/box/photo", b"", "table/bad_picture"),
        ("/api/box/photo?kind=warrior", b"\xff\xd8\xff" + b"0" * 100, "table/bad_picture"),
        ("/api/box/photo?kind=tile", b"x", "box/refused"),
    ):
        status, answer = service.post(path, body)
        assert (status, answer["code"]) == (400, code)
