"""Setting up: what is kept of it, and practice rolls that reach no game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.protocol.readings import DICE, DieFace, Reading
from companion.protocol.refusal import Refused
from companion.server.first_run import PATIENCE_S, FirstRun
from tests.server.service_rig import RunningService


def roll(name: str, *faces: int) -> Reading:
    dice = tuple(DieFace(face, 0.99, (0, 0, 9, 9), ()) for face in faces)
    return Reading(id=name, kind=DICE, source="camera", state="settled", sure=True, faces=dice)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_practice_takes_rolls_only_while_somebody_is_there(tmp_path: Path) -> None:
    clock = Clock()
    first = FirstRun(tmp_path, clock)
    assert not first.take(roll("a", 3, 4))
    first.begin()
    assert first.take(roll("b", 3, 4))
    assert first.to_json()["waiting"] == {"reading": "b", "faces": [3, 4], "sure": True}
    clock.now += PATIENCE_S - 1
    assert first.to_json()["practising"]
    clock.now += PATIENCE_S - 1
    assert first.take(roll("c", 1))
    clock.now += PATIENCE_S
    assert not first.take(roll("d", 1))
    assert first.to_json()["waiting"] is None


def test_what_was_rolled_is_kept(tmp_path: Path) -> None:
    first = FirstRun(tmp_path)
    first.begin()
    first.take(roll("a", 3, 4))
    assert first.answer("a", [4, 3])
    first.take(roll("b", 5, 5))
    with pytest.raises(Refused):
        first.answer("a", [3, 4])
    assert not first.answer("b", [5, 6])
    first.set_step("camera", "done", 20)
    first.set_step("camera", "done", 5)
    again = FirstRun(tmp_path).to_json()
    assert again["rolls"] == [{"faces": [4, 3], "right": True}, {"faces": [5, 6], "right": False}]
    assert again["steps"][0] == {"step": "camera", "state": "done", "seconds": 25}
    # A tablet that leaves the practice in the middle tells how long it was there: nothing else changes.
    FirstRun(tmp_path).set_step("rolls", "open", 30)
    assert len(FirstRun(tmp_path).to_json()["rolls"]) == 2
    # Opened again after its end, the practice begins anew.
    FirstRun(tmp_path).set_step("rolls", "done", 0)
    FirstRun(tmp_path).set_step("rolls", "open", 0)
    assert FirstRun(tmp_path).to_json()["rolls"] == []


JUNK = (
    "",
    "[]",
    '{"steps": 3}',
    '{"steps": [{"step": "camera"}]}',
    "\x00",
    '{"steps": [], "rolls": [{"faces": [1e999]}]}',
)


@pytest.mark.parametrize("junk", JUNK)
def test_a_damaged_file_counts_as_not_begun(tmp_path: Path, junk: str) -> None:
    (tmp_path / "first_run.json").write_text(junk)
    assert {step["state"] for step in FirstRun(tmp_path).to_json()["steps"]} == {"open"}


def test_a_practice_roll_does_not_reach_the_game(service: RunningService) -> None:
    game = service.new_game()
    table = service.web.service.games.table(game)
    service.web.service.first_run.begin()
    before = table.view("table")["version"]
    assert service.web.service.submit(roll("a", 1, 2, 3))
    assert table.view("table")["reading"] is None
    assert table.view("table")["version"] == before
    service.web.service.first_run.end()


def test_the_routes(service: RunningService) -> None:
    code = {"X-Table-Code": service.code}

    def send(path: str, body: Any) -> Any:
        return service.ask(f"/api/first-run/{path}", json.dumps(body).encode(), **code)

    assert send("step", {"step": "light", "state": "skipped", "seconds": 7})[1]["steps"][3]["state"] == "skipped"
    assert send("step", {"step": "dinner", "state": "done"})[0] == 400
    # There is no camera to practise with.
    assert send("practice", {"on": True})[1]["practising"] is False
    assert send("roll", {"reading": "x", "faces": [1, 2]})[1]["code"] == "table/no_such_reading"
    assert service.ask("/api/first-run", None, **code)[1]["practising"] is False
