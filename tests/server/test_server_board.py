"""The table check through the service: photos of a board, what differs, and the layout taken over as one correction."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion.devices.board_check import BoardCamera
from tests.devices.board_rig import Lies, jpeg, photo, picture, with_orientation
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from vision.cameras.base import CameraError, CameraSettings
from vision.images import Image

Connect = Callable[[], WireClient]

# The start tile 36 is open on all sides, 1 to two opposite ones, 4 round a corner, 11 is a dead end.
LAID = {
    "1": {"at": [0, -1], "rotation": 0},
    "4": {"at": [0, -2], "rotation": 90},
    "11": {"at": [1, 0], "rotation": 270},
}
AS_LAID = [Lies(36, 0, 0), Lies(1, 0, -1), Lies(4, 0, -2, 90), Lies(11, 1, 0, 270)]


@pytest.fixture
def player(service: RunningService, connect: Connect) -> WireClient:
    """A game with four tiles."""
    client = connect()
    client.join(service.new_game(), "both", service.code)
    client.wait_version(client.do(override={"tiles": LAID})["version"])
    return client


def check(service: RunningService, player: WireClient, data: bytes) -> dict[str, Any]:
    status, answer = service.post(f"/api/games/{player.view['game']}/board", data)
    assert status == 200, answer
    return dict(answer["check"])


def told(found: dict[str, Any]) -> list[tuple[str, str]]:
    return [(one["change"], one["tile"]) for one in found["differences"]]


def test_a_table_like_the_game(service: RunningService, player: WireClient) -> None:
    # Seen from the other side of the table, one tile half round: nobody could tell the difference.
    turned = [Lies(t.number, -t.x, -t.y, (t.turn + (0 if t.number == 1 else 180)) % 360) for t in AS_LAID]
    found = check(service, player, photo(turned))
    assert told(found) == []
    assert found["version"] == player.view["version"]
    assert [way["tiles"] for way in found["take_over"]] == [{}, {}]


def test_every_difference_is_told(service: RunningService, player: WireClient) -> None:
    seen = [Lies(36, 0, 0), Lies(1, 0, -1, 90), Lies(11, -1, 0, 270), Lies(12, 0, 1, 180), Lies(7, 2.5, 0.6)]
    found = check(service, player, photo([*seen, Lies(9, 2, -1, set_code="B")]))
    assert told(found) == [
        ("turned", "1"),
        ("missing", "4"),
        ("moved", "11"),
        ("unexpected", "12"),
        ("loose", "7"),
        ("stranger", "tile-9@B"),
    ]
    moved = found["differences"][2]
    assert moved["expected"] == {"tile": "11", "at": [1, 0], "rotation": 270}
    assert moved["seen"] == {"tile": "11", "at": [-1, 0], "rotation": 270}


def test_one_number_on_two_tiles(service: RunningService, player: WireClient) -> None:
    found = check(service, player, photo([*AS_LAID, Lies(11, -1, 0)]))
    assert told(found) == [("twice", "11")]
    assert [way["tiles"] for way in found["take_over"]] == [{}, {}]


def test_a_layout_is_taken_over_as_one_correction(service: RunningService, player: WireClient) -> None:
    before = player.view
    seen = [Lies(36, 0, 0), Lies(1, 0, -1, 90), Lies(11, -1, 0, 270), Lies(12, 0, 1, 180)]
    found = check(service, player, photo(seen))
    whole, kept = found["take_over"]
    assert (whole["keeps_unseen"], whole["refusal"]) == (False, None)
    assert kept["tiles"] == {label: change for label, change in whole["tiles"].items() if change}
    player.wait_version(player.do(override={"tiles": whole["tiles"]}, why="table check")["version"])
    tiles = {tile["label"]: tile for tile in player.view["tiles"]}
    assert set(tiles) == {"36", "1", "11", "12"}
    assert [tiles["12"][key] for key in ("at", "rotation", "openings")] == [[0, 1], 180, "S"]
    assert [tiles["1"][key] for key in ("at", "openings")] == [[0, -1], "EW"]
    again = service.ask(f"/api/games/{player.view['game']}/board", **{"X-Table-Code": service.code})[1]["check"]
    assert (told(again), again["version"]) == ([], player.view["version"])
    player.wait_version(player.do(undo=True)["version"])
    assert player.view["tiles"] == before["tiles"]


def test_figures_hold_their_tile(service: RunningService, player: WireClient) -> None:
    player.wait_version(player.do(override={"warriors": {"brute-1": {"tile": "11"}}})["version"])
    found = check(service, player, photo(AS_LAID[:3]))
    whole, kept = found["take_over"]
    refusal = {"warriors": ["brute-1"], "tiles": ["11"]}
    assert (whole["refusal"]["key"], whole["refusal"]["facts"]) == ("ground_taken_away", refusal)
    assert (kept["tiles"], kept["refusal"]) == ({}, None)
    version = player.view["version"]
    answer = player.do(override={"tiles": whole["tiles"]})
    assert (answer["code"], answer["facts"]) == ("override/malformed", refusal)
    assert player.view["version"] == version


def test_a_photo_lies_as_its_camera_says(service: RunningService, player: WireClient) -> None:
    mirrored = with_orientation(jpeg(cv2.flip(picture(AS_LAID), 1)), 2)
    assert told(check(service, player, mirrored)) == []


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"", 400, "table/bad_picture"),
        (b"junk", 400, "table/bad_picture"),
        (photo(AS_LAID[:1])[:900], 400, "table/bad_picture"),
        (b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + b"\x7f\xff\xff\xff" * 2 + b"IEND", 400, "table/bad_picture"),
        (jpeg(picture(AS_LAID[:1])[:20, :20]), 400, "table/no_tiles_seen"),
        (b"\xff\xd8\xff" + b"\0" * 20_000_000, 413, "table/picture_too_large"),
    ],
)
def test_pictures_that_cannot_be_used(
    service: RunningService, player: WireClient, data: bytes, status: int, code: str
) -> None:
    found, answer = service.post(f"/api/games/{player.view['game']}/board", data)
    assert (found, answer["code"]) == (status, code)
    asked = service.ask(f"/api/games/{player.view['game']}/board", **{"X-Table-Code": service.code})
    assert asked == (200, {"ok": True, "check": None})


def test_who_may_look(service: RunningService, player: WireClient) -> None:
    for body in (None, photo(AS_LAID[:1])):
        status, answer = service.ask(f"/api/games/{player.view['game']}/board", body, **{"X-Table-Code": "WRONG"})
        assert (status, answer["code"]) == (403, "table/wrong_code")
    assert service.post("/api/games/no-such/board", photo(AS_LAID[:1]))[0] == 404


class OverBoard:
    """A camera that sees the table as it is laid, once somebody has plugged it in."""

    name = "over the board"
    real = True
    image: Image | None = None
    closed = 0

    def grab(self) -> Image:
        if self.image is None:
            raise CameraError("no camera is there")
        return self.image

    def hold(self, settings: CameraSettings | None) -> None:
        """Chooses for itself."""

    def close(self) -> None:
        self.closed += 1


def test_a_camera_over_the_board(tmp_path: Path) -> None:
    camera = OverBoard()
    service = RunningService(tmp_path, board=BoardCamera(camera))
    game = service.new_game()
    assert service.ask("/api/info")[1]["board_camera"] == "over the board"
    status, answer = service.post(f"/api/games/{game}/board/camera", b"")
    assert (status, answer["code"]) == (503, "table/no_board_picture")
    camera.image = picture([Lies(36, 0, 0), Lies(1, 1, 0, 90)])
    found = service.post(f"/api/games/{game}/board/camera", b"")[1]["check"]
    assert told(found) == [("unexpected", "1")]
    assert camera.closed == 2
    service.stop()


def test_no_camera_over_the_board(service: RunningService, player: WireClient) -> None:
    status, answer = service.post(f"/api/games/{player.view['game']}/board/camera", b"")
    assert (status, answer["code"]) == (404, "table/no_board_camera")
