"""The systemd unit: what systemd itself says of it."""

from __future__ import annotations

import stat
import subprocess
from pathlib import Path

import pytest

from companion.cli import main

# Tenths, as `systemd-analyze security` takes it: 0 is a service that can do nothing, 100 one that can do anything.
MOST_EXPOSED = 25


def installed(unit: Path, *words: str) -> dict[str, list[str]]:
    """The settings of the written unit."""
    nothing = ["--take-over", str(unit.parent / "nothing")]
    assert main(["install", "--unit", str(unit), *nothing, *words]) == 0
    settings: dict[str, list[str]] = {}
    for line in unit.read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            name, value = line.split("=", 1)
            settings.setdefault(name, []).append(value)
    return settings


@pytest.fixture
def unit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program = tmp_path / "companion"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr("sys.argv", [str(program)])
    return tmp_path / "companion.service"


def test_systemd_finds_no_fault_and_little_exposure(unit: Path) -> None:
    installed(unit)
    verified = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    command = ["systemd-analyze", "security", "--offline=yes", f"--threshold={MOST_EXPOSED}", "--no-pager", str(unit)]
    exposed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert exposed.returncode == 0, exposed.stdout[-300:]


def test_the_unit_runs_the_service_as_a_user_of_its_own(unit: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = installed(unit, "--data", "/var/lib/evenings", "--", "--camera", "50% $x")
    # D-Bus turns a dynamic user away, and NetworkManager is reached by D-Bus: `make roots` tries it.
    assert (settings["User"], "DynamicUser" in settings) == (["companion"], False)
    assert settings["StateDirectory"] == ["evenings"]
    assert settings["StateDirectoryMode"] == ["0700"]
    assert settings["UMask"] == ["0077"]
    # systemd replaces % and $ in commands unless they are doubled.
    assert settings["ExecStart"][0].endswith(" serve --data /var/lib/evenings --camera '50%% $$x'")
    assert stat.S_IMODE(unit.stat().st_mode) == 0o644
    shown = capsys.readouterr().out
    assert "systemctl" in shown
    assert "code --data /var/lib/evenings" in shown


def test_a_service_that_fails_is_started_again_but_not_for_ever(unit: Path) -> None:
    settings = installed(unit)
    assert settings["Restart"] == ["always"]
    assert int(settings["StartLimitBurst"][0]) * int(settings["RestartSec"][0]) < int(
        settings["StartLimitIntervalSec"][0]
    )
    assert (settings["Type"], settings["NotifyAccess"]) == (["notify"], ["all"])
    assert int(settings["WatchdogSec"][0]) > 30
    assert int(settings["LimitNOFILE"][0]) > 1024


def test_cameras_and_trays_stay_within_reach(unit: Path) -> None:
    """Video4linux has the number 81, serial ports over USB 166 and 188; a closed device list shows no other."""
    settings = installed(unit)
    assert {"char-81 rw", "char-166 rw", "char-188 rw", "char-media rw", "char-dma_heap rw"} == set(
        settings["DeviceAllow"]
    )
    assert "PrivateDevices" not in settings
    assert {"video", "dialout"} <= set(settings["SupplementaryGroups"][0].split())


def test_a_port_below_1024_needs_one_right_and_gets_no_other(unit: Path) -> None:
    assert installed(unit, "--port", "80")["AmbientCapabilities"] == ["CAP_NET_BIND_SERVICE"]
    # Without a word: port 80 as well, where it is allowed.
    assert installed(unit)["AmbientCapabilities"] == ["CAP_NET_BIND_SERVICE"]
    assert installed(unit, "--port", "8000")["AmbientCapabilities"] == [""]


def test_what_cannot_be_installed(unit: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nothing = ["--take-over", str(unit.parent / "nothing")]
    assert main(["install", "--unit", "/proc/companion.service", *nothing]) == 2
    assert "sudo" in capsys.readouterr().err
    assert main(["install", "--unit", str(unit), "--data", "/home/games"]) == 2
    assert "/var/lib" in capsys.readouterr().err
    assert not unit.exists()
