"""What an installation does to a machine: its name, its units, the one data folder; and the script before all that."""

from __future__ import annotations

import os
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import release
import yaml

from companion.appliance.__main__ import main as run_appliance
from companion.appliance.installing import Installer
from companion.appliance.naming import rename_machine
from companion.appliance.places import InstalledPlaces, InstallSettings, own_places
from companion.appliance.system import Systemd, asked_version
from companion.appliance.take_over import take_over
from companion.appliance.units import unit_files
from companion.cli import main
from companion.cli.data_folder import default_data
from companion.data_folder import FolderInUse, lock_folder
from tests.backup.backup_rig import small_folder

ROOT = Path(__file__).parents[2]


def test_the_appliance_needs_nothing_but_python(tmp_path: Path) -> None:
    """It runs out of a wheel that is not installed: no package of ours or of others may be needed."""
    code = "import companion.appliance.__main__, companion.appliance.trial; print('ok')"
    ran = subprocess.run(
        ["python3", "-S", "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {code}"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout == "ok\n", ran.stderr


def test_what_it_starts_does_not_look_into_the_wheel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There `companion install` would look for the files of the system inside a zip."""
    seen: list[str | None] = []

    def install(_self: Installer, _folder: Path) -> int:
        seen.append(os.environ.get("PYTHONPATH"))
        return 0

    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "companion.whl"))
    monkeypatch.setattr(Installer, "install", install)
    assert run_appliance(["install", "--release", str(tmp_path)]) == 0
    assert seen == [None]


def test_a_machine_that_nobody_named(tmp_path: Path) -> None:
    (tmp_path / "hostname").write_text("raspberrypi\n")
    (tmp_path / "hosts").write_text("127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n")
    assert rename_machine(tmp_path) == "companion"
    assert (tmp_path / "hostname").read_text() == "companion\n"
    assert (tmp_path / "hosts").read_text() == "127.0.0.1\tlocalhost\n127.0.1.1\tcompanion\n"


def test_a_machine_that_its_owner_named_keeps_its_name(tmp_path: Path) -> None:
    (tmp_path / "hostname").write_text("gamebox\n")
    assert rename_machine(tmp_path) == "gamebox"
    assert [path.name for path in tmp_path.iterdir()] == ["hostname"]


def test_systemd_finds_no_fault_in_the_units(tmp_path: Path) -> None:
    places = InstalledPlaces(tmp_path / "opt")
    python = places.current / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\n")
    python.chmod(0o755)
    files = unit_files(places, InstallSettings(port=80), tmp_path, tmp_path / "70-stick.rules", kiosk=False)
    for path, text in files.items():
        path.write_text(text)
    screen = tmp_path / "companion-kiosk.service"
    told = unit_files(places, InstallSettings(port=80), tmp_path, tmp_path / "70-stick.rules", kiosk=True)[screen]
    assert "http://127.0.0.1:80/" in told
    # cage is only where somebody wants a screen; systemd looks whether the program is there.
    screen.write_text(told.replace("/usr/bin/cage", str(python)))
    units = [str(path) for path in (*files, screen) if path.suffix in (".service", ".path")]
    verified = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")
    assert "ro,nosuid,nodev,noexec" in (tmp_path / "70-stick.rules").read_text()


def test_without_a_port_the_service_chooses_and_is_found_wherever_it_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = InstalledPlaces(tmp_path)
    places.keep_settings(InstallSettings())
    kept = places.settings()
    assert (kept.port, kept.ports, kept.words) == (None, (80, 8000), ["--data", "/var/lib/companion"])
    places.keep_settings(InstallSettings(port=8080))
    assert (places.settings().ports, places.settings().words[2:]) == ((8080,), ["--port", "8080"])
    # 8000 may be another program's: then the service is at 80 alone.
    monkeypatch.setattr("companion.appliance.system.asked_version", {80: "0.3.0", 8000: ""}.__getitem__)
    assert Systemd().running_version(kept.ports) == "0.3.0"


def test_another_program_at_the_port_is_not_taken_for_the_service() -> None:
    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"[]")

        def log_message(self, *_words: object) -> None:
            """Quiet."""

    with HTTPServer(("127.0.0.1", 0), Other) as other:
        answering = threading.Thread(target=other.handle_request)
        answering.start()
        assert asked_version(other.server_port) == ""
        answering.join()


def test_install_sh_is_a_script_that_refuses_before_it_changes_anything() -> None:
    script = ROOT / "hardware" / "install" / "install.sh"
    assert subprocess.run(["bash", "-n", str(script)], check=False).returncode == 0
    as_nobody = ["setpriv", "--reuid=65534", "--clear-groups", "bash", "-s"]
    ran = subprocess.run(as_nobody, input=script.read_text(), capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "sudo" in ran.stderr or "root" in ran.stderr


def test_a_new_card_runs_the_same_line(tmp_path: Path) -> None:
    """As a release has it: the address filled in, and read the way cloud-init reads it."""
    wheel = tmp_path / "some.whl"
    wheel.write_bytes(b"")
    folder = tmp_path / "release"
    folder.mkdir()
    release.fill(folder, wheel, "https://releases.example/companion/")
    text = (folder / "user-data").read_text()
    assert text.startswith("#cloud-config\n")
    told = yaml.safe_load(text)
    assert told["hostname"] == "companion"
    assert "curl -fsSL https://releases.example/companion/install.sh | bash" in told["runcmd"][0][2]
    assert 'ADDRESS="https://releases.example/companion"' in (folder / "install.sh").read_text()
    # Without an address there is nothing a new card could fetch.
    other = tmp_path / "other"
    other.mkdir()
    release.fill(other, wheel, "")
    assert not (other / "user-data").exists()


# -- one data folder ---------------------------------------------------------------------------------------------------


def test_what_was_played_before_is_taken_over_once(tmp_path: Path) -> None:
    source, data = small_folder(tmp_path / "home" / "companion", 2), tmp_path / "lib" / "companion"
    data.parent.mkdir()
    games = sorted(path.name for path in (source / "games").glob("*.game"))
    taken = take_over(source, data)
    assert taken is not None
    assert (taken.games, taken.boxes) == (len(games), 1) == (1, 1)
    assert sorted(path.name for path in (data / "games").glob("*.game")) == games
    assert not source.exists()
    assert sorted(path.name for path in (taken.kept / "games").glob("*.game")) == games
    # A second one does not replace the first.
    other = small_folder(tmp_path / "home" / "companion", 3)
    assert take_over(other, data) is None
    assert other.exists()
    assert sorted(path.name for path in (data / "games").glob("*.game")) == games


def test_an_empty_folder_of_the_service_gives_way(tmp_path: Path) -> None:
    source, data = small_folder(tmp_path / "home" / "companion", 1), tmp_path / "lib" / "companion"
    (data / "games").mkdir(parents=True)
    (data / "access.json").write_text("{}")
    assert take_over(source, data) is not None
    assert len(list((data / "games").glob("*.game"))) == 1
    assert (tmp_path / "lib" / "companion.before-1" / "access.json").exists()


def test_nothing_is_taken_from_under_a_running_service(tmp_path: Path) -> None:
    source, data = small_folder(tmp_path / "home" / "companion", 1), tmp_path / "lib" / "companion"
    data.parent.mkdir()
    with lock_folder(source), pytest.raises(FolderInUse):
        take_over(source, data)
    assert source.exists()
    assert not data.exists()


def test_every_command_looks_where_the_service_of_the_machine_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.data_folder.UNITS", tmp_path)
    assert default_data() == Path.home() / ".local/share/companion"
    (tmp_path / "companion.service").write_text("")
    assert default_data() == Path("/var/lib/companion")


def test_what_was_not_installed_by_install_sh_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert own_places() is None
    for words in (["uninstall"], ["back"], ["update", "nowhere"]):
        assert main(words) == 2
        assert "install.sh" in capsys.readouterr().err
