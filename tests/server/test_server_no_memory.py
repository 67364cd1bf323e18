"""No memory is left for new connections: whoever is connected plays on, and the others come in when there is some."""

from __future__ import annotations

import resource
import socket
import threading
import urllib.request
from pathlib import Path

import pytest

from companion.server.worker import PatientPool
from tests.server.test_server_process import Process
from tests.server.wire_client import WireClient

NEWCOMERS = 6
PATIENCE_S = 30


def no_thread(_thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_requests_without_a_thread_are_done_as_soon_as_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    pool, go_on = PatientPool(4), threading.Event()
    pool.submit(go_on.wait)
    with monkeypatch.context() as short:
        short.setattr(threading.Thread, "start", no_thread)
        waiting = [pool.submit(int, "1"), pool.submit(int, "2")]
    assert not any(one.done() for one in waiting)
    # The next request brings them along, though the first thread is held.
    assert pool.submit(int, "3").result(timeout=10) == 3
    assert [one.result(timeout=10) for one in waiting] == [1, 2]
    go_on.set()
    pool.shutdown()


def test_without_any_thread_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    pool = PatientPool(4)
    monkeypatch.setattr(threading.Thread, "start", no_thread)
    with pytest.raises(RuntimeError):
        pool.submit(int, "1")


def limit(service: Process, room: int | None) -> None:
    for process in service.processes():
        held = int(Path(f"/proc/{process}/statm").read_text().split()[0]) * resource.getpagesize()
        most = resource.RLIM_INFINITY if room is None else held + room
        resource.prlimit(process, resource.RLIMIT_AS, (most, resource.RLIM_INFINITY))


def test_newcomers_without_memory_do_not_end_the_game_of_those_who_play(tmp_path: Path) -> None:
    service = Process(tmp_path / "data").ready()
    try:
        game = service.new_game()
        playing = WireClient(service.address)
        playing.join(game, "human", service.code())
        worker = service.processes()[1]
        limit(service, 0)
        asking = [ask(service) for _ in range(NEWCOMERS)]
        assert playing.do(draw_for_me=True)["ok"]
        limit(service, None)
        with urllib.request.urlopen(service.address, timeout=PATIENCE_S) as page:
            assert page.status == 200
        for one in asking:
            assert one.recv(12) == b"HTTP/1.1 200"
            one.close()
        assert playing.do(undo=True)["ok"]
        assert service.processes()[1] == worker
        playing.close()
    finally:
        service.kill()


def ask(service: Process) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE_S)
    connection.sendall(b"GET /api/info HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    return connection
