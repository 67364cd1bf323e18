"""The table of commands: each has its function, its own help, and help costs no import of what it does not need."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.cli import COMMANDS, main


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert f"usage: companion {command}" in shown
    assert len(shown.splitlines()) > 5


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    # However wide the terminal is that this runs in: no sentence is broken.
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    assert all(command in shown and text.help in shown for command, text in COMMANDS.items())


def test_the_referee_needs_no_images() -> None:
    script = "import sys; from companion.cli import main; main(['judge', 'none.json']); sys.exit('cv2' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, check=False).returncode == 0
