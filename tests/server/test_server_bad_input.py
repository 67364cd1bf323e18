"""Bad input: a coded error for that client only, nothing changed, the service stays up."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
import websocket

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient

Connect = Callable[[], WireClient]
GOOD = {"id": "abcdefgh", "version": 0, "do": {"draw_for_me": True}}


@pytest.fixture
def game(service: RunningService) -> str:
    return service.new_game()


@pytest.fixture
def good(service: RunningService, connect: Connect, game: str) -> WireClient:
    """A tablet that behaves, and must notice nothing."""
    client = connect()
    assert client.join(game, "human", service.code)["ok"]
    return client


def still_works(good: WireClient) -> None:
    assert good.view["version"] == 0
    assert [e for e, _ in good.received if e in ("view", "happened")] == []
    answer = good.do(draw_for_me=True)
    assert answer["ok"]
    good.wait_version(answer["version"])


@pytest.mark.parametrize(
    "message",
    [
        None,
        5,
        "move",
        [],
        {},
        {**GOOD, "id": "x"},
        {**GOOD, "id": "x" * 65},
        {**GOOD, "id": 5},
        {**GOOD, "version": "0"},
        {**GOOD, "version": -1},
        {**GOOD, "version": 1e9},
        {**GOOD, "version": True},
        {**GOOD, "do": {}},
        {**GOOD, "do": []},
        {**GOOD, "do": None},
        {**GOOD, "do": {str(n): n for n in range(9)}},
        {**GOOD, "colour": "red"},
    ],
)
def test_messages_of_the_wrong_shape(good: WireClient, message: Any) -> None:
    answer = good.call("intent", message)
    assert (answer["ok"], answer["code"], answer["view"]) == (False, "wire/bad_message", None)
    assert "reason" in answer["facts"]
    still_works(good)


def test_two_messages_instead_of_one_and_none_at_all(good: WireClient) -> None:
    assert good.call("intent", (GOOD, GOOD))["code"] == "wire/bad_message"
    assert good.call("intent", ())["code"] == "wire/bad_message"
    assert good.call("join", {"game": "x"})["code"] == "wire/bad_message"
    assert good.call("log", {"before": "all"})["code"] == "wire/bad_message"
    still_works(good)


@pytest.mark.parametrize(
    ("do", "code"),
    [
        ({"fly": "away"}, "wire/notation"),
        ({"move": {"deep": [[[[]]]]}}, "wire/notation"),
        ({"roll": [1] * 500}, "wire/notation"),
        ({"draw": "no such card"}, "rules/ACT-4"),
        ({"undo": "yes"}, "wire/notation"),
        ({"override": {"tp": 10**30}}, "override/malformed"),
        ({"override": {"warriors": {"redeemer": 5}}}, "override/malformed"),
    ],
)
def test_verbs_that_cannot_be(good: WireClient, do: Any, code: str) -> None:
    assert good.intend(do)["code"] == code
    still_works(good)


def test_without_joining(connect: Connect, good: WireClient) -> None:
    stranger = connect()
    assert stranger.call("intent", GOOD)["code"] == "table/not_joined"
    assert stranger.call("log", {"before": 3})["code"] == "table/not_joined"
    still_works(good)


def test_someone_elses_seat(service: RunningService, connect: Connect, game: str, good: WireClient) -> None:
    demon = connect()
    assert demon.join(game, "demon", service.code)["ok"]
    answer = demon.do(draw_for_me=True)
    assert (answer["code"], answer["facts"]["side"]) == ("table/not_your_seat", "human")
    assert connect().join(game, "king", service.code)["code"] == "wire/bad_message"
    still_works(good)


def test_an_unknown_event_is_ignored(good: WireClient) -> None:
    good._io.emit("destroy", {"everything": True})
    still_works(good)


HALF = '451-["intent",{"_placeholder":true,"num":0}]'
JUNK: dict[str, Callable[[random.Random], list[str | bytes]]] = {
    "binary": lambda rng: [rng.randbytes(50) for _ in range(5)],
    "text": lambda rng: ["".join(map(chr, rng.choices(range(32, 1000), k=80))) for _ in range(5)],
    "half a packet": lambda rng: [
        "42",
        '42["intent"',
        "42[",
        "420[]",
        "43",
        "45-",
        '451-["intent",{"_placeholder":true,"num":0}]',
    ],
    "wrong packets": lambda rng: ["1", "2probe", "3", "5", "6", "9", "", "44", "40{", "41"],
    "deep": lambda rng: ["42" + "[" * 20_000, '42["intent",' + '{"a":' * 10_000],
    "huge": lambda rng: ["42" + json.dumps(["intent", {"do": "x" * 3_000_000}])],
    "huge number": lambda rng: ['42["intent",{"id":"abcdefgh","version":' + "9" * 5000 + ',"do":{"undo":true}}]'],
    "not a name": lambda rng: ["42[5]", "42[{}]", "42[null,1]", '42["connect"]', '42["disconnect"]', "42{}"],
}


@pytest.mark.parametrize("kind", list(JUNK))
def test_junk_on_the_socket(connect: Connect, good: WireClient, kind: str) -> None:
    for frame in JUNK[kind](random.Random(1)):
        bad = connect()
        try:
            bad.send_raw(frame)
        except OSError:
            continue  # The server hung up in the middle of it: as good an answer as any.
    still_works(good)


def test_junk_is_answered_with_a_code_to_its_sender_only(connect: Connect, good: WireClient) -> None:
    bad = connect()
    bad.send_raw('42["intent"')
    bad.wait_for(lambda c: any(e == "notice" and n["code"] == "wire/bad_packet" for e, n in c.received))
    # And its next message is read as usual.
    assert bad.call("intent", GOOD)["code"] == "table/not_joined"
    assert good.events("notice") == [n for n in good.events("notice") if n["code"] == "table/seat_taken"]
    still_works(good)


def test_a_page_of_another_site_cannot_connect_or_post(service: RunningService, good: WireClient) -> None:
    evil = "http://evil.example"
    assert service.post("/api/games", b'{"scenario": "survivors"}', Origin=evil)[1]["code"] == "wire/origin"
    address = f"{service.address.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket"
    with pytest.raises(websocket.WebSocketBadStatusException) as refused:
        websocket.create_connection(address, origin=evil)
    assert refused.value.status_code in (400, 403)
    websocket.create_connection(address, origin=service.address).close()
    still_works(good)


def test_a_tablet_speaks_over_a_websocket_only(service: RunningService) -> None:
    """Long polling would be a way around the limit of messages."""
    assert service.ask("/socket.io/?EIO=4&transport=polling")[0] == 400


def test_many_junk_intents_change_nothing(good: WireClient) -> None:
    rng = random.Random(3)
    words = ["move", "undo", "override", "roll", "redeemer", "both", "to", "accept", "destiny", "x"]

    def junk(depth: int) -> Any:
        kind = rng.randrange(6 if depth else 4)
        if kind == 4:
            return [junk(depth - 1) for _ in range(rng.randrange(3))]
        if kind == 5:
            return {rng.choice(words): junk(depth - 1) for _ in range(rng.randrange(3))}
        return [None, rng.randrange(-5, 9), rng.choice(words), rng.random() < 0.5][kind]

    for _ in range(150):
        do = {rng.choice(words): junk(3) for _ in range(rng.randrange(1, 3))}
        answer = good.intend(do)
        assert not answer["ok"], do
        assert answer["code"] != "server/error", do
    still_works(good)
