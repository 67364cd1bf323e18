"""One guest who takes more than their share: the others are served, and the guest is told to wait."""

from __future__ import annotations

import gc
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.server import load
from companion.server.load import MESSAGES_PER_S, MOST_AT_ONCE, ShortCollections
from tests.server.service_rig import RunningService
from tests.server.wire_client import WireClient

LARGE = b"x" * 2_000_000


def begun_upload(service: RunningService) -> socket.socket:
    """A large file of which the first part has been sent."""
    port = int(service.address.rsplit(":", 1)[1])
    sender = socket.create_connection(("127.0.0.1", port))
    head = (
        f"POST /api/games HTTP/1.1\r\nHost: localhost\r\nX-Table-Code: {service.code}\r\nContent-Length: {len(LARGE)}"
    )
    sender.sendall(head.encode() + b"\r\n\r\n" + LARGE[:1000])
    return sender


def test_only_a_few_large_files_are_taken_in_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is held in memory: a hundred begun ones would be gigabytes."""
    monkeypatch.setattr(load, "PATIENCE_S", 0.2)
    service = RunningService(tmp_path / "data")
    senders = [begun_upload(service) for _ in range(load.MOST_LARGE)]
    until_busy(service)
    assert service.post("/api/games", b'{"scenario": "survivors"}')[0] == 201
    for sender in senders:
        sender.sendall(LARGE[1000:])
        with sender, sender.makefile("rb") as answer:
            assert b"wire/bad_message" in answer.read()
    assert service.post("/api/games", LARGE)[1]["code"] == "wire/bad_message"
    service.stop()


def until_busy(service: RunningService) -> None:
    for _ in range(50):
        status, answer = service.post("/api/games", LARGE)
        if status == 503:
            assert answer["code"] == "server/busy"
            return
    raise AssertionError("never busy")


# -- messages ----------------------------------------------------------------------------------------------------------

FLOOD = 300
# The socket is read 4,096 bytes at a time, and only then is the pause reckoned: so many of these messages fit in.
READ_TOGETHER = 60


def flood(client: WireClient, answered: list[float]) -> None:
    """Everything at once; notes when each message was answered."""
    for number in range(FLOOD):
        message = {"id": f"flood-{number}", "version": 0, "do": {"undo": True}}
        client._io.emit("intent", message, callback=lambda *_: answered.append(time.monotonic()))


def test_one_who_floods_is_slowed_down_and_loses_nothing(
    service: RunningService, connect: Callable[[], WireClient]
) -> None:
    game = service.new_game()
    flooder, player = connect(), connect()
    flooder.join(game, "table", service.code)
    player.join(game, "both", service.code)
    answered: list[float] = []
    begun = time.monotonic()
    sender = threading.Thread(target=flood, args=(flooder, answered))
    sender.start()
    played = 0
    while time.monotonic() < begun + 2:
        verb = {"undo": True} if played % 2 else {"draw_for_me": True}
        player.wait_version(player.intend(verb)["version"])
        played += 1
    sender.join()
    in_time = sum(at < begun + 2 for at in answered)
    assert 0 < in_time <= MOST_AT_ONCE + 2 * MESSAGES_PER_S + READ_TOGETHER
    assert played > 5
    deadline = time.monotonic() + 60
    while len(answered) < FLOOD and time.monotonic() < deadline:
        time.sleep(0.1)
    assert len(answered) == FLOOD


def test_a_flood_is_not_gathered_in_memory(service: RunningService, connect: Callable[[], WireClient]) -> None:
    """What comes faster than it is handled stays with the sender: its network holds it back."""
    flooder = connect()
    junk = "2" + "x" * 60_000
    end, sent = time.monotonic() + 3, 0
    while time.monotonic() < end:
        flooder.send_raw(junk)
        sent += 1
    # What the buffers of the system hold, six megabytes, is on its way as well.
    assert sent < MOST_AT_ONCE + 3 * MESSAGES_PER_S + 150


# -- memory ------------------------------------------------------------------------------------------------------------


def test_what_survived_a_collection_is_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "QUIET_S", 0.3)
    kept = ShortCollections()
    kept.start()
    try:
        many = [[number] for number in range(50_000)]
        gc.collect()
        assert len(gc.get_objects()) < 20_000
        assert gc.get_freeze_count() > len(many)
        loop: list[object] = []
        loop.append(loop)
        gc.collect()
        frozen = gc.get_freeze_count()
        del many, loop
        # Nobody plays: everything is looked at once more, so that nothing is kept for ever.
        kept.acted()
        deadline = time.monotonic() + 10
        while gc.get_freeze_count() > frozen - 40_000 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert gc.get_freeze_count() < frozen - 40_000
    finally:
        kept.stop()
    assert gc.get_freeze_count() == 0
