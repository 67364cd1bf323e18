"""The camera over HTTP: who may see its picture, and what is said where there is none."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices.camera_setup import ProfileStore
from companion.devices.camera_source import CameraSource
from tests.devices.camera_rig import OneRoll, StillCamera, no_tags, wait_for
from tests.server.service_rig import RunningService


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[RunningService]:
    """A service with a camera that has seen one cocked die."""
    camera = CameraSource(StillCamera(), OneRoll(), no_tags, {}, ProfileStore(tmp_path / "cameras"))
    running = RunningService(tmp_path / "data", sources=(camera,))
    wait_for(lambda: camera.live.watched is not None)
    yield running
    running.stop()


def ask(service: RunningService, path: str, token: str = "") -> tuple[int, object]:
    return service.ask(path, **({"Authorization": f"Bearer {token}"} if token else {"X-Table-Code": service.code}))


def test_the_picture_and_the_state(watched: RunningService) -> None:
    status, told = watched.ask("/api/camera", **{"X-Table-Code": watched.code})
    assert status == 200
    assert (told["camera"], told["health"], told["hidden"]) == ("still camera", "good", False)
    assert told["size"] == [60, 40]
    assert told["state"] in ("moving", "cocked")
    status, jpeg = ask(watched, "/api/camera.jpg")
    assert status == 200
    assert isinstance(jpeg, bytes)
    assert jpeg.startswith(b"\xff\xd8")


def test_only_who_is_at_the_table_looks_through_the_camera(watched: RunningService) -> None:
    for path in ("/api/camera", "/api/camera.jpg"):
        status, answer = watched.ask(path)
        assert (status, answer["code"]) == (403, "table/wrong_code")


def test_without_a_camera_it_is_said(service: RunningService) -> None:
    status, told = service.ask("/api/camera", **{"X-Table-Code": service.code})
    assert (status, told["camera"], told["state"], told["dice"]) == (200, None, "none", [])
    status, answer = service.ask("/api/camera.jpg", **{"X-Table-Code": service.code})
    assert (status, answer["code"]) == (404, "camera/none")


def test_a_hidden_card_under_the_camera_is_for_its_owner_only(watched: RunningService) -> None:
    """The Survivors begin with an Advantage card, here drawn under the camera."""
    game = watched.new_game(sources={"cards": "scan"})
    for seat, sees in {"human": True, "both": True, "demon": False, "table": False, "host": False}.items():
        token = watched.token(game, seat)
        status, answer = ask(watched, "/api/camera.jpg", token)
        assert status == (200 if sees else 403), seat
        assert ask(watched, "/api/camera", token)[1]["hidden"] is not sees  # type: ignore[index]
        assert sees or answer["code"] == "camera/hidden"  # type: ignore[index]
    assert ask(watched, "/api/camera.jpg")[0] == 403
    # A seat at another game shows nothing of this one.
    assert ask(watched, "/api/camera.jpg", watched.token("another", "both"))[0] == 403


# -- setting the corners -----------------------------------------------------------------------------------------------

CORNERS = [[5, 4], [55, 5], [50, 36], [8, 35]]
AS_TEXT = ",".join(str(v) for place in CORNERS for v in place)


def test_corners_are_tried_saved_used_and_forgotten(watched: RunningService, tmp_path: Path) -> None:
    code = {"X-Table-Code": watched.code}
    status, told = watched.ask(f"/api/camera/setup?corners={AS_TEXT}", **code)
    assert status == 200
    assert (told["size"], told["saved"], told["marks"]) == ([60, 40], None, None)
    assert "blurred" in told["problems"]
    assert "no_marks" not in told["problems"]
    assert "no_marks" in watched.ask("/api/camera/setup", **code)[1]["problems"]
    status, flat = watched.ask(f"/api/camera/flat.jpg?corners={AS_TEXT}", **code)
    assert status == 200
    assert flat.startswith(b"\xff\xd8")
    assert watched.post("/api/camera/corners", json.dumps({"corners": CORNERS}).encode())[0] == 200
    assert watched.ask("/api/camera/setup", **code)[1]["saved"] == CORNERS
    watcher = watched.web.service.devices.camera._watcher  # type: ignore[union-attr]
    wait_for(lambda: watcher.calibration.corners == tuple(tuple(place) for place in CORNERS))
    kept = ProfileStore(tmp_path / "cameras").load("still camera")
    assert kept is not None
    assert kept.corners == watcher.calibration.corners
    assert watched.post("/api/camera/corners", b'{"corners": null}')[0] == 200
    assert watched.ask("/api/camera/setup", **code)[1]["saved"] is None
    wait_for(lambda: watcher.calibration.corners == ())


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "wire/bad_message"),
        (b"[]", "wire/bad_message"),
        (b'{"corners": [[1, 2]]}', "wire/bad_message"),
        (b'{"corners": [[1, 2], [3, 4], [5, 6], "x"]}', "wire/bad_message"),
        (b'{"corners": [[1, 2], [3, 4], [5, 6], [NaN, 1]]}', "camera/bad_corners"),
        (b'{"corners": [[5, 4], [50, 36], [55, 5], [8, 35]]}', "camera/bad_corners"),
        (b'{"corners": [[5, 4], [5500, 5], [50, 36], [8, 35]]}', "camera/bad_corners"),
    ],
)
def test_corners_that_make_no_sense_change_nothing(watched: RunningService, body: bytes, code: str) -> None:
    status, answer = watched.post("/api/camera/corners", body)
    assert (status, answer["code"]) == (400, code)
    assert watched.ask("/api/camera/setup", **{"X-Table-Code": watched.code})[1]["saved"] is None


@pytest.mark.parametrize("text", ["1", "a,b", "1,2,3,4,5,6,7", "nan,1,2,3,4,5,6,7", "9" * 300])
def test_corners_in_the_address_that_make_no_sense(watched: RunningService, text: str) -> None:
    for path in ("/api/camera/setup", "/api/camera/flat.jpg"):
        status, answer = watched.ask(f"{path}?corners={text}", **{"X-Table-Code": watched.code})
        assert (status, answer["code"]) == (400, "camera/bad_corners")


def test_only_who_is_at_the_table_sets_corners(watched: RunningService) -> None:
    status, answer = watched.ask("/api/camera/corners", json.dumps({"corners": CORNERS}).encode())
    assert (status, answer["code"]) == (403, "table/wrong_code")


def test_a_disk_that_refuses_leaves_the_corners_as_they_were(watched: RunningService, tmp_path: Path) -> None:
    folder = tmp_path / "cameras"
    wait_for(lambda: list(folder.glob("*.json")))  # what the first roll taught
    shutil.rmtree(folder)
    folder.write_text("a file where the folder should be")
    status, answer = watched.post("/api/camera/corners", json.dumps({"corners": CORNERS}).encode())
    assert (status, answer["code"]) == (507, "camera/not_saved")
    assert watched.ask("/api/camera/setup", **{"X-Table-Code": watched.code})[1]["saved"] is None
