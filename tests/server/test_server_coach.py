"""The coach over HTTP: for whom it is, what it hides, and the analysis of a game that is over."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient

PATIENCE_S = 60


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    """A coach that is content with a few play-outs."""
    running = RunningService(tmp_path / "data", seed=1, coach_effort=0.04)
    yield running
    running.stop()


def asked(service: RunningService, game: str, seat: str, path: str = "", body: bytes | None = None) -> tuple[int, Any]:
    bearer = {"Authorization": f"Bearer {service.token(game, seat)}"}
    return service.ask(f"/api/games/{game}/coach{path}", body, **bearer)


def until_done(service: RunningService, path: str, token: str) -> Any:
    """What it comes to, asked again and again as a tablet does."""
    last = time.monotonic() + PATIENCE_S
    while time.monotonic() < last:
        status, told = service.ask(path, None, Authorization=f"Bearer {token}")
        assert status == 200, told
        if told["state"] != "running":
            return told
        time.sleep(0.1)
    raise AssertionError("it does not end")


def test_two_players_agree_on_the_coach_first(service: RunningService) -> None:
    game = service.new_game("possessed")
    table = service.web.service.games.table(game)
    assert asked(service, game, "human", body=b"{}")[1]["code"] == "coach/off"
    player = WireClient(service.address)
    player.join(game, "human", token=service.token(game, "human"))
    assert player.view["policy"]["coach"] is False
    assert player.do(policy={"coach": True})["code"] == "table/not_host", "a player cannot"
    assert asked(service, game, "human", "/allow", b'{"on": true}')[1]["code"] == "table/not_host"
    assert asked(service, game, "host", "/allow", b'{"on": true}')[0] == 200
    player.wait_version(table.version)
    assert player.view["policy"]["coach"] is True
    assert player.events("happened")[-1]["lines"][-1]["key"] == "coach_on"


def test_against_the_companion_it_is_on(service: RunningService) -> None:
    game = service.new_game("possessed", opponent={"sides": ["demon"]})
    assert service.web.service.games.table(game).policy["coach"] is True


def test_the_answer_is_for_the_side_that_is_awaited_and_for_no_other(service: RunningService) -> None:
    game = service.new_game("possessed")
    assert asked(service, game, "host", "/allow", b'{"on": true}')[0] == 200
    client = WireClient(service.address)
    client.join(game, "both", service.code)
    while client.view["waiting"]["what"] != "activate":
        kind = client.view["waiting"]["kind"]
        done = client.intend({f"{kind}_for_me": True} if kind in ("roll", "draw") else client.view["legal"][0])
        client.wait_version(done["version"])
    awaited = client.view["waiting"]["side"]
    other = "demon" if awaited == "human" else "human"
    assert asked(service, game, other, body=b"{}")[1]["code"] == "table/not_your_seat"
    status, begun = asked(service, game, awaited, body=b"{}")
    assert (status, begun["state"]) == (202, "running")
    path = f"/api/games/{game}/coach"
    told = until_done(service, path, service.token(game, awaited))
    now = told["now"]
    assert (told["state"], now["version"], now["side"], now["done"]) == (
        "done",
        client.view["version"],
        awaited,
        now["of"],
    )
    assert 0 <= now["chance"] <= 1
    assert sum(now["ends"].values()) == 4
    best, *others = now["ideas"]
    assert best["do"] in client.view["legal"]
    assert all(idea["chance"] <= best["chance"] and idea["behind"] >= 0 for idea in others)
    for seat in (other, "table"):
        assert asked(service, game, seat)[1] == {"ok": True, "state": None, "now": None}


def test_an_idea_is_rated_and_not_done(service: RunningService) -> None:
    game = service.new_game("possessed", opponent={"sides": ["demon"]})
    client = WireClient(service.address)
    client.join(game, "human", token=service.token(game, "human"))
    while client.view["waiting"]["what"] != "activate":
        kind = client.view["waiting"]["kind"]
        if kind != "choice":
            assert asked(service, game, "human", body=b'{"idea": {"end_phase": true}}')[0] == 400, "nothing to choose"
        done = client.intend({f"{kind}_for_me": True} if kind in ("roll", "draw") else client.view["legal"][0])
        client.wait_version(done["version"])
    version = client.view["version"]
    for idea in ({"end_phase": True}, next(act for act in client.view["legal"] if "explore" in act)):
        status, _ = asked(service, game, "human", body=json.dumps({"idea": idea}).encode())
        assert status == 202
        now = until_done(service, f"/api/games/{game}/coach", service.token(game, "human"))["now"]
        assert now["rated"]["do"] == idea
        assert 0 <= now["rated"]["chance"] <= 1
        assert now["done"] == now["of"]
    refused = asked(service, game, "human", body=b'{"idea": {"move": "brute-1", "to": "nowhere"}}')
    assert (refused[0], refused[1]["code"]) == (400, "rules/MOV-2")
    assert asked(service, game, "human", body=b'{"idea": {"undo": true}}')[0] == 400
    assert service.web.service.games.table(game).version == version


def test_a_question_can_be_stopped(service: RunningService) -> None:
    game = service.new_game("survivors", opponent={"sides": ["demon"]})
    assert asked(service, game, "human", body=b"{}")[1]["state"] == "running"
    assert asked(service, game, "both", body=b"{}")[1]["code"] == "server/busy", "one question at a time"
    assert asked(service, game, "human", "/stop", b"{}")[0] == 200
    assert asked(service, game, "human")[1]["state"] == "stopped"


def test_a_game_is_analysed_once_it_is_over_for_good_and_the_analysis_is_kept(service: RunningService) -> None:
    game = service.new_game("misled")
    table = service.web.service.games.table(game)
    client = WireClient(service.address)
    client.join(game, "both", service.code)
    for _ in range(6):
        kind = client.view["waiting"]["kind"]
        done = client.intend({f"{kind}_for_me": True} if kind in ("roll", "draw") else client.view["legal"][0])
        client.wait_version(done["version"])
    client.wait_version(client.do(override={"winner": "human"})["version"])
    path, token = f"/api/games/{game}/analysis", service.token(game, "human")
    bearer = {"Authorization": f"Bearer {token}"}
    assert service.ask(path, b"{}", **bearer)[1]["code"] == "coach/not_closed", "it would tell hidden cards"
    client.wait_version(client.do(confirm_end=True)["version"])
    assert service.ask(path, None, **bearer)[1]["state"] is None
    status, begun = service.ask(path, b"{}", **bearer)
    assert (status, begun["state"]) == (202, "running")
    told = until_done(service, path, token)
    now = told["now"]
    assert (told["state"], now["whole"], now["side"]) == ("done", True, "human")
    assert now["points"][0]["seq"] == 0
    assert now["points"][-1] == {"seq": table.past().acts[-1].seq, "round": 1, "chance": 1.0, "either_way": 0.0}
    by_hand = [turn for turn in now["turns"] if turn["mover"] == "hand"]
    assert [turn["after"] for turn in by_hand] == [1.0], "that somebody won by agreement turned the game"
    assert set(now["luck"]["by_side"]) == {"human", "demon"}
    assert json.loads(table.kept_analysis()) == now
    service.web.service.lane.close()
    assert service.ask(path, b"{}", **bearer)[1] == told, "it is not worked out again"
