"""The table code: guesses are slowed down at every door, and whoever has the right one gets in all the same."""

from __future__ import annotations

import http.client
import json
from pathlib import Path
from typing import Any

import pytest

from companion.protocol.refusal import Refused
from companion.server.access import Access, evening_of
from companion.server.code_guard import BURST, FREE, LONGEST_WAIT_S, MOST_ADDRESSES, CodeGuard, is_local
from tests.devices.camera_rig import wait_for
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient

HOME = "192.168.1.20"


class Door:
    """An access with a clock of the test."""

    def __init__(self, folder: Path) -> None:
        self.now = 50_000.0
        self.access = Access(folder, guard=CodeGuard(lambda: self.now), now=lambda: self.now)
        self.code = self.access.code
        self.tried = 0

    def guess(self, address: str = HOME) -> str:
        self.tried += 1
        return self.give(f"G{self.tried:05d}"[:6], address)

    def give(self, code: str, address: str = HOME) -> str:
        try:
            self.access.check_code(code, address)
        except Refused as refusal:
            return refusal.code
        return "ok"


@pytest.fixture
def door(tmp_path: Path) -> Door:
    return Door(tmp_path)


def test_one_address_may_guess_a_few_times_and_then_once_a_minute(door: Door) -> None:
    assert [door.guess() for _ in range(FREE)] == ["table/wrong_code"] * FREE
    assert door.guess() == "table/slow_down"
    # Not even the right one, as long as it waits: a guesser would learn it.
    assert door.give(door.code) == "table/slow_down"
    judged = 0
    for _ in range(6 * 3600):
        door.now += 1
        judged += door.guess() == "table/wrong_code"
    assert judged <= 6 * 60 + 10


def test_the_wait_ends_and_the_right_code_is_forgiven(door: Door) -> None:
    for _ in range(FREE + 1):
        door.guess()
    door.now += LONGEST_WAIT_S
    assert door.give(f" {door.code[:3].lower()}-{door.code[3:]} ") == "ok"
    assert [door.guess() for _ in range(FREE)] == ["table/wrong_code"] * FREE


def test_an_old_code_sent_again_and_again_is_no_guess(door: Door) -> None:
    assert [door.give("OLDONE") for _ in range(200)] == ["table/wrong_code"] * 200
    assert [door.give("") for _ in range(200)] == ["table/wrong_code"] * 200
    assert door.give(door.code) == "ok"


def test_many_addresses_together_do_not_get_further(door: Door) -> None:
    judged = 0
    for second in range(3600):
        door.now = 50_000 + second
        for number in range(10):
            judged += door.guess(f"10.{second % 250}.{number}.{second // 250}") == "table/wrong_code"
    assert judged <= 3600 / 2 + BURST + 1


def test_a_flood_locks_out_nobody_who_has_the_code(door: Door) -> None:
    assert door.give(door.code, "192.168.1.30") == "ok"
    for number in range(3000):
        door.guess(f"10.0.{number // 250}.{number % 250}")
    # A tablet that came in before, and a newcomer who scans the QR code, even from the address of the guesser.
    assert door.give(door.code, "192.168.1.30") == "ok"
    assert door.give(door.access.codes.long, "192.168.1.40") == "ok"
    assert door.give(door.access.codes.long, "10.0.0.1") == "ok"
    # A newcomer who types the short one waits a little once the flood is over.
    assert door.give(door.code, "192.168.1.50") == "table/slow_down"
    door.now += 3
    assert door.give(door.code, "192.168.1.50") == "ok"


def test_memory_is_bounded(door: Door) -> None:
    for number in range(MOST_ADDRESSES * 4):
        door.now += 2
        door.guess(f"10.0.{number // 250}.{number % 250}")
    guard = door.access.guard
    assert len(guard._guessers) == MOST_ADDRESSES
    assert guard.report()[0] == MOST_ADDRESSES * 4


def test_all_of_an_ipv6_network_counts_as_one(door: Door) -> None:
    answers = [door.guess(f"fd00:1:2:3::{number:x}") for number in range(20)]
    assert answers.count("table/wrong_code") == FREE
    assert door.access.guard.report()[1][0]["address"] == "fd00:1:2:3::/64"
    assert [door.guess("::ffff:10.1.1.1") for _ in range(9)].count("table/wrong_code") == FREE
    assert door.guess("10.1.1.1") == "table/slow_down"


@pytest.mark.parametrize("address", ["8.8.8.8", "2001:db8::1", "100.64.0.1", "172.32.0.1", "", "nonsense"])
def test_from_elsewhere_only_the_long_code_is_good(door: Door, address: str) -> None:
    assert not is_local(address)
    assert door.give(door.code, address) == "table/wrong_code"
    assert door.give(door.access.codes.long, address) == "ok"


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "::1", "10.1.2.3", "172.31.0.1", "192.168.0.9", "169.254.1.1", "fe80::1%wlan0", "fd12::1"]
)
def test_what_counts_as_the_network_at_home(address: str) -> None:
    assert is_local(address)


