"""The service as a process: start, greeting, SIGTERM, SIGKILL, one a folder, the games are there again."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest

from tests.server.wire_client import WireClient
from tests.table.choosing import choose

# Seconds on an idle machine; this is for one that has much else to do.
START_S = 120
COMPANION = [sys.executable, "-c", "import sys; from companion.cli import main; sys.exit(main())"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Process:
    """`companion serve` as anybody would start it."""

    def __init__(
        self, data: Path, *options: str, port: int | None = None, first: str = "", python: Path | None = None
    ) -> None:
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.out = data.with_suffix(".out")
        own, option, program = COMPANION
        # `first` is run before anything else.
        command = [str(python or own), option, first + program, "serve", "--camera", "none", "--tray", "none"]
        command += ["--data", str(data), "--host", "127.0.0.1", "--port", str(self.port), *options]
        with self.out.open("w") as out:
            # The Python of an installed release finds the program there, and none in the folder it is started in.
            self.process = subprocess.Popen(
                command,
                stdout=out,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                cwd=data.parent if python else None,
            )

    def ready(self) -> Process:
        for _ in range(round(START_S / 0.1)):
            # The service says where it is when it answers, and not before.
            if self.address in self.said():
                with urllib.request.urlopen(f"{self.address}/api/health", timeout=5):
                    return self
            assert self.process.poll() is None, self.said()
            time.sleep(0.1)
        raise AssertionError(f"not ready: {self.said()}")

    def processes(self) -> list[int]:
        """Master and worker."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [self.process.pid, *map(int, children)]

    def said(self) -> str:
        return self.out.read_text()

    def code(self) -> str:
        found = re.search(r"table code: (\w+)", self.said())
        assert found
        return found[1]

    def new_game(self) -> str:
        request = urllib.request.Request(
            f"{self.address}/api/games", data=b'{"scenario": "survivors"}', headers={"X-Table-Code": self.code()}
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            found = re.search(r'"game": ?"(\w+)"', answer.read().decode())
        assert found
        return found[1]

    def stop(self) -> None:
        """As systemd stops it."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)

    def kill(self) -> None:
        """Master and worker at once, as when the plug is pulled."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=20)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def test_start_play_stop_and_go_on(data: Path) -> None:
    first = Process(data).ready()
    assert f"http://127.0.0.1:{first.port}/" in first.said()
    assert "█" in first.said()
    game, code = first.new_game(), first.code()
    human = WireClient(first.address)
    human.join(game, "human", code)
    version = human.do(draw_for_me=True)["version"]

    second = Process(data)
    assert second.process.wait(timeout=30) == 2
    assert "another service is using" in second.said()

    first.process.send_signal(signal.SIGTERM)
    assert first.process.wait(timeout=20) == 0
    assert "Traceback" not in first.said()
    human.close()

    third = Process(data).ready()
    assert third.code() == code
    back = WireClient(third.address)
    answer = back.join(game, "human", token=human.token)
    assert answer["view"]["version"] == version
    assert back.do(undo=True)["ok"]
    back.close()
    third.kill()


def test_the_whole_service_killed_in_the_middle_of_play(data: Path) -> None:
    """Again and again the plug is pulled while a tablet plays; what was acknowledged is there each time."""
    rng = random.Random(1)
    game, token = "", None
    acknowledged: dict[str, int] = {}
    for life in range(6):
        service = Process(data).ready()
        game = game or service.new_game()
        client = WireClient(service.address)
        view = client.join(game, "both", service.code(), token)["view"]
        token = client.token
        assert view["version"] >= max(acknowledged.values(), default=0)
        for name, version in list(acknowledged.items())[-3:]:
            assert client.intend({"undo": True}, version=0, name=name)["version"] == version
        for step in range(rng.randrange(3, 15)):
            name = f"life-{life}-{step}"
            answer = client.intend(choose(client.view, rng), name=name)
            assert answer["ok"]
            acknowledged[name] = answer["version"]
            client.wait_version(answer["version"])
        service.kill()
        client.close()


def test_a_port_in_use_is_said(data: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        command = [*COMPANION, "serve", "--host", "127.0.0.1", "--data", str(data)]
        command += ["--port", str(taken.getsockname()[1]), "--camera", "none", "--tray", "none"]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert ran.returncode == 2
    assert "is in use" in ran.stderr


def test_a_data_folder_that_cannot_be_used(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    command = [*COMPANION, "serve", "--data", str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=30, check=False)
    assert ran.returncode == 2
    assert "cannot be used" in ran.stderr
