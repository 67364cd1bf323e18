"""The scenario editor over HTTP: built, laid out, tried, played."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.content.owner.test_owner_scenarios import RAID
from tests.server.service_rig import RunningService
from tests.table.table_rig import done


def post(service: RunningService, path: str, body: Any) -> tuple[int, Any]:
    return service.post(path, json.dumps(body).encode())


def test_a_scenario_is_built_laid_out_and_won(service: RunningService) -> None:
    status, checked = post(service, "/api/box/scenarios/check", RAID)
    assert status == 200
    assert [tile["at"] for tile in checked["setup"]["tiles"]] == [[0, 0], [0, -1]]
    assert [w["id"] for w in checked["setup"]["warriors"]] == ["redeemer", "brute-1"]
    assert checked["setup"]["stack"]["counts"][:3] == [1, 4, 1]
    assert service.ask("/api/box/scenarios/raid")[0] == 404
    assert post(service, "/api/box/scenarios", RAID)[0] == 201
    listed = service.ask("/api/box/scenarios")[1]
    assert next(s for s in listed["scenarios"] if s["id"] == "raid")["own"]
    from_the_box = [r for r in listed["recipes"] if r["id"] != "christmas_2009"]
    assert len(from_the_box) == 5 + 6, "the base box, and De Profundis"

    table = service.web.service.games.table(service.new_game("raid"))
    change = {"warriors": {"redeemer": {"tokens": ["relic"], "tile": "", "fate": "out"}}}
    done(table, {"override": change})
    assert table.view("table")["outcome"]["reason"] == "escaped"

    assert post(service, "/api/box/scenarios/raid/delete", {})[0] == 200
    assert service.ask("/api/box/scenarios/raid")[0] == 404
    # The game that was begun with it goes on knowing it.
    assert any(s["id"] == "raid" for s in service.ask(f"/api/games/{table.name}/box")[1]["scenarios"])


def test_a_trial_plays_to_the_end_and_another_one_ends_it(service: RunningService) -> None:
    post(service, "/api/box/scenarios", RAID)
    trials = service.web.service.trials
    first = post(service, "/api/box/scenarios/raid/trial", {"games": 1000})[1]["trial"]
    status, second = post(service, "/api/box/scenarios/raid/trial", {"games": 3})
    assert status == 202
    trials.trial(second["trial"]).wait(60)
    told = service.ask(f"/api/box/trials/{second['trial']}")[1]
    assert (told["state"], told["done"], told["of"], told["faulty"]) == ("done", 3, 3, 0)
    assert sum(told["winners"].values()) == 3
    assert told["by_lot"] == 1, "games by lot look for what breaks"
    leader = told["leader"]
    assert told["winners"][leader["winner"]] / 3 == pytest.approx(leader["share"])
    assert leader["either_way"] > 0.3, "three games say little"
    assert told["rounds"]["most"] <= 12
    assert service.ask(f"/api/box/trials/{first}")[1]["state"] == "stopped"


def test_a_sheet_is_tried_before_it_is_kept(service: RunningService) -> None:
    unnamed = {key: value for key, value in RAID.items() if key != "id"}
    status, begun = post(service, "/api/box/scenarios/trial", {"sheet": unnamed, "games": 2})
    assert status == 202
    service.web.service.trials.trial(begun["trial"]).wait(60)
    told = service.ask(f"/api/box/trials/{begun['trial']}")[1]
    assert (told["scenario"], told["state"], told["done"]) == ("the_raid", "done", 2)
    assert service.ask("/api/box/scenarios/the_raid")[0] == 404
    assert post(service, "/api/box/scenarios", unnamed)[1]["id"] == "the_raid"
    preview = service.ask("/api/box/scenarios/the_raid")[1]["preview"]
    assert [rule["when"] for rule in preview["special"]] == ["enter:pentacle", "laid:any", "start:initiative"]
    assert preview["victory"][0]["when"][0]["facts"] == {"token": "relic", "at_least": 1, "at_most": 99}


def test_bad_scenarios_and_trials_change_nothing(service: RunningService) -> None:
    before = service.ask("/api/box")[1]
    for path, body, code in (
        ("/api/box/scenarios", {**RAID, "tp": -1}, "box/refused"),
        ("/api/box/scenarios", {"id": "raid"}, "box/refused"),
        ("/api/box/scenarios", [], "box/refused"),
        ("/api/box/scenarios/check", {**RAID, "id": "../x"}, "box/refused"),
        ("/api/box/scenarios/trial", {"sheet": {**RAID, "tp": -1}}, "box/refused"),
        ("/api/box/scenarios/trial", {"games": 3}, "wire/bad_message"),
        ("/api/box/scenarios/nowhere/delete", {}, "box/no_such_scenario"),
        ("/api/box/scenarios/ritual/delete", {}, "box/refused"),
        ("/api/box/scenarios/nowhere/trial", {}, "box/no_such_scenario"),
        ("/api/box/scenarios/ritual/trial", {"games": 100_000}, "wire/bad_message"),
        ("/api/box/trials/99/stop", {}, "box/no_such_trial"),
    ):
        status, answer = post(service, path, body)
        assert (status in (400, 404), answer["code"]) == (True, code), (path, body)
    assert service.ask("/api/box")[1] == before
    assert service.ask("/api/box/check/nowhere")[0] == 404
    assert service.ask("/api/box/trials/99")[0] == 404
