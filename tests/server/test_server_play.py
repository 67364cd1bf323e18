"""Whole games over the wire: two tablets, the public table and the host, and every byte each of them gets."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient
from tests.table.choosing import choose, choose_boldly

Connect = Callable[[], WireClient]
HIDES = {"human": {"event"}, "demon": {"advantage"}, "table": {"event", "advantage"}, "host": {"event", "advantage"}}
LONGEST = 900


def seated(connect: Connect, service: RunningService, game: str, seat: str) -> WireClient:
    client = connect()
    assert client.join(game, seat, service.code)["ok"]
    return client


def play(clients: dict[str, WireClient], rng: random.Random, steps: int = LONGEST) -> int:
    """Random legal play by whoever is awaited; everybody has seen each step before the next."""
    for step in range(steps):
        asked = clients["human"].view["waiting"]
        if asked["kind"] == "over":
            return step
        client = clients[asked["side"]]
        if rng.random() < 0.07 and client.view["undo"]:
            client = clients[rng.choice(list(clients))]
            answer = client.do(undo=True)
        else:
            answer = client.intend(choose_boldly(client.view, rng))
        assert answer["ok"], answer
        for other in clients.values():
            other.wait_version(answer["version"])
    return steps


@pytest.mark.parametrize(("scenario", "seed"), [("ritual", 1), ("holding_back", 2)])
def test_whole_games_and_every_byte_of_them(
    service: RunningService, connect: Connect, scenario: str, seed: int
) -> None:
    game = service.new_game(scenario)
    clients = {seat: seated(connect, service, game, seat) for seat in HIDES}
    deck = box_deck(service, "event")
    assert clients["demon"].intend({"override": {"hands": {"event": deck[:2]}}, "why": "a start"})["ok"]
    clients["human"].wait_version(1)
    steps = play(clients, random.Random(seed))
    assert clients["table"].view["outcome"] is not None, f"not over after {steps} steps"
    cards = {card: its for its in ("event", "advantage") for card in box_deck(service, its)}
    for seat, client in clients.items():
        check_bytes(seat, client, cards)


def box_deck(service: RunningService, deck: str) -> list[str]:
    box = service.ask("/api/box")[1]
    names = [card["id"] for card in box["pack"][deck]]
    public = {s["id"] for s in box["pack"]["square"]} | {k["id"] for k in box["pack"]["tile_kind"]}
    return [name for name in names if name not in public]


def check_bytes(seat: str, client: WireClient, cards: dict[str, str]) -> None:
    """No message, in the order they came, names a card this seat may not know before it was played openly."""
    shown: set[str] = set()
    for event, message in client.received:
        if event == "happened":
            shown |= {li["facts"]["card"] for li in message["lines"] if li["key"] in ("plays", "throws")}
        raw = json.dumps(message)
        for card, deck in cards.items():
            if deck in HIDES[seat] and card not in shown and f'"{card}"' in raw:
                raise AssertionError(f"{seat} got {card} in {event}: {raw[:500]}")
        assert '"order"' not in raw
    assert len(client.received) > 100


def test_views_and_log_lines_come_in_order(service: RunningService, connect: Connect) -> None:
    game = service.new_game()
    clients = {seat: seated(connect, service, game, seat) for seat in ("human", "demon")}
    play(clients, random.Random(4), 60)
    for client in clients.values():
        versions = [view["version"] for view in client.events("view")]
        assert versions == sorted(set(versions))
        told = [news["version"] for news in client.events("happened")]
        assert told == versions
        assert all(line["seq"] <= news["version"] for news in client.events("happened") for line in news["lines"])


def test_one_tablet_holds_both_seats(service: RunningService, connect: Connect) -> None:
    both = seated(connect, service, service.new_game(), "both")
    rng = random.Random(5)
    for _ in range(40):
        answer = both.intend(choose(both.view, rng))
        assert answer["ok"], answer
        both.wait_version(answer["version"])
    assert isinstance(both.view["hands"]["event"], list)
    assert isinstance(both.view["hands"]["advantage"], list)


def test_stale_and_repeated(service: RunningService, connect: Connect) -> None:
    game = service.new_game()
    one, two = seated(connect, service, game, "human"), connect()
    two.join(game, "human", token=one.token)
    first = one.intend({"draw_for_me": True}, name="first-one")
    assert first["ok"]
    stale = two.intend({"draw_for_me": True}, version=0)
    assert (stale["ok"], stale["code"], stale["view"]["version"]) == (False, "table/stale", first["version"])
    assert one.intend({"draw_for_me": True}, version=0, name="first-one") == first
    assert two.wait_version(first["version"])["version"] == first["version"]


def test_a_token_brings_one_back_without_the_code(service: RunningService, connect: Connect) -> None:
    game = service.new_game()
    human = seated(connect, service, game, "human")
    token = human.token
    human.close()
    again = connect()
    assert again.join(game, "human", token=token)["ok"]
    other = connect()
    assert other.join(game, "human", token="human.x.y")["code"] == "table/wrong_code"
    assert other.join(game, "human", "WRONG")["code"] == "table/wrong_code"


def test_nobody_sits_down_unnoticed(service: RunningService, connect: Connect) -> None:
    game = service.new_game()
    demon = seated(connect, service, game, "demon")
    seated(connect, service, game, "human")
    demon.wait_for(lambda c: any(n["facts"] == {"seat": "human"} for e, n in c.received if e == "notice"))


def test_changing_seats_changes_what_one_gets(service: RunningService, connect: Connect) -> None:
    game = service.new_game()
    tablet = seated(connect, service, game, "human")
    human = connect()
    human.join(game, "human", token=tablet.token)
    assert tablet.join(game, "table", service.code)["ok"]
    answer = human.do(draw_for_me=True)
    tablet.wait_version(answer["version"])
    assert {view["seat"] for view in tablet.events("view")} == {"table"}


def test_join_without_a_game_and_the_log(service: RunningService, connect: Connect) -> None:
    host = connect()
    answer = host.join(None, "host", service.code)
    assert (answer["ok"], answer["view"], answer["log"]) == (True, None, [])
    assert host.call("log", {"before": 5})["code"] == "table/not_joined"
    game = service.new_game()
    human = seated(connect, service, game, "human")
    version = human.do(draw_for_me=True)["version"]
    page = human.call("log", {"before": version + 1})
    assert page["ok"]
    assert any(line["key"] == "draws_card" for line in page["log"])
    assert connect().join("no-such-game", "human", service.code)["code"] == "table/no_such_game"


def test_a_reading_reaches_every_tablet(service: RunningService, connect: Connect) -> None:
    from companion.protocol.readings import DICE, DieFace, Reading

    game = service.new_game()
    clients: dict[str, Any] = {seat: seated(connect, service, game, seat) for seat in ("human", "demon")}
    human = clients["human"]
    while human.view["waiting"]["kind"] != "roll":
        human.wait_version(human.intend(choose(human.view, random.Random(1)))["version"])
    faces = tuple(DieFace(2, 0.9) for _ in range(human.view["waiting"]["number"]))
    service.web.service.put_picture("pic-7", b"\xff\xd8 a picture")
    service.web.service.submit(Reading("r1", DICE, "test", sure=False, faces=faces, picture="pic-7"))
    clients["demon"].wait_for(lambda c: any(e == "reading" for e, _ in c.received))
    seen = clients["demon"].events("reading")[-1]
    assert (seen["id"], seen["note"], seen["picture"]) == ("r1", "unsure", "pic-7")
    bearer = {"Authorization": f"Bearer {clients['demon'].token}"}
    assert service.ask("/api/readings/pic-7.jpg", **bearer) == (200, b"\xff\xd8 a picture")
    assert service.ask("/api/readings/pic-7.jpg")[1]["code"] == "table/wrong_code"
    assert clients["demon"].do(accept="r1")["ok"]
