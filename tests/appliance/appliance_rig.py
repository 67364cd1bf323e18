"""An installed companion without root: its folders, releases with real checksums and signatures, and a machine that
fails as machines do."""

from __future__ import annotations

import shutil
from pathlib import Path

import release

from companion.appliance.environment import EnvironmentFailed
from companion.appliance.places import WHOLE, InstalledPlaces, InstallSettings, point
from companion.appliance.release import CheckedRelease
from companion.appliance.system import Tried
from companion.appliance.updating import Updater
from tests.roots.releases import make_key, public_key

RUNNING = "0.2.0"
CHANGES = """# Changelog

## [0.3.0] (2026-11-18)
### Added
- Play against the companion: either side,
  three levels.
### Fixed
- A `Grenade` needs a CBT of 1 or more.

## [0.2.0] (unreleased)
### Added
- Something old.
"""


def make_release(folder: Path, version: str = "0.3.0", key: Path | None = None) -> Path:
    """As `make release` ends, with a wheel that is none: here nothing is installed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / f"claustrophobia_companion-{version}-py3-none-any.whl").write_bytes(b"a wheel" * 1000)
    (folder / "requirements.txt").write_text("flask==3.1.3\n")
    (folder / "CHANGELOG.md").write_text(CHANGES)
    (folder / "install.sh").write_text("#!/bin/bash\n")
    release.finish(folder, key)
    return folder


def zipped(folder: Path) -> Path:
    return folder.with_suffix(folder.suffix + ".zip")


class FakeSystem:
    """systemd, the service and the trial."""

    def __init__(self, places: InstalledPlaces) -> None:
        self._places = places
        self.runs = RUNNING
        # Versions that do not pass their trial; that do not start; that start and then stop answering.
        self.fails_trial: set[str] = set()
        self.fails_start: set[str] = set()
        self.falls_over: set[str] = set()
        self._answers = 0

    def try_out(self, release: Path, data: Path) -> Tried:
        return Tried(release.name not in self.fails_trial, "the service did not answer: no such column")

    def run_instead(self, release: Path, current: Path) -> bool:
        self.runs = "" if release.name in self.fails_start else release.name
        self._answers = 0
        return bool(self.runs)

    def run_again(self) -> bool:
        self.runs = self._places.version_at(self._places.current)
        return True

    def keep(self) -> None:
        assert self._places.version_at(self._places.current) == self.runs

    def running_version(self, ports: tuple[int, ...]) -> str:
        self._answers += 1
        return "" if self.runs in self.falls_over and self._answers > 1 else self.runs

    def pause(self, seconds: float) -> None:
        pass

    def after_power_cut(self) -> str:
        """What runs then: what the link leads to, whatever was tried before."""
        return self._places.version_at(self._places.current)


class Appliance:
    """An installed companion whose root is a folder of the test."""

    def __init__(self, folder: Path, data: Path, address: str = "") -> None:
        self.key = make_key(folder / "key.pem")
        self.places = InstalledPlaces(folder / "opt")
        self.places.releases.mkdir(parents=True)
        self.data = data
        self.places.keep_settings(InstallSettings(data, 8000, address))
        public_key(self.key, self.places.key)
        self.add(RUNNING)
        point(self.places.current, self.places.release(RUNNING))
        self.system = FakeSystem(self.places)
        self.no_network = False

    def add(self, version: str) -> Path:
        made = self.places.release(version)
        made.mkdir(exist_ok=True)
        (made / WHOLE).write_text("")
        return made

    def updater(self) -> Updater:
        return Updater(self.places, self.system, self._make)

    def _make(self, release: CheckedRelease) -> Path:
        if self.no_network:
            (self.places.release(release.version)).mkdir()
            raise EnvironmentFailed("no matching distribution found")
        return self.add(release.version)
