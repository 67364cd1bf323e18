"""`companion support`: a file for whoever helps, of a service that answers and of one that does not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.server.access import kept_codes
from tests.server.service_rig import RunningService


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What a `journalctl` on the PATH gives."""
    said = tmp_path / "said"
    program = tmp_path / "bin" / "journalctl"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\nexec cat {said}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=":")
    return said


def written(data: Path, port: int, out: Path) -> dict[str, Any]:
    assert main(["support", "--data", str(data), "--port", str(port), "--out", str(out)]) == 0
    told: dict[str, Any] = json.loads(out.read_text())
    return told


def test_with_and_without_a_service(tmp_path: Path, journal: Path) -> None:
    data, out = tmp_path / "data", tmp_path / "support.json"
    service = RunningService(data)
    codes = kept_codes(data)
    assert codes is not None
    journal.write_text(f"begun with {codes.code}, {codes.long} and {codes.key}\nan error\n")
    port = int(service.address.rsplit(":", 1)[1])
    try:
        told = written(data, port, out)
    finally:
        service.stop()
    assert told["devices"]["tray"] == {"state": "none"}
    assert told["journal"][1] == "an error"
    silent = written(data, port, out)
    assert "is it running" in silent["no_answer"]
    assert silent["companion"]["version"] == told["companion"]["version"]
    assert silent["journal"] == told["journal"]
    for secret in (codes.code, codes.long, codes.key):
        assert secret not in json.dumps([told, silent])


def test_where_no_service_was_and_no_journal_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.cli.support.JOURNAL", ("/nowhere/journalctl",))
    told = written(tmp_path / "data", 1, tmp_path / "support.json")
    assert "no service has used" in told["no_answer"]
    assert told["journal"] == []