def test_a_new_code_every_evening_if_wanted(door: Door) -> None:
    door.now = 1_700_000_000.0
    first = door.access.codes
    door.now += 20 * 86_400
    assert door.access.codes == first
    door.access.change(new=False, everybody_out=False, evenings=True)
    tonight = door.access.codes
    assert (tonight.code, tonight.long) == (first.code, first.long)
    while evening_of(door.now) == tonight.evening:
        door.now += 600
    later = door.access.codes
    assert later.code != first.code
    assert later.long != first.long
    # Tablets that sit keep their seats.
    assert later.key == first.key
    assert door.give(first.code) == "table/wrong_code"


def test_codes_outlive_a_restart(door: Door, tmp_path: Path) -> None:
    door.access.change(new=True, everybody_out=False, evenings=True)
    assert Access(tmp_path, now=lambda: door.now).codes == door.access.codes
    assert door.access.code != door.code
    assert (tmp_path / "access.json").stat().st_mode & 0o777 == 0o600


def test_a_damaged_file_gives_new_codes_and_a_disk_error_touches_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "access.json"
    for junk in (b"\xff", b"[]", b'{"code": "A"}', b'{"code": "A", "key": "no hex"}'):
        file.write_bytes(junk)
        assert len(Access(tmp_path).code) == 6
    before = file.read_bytes()

    def fails(*_: Any, **__: Any) -> str:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "read_text", fails)
    assert len(Access(tmp_path).code) == 6
    assert file.read_bytes() == before


# -- at the doors of the running service -------------------------------------------------------------------------------


def ask_from(service: RunningService, source: str, code: str) -> tuple[int, dict[str, str], Any]:
    """Over HTTP, from another address of this machine."""
    host, port = service.address.removeprefix("http://").split(":")
    line = http.client.HTTPConnection(host, int(port), source_address=(source, 0), timeout=20)
    line.request("POST", "/api/games/import", b"", {"X-Table-Code": code})
    answer = line.getresponse()
    body = json.loads(answer.read())
    line.close()
    return answer.status, dict(answer.headers), body


def test_guessing_over_http_and_over_the_socket_is_the_same_guessing(service: RunningService) -> None:
    client = WireClient(service.address)
    game = service.new_game()
    for number in range(3):
        assert ask_from(service, "127.0.0.1", f"HTTP{number}")[0] == 403
        assert client.join(game, "table", f"SOCK{number}")["code"] in ("table/wrong_code", "table/slow_down")
    status, headers, answer = ask_from(service, "127.0.0.1", service.code)
    assert (status, answer["code"]) == (429, "table/slow_down")
    assert int(headers["Retry-After"]) == answer["facts"]["seconds"] > 0
    assert client.join(game, "table", service.code)["code"] == "table/slow_down"
    client.close()
    # From another address the right code is good, and the host is told where the wrong ones came from.
    assert ask_from(service, "127.0.0.2", service.code)[2]["code"] == "import/bad_file"
    told = service.ask("/api/host", Authorization=f"Bearer {service.token('', 'host')}")[1]
    assert (told["wrong"], told["wrong_from"][0]["address"]) == (5, "127.0.0.1")


def test_hundreds_of_guesses_are_not_judged(service: RunningService) -> None:
    statuses = [ask_from(service, "127.0.0.3", f"{number:06d}")[0] for number in range(300)]
    assert statuses.count(403) <= FREE + 5
    assert statuses.count(429) >= 290


def test_a_new_code_leaves_tablets_seated_unless_everybody_goes_out(service: RunningService) -> None:
    game = service.new_game()
    human = WireClient(service.address)
    human.join(game, "human", service.code)
    host = {"Authorization": f"Bearer {service.token('', 'host')}"}
    changed = service.ask("/api/host/code", b'{"new": true}', **host)[1]
    assert changed["code"] != service.code
    assert service.post("/api/games", b'{"scenario": "survivors"}')[0] == 403
    assert human.do(draw_for_me=True)["ok"]
    assert human.join(game, "human", token=human.token)["ok"]
    assert service.ask("/api/host/code", b'{"everybody_out": true}', **host)[0] == 200
    wait_for(lambda: not human.connected)
    again = WireClient(service.address)
    assert again.join(game, "human", token=human.token)["code"] == "table/wrong_code"
    code = service.web.service.access.code
    # The seat stays held: nobody gets it at once, and nobody unseen.
    assert again.join(game, "human", code)["code"] == "table/seat_held"
    for client in (human, again):
        client.close()
