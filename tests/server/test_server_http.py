"""HTTP: games, files, pictures, the box, the tablet's pages; errors are JSON with a code."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient

Connect = Callable[[], WireClient]


def test_health_box_and_info(service: RunningService) -> None:
    status, health = service.ask("/api/health")
    assert (status, health["ok"], health["games"]) == (200, True, 0)
    box = service.ask("/api/box")[1]
    assert {scenario["id"] for scenario in box["scenarios"]} >= {"survivors"}
    info = service.ask("/api/info")[1]
    assert info["simulated"] == {"dice": True, "tiles": True, "camera": False, "tray": False}
    assert "code" not in info


def test_the_box_is_sent_once(service: RunningService) -> None:
    version = service.ask("/api/box")[1]["version"]
    assert service.ask("/api/box", **{"If-None-Match": f'"{version}"'})[0] == 304


def test_the_code_is_for_the_host(service: RunningService) -> None:
    host = {"Authorization": f"Bearer {service.token('', 'host')}"}
    human = {"Authorization": f"Bearer {service.token(service.new_game(), 'human')}"}
    assert service.ask("/api/host", **host)[1]["code"] == service.code
    status, svg = service.ask("/api/qr.svg", **host)
    assert status == 200
    assert b"<svg" in svg
    for path in ("/api/host", "/api/qr.svg"):
        assert service.ask(path, **human)[1]["code"] == "table/not_host"
        assert service.ask(path, **{"X-Table-Code": service.code})[1]["code"] == "table/not_host"
    assert service.post("/api/host/code", b'{"new": true}', **human)[1]["code"] == "table/not_host"


def test_games_are_begun_and_listed(service: RunningService) -> None:
    game = service.new_game("who_dares", handicap="human", house={"calm": "one_only"}, sources={"dice": "hand"})
    listed = service.ask("/api/games")[1]["games"]
    assert [(g["game"], g["scenario"], g["round"]) for g in listed] == [(game, "who_dares", 1)]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "wire/bad_message"),
        (b"{", "wire/bad_message"),
        (b"[]", "wire/bad_message"),
        (b"\xff\xfe", "wire/bad_message"),
        (b'{"scenario": 5}', "wire/bad_message"),
        (b'{"scenario": "survivors", "colour": 1}', "wire/bad_message"),
        (b'{"scenario": "survivors", "sources": {"dice": "moon"}}', "wire/bad_message"),
        (b'{"scenario": "no such"}', "setup/refused"),
        (b'{"scenario": "survivors", "house": {"x": 1}}', "setup/refused"),
        (b'{"scenario": "survivors", "team": {"bid": 3, "brutes": 2}}', "setup/refused"),
        (b"[" * 100_000, "wire/bad_message"),
    ],
)
def test_games_that_cannot_be_begun(service: RunningService, body: bytes, code: str) -> None:
    status, answer = service.post("/api/games", body)
    assert (status, answer["ok"], answer["code"]) == (400, False, code)
    assert service.ask("/api/games")[1]["games"] == []


def test_why_a_game_cannot_be_begun_is_told_as_data(service: RunningService) -> None:
    team = b'{"scenario": "survivors", "team": {"bid": 7, "brutes": 2}}'
    told = service.post("/api/games", team)[1]["facts"]
    assert (told["code"], told["facts"]) == ("auction_team_worth", {"worth": 6, "bid": 7})
    gift = b'{"scenario": "survivors", "handicap": "demon", "extra_gift": "aura_of_courage"}'
    told = service.post("/api/games", gift)[1]["facts"]
    assert (told["code"], told["facts"]) == ("extra_gift", {"gift": "aura_of_courage"})


def test_who_may_begin_and_take_in(service: RunningService) -> None:
    for path in ("/api/games", "/api/games/import"):
        status, answer = service.ask(path, b"{}", **{"X-Table-Code": "WRONG"})
        assert (status, answer["code"]) == (403, "table/wrong_code")
    body = b'{"scenario": "survivors"}'
    bearer = {"Authorization": f"Bearer {service.token('', 'host')}"}
    assert service.ask("/api/games", body, **bearer)[0] == 201


def test_an_export_is_what_the_seat_may_know(service: RunningService, connect: Connect) -> None:
    game = service.new_game()
    human = connect()
    human.join(game, "human", service.code)
    human.wait_version(human.do(draw_for_me=True)["version"])
    card = human.view["hands"]["advantage"][0]
    path = f"/api/games/{game}/export"
    mine = service.ask(path, Authorization=f"Bearer {human.token}")[1]
    other = service.ask(path, Authorization=f"Bearer {service.token(game, 'demon')}")[1]
    assert f'"draw":"{card}"'.encode() in mine
    assert card.encode() not in other
    assert service.ask(path)[1]["code"] == "table/wrong_code"
    status, answer = service.post("/api/games/import", mine)
    assert status == 201
    again = connect()
    assert again.join(answer["game"], "human", service.code)["view"]["hands"]["advantage"] == [card]


@pytest.mark.parametrize("body", [b"", b"junk", b"\xff\xff", b'{"seq": 0}\n', b"\n" * 1000])
def test_files_that_cannot_be_taken_in(service: RunningService, body: bytes) -> None:
    status, answer = service.post("/api/games/import", body)
    assert (status, answer["code"]) == (400, "import/bad_file")
    assert answer["facts"]["reason"]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/nothing", 404),
        ("/api/games/no-such/export", 404),
        ("/api/games/..%2f..%2fetc/export", 404),
        ("/api/readings/none.jpg", 404),
        ("/api/readings/..%2faccess.jpg", 404),
        ("/../../access.json", 404),
        ("/%2e%2e/access.json", 404),
    ],
)
def test_what_is_not_there(service: RunningService, path: str, status: int) -> None:
    found, answer = service.ask(path, **{"X-Table-Code": service.code})
    assert found == status
    assert answer["ok"] is False
    assert answer["code"]


def test_too_large_an_upload(service: RunningService) -> None:
    status, answer = service.post("/api/games/import", b"x" * 20_000_001)
    assert (status, answer["code"]) == (413, "http/413")


def test_a_tablet_that_is_not_built_says_how(tmp_path: Path) -> None:
    running = RunningService(tmp_path, static=tmp_path / "nothing")
    status, page = running.ask("/")
    assert status == 200
    assert b"make web" in page
    running.stop()


def test_the_tablet_is_served(tmp_path: Path) -> None:
    app = tmp_path / "app"
    (app / "assets").mkdir(parents=True)
    (app / "index.html").write_text("<p>the tablet</p>")
    (app / "assets" / "a.js").write_text("let a")
    running = RunningService(tmp_path, static=app)
    assert running.ask("/")[1] == b"<p>the tablet</p>"
    assert running.ask("/?code=ABC")[0] == 200
    assert running.ask("/assets/a.js")[1] == b"let a"
    assert running.ask("/assets/b.js")[0] == 404
    running.stop()


def test_open_needs_no_code(tmp_path: Path) -> None:
    running = RunningService(tmp_path, open=True)
    status, answer = running.ask("/api/games", json.dumps({"scenario": "survivors"}).encode())
    assert status == 201
    client = WireClient(running.address)
    assert client.join(answer["game"], "demon")["ok"]
    client.close()
    running.stop()
