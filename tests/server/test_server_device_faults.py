"""A service whose optional devices fail at import starts all the same, and its devices page says what is wrong."""

from __future__ import annotations

import json
import urllib.request
from pathlib import Path

import pytest

from tests.server.test_server_process import Process

NUMPY_1 = (
    "numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header, got 88 from PyObject"
)


def test_a_picamera2_built_for_another_numpy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a Raspberry Pi with Debian 12: apt's picamera2 is there, its import raises ValueError."""
    library = tmp_path / "dist-packages" / "picamera2"
    library.mkdir(parents=True)
    (library / "__init__.py").write_text(f"raise ValueError({NUMPY_1!r})", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(library.parent))
    service = Process(tmp_path / "data", "--camera", "auto")
    try:
        service.ready()
        request = urllib.request.Request(f"{service.address}/api/devices", headers={"X-Table-Code": service.code()})
        with urllib.request.urlopen(request, timeout=20) as answer:
            devices = json.loads(answer.read())
    finally:
        service.kill()
    assert devices["camera"]["name"] == "simulated camera"
    (fault,) = devices["faults"]
    assert (fault["part"], fault["code"]) == ("camera", "device_fault")
    assert NUMPY_1 in fault["facts"]["reason"]
    assert NUMPY_1 in service.said()
