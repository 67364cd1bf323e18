"""`python -m companion.appliance.trial DATA`: this release starts on a copy of the games, answers, plays, and ends."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

from companion.appliance.system import asked_version

PATIENCE_S = 120


def main(data: Path) -> int:
    companion = [sys.executable, "-c", "import sys; from companion.cli import main; sys.exit(main())"]
    played = subprocess.run([*companion, "simulate", "--games", "1"], capture_output=True, text=True, check=False)
    if played.returncode:
        return _failed(f"one simulated game: {played.stdout[-300:]}{played.stderr[-500:]}")
    port = _free_port()
    serve = [*companion, "serve", "--data", str(data), "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(
        [*serve, "--camera", "none", "--tray", "none"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as service:
        answered = _answer(port, service)
        service.terminate()
        said = service.communicate()[0]
    if answered != version("claustrophobia-companion"):
        return _failed(f"the service did not answer: {said[-800:]}")
    print(f"{answered} answers")  # noqa: T201 (its one output)
    return 0


def _answer(port: int, service: subprocess.Popen[str]) -> str:
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end and service.poll() is None:
        if answered := asked_version(port):
            return answered
        time.sleep(0.2)
    return ""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _failed(reason: str) -> int:
    print(reason, file=sys.stderr)  # noqa: T201
    return 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
