"""How the service ends: when it is told to, when its master is killed, when it cannot start, when it crashes."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.server.test_server_process import COMPANION, Process, free_port

SIMULATED = ("--camera", "sim", "--tray", "sim")
NOT_CLEAN = re.compile(r"Traceback|ERROR|CRITICAL|SIGKILL|terminate called|Fatal|core dumped")


@contextmanager
def running(data: Path, *options: str) -> Iterator[Process]:
    process = Process(data, *options)
    try:
        yield process
    finally:
        process.kill()


def worker_of(process: Process) -> int:
    pid = process.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    assert len(children) == 1
    return int(children[0])


def threads_of(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def wait_until(holds: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it did not come to it"
        time.sleep(0.02)


def answers(process: Process) -> bool:
    with suppress(OSError), urllib.request.urlopen(f"{process.address}/api/health", timeout=5):
        return True
    return False


def is_gone(pid: int) -> bool:
    """Ended; somebody may still have to ask how."""
    try:
        return "\nState:\tZ" in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return True


@pytest.mark.parametrize("how", ["SIGTERM", "SIGINT", "Ctrl-C"])
def test_a_stop_with_devices_at_work_is_clean(tmp_path: Path, how: str) -> None:
    """With a simulated camera and tray, whose libraries have threads, and a tablet that sends half a request."""
    with running(tmp_path / "data", *SIMULATED) as service:
        service.ready()
        # What is imported before the fork must not have threads: its end is a crash of the library.
        assert threads_of(service.process.pid) == 1
        half_open = socket.create_connection(("127.0.0.1", service.port))
        half_open.sendall(b"GET /api/health HT")
        worker = worker_of(service)
        if how == "Ctrl-C":
            os.killpg(service.process.pid, signal.SIGINT)
        else:
            service.process.send_signal(getattr(signal, how))
        assert service.process.wait(timeout=20) == 0
        assert is_gone(worker)
        assert not NOT_CLEAN.search(service.said()), service.said()
        half_open.close()


def test_a_killed_master_takes_its_worker_along(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with running(data, *SIMULATED) as first:
        worker = worker_of(first.ready())
        first.process.kill()
        first.process.wait(timeout=5)
        wait_until(lambda: is_gone(worker), 2)
        with running(data) as second:
            second.ready()


def test_a_worker_that_crashes_comes_back_but_not_for_ever(tmp_path: Path) -> None:
    with running(tmp_path / "data") as service:
        service.ready()
        for _ in range(3):
            crashed = worker_of(service)
            os.kill(crashed, signal.SIGSEGV)
            wait_until(lambda gone=crashed: is_gone(gone) and answers(service))  # type: ignore[misc]
        os.kill(worker_of(service), signal.SIGSEGV)
        assert service.process.wait(timeout=20) == 3
        assert "ended 4 times within a minute" in service.said()
        assert service.said().count("table code: ") == 1


def test_a_service_that_cannot_start_says_so_and_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a library is broken: nobody is told an address at which nothing answers."""
    broken = tmp_path / "libraries" / "onnxruntime.py"
    broken.parent.mkdir()
    broken.write_text("raise ImportError('the library is damaged')")
    monkeypatch.setenv("PYTHONPATH", str(broken.parent))
    with running(tmp_path / "data") as service:
        assert service.process.wait(timeout=30) == 3
        assert "companion: the service cannot start: the library is damaged" in service.said()
        assert "http://" not in service.said()


def test_the_address_is_said_when_it_answers(tmp_path: Path) -> None:
    with running(tmp_path / "data") as service:
        wait_until(lambda: service.address in service.said())
        assert answers(service)


# -- under systemd -----------------------------------------------------------------------------------------------------


def test_systemd_hears_of_a_service_only_while_it_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(20)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "300000")
        with running(tmp_path / "data") as service:
            assert b"READY=1" in systemd.recv(1000)
            assert answers(service)
            assert systemd.recv(1000) == b"WATCHDOG=1"
            worker = worker_of(service)
            os.kill(worker, signal.SIGSTOP)
            systemd.settimeout(0.6)
            with suppress(TimeoutError):
                for _ in range(3):
                    systemd.recv(1000)
                pytest.fail("systemd hears of a service that stands still")
            os.kill(worker, signal.SIGCONT)
            systemd.settimeout(20)
            assert systemd.recv(1000) == b"WATCHDOG=1"


def test_the_code_is_not_in_the_journal_of_the_system(tmp_path: Path) -> None:
    """`JOURNAL_STREAM` names the very stream that is written to; the owner asks for the code with a command."""
    data, out = tmp_path / "data", tmp_path / "journal"
    with out.open("w") as journal:
        stat = os.fstat(journal.fileno())
        environment = {**os.environ, "JOURNAL_STREAM": f"{stat.st_dev}:{stat.st_ino}"}
        command = [*COMPANION, "serve", "--camera", "none", "--tray", "none", "--host", "127.0.0.1", "--port"]
        command += [str(free_port()), "--data", str(data)]
        service = subprocess.Popen(command, stdout=journal, stderr=journal, env=environment)
    try:
        wait_until(lambda: "http://127.0.0.1" in out.read_text())
        shown = subprocess.run([*COMPANION, "code", "--data", str(data)], capture_output=True, text=True, check=True)
        found = re.search(r"table code: (\w+)", shown.stdout)
        assert found
        assert found[1] not in out.read_text()
        assert "█" not in out.read_text()
    finally:
        service.terminate()
        service.wait(timeout=20)
