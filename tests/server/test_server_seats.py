"""Players' seats: tokens are for one seat at one game, and a seat that is held is not had unseen by any door."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.protocol.refusal import Refused
from companion.server.held_seats import AWAY_S, MOST_REQUESTS, REFUSED_S, HeldSeats, SeatRequests
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient

Connect = Callable[[], WireClient]


def seated(connect: Connect, service: RunningService, game: str, seat: str) -> WireClient:
    client = connect()
    assert client.join(game, seat, service.code)["ok"]
    return client


def asked_of(client: WireClient) -> list[Any]:
    client.wait_for(lambda c: any(event == "seat_requests" and data["requests"] for event, data in c.received))
    return list(client.events("seat_requests")[-1]["requests"])


def test_no_players_seat_without_a_game(service: RunningService, connect: Connect) -> None:
    for seat in ("human", "demon", "squamata", "both"):
        assert connect().join(None, seat, service.code)["code"] == "table/seat_needs_game"
    assert connect().join(None, "host", service.code)["ok"]


def test_only_sides_that_play_have_a_seat(service: RunningService, connect: Connect) -> None:
    """FS-1: Kartikeya has a seat where it plays, and takes that of nobody else; three play in one scenario."""
    sides = {
        "survivors": ("human", "demon"),
        "blood_trail": ("human", "squamata"),
        "prey_and_hunter": ("demon", "squamata"),
        "three_ways": ("human", "demon", "squamata"),
    }
    for scenario, playing in sides.items():
        game = service.new_game(scenario)
        for seat in ("human", "demon", "squamata"):
            answer = connect().join(game, seat, service.code)
            assert answer["ok"] is (seat in playing), (scenario, seat)
            assert answer["ok"] or answer["code"] == "table/no_such_seat"
        assert connect().join(game, "both", service.code)["code"] == "table/seat_held"


def test_the_end_is_confirmed_by_all_who_play(service: RunningService, connect: Connect) -> None:
    game = service.new_game("three_ways")
    clients = {seat: seated(connect, service, game, seat) for seat in ("human", "demon", "squamata")}
    clients["squamata"].wait_version(clients["squamata"].do(override={"winner": "squamata"})["version"])
    for seat, client in clients.items():
        client.wait_version(clients["squamata"].view["version"])
        assert not service.web.service.games.table(game).closed, seat
        version = client.do(confirm_end=True)["version"]
        for one in clients.values():
            one.wait_version(version)
    assert clients["human"].view["end"] == {"confirmed": ["demon", "human", "squamata"], "closed": True}
    assert service.web.service.games.table(game).closed


def test_nobody_else_has_to_confirm_the_end(service: RunningService, connect: Connect) -> None:
    game = service.new_game("prey_and_hunter")
    both = seated(connect, service, game, "both")
    both.wait_version(both.do(override={"winner": "demon"})["version"])
    both.wait_version(both.do(confirm_end=True)["version"])
    assert both.view["end"] == {"confirmed": ["demon", "squamata"], "closed": True}
    # What was written down is read again.
    records = service.web.service.games.table(game).records()
    assert records[-1].do == {"confirm_end": True, "sides": ["squamata", "demon"]}


def test_a_token_is_for_one_seat_at_one_game(service: RunningService, connect: Connect) -> None:
    game, other = service.new_game(), service.new_game()
    demon = seated(connect, service, game, "demon")
    demon.wait_version(demon.view["version"])
    # The attacker plays alone at a game of his own, and asks with that token.
    alone = seated(connect, service, other, "both")
    human = seated(connect, service, game, "human")
    human.wait_version(human.do(draw_for_me=True)["version"])
    card = human.view["hands"]["advantage"][0]
    path = f"/api/games/{game}/export"
    assert card.encode() in service.ask(path, Authorization=f"Bearer {human.token}")[1]
    for token in (alone.token, demon.token, service.token("", "host"), service.token(game, "table")):
        assert card.encode() not in service.ask(path, Authorization=f"Bearer {token}")[1]
    # Neither in the address, where it would be kept by logs and histories.
    assert service.ask(f"{path}?token={human.token}")[1]["code"] == "table/wrong_code"
    forged = str(human.token).replace("human", "both")
    assert service.ask(path, Authorization=f"Bearer {forged}")[1]["code"] == "table/wrong_code"


@pytest.mark.parametrize("seat", ["demon", "both"])
def test_a_held_seat_is_asked_for_and_can_be_refused(service: RunningService, connect: Connect, seat: str) -> None:
    game = service.new_game()
    demon, human = (seated(connect, service, game, one) for one in ("demon", "human"))
    thief = connect()
    answer = thief.join(game, seat, service.code)
    assert (answer["code"], answer["facts"]["seat"], "view" in answer and answer["view"]) == (
        "table/seat_held",
        seat,
        None,
    )
    request = asked_of(demon)[0]
    assert (request["seat"], request["address"]) == (seat, "127.0.0.1")
    # Everybody at the game is told, before anything is shown.
    human.wait_for(lambda c: any(n["code"] == "table/seat_asked" for n in c.events("notice")))
    assert demon.call("answer_seat", {"request": request["request"], "allow": False})["ok"]
    assert thief.join(game, seat, service.code)["code"] == "table/seat_refused"
    # Nor by coming back as another.
    assert connect().join(game, seat, service.code)["code"] == "table/seat_refused"
    assert thief.events("view") == []


def test_the_humans_consent_does_not_open_the_demons_hand(service: RunningService, connect: Connect) -> None:
    """A second device of the Human's asks for both seats, and he allows it himself."""
    game = service.new_game()
    demon, human = (seated(connect, service, game, one) for one in ("demon", "human"))
    second = connect()
    assert second.join(game, "both", service.code)["code"] == "table/seat_held"
    assert human.call("answer_seat", {"request": asked_of(human)[0]["request"], "allow": True})["ok"]
    assert second.join(game, "both", service.code)["code"] == "table/seat_held"
    # He asks for more with the seat he holds: the same.
    assert human.join(game, "both", service.code, human.token)["code"] == "table/seat_held"
    request = next(one for one in asked_of(demon) if one["seat"] == "both")["request"]
    assert human.call("answer_seat", {"request": "0" * 16, "allow": True})["code"] == "table/no_such_request"
    assert demon.call("answer_seat", {"request": request, "allow": True})["ok"]
    assert second.join(game, "both", service.code)["ok"]


