"""Connections that send nothing, half a header or half a body, or take no answer: the others are served as before."""

from __future__ import annotations

import contextlib
import random
import re
import select
import socket
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.server.worker import HEADER_S, MOST, PAUSE_S, Places, RequestKind, kind_of
from tests.server.test_server_process import Process
from tests.server.wire_client import WireClient
from tests.table.choosing import choose


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Process]:
    running = Process(tmp_path / "data").ready()
    yield running
    running.kill()


@contextlib.contextmanager
def opened(service: Process, number: int, first: bytes) -> Iterator[list[socket.socket]]:
    """So many connections, each of which has sent the same."""
    made = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(number)]
    try:
        for one in made:
            one.sendall(first)
        yield made
    finally:
        for one in made:
            one.close()


@contextlib.contextmanager
def trickle(sockets: list[socket.socket]) -> Iterator[None]:
    """A byte now and then, so that none of them is ever quite silent."""
    ended = threading.Event()

    def send() -> None:
        while not ended.wait(1.0):
            for one in sockets:
                with contextlib.suppress(OSError):
                    one.send(b"x")

    thread = threading.Thread(target=send)
    thread.start()
    yield
    ended.set()
    thread.join()


def closed(one: socket.socket) -> bool:
    """Has the service ended this connection?"""
    try:
        while select.select([one], [], [], 0)[0]:
            if not one.recv(65536):
                return True
    except OSError:
        return True
    return False


def play(client: WireClient, rng: random.Random, until: Callable[[], bool]) -> float:
    """Plays on; the longest that an intent took."""
    longest = 0.0
    while not until():
        begun = time.monotonic()
        version = client.intend(choose(client.view, rng))["version"]
        client.wait_version(version)
        longest = max(longest, time.monotonic() - begun)
        time.sleep(0.02)
    return longest


def must_let_in(service: Process, game: str) -> None:
    """Somebody new: the page, then a seat."""
    with urllib.request.urlopen(f"{service.address}/api/health", timeout=5) as answer:
        assert answer.status == 200
    newcomer = WireClient(service.address)
    assert newcomer.join(game, "table", service.code())["ok"]
    newcomer.close()


HEAD = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
BODY = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000\r\n\r\n{"


def test_half_open_connections_lock_nobody_out(service: Process) -> None:
    game = service.new_game()
    player = WireClient(service.address)
    player.join(game, "both", service.code())
    with (
        opened(service, 150, b"") as silent,
        opened(service, 150, HEAD) as half,
        opened(service, 100, HEAD + b"X: ") as slow,
        opened(service, 40, BODY) as bodies,
        trickle([*slow, *bodies]),
    ):
        must_let_in(service, game)
        begun = time.monotonic()
        longest = play(player, random.Random(1), lambda: time.monotonic() > begun + 2)
        assert longest < 5
        must_let_in(service, game)
        for one in bodies[20:]:
            one.close()
        patience = time.monotonic() + max(HEADER_S, PAUSE_S) + 8
        late = [*silent, *half, *slow, *bodies[:8]]
        while late and time.monotonic() < patience:
            late = [one for one in late if not closed(one)]
            time.sleep(0.1)
        assert late == []
        must_let_in(service, game)
    player.close()


def test_answers_that_nobody_takes_lock_nobody_out(service: Process) -> None:
    """The tablet's program asked for again and again, and never read."""
    game = service.new_game()
    asset = max((file for file in _assets(service)), key=len)
    readers = []
    for _ in range(MOST[RequestKind.PLAIN][1] - 2):
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        one.connect(("127.0.0.1", service.port))
        one.sendall(f"GET /{asset} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 20)
        readers.append(one)
    must_let_in(service, game)
    for one in readers:
        one.close()
    must_let_in(service, game)


def _assets(service: Process) -> list[str]:
    with urllib.request.urlopen(service.address, timeout=5) as answer:
        return re.findall(r'(assets/[^"]+)"', answer.read().decode())


def test_twenty_tablets_behind_one_address(service: Process) -> None:
    """A household on one router: every tablet fetches the page over several connections and takes a seat."""
    game = service.new_game()
    clients = [WireClient(service.address) for _ in range(20)]
    for client in clients:
        assert client.join(game, "table", service.code())["ok"]
    with opened(service, 120, HEAD + b"\r\n") as tablets:
        for one in tablets:
            assert b"200 OK" in one.recv(65536)
    for client in clients:
        client.close()


# -- who gets a thread -------------------------------------------------------------------------------------------------


def test_no_address_gets_all_threads_of_a_kind() -> None:
    places = Places()
    most, of_address = MOST[RequestKind.PLAIN]
    assert [places.take(RequestKind.PLAIN, "a") for _ in range(of_address + 1)] == [True] * of_address + [False]
    assert places.take(RequestKind.SOCKET, "a")
    while places.take(RequestKind.PLAIN, "b"):
        pass
    assert places.taken[RequestKind.PLAIN] == min(most, 2 * of_address)
    places.give_back(RequestKind.PLAIN, "a")
    assert places.take(RequestKind.PLAIN, "c")


@pytest.mark.parametrize(
    ("head", "kind"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", RequestKind.PLAIN),
        (b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n", RequestKind.BODY),
        (b"GET / HTTP/1.1\r\nTRANSFER-ENCODING: chunked\r\n\r\n", RequestKind.BODY),
        (b"GET /socket.io/?x HTTP/1.1\r\nUpgrade: WebSocket\r\n\r\n", RequestKind.SOCKET),
        # Whoever only says so gets no thread for as long as they like.
        (b"GET /socket.io/?x HTTP/1.1\r\nUpgrade: websocket\r\nContent-Length: 5\r\n\r\n", RequestKind.BODY),
        (b"GET /other HTTP/1.1\r\nUpgrade: websocket\r\n\r\n", RequestKind.PLAIN),
    ],
)
def test_what_a_request_needs_its_thread_for(head: bytes, kind: RequestKind) -> None:
    assert kind_of(head) is kind
