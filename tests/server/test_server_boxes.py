"""The owner's boxes over HTTP."""

from __future__ import annotations

import json
from typing import Any

from tests.server.service_rig import RunningService

HEALTH = '[[fiend]]\nid = "demon_7"\nhealth = { is = 7, from = "owner" }\n'


def post(service: RunningService, path: str, body: Any = None) -> tuple[int, Any]:
    return service.post(path, json.dumps(body).encode() if body is not None else b"")


def health(box: Any) -> int:
    found: int = next(f for f in box["pack"]["fiend"] if f["id"] == "demon_7")["health"]["is"]
    return found


def test_a_box_is_imported_chosen_shown_and_exported(service: RunningService) -> None:
    game = service.new_game()
    status, answer = service.post("/api/boxes/import", f'name = {{ en = "2009" }}\n{HEALTH}'.encode())
    assert (status, answer) == (201, {"ok": True, "box": "box_2009"})
    status, chosen = post(service, "/api/boxes/box_2009/choose")
    assert status == 200
    listed = service.ask("/api/boxes")[1]
    assert listed["chosen"] == "box_2009"
    assert [b["id"] for b in listed["boxes"]] == ["box_2009"]
    box = service.ask("/api/box")[1]
    assert (box["version"], health(box)) == (chosen["content"], 7)
    assert health(service.ask(f"/api/games/{game}/box")[1]) == 4
    exported = service.ask("/api/boxes/box_2009/export", **{"X-Table-Code": service.code})[1]
    assert HEALTH.encode() in exported
    assert service.ask("/api/info")[1]["content"] == chosen["content"]


def test_a_box_says_what_can_be_chosen_for_a_scenario(service: RunningService) -> None:
    _, box = service.ask("/api/box")
    scenario = next(one for one in box["scenarios"] if one["id"] == "survivors")
    choices = box["choices"]["survivors"]
    gifts = {card["id"] for card in box["pack"]["gift"] if card["pack"] in scenario["packs"]}
    assert set(choices["extra_gifts"]) == gifts - set(scenario["gifts"]["is"])
    # All that a game would be played with: the numbers of warriors and cards are counted in.
    assert choices["unconfirmed"] > json.dumps(scenario).count('"stand-in"')


def test_boxes_are_made_renamed_and_deleted(service: RunningService) -> None:
    assert post(service, "/api/boxes", {"name": {"en": "Friends"}})[1]["box"] == "friends"
    assert post(service, "/api/boxes", {"name": {"en": "Friends"}, "copy_of": "friends"})[1]["box"] == "friends_2"
    assert post(service, "/api/boxes/friends/rename", {"name": {"en": "Pals", "fr": "Copains"}})[0] == 200
    names = {b["id"]: b["name"] for b in service.ask("/api/boxes")[1]["boxes"]}
    assert names["friends"] == {"en": "Pals", "fr": "Copains"}
    assert post(service, "/api/boxes/friends/delete")[0] == 200
    assert post(service, "/api/boxes/friends/delete")[0] == 404


BAD_REQUESTS: list[tuple[str, bytes, str]] = [
    ("/api/boxes", b"{}", "wire/bad_message"),
    ("/api/boxes", b'{"name": {"en": ""}}', "wire/bad_message"),
    ("/api/boxes", b"[" * 50_000, "wire/bad_message"),
    ("/api/boxes", b'{"name": {"en": "x"}, "copy_of": "../x"}', "box/no_such_box"),
    ("/api/boxes/nobody/choose", b"", "box/no_such_box"),
    ("/api/boxes/import", b"\xff\xfe", "box/bad_file"),
    ("/api/boxes/import", b"[[dragon]]", "box/bad_file"),
]


def test_bad_requests_are_refused_and_change_nothing(service: RunningService) -> None:
    before = service.ask("/api/boxes")[1]
    for path, body, code in BAD_REQUESTS:
        status, answer = service.post(path, body)
        assert (status in (400, 404), answer["code"]) == (True, code), body[:50]
    assert service.ask("/api/boxes")[1] == before


def test_nobody_changes_a_box_without_the_code(service: RunningService) -> None:
    assert service.ask("/api/boxes/mine/choose", b"")[0] == 403
    assert service.ask("/api/boxes/mine/export")[0] == 403


# -- the box check -----------------------------------------------------------------------------------------------------


def test_an_owner_confirms_the_box_of_the_survivors(service: RunningService) -> None:
    game = service.new_game()
    check = service.ask("/api/box/check/survivors")[1]
    first = check["to_check"]
    line = {"pack.human.brute.lines.1": {"mvt": 2, "cbt": 4, "def": 2}}
    status, answer = post(
        service, "/api/box/values", {"values": line, "confirm": ["human.brute"], "scenario": "survivors"}
    )
    assert status == 200
    assert answer["check"]["to_check"] == first - 1
    view = service.web.service.games.table(game).view("both")
    # The line that was corrected stays marked in the running game, which plays on with the old one; the rest goes.
    assert [p for p in view["unconfirmed"] if ".brute." in p] == ["pack.human.brute.lines.1"]
    assert view["box"]["newer"]
    rest = [item["id"] for item in answer["check"]["items"] if item["state"] == "open"]
    answer = post(service, "/api/box/values", {"confirm": rest, "scenario": "survivors"})[1]
    assert answer["check"]["to_check"] == 0
    table = service.web.service.games.table(service.new_game())
    assert table.view("both")["unconfirmed"] == []
    assert post(service, "/api/box/values", {"forget": ["human.brute"]})[0] == 200
    assert service.ask("/api/box/check/survivors")[1]["to_check"] == 1


BAD_VALUES: list[tuple[Any, str]] = [
    ({"values": {"pack.human.brute.lines.1": {"mvt": 2}}}, "box/refused"),
    ({"values": {"pack.human.brute.lines.1": {"mvt": "2", "cbt": 1, "def": 1}}}, "box/refused"),
    ({"values": {"pack.human.brute.lines.9": {"mvt": 2, "cbt": 1, "def": 1}}}, "box/refused"),
    ({"values": {"pack.human.brute.talents": "bodyguard"}}, "box/refused"),
    ({"values": {"pack.human.brute.talents": ["lucky"]}}, "box/refused"),
    ({"values": {"pack.human.brute": {"condemned": False}}}, "box/refused"),
    ({"values": {"pack.human.brute.name": None}}, "box/refused"),
    ({"values": {"pack.gift.smite_the_evil_ones.effect": [{"verb": "resurrect"}]}}, "box/refused"),
    ({"values": {"pack.tile.1": 5}}, "box/refused"),
    ({"values": {"..": 1}}, "box/refused"),
    ({"confirm": ["human.giant"]}, "box/refused"),
    ({"confirm": ["pack.human.giant.lines.1"]}, "box/refused"),
    ({"forget": [3]}, "wire/bad_message"),
    ({"scenario": "nowhere", "confirm": ["destiny"]}, "box/no_such_scenario"),
    (
        {"values": {"pack.human.brute.lines.1": {"mvt": 1, "cbt": 1, "def": 5}, "pack.square.trap.red": 3}},
        "box/refused",
    ),
]


def test_bad_values_are_refused_all_together(service: RunningService) -> None:
    before = service.ask("/api/box")[1]
    for body, code in BAD_VALUES:
        status, answer = post(service, "/api/box/values", body)
        assert (status in (400, 404), answer["code"]) == (True, code), body
    assert service.ask("/api/box")[1] == before