def test_a_seat_that_goes_over_is_announced_and_in_the_log_for_good(service: RunningService, connect: Connect) -> None:
    game = service.new_game()
    demon, human = (seated(connect, service, game, one) for one in ("demon", "human"))
    friend = connect()
    friend.join(game, "demon", service.code)
    demon.call("answer_seat", {"request": asked_of(demon)[0]["request"], "allow": True})
    assert friend.join(game, "demon", service.code)["ok"]
    human.wait_for(lambda c: any(line["key"] == "seat_allowed" for e in c.events("happened") for line in e["lines"]))
    assert demon.events("seat_requests")[-1]["requests"] == []
    record = service.web.service.games.table(game).records()[-1]
    assert (record.kind, record.do) == ("seat", {"seat": "demon", "allowed": True})
    # Both hold it now.
    for token in (demon.token, friend.token):
        assert connect().join(game, "demon", token=token)["ok"]


def test_what_cannot_be_written_down_does_not_happen(
    service: RunningService, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sqlite3

    game = service.new_game()
    demon, friend = seated(connect, service, game, "demon"), connect()
    friend.join(game, "demon", service.code)
    demon.call("answer_seat", {"request": asked_of(demon)[0]["request"], "allow": True})
    journal = service.web.service.games.table(game)._journal

    def full(*_: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(journal, "append", full)
        assert friend.join(game, "demon", service.code)["code"] == "table/not_saved"
    assert friend.events("view") == []
    assert friend.token is None


def test_a_seat_that_is_given_up_is_free(service: RunningService, connect: Connect) -> None:
    game = service.new_game()
    one = seated(connect, service, game, "both")
    assert one.call("leave", {"token": one.token})["ok"]
    assert service.ask(f"/api/games/{game}/export", Authorization=f"Bearer {one.token}")[0] == 403
    # And whoever changes the seat gives up the one before.
    two = seated(connect, service, game, "both")
    assert two.join(game, "human", token=two.token)["ok"]
    assert connect().join(game, "demon", service.code)["ok"]


def test_a_restart_frees_no_seat(service: RunningService, connect: Connect, tmp_path: Path) -> None:
    game = service.new_game()
    demon = seated(connect, service, game, "demon")
    again = HeldSeats(tmp_path / "data")
    assert again.sides(game) == {"demon"}
    assert again.holds(game, "demon", str(demon.token).split(".")[2])
    (tmp_path / "data" / "seats.json").write_bytes(b"\xff{")
    assert HeldSeats(tmp_path / "data").sides(game) == set()


def test_a_tablet_of_the_release_before_sits_down_again(service: RunningService, connect: Connect) -> None:
    """Its token is of the old kind and means nothing; the code it keeps beside it does."""
    game = service.new_game()
    tablet = connect()
    old = "demon.0011223344556677.00112233445566778899aabbccddeeff"
    answer = tablet.join(game, "demon", service.code, old)
    assert (answer["ok"], answer["seat"]) == (True, "demon")
    assert answer["token"] != old
    assert connect().join(game, "demon", token=answer["token"])["ok"]


# -- with a clock of our own -------------------------------------------------------------------------------------------


def test_no_backup_comes_out_while_its_cards_are_hidden_from_somebody(
    service: RunningService, connect: Connect
) -> None:
    """Whoever has the code can be the host, and a backup holds every hand."""
    game = service.new_game()
    host = {"Authorization": f"Bearer {service.token('', 'host')}"}
    _, made = service.ask("/api/backups", b"", **host)
    demon = seated(connect, service, game, "demon")
    status, answer = service.ask(f"/api/backups/{made['backup']}", **host)
    assert (status, answer["code"], answer["facts"]) == (403, "table/still_hidden", {"game": game})
    kept = service.ask(f"/api/games/{game}/delete", b"", **host)[1]["kept"]
    assert service.ask(f"/api/backups/{made['backup']}", **host)[0] == 403, "it can be brought back"
    assert service.ask(f"/api/kept-games/{kept}/restore", b"", **host)[0] == 200
    demon.call("leave", {"token": demon.token})
    assert service.ask(f"/api/backups/{made['backup']}", **host)[0] == 200


def test_a_damaged_copy_of_a_running_game_opens_no_hand(service: RunningService, connect: Connect) -> None:
    """Its good part would be a new game, at which every seat is free."""
    game = service.new_game()
    human, demon = (seated(connect, service, game, seat) for seat in ("human", "demon"))
    games = service.web.service.settings.data / "games"
    (games / f"{game}.damaged-1.game").write_bytes((games / f"{game}.game").read_bytes())
    for who in (human, demon):
        status, answer = service.ask(
            f"/api/kept-games/{game}.damaged-1/restore", b"", Authorization=f"Bearer {who.token}"
        )
        assert (status, answer["code"]) == (403, "table/still_hidden")
    human.call("leave", {"token": human.token})
    status, _ = service.ask(f"/api/kept-games/{game}.damaged-1/restore", b"", Authorization=f"Bearer {demon.token}")
    assert status == 200, "who holds all the seats that are held knows the cards"


class Desk:
    """Seats and requests, with who is connected and the time set by the test."""

    def __init__(self, folder: Path) -> None:
        self.now = 1000.0
        self.connected: set[str] = set()
        self.held = HeldSeats(folder)
        self.requests = SeatRequests(self.held, lambda game, side: side in self.connected, lambda: self.now)

    def ask(self, seat: Any = "demon", client: str = "new", address: str = "10.0.0.9") -> Any:
        try:
            return self.requests.ask(client, "game", seat, address, None)
        except Refused as refusal:
            return refusal


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path)
    desk.held.add("game", "demon")
    return desk


def test_a_tablet_whose_battery_died_is_replaced_after_a_minute(desk: Desk) -> None:
    first = desk.ask()
    assert (first.code, first.key, first.facts["seconds"]) == ("table/seat_held", "seat_held_away", AWAY_S + 1)
    desk.now += AWAY_S - 5
    assert desk.ask().facts["seconds"] == 6
    desk.now += 6
    grant = desk.ask()
    assert (grant.taken, grant.allowed) == (True, False)
    assert desk.held.holds("game", "demon", grant.holder)


def test_a_holder_who_is_there_is_asked_as_long_as_it_takes(desk: Desk) -> None:
    desk.connected = {"demon"}
    for _ in range(100):
        assert desk.ask().key == "seat_held"
        desk.now += 10
    # It goes away now: the minute begins now, not when somebody first asked.
    desk.connected = set()
    assert desk.ask().key == "seat_held_away"
    desk.now += AWAY_S - 15
    assert desk.ask().key == "seat_held_away"


def test_a_refusal_holds_for_a_while_and_for_that_address(desk: Desk) -> None:
    desk.connected = {"demon"}
    desk.ask()
    desk.requests.answer("both", "game", desk.requests.concerning("game", "demon")[0]["request"], allow=False)
    assert desk.ask().code == "table/seat_refused"
    assert desk.ask(client="other", address="10.0.0.10").code == "table/seat_held"
    desk.now += REFUSED_S + 1
    assert desk.ask().code == "table/seat_held"


def test_not_everybody_can_ask_at_once(desk: Desk) -> None:
    for number in range(MOST_REQUESTS * 3):
        assert desk.ask(client=str(number)).code == "table/seat_held"
    assert len(desk.requests.concerning("game", "demon")) == MOST_REQUESTS
    desk.requests.give_up("3")
    assert len(desk.requests.concerning("game", "both")) == MOST_REQUESTS - 1
    assert desk.requests.concerning("game", "human") == []


def test_who_holds_a_seat_is_for_the_owners_eyes_only(desk: Desk, tmp_path: Path) -> None:
    kept = json.loads((tmp_path / "seats.json").read_text())
    assert list(kept) == ["game"]
    assert (tmp_path / "seats.json").stat().st_mode & 0o777 == 0o600
