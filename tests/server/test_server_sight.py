"""Teaching the box over the service, under the simulated camera: taken by itself, kept, refused, known again."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.devices.build import build_devices
from companion.server.app import Web, create_web
from companion.server.service import Settings
from companion.table.loaded_box import LoadedBox

BOX = LoadedBox()


def start(data: Path) -> Web:
    devices = build_devices("sim", "none", BOX.tag_names(), data)
    return create_web(Settings(data=data, sources=devices.sources, simulated=devices.simulated))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[FlaskClient, Web]]:
    web = start(tmp_path_factory.mktemp("data"))
    client = web.app.test_client()
    client.environ_base["HTTP_X_TABLE_CODE"] = web.service.access.code
    yield client, web
    web.service.close()


def teach(client: FlaskClient, piece: str, lay: str | None = None, seconds: float = 60) -> dict:
    """Looks until the picture is taken or something is wrong."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = client.post("/api/sight/teach", json={"piece": piece, "lay": lay or piece}).get_json()
        assert answer["ok"], answer
        if answer["taken"] or answer["trouble"]:
            return answer
        time.sleep(0.05)
    raise AssertionError(f"{piece} was not taken: {answer}")


def taught(client: FlaskClient) -> list[str]:
    return [piece["id"] for piece in client.get("/api/sight").get_json()["pieces"] if piece["taught"]]


def look(client: FlaskClient, until: str) -> dict:
    """Tries out what lies there; the camera may still show what lay there before."""
    for _ in range(40):
        known = client.get("/api/sight/look").get_json()
        if until in known["pieces"] or known["doubt"] == until:
            return known
        time.sleep(0.1)
    return known


def test_the_walk_teaches_keeps_refuses_and_knows_again(table: tuple[FlaskClient, Web]) -> None:
    client, web = table
    pieces = client.get("/api/sight").get_json()["pieces"]
    ids = [piece["id"] for piece in pieces]
    odd = [piece["sort"] for piece in pieces if piece["kind"] == "tile"]
    assert len(ids) == len(set(ids))
    assert odd[-1] == "plain"
    assert odd[0] != "plain"
    assert taught(client) == []

    bend = next(piece["id"] for piece in pieces if piece["openings"] in ("NE", "ES", "SW", "NW"))
    cross = next(piece["id"] for piece in pieces if piece["openings"] == "NESW")
    # A wrong piece is noticed by its shape, and not taken.
    wrong = teach(client, bend, lay=cross)
    assert (wrong["trouble"], wrong["taken"]) == ("wrong_shape", False)
    assert taught(client) == []

    done = teach(client, bend)
    assert (done["taken"], done["shape_agrees"]) == (True, True)
    assert taught(client) == [bend]
    # On disk before anybody is told, for the owner alone, and in nothing that is passed on.
    (file,) = (web.service.settings.data / "sight").rglob("*.piece")
    assert file.name == f"{bend}.piece"
    assert client.get(f"/api/sight/{bend}.jpg").data.startswith(b"\xff\xd8")

    # The piece that still lies there is not taken for the next one.
    same = teach(client, cross, lay=bend)
    assert (same["trouble"], same["other"]) == ("same", bend)
    assert teach(client, cross)["taken"]

    known = look(client, cross)
    assert (known["level"], known["pieces"]) == ("sure", [cross])
    assert known["alike"] > 0.9


def test_a_piece_that_was_never_taught_gets_no_answer(table: tuple[FlaskClient, Web]) -> None:
    client, _ = table
    stranger = next(piece["id"] for piece in client.get("/api/sight").get_json()["pieces"] if piece["kind"] == "card")
    client.post("/api/sight/teach", json={"piece": stranger, "lay": stranger})
    time.sleep(0.3)
    known = client.get("/api/sight/look").get_json()
    assert (known["level"], known["pieces"]) == ("none", [])
    assert known["doubt"] in ("unlike", "nothing")
    assert stranger not in taught(client)


def test_what_cannot_be_done_is_said_and_changes_nothing(table: tuple[FlaskClient, Web]) -> None:
    client, _ = table
    before = taught(client)
    none = client.post("/api/sight/teach", json={"piece": "tile-999"})
    assert (none.status_code, none.get_json()["code"]) == (404, "sight/no_such_piece")
    assert client.post("/api/sight/teach", json={"piece": "../../etc"}).status_code == 400
    assert client.get("/api/sight/tile-999.jpg").get_json()["code"] == "sight/not_taught"
    assert taught(client) == before


def test_without_a_camera_nothing_can_be_taught_or_tried(tmp_path: Path) -> None:
    web = create_web(Settings(data=tmp_path))
    client = web.app.test_client()
    client.environ_base["HTTP_X_TABLE_CODE"] = web.service.access.code
    assert client.get("/api/sight").get_json()["camera"] is False
    for answer in (client.get("/api/sight/look"), client.post("/api/sight/teach", json={"piece": "tile-1"})):
        assert (answer.status_code, answer.get_json()["code"]) == (404, "camera/none")
    web.service.close()
