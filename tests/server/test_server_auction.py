"""The auction over HTTP: the rules say what may be bid and what a team comes to (SET-7)."""

from __future__ import annotations

import json
from typing import Any

from tests.server.service_rig import RunningService


def ask(service: RunningService, **request: Any) -> Any:
    status, answer = service.post("/api/auction", json.dumps(request).encode())
    assert status == 200, answer
    return answer


def test_the_first_bid_is_at_most_21(service: RunningService) -> None:
    answer = ask(service)
    assert (answer["bid"], answer["most"], answer["refusal"], answer["team"]) == (None, 21, None, None)
    assert answer["prices"] == {"gift": 2, "warrior": 3, "object": 2, "advantage": 1}
    assert answer["limits"]["gifts"] == 4


def test_each_bid_is_lower(service: RunningService) -> None:
    assert ask(service, bids=[20, 17])["most"] == 16
    refused = ask(service, bids=[20, 20])
    assert refused["refusal"] == {"code": "rules/SET-7", "key": "bid", "facts": {"bid": 20, "most": 19}}
    assert refused["bid"] == 20


def test_nothing_is_lower_than_nothing(service: RunningService) -> None:
    assert ask(service, bids=[0])["most"] == -1


def test_a_team_in_the_making(service: RunningService) -> None:
    team = ask(service, bids=[8], team={"bid": 8, "brutes": 2})["team"]
    assert (team["worth"], team["left"]) == (6, 2)
    assert team["refusal"]["key"] == "team_worth"
    assert team["warriors"] == {"redeemer": "redeemer", "brute-1": "brute", "brute-2": "brute"}
    carried, who = next((card, names) for card, names in team["bearers"].items() if names)
    done = ask(service, bids=[8], team={"bid": 8, "brutes": 2, "objects": {who[0]: [carried]}})["team"]
    assert (done["left"], done["refusal"]) == (0, None)


def test_a_team_the_rules_allow_begins_a_game(service: RunningService) -> None:
    team = {"bid": 7, "brutes": 2, "advantages": 1}
    assert ask(service, bids=[7], team=team)["team"]["refusal"] is None
    service.new_game(team=team)
