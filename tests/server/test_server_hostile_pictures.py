"""Hostile pictures sent to the running service: its memory stays small, the game goes on, and the senders are told."""

from __future__ import annotations

import os
import threading
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.processes import family, memory_mb
from tests.server.test_server_process import Process
from tests.server.wire_client import WireClient
from tests.vision import nasty_images as nasty
from vision.decoding import MOST_MEMORY

# What the service takes with its networks loaded, before anything is sent.
SERVICE_MB = 250


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    running = Process(tmp_path_factory.mktemp("hostile") / "data").ready()
    yield running
    running.kill()


class MemoryWatch:
    """The most memory that the service and everything it started have had together."""

    def __init__(self, service: Process) -> None:
        self._service = service
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self.peak_mb = 0.0

    def __enter__(self) -> MemoryWatch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(0.02):
            self.peak_mb = max(self.peak_mb, sum(map(memory_mb, family(self._service.process.pid))))


def send(service: Process, path: str, data: bytes) -> tuple[int, str]:
    request = urllib.request.Request(service.address + path, data=data, headers={"X-Table-Code": service.code()})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_many_hostile_pictures_at_once(service: Process) -> None:
    """Eight senders, each with a picture that would take gigabytes or hundreds of megabytes, while somebody plays."""
    game = service.new_game()
    files = [
        nasty.two_sizes(20_000, 20_000),
        nasty.jpeg(nasty.PROGRESSIVE, 20_000, 20_000),
        nasty.many_scans(20_000, 20_000),
        *[nasty.png(5_000, 5_000)] * 5,
    ]
    answers: list[tuple[int, str]] = []
    paths = [f"/api/games/{game}/board" if n % 2 else "/api/box/photo" for n in range(len(files))]
    senders = [
        threading.Thread(target=lambda path=path, data=data: answers.append(send(service, path, data)))
        for path, data in zip(paths, files, strict=True)
    ]
    player = WireClient(service.address)
    player.join(game, "both", service.code())
    played = 0
    with MemoryWatch(service) as watch:
        for sender in senders:
            sender.start()
        while any(sender.is_alive() for sender in senders):
            verb = {"undo": True} if played % 2 else {"draw_for_me": True}
            version = player.intend(verb)["version"]
            player.wait_version(version)
            played += 1
        for sender in senders:
            sender.join()
    player.close()
    assert played > 20
    codes = Counter(status for status, _ in answers)
    # Refused as no picture, without tiles or cards on it, or because others came first.
    assert set(codes) <= {200, 400, 503}, answers
    assert codes[400] + codes[200] >= 2
    assert watch.peak_mb < SERVICE_MB + MOST_MEMORY / 1e6


def test_the_decoder_goes_with_the_service(tmp_path: Path) -> None:
    running = Process(tmp_path / "data").ready()
    send(running, "/api/box/photo", nasty.png(300, 300))
    processes = family(running.process.pid)
    decoders = [pid for pid in processes if b"vision.decoding" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    assert len(decoders) == 1
    running.process.terminate()
    assert running.process.wait(timeout=20) == 0
    assert [pid for pid in processes if Path(f"/proc/{pid}").exists() and pid != os.getpid()] == []
