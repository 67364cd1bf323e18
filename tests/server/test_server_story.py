"""Looking back at games: how one went, its steps, a rematch, the record of all; and who is at the table."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from companion.protocol.games import GameLabels
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient


def ask(service: RunningService, path: str) -> tuple[int, Any]:
    return service.ask(path, None, **{"X-Table-Code": service.code})


def get(service: RunningService, path: str) -> Any:
    status, answer = ask(service, path)
    assert status == 200, answer
    return answer


def played(service: RunningService, steps: int = 60, scenario: str = "survivors") -> tuple[str, WireClient]:
    """A game some steps on: fights and explores where that is legal."""
    game = service.new_game(scenario)
    rng = random.Random(1)
    client = WireClient(service.address)
    client.join(game, "both", service.code)
    for _ in range(steps):
        waiting = client.view["waiting"]
        if waiting["kind"] == "over":
            break
        answer = client.intend(_brought_together(client.view) or _next(client.view, rng))
        assert answer["ok"], answer
        client.wait_version(answer["version"])
    return game, client


def _brought_together(view: dict[str, Any]) -> dict[str, Any] | None:
    """Kartikeya is put beside somebody it can fight, or the game would be a long walk."""
    beast = next((w for w in view["warriors"] if w["figure"] == "kartikeya" and w["tile"]), None)
    others = [w["tile"] for w in view["warriors"] if w["tile"] and beast and w["side"] != beast["side"]]
    if beast is None or not others or beast["tile"] in others or view["waiting"]["what"] != "activate":
        return None
    return {"override": {"warriors": {beast["id"]: {"tile": others[0]}}}}


def _next(view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    kind = view["waiting"]["kind"]
    if kind in ("roll", "draw"):
        return {f"{kind}_for_me": True}
    first = [do for do in view["legal"] if "end_phase" not in do] or view["legal"]
    weighty = [do for do in first if "attack" in do or "explore" in do or "enter" in do]
    chosen: dict[str, Any] = rng.choice(weighty or first)
    return chosen


# Every scenario with other sides than the base box, and who plays it.
@pytest.mark.parametrize(
    ("scenario", "sides"),
    [
        ("survivors", ["human", "demon"]),
        ("beast_at_bay", ["human", "squamata"]),
        ("prey_and_hunter", ["demon", "squamata"]),
        ("three_ways", ["human", "demon", "squamata"]),
    ],
)
def test_a_game_is_told_from_its_journal(service: RunningService, scenario: str, sides: list[str]) -> None:
    game, client = played(service, 200, scenario)
    story = get(service, f"/api/games/{game}/story")
    lines = [line for line in service.web.service.games.table(game).log("table") if not line["undone"]]
    rolls = [line["facts"] for line in lines if line["key"] == "rolls" and line["facts"].get("to_hit")]
    hits = sum(int(str(facts["hits"])) for facts in rolls)
    assert hits > 0
    assert sorted(one["side"] for one in story["luck"]) == sorted(sides)
    assert [one["side"] for one in story["luck"]] == list(dict.fromkeys(t["side"] for t in client.view["turns"]))
    assert sum(one["hits"] for one in story["luck"]) == hits
    assert all(len(one["above"]) == story["rounds"] for one in story["luck"])
    assert all(one["above"][-1] == pytest.approx(one["hits"] - one["expected"], abs=0.01) for one in story["luck"])
    assert story["rounds"] == client.view["round"]
    assert 1 <= len(story["turning_points"]) <= 4
    steps = [step["seq"] for step in get(service, f"/api/games/{game}/replay")["steps"]]
    assert {point["seq"] for point in story["turning_points"]} <= set(steps)
    fallen = [line["facts"]["warrior"] for line in lines if line["key"] == "dies"]
    assert len(fallen) == len(story["fallen"]) + sum(story["slain"].values())
    client.close()


def test_every_step_can_be_seen_again_and_nothing_hidden(service: RunningService) -> None:
    game, client = played(service, 25)
    version = client.do(undo=True)["version"]
    steps = get(service, f"/api/games/{game}/replay")["steps"]
    # What was undone is not part of the game.
    assert steps[-1]["seq"] < version - 1
    for seq in (0, *(step["seq"] for step in steps)):
        seen = get(service, f"/api/games/{game}/replay/{seq}")["state"]
        assert seen["seat"] == "table"
        assert all(isinstance(cards, int) for cards in seen["hands"].values())
        assert seen["piles"] == {}
    last = get(service, f"/api/games/{game}/replay/{steps[-1]['seq']}")["state"]
    assert last["tiles"] == service.web.service.games.table(game).view("table")["tiles"]
    status, refused = ask(service, f"/api/games/{game}/replay/9999")
    assert (status, refused["code"]) == (404, "table/no_such_step")
    client.close()


def test_looking_back_needs_the_code(service: RunningService) -> None:
    game = service.new_game()
    for path in ("story", "replay", "replay/0"):
        assert service.ask(f"/api/games/{game}/{path}")[0] == 403
    assert service.ask("/api/chronicle")[0] == 403


def test_a_rematch_swaps_the_sides_and_tells_everybody(service: RunningService) -> None:
    game = service.new_game(handicap="human", sources={"dice": "hand"})
    service.post(f"/api/games/{game}/labels", json.dumps({"human": " Anna ", "demon": "Boris"}).encode())
    other = WireClient(service.address)
    other.join(game, "demon", service.code)
    status, answer = service.post(f"/api/games/{game}/rematch", b"{}")
    assert status == 201
    table = service.web.service.games.table(answer["game"])
    assert table.request == service.web.service.games.table(game).request
    assert (table.labels.human, table.labels.demon) == ("Boris", "Anna")
    other.wait_for(lambda c: c.events("rematch") == [{"game": answer["game"]}])
    other.close()


@pytest.mark.parametrize(
    ("scenario", "before", "after"),
    [
        ("beast_at_bay", {"human": "Anna", "squamata": "Boris"}, {"human": "Boris", "squamata": "Anna"}),
        ("prey_and_hunter", {"demon": "Anna", "squamata": "Boris"}, {"demon": "Boris", "squamata": "Anna"}),
        (
            "three_ways",
            {"human": "Anna", "demon": "Boris", "squamata": "Clara"},
            {"human": "Clara", "demon": "Anna", "squamata": "Boris"},
        ),
    ],
)
def test_in_a_rematch_everybody_plays_the_next_side(
    service: RunningService, scenario: str, before: dict[str, str], after: dict[str, str]
) -> None:
    game = service.new_game(scenario)
    service.post(f"/api/games/{game}/labels", json.dumps(before).encode())
    status, answer = service.post(f"/api/games/{game}/rematch", b"{}")
    assert status == 201
    labels = service.web.service.games.table(answer["game"]).labels
    assert {side: name for side, name in labels.players.items() if name} == after
    # Any of the names finds both games.
    assert {one["game"] for one in get(service, "/api/games?search=boris")["games"]} == {game, answer["game"]}


def test_only_the_sides_that_play_are_among_the_people(service: RunningService) -> None:
    game = service.new_game("beast_at_bay")
    service.post(f"/api/games/{game}/labels", json.dumps({"squamata": "Clara"}).encode())
    client = WireClient(service.address)
    client.join(game, "squamata", service.code)
    client.wait_for(lambda c: bool(c.events("people")))
    players = client.events("people")[-1]["players"]
    assert [(one["side"], one["name"], one["connected"]) for one in players] == [
        ("human", "", False),
        ("squamata", "Clara", True),
    ]
    client.close()


def test_everybody_sees_who_is_connected(service: RunningService) -> None:
    game = service.new_game()
    human, demon = WireClient(service.address), WireClient(service.address)
    human.join(game, "human", service.code)
    demon.join(game, "demon", service.code)

    def of(side: str, what: str) -> Any:
        people = human.events("people")
        return next(one[what] for one in people[-1]["players"] if one["side"] == side) if people else None

    human.wait_for(lambda _: bool(of("demon", "connected")))
    assert of("demon", "away") is None
    service.post(f"/api/games/{game}/labels", json.dumps({"demon": "Boris"}).encode())
    human.wait_for(lambda _: of("demon", "name") == "Boris")
    demon.close()
    human.wait_for(lambda _: of("demon", "connected") is False)
    assert of("demon", "held") is True
    assert of("demon", "away") == 0
    human.close()


def test_the_chronicle_counts_games_players_and_scenarios(service: RunningService) -> None:
    games = service.web.service.games
    for scenario, names, winner in (
        ("survivors", GameLabels(human="Anna", demon="Boris"), "human"),
        ("survivors", GameLabels(human="boris", demon="Anna"), "human"),
        ("survivors", GameLabels(human="Anna", demon="Boris"), "demon"),
        ("beast_at_bay", GameLabels(human="Anna", squamata="Boris"), "squamata"),
    ):
        game = service.new_game(scenario)
        games.label(game, names)
        client = WireClient(service.address)
        client.join(game, "both", service.code)
        answer = client.intend({"override": {"winner": winner}})
        assert answer["ok"], answer
        client.close()
    service.new_game()
    chronicle = get(service, "/api/chronicle")
    assert chronicle["all"] == {"games": 4, "human": 2, "demon": 1, "squamata": 1}
    hunted = {"scenario": "beast_at_bay", "games": 1, "human": 0, "demon": 0, "squamata": 1}
    base = {"scenario": "survivors", "games": 3, "human": 2, "demon": 1, "squamata": 0}
    assert chronicle["scenarios"] == [hunted, base]
    tally = {one["name"].casefold(): (one["games"], one["won"]) for one in chronicle["players"]}
    assert tally == {"anna": (4, 1), "boris": (4, 3)}
    boris = next(one for one in chronicle["players"] if one["name"].casefold() == "boris")
    assert [(one["side"], one["games"], one["won"]) for one in boris["sides"]] == [
        ("human", 1, 1),
        ("demon", 2, 1),
        ("squamata", 1, 1),
    ]
