"""Where `companion serve` listens: port 80 where it is allowed, and what it falls back to."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import main, serve
from companion.server.options import ServeOptions


class Started:
    """In the place of the service: keeps what it was started with."""

    options: ServeOptions

    def __init__(self, options: ServeOptions) -> None:
        Started.options = options

    def run(self) -> None:
        """Ends at once."""


@pytest.mark.parametrize(
    ("words", "free", "ports", "secure"),
    [
        ([], {80, 8000, 443, 8443}, (80, 8000), 443),
        ([], {8000, 8443}, (8000,), 8443),
        ([], {80, 443}, (80,), 443),
        ([], {8000}, (8000,), 0),
        (["--port", "8080"], {80, 8080, 443}, (8080,), 0),
        (["--port", "8080", "--secure-port", "8444"], {8080, 8444}, (8080,), 8444),
        (["--secure-port", "0"], {80, 8000, 443}, (80, 8000), 0),
    ],
)
def test_ports(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    free: set[int],
    ports: tuple[int, ...],
    secure: int,
) -> None:
    monkeypatch.setattr(serve, "_is_free", lambda host, port: port in free)
    monkeypatch.setattr(serve, "Runner", Started)
    assert main(["serve", "--data", str(tmp_path), *words]) == 0
    assert (Started.options.ports, Started.options.secure_port) == (ports, secure)


def test_nowhere_to_listen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(serve, "_is_free", lambda host, port: False)
    assert main(["serve", "--data", str(tmp_path)]) == 2
    assert "--port" in capsys.readouterr().err
