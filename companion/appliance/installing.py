"""Installing a release on this machine, or updating to it: what `install.sh` calls once Python is there."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from companion.appliance.accounts import SCREEN, make_account, remove_accounts
from companion.appliance.environment import EnvironmentMaker
from companion.appliance.naming import GIVEN_BY_NOBODY, WANTED, rename_machine
from companion.appliance.places import COMMAND, UNIT, UNITS, InstalledPlaces, InstallSettings, point
from companion.appliance.release import KEY, SIGNATURE, SUMS, BadRelease, CheckedRelease, check, verify
from companion.appliance.state import UpdateState, write_state
from companion.appliance.system import Systemd, has_systemd
from companion.appliance.units import KIOSK, RULES, UPDATE, unit_files
from companion.appliance.updating import Updater
from companion.files import write_atomically
from companion.network.system_files import remove_system_files

WAIT_TRIES = 90


class Wanted(NamedTuple):
    """The words of install.sh."""

    settings: InstallSettings
    keep_name: bool = False
    kiosk: bool = False


def say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 (for whoever installs)


class Installer:
    def __init__(self, places: InstalledPlaces, wanted: Wanted) -> None:
        self._places = places
        self._wanted = wanted
        self._system = Systemd()

    def install(self, folder: Path) -> int:
        """From a folder whose list of checksums fits. Run again it updates; the same release is left as it is."""
        release = check(folder)
        before = self._places.version_at(self._places.current)
        self._keep_key(release)
        say(f"companion {release.version}: making its environment in {self._places.release(release.version)}")
        if not before or not has_systemd():
            made = EnvironmentMaker(self._places).make(release)
            if before and before != release.version:
                point(self._places.previous, self._places.release(before))
            point(self._places.current, made)
            self._set_up()
            write_state(self._places.state, UpdateState(step="done", version=release.version, before=before))
            return self._started(release.version)
        if before == release.version:
            EnvironmentMaker(self._places).make(release)
            return self._renewed(release.version)
        say(f"{before} runs on meanwhile; the new one is tried on a copy of the games first")
        updater = Updater(self._places, self._system)
        updater.prepare(release)
        updater.switch(release.version)
        say(f"updated from {before} to {release.version}; back with: sudo companion back")
        return self._renewed(release.version)

    def _renewed(self, version: str) -> int:
        """The units are those of this release; the service starts anew only if its own is another."""
        before = (UNITS / UNIT).read_text()
        self._set_up()
        if (UNITS / UNIT).read_text() != before:
            for command in (["daemon-reload"], ["restart", UNIT]):
                subprocess.run(["systemctl", *command], check=True)
        return self._started(version)

    def _keep_key(self, release: CheckedRelease) -> None:
        """The key that signed the first release is the one that signs the next ones, unless root says otherwise."""
        key = release.folder / KEY
        if KEY not in release.files:
            say("this release is not signed: it cannot be updated from a tablet, only with install.sh at this machine")
            return
        verify(release.folder / SUMS, release.folder / SIGNATURE, key)
        old = self._places.key.read_bytes() if self._places.key.is_file() else None
        if old is not None and old != key.read_bytes():
            say("NOTE: this release is signed by somebody else than the one before. From now on, so are updates.")
        write_atomically(self._places.key, key.read_bytes(), mode=0o644)

    # -- the system ----------------------------------------------------------------------------------------------------

    def _set_up(self) -> None:
        settings = self._wanted.settings
        self._places.keep_settings(settings)
        program = self._places.current / "bin" / "companion"
        subprocess.run([str(program), "install", *settings.words, "--quiet", "--", *settings.serve], check=True)
        for path, text in unit_files(self._places, settings, UNITS, RULES, self._wanted.kiosk).items():
            write_atomically(path, text, mode=0o644)
        COMMAND.unlink(missing_ok=True)
        COMMAND.parent.mkdir(parents=True, exist_ok=True)
        COMMAND.symlink_to(program)
        if not self._wanted.keep_name:
            name = rename_machine()
            if name != WANTED:
                say(f"this machine keeps its name, {name}; it was not {' or '.join(GIVEN_BY_NOBODY[1:3])}")
        if self._wanted.kiosk:
            make_account(SCREEN, "video", "render", "input")

    def _started(self, version: str) -> int:
        program = self._places.current / "bin" / "companion"
        settings = self._wanted.settings
        if not has_systemd():
            say(f"systemd does not run here. By hand: {program} serve {' '.join(settings.words)}")
            return 0
        units = [UNIT, f"{UPDATE}.path", f"{UPDATE}.service", *([KIOSK] if self._wanted.kiosk else [])]
        for command in (["daemon-reload"], ["enable", "--quiet", "--now", *units]):
            subprocess.run(["systemctl", *command], check=True)
        subprocess.run(["udevadm", "control", "--reload"], capture_output=True, check=False)
        for _ in range(WAIT_TRIES):
            if self._system.running_version(settings.ports) == version:
                say(f"companion {version} runs and starts with this machine. Scan this with the tablet:")
                return subprocess.run([str(program), "code", *settings.words], check=False).returncode
            self._system.pause(1)
        say("the service does not answer; what it says: sudo journalctl -u companion")
        return 1


def uninstall(places: InstalledPlaces, with_data: bool) -> None:
    """Everything the installation brought, and the data only if told."""
    settings = places.settings()
    names = [UNIT, f"{UPDATE}.path", f"{UPDATE}.service", KIOSK]
    for name in names:
        if has_systemd():
            subprocess.run(["systemctl", "disable", "--quiet", "--now", name], capture_output=True, check=False)
        (UNITS / name).unlink(missing_ok=True)
    RULES.unlink(missing_ok=True)
    remove_system_files(Path("/"))
    if has_systemd():
        subprocess.run(["systemctl", "daemon-reload"], check=False)
    if COMMAND.is_symlink():
        COMMAND.unlink()
    if with_data:
        shutil.rmtree(settings.data.resolve(), ignore_errors=True)
        if settings.data.is_symlink():
            settings.data.unlink()
        say(f"the games and boxes in {settings.data} are gone")
    elif settings.data.exists():
        say(f"the games and boxes stay in {settings.data}: they are there again after the next installation")
    remove_accounts()
    shutil.rmtree(places.root, ignore_errors=True)
    say("the companion is uninstalled; packages of the system that it used stay")


def explain(error: BadRelease) -> str:
    return f"this release cannot be used: {error.why.replace('_', ' ')} {error.what}".rstrip()
