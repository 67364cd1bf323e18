"""A photo of dice over HTTP, read by the real reader, with no camera at the table."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.devices.build import build_devices
from companion.table.loaded_box import LoadedBox
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from vision.cameras.simulated import RenderedCamera
from vision.dice.reader import DiceReader
from vision.images import decode_image

DICE = 4


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    devices = build_devices("none", "none", LoadedBox().tag_names(), tmp_path)
    running = RunningService(tmp_path / "data", sources=devices.sources)
    yield running
    running.stop()


@pytest.fixture
def human(service: RunningService) -> Iterator[WireClient]:
    """The Human's tablet; the Action Dice are awaited, and readings ask."""
    game = service.new_game(sources={"dice": "hand"})
    client = WireClient(service.address)
    client.join(game, "human", service.code)
    client.wait_version(client.do(draw_for_me=True)["version"])
    client.wait_version(client.do(policy={"dice": "ask"})["version"])
    yield client
    client.close()


def picture() -> bytes:
    """Dice that have come to rest: the camera's clock makes leaps."""
    ticks = itertools.count(0.0, 10.0)
    camera = RenderedCamera(seed=11, rate=0, clock=lambda: next(ticks))
    camera.throw(DICE)
    return cv2.imencode(".jpg", camera.grab())[1].tobytes()


def send(service: RunningService, client: WireClient, data: bytes) -> tuple[int, Any]:
    path = f"/api/games/{client.view['game']}/photo"
    return service.ask(path, data, Authorization=f"Bearer {client.token}")


def test_a_photo_is_a_reading_like_any_other(service: RunningService, human: WireClient) -> None:
    data = picture()
    seen = DiceReader().read(decode_image(data))
    status, answer = send(service, human, data)
    assert (status, answer["dice"], answer["state"]) == (200, len(seen.dice), seen.state)
    human.wait_for(lambda c: bool(c.events("reading")))
    reading = human.events("reading")[-1]
    assert (reading["id"], reading["source"], reading["sure"]) == (answer["reading"], "tablet photo", seen.sure)
    assert [die["face"] for die in reading["faces"]] == [die.face for die in seen.dice]
    path, token = f"/api/readings/{reading['picture']}.jpg", f"Bearer {human.token}"
    assert service.ask(path, Authorization=token)[1].startswith(b"\xff\xd8")
    version = human.do(correct=reading["id"], faces=[2, 3, 3, 5])["version"]
    assert human.wait_version(version)["waiting"]["facts"]["dice"] == [2, 3, 3, 5]


def test_photos_that_are_refused_change_nothing(service: RunningService, human: WireClient) -> None:
    version = human.view["version"]
    status, answer = send(service, human, b"no picture")
    assert (status, answer["code"]) == (400, "table/bad_picture")
    assert service.post(f"/api/games/{human.view['game']}/photo", b"x")[1]["code"] == "table/not_your_seat"
    assert service.ask(f"/api/games/{human.view['game']}/photo", b"x")[1]["code"] == "table/wrong_code"
    assert service.post("/api/games/none/photo", b"x")[1]["code"] == "table/no_such_game"
    status, answer = send(service, human, b"x" * 20_000_001)
    assert (status, answer["code"], answer["facts"]) == (413, "table/picture_too_large", {"megabytes": 20})
    assert human.events("reading") == []
    version = human.do(roll_for_me=True)["version"]
    human.wait_version(version)
    assert send(service, human, picture())[1]["code"] == "table/no_roll_awaited"


def test_a_service_without_a_reader_says_so(tmp_path: Path) -> None:
    running = RunningService(tmp_path / "bare")
    client = WireClient(running.address)
    client.join(running.new_game(), "both", running.code)
    client.wait_version(client.do(draw_for_me=True)["version"])
    assert send(running, client, b"x")[1]["code"] == "table/no_reader"
    client.close()
    running.stop()
