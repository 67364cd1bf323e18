"""The companion as an installation has it: releases beside each other, a signed one from a tablet, and the updater.

The releases are real ones, made by `make release` and checked by the updater. Its part of systemd is played here: the
path unit, the trial's sandbox and the restart of the service are tried with the real one by `make roots`.
"""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
import time
import venv
import zipfile
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from companion.appliance.places import WHOLE, InstalledPlaces, InstallSettings, point
from companion.appliance.release import CheckedRelease, check
from companion.appliance.spool import TakenSpool
from companion.appliance.system import NOT_COPIED, Tried, asked_version
from companion.appliance.updating import Updater
from tests.roots.releases import build, copy_tree, make_key, public_key

NEXT = "0.90.0"

Restart = Callable[[Path], object]


class Installed:
    """Two releases of this checkout under two versions: one that runs, and one that is brought later."""

    def __init__(self, folder: Path, data: Path, restart: Restart) -> None:
        folder.mkdir()
        self._restart, self._data = restart, data
        self._folder = folder
        self.places = InstalledPlaces(folder / "opt")
        self.places.releases.mkdir(parents=True)
        key = make_key(folder / "key.pem")
        public_key(key, self.places.key)
        made = {name: self._built(name, key) for name in (version("claustrophobia-companion"), NEXT)}
        now, self.next = made.values()
        self.make(check(now, self.places.key))
        point(self.places.current, self.places.release(next(iter(made))))

    def _built(self, name: str, key: Path) -> Path:
        tree = copy_tree(self._folder / "tree", name)
        return build(tree, self._folder / name, key, "")

    def listens_at(self, port: int) -> None:
        self.places.keep_settings(InstallSettings(self._data, port))

    @property
    def zip(self) -> bytes:
        return self.next.with_suffix(f"{self.next.suffix}.zip").read_bytes()

    def do_what_is_asked(self) -> bool:
        """What the path unit starts when the service has left a wish."""
        wish = TakenSpool(self._data).wish()
        assert wish is not None
        updater = Updater(self.places, self, self.make)
        try:
            return updater.do(wish)
        finally:
            updater.ended()

    def make(self, release: CheckedRelease) -> Path:
        """An environment with the wheel; the packages of others are those of the checkout."""
        target = self.places.release(release.version)
        venv.create(target)
        site = Path(sysconfig.get_path("purelib", vars={"base": str(target), "platbase": str(target)}))
        with zipfile.ZipFile(release.path) as wheel:
            wheel.extractall(site)
        (site / "others.pth").write_text(sysconfig.get_path("purelib"))
        (target / WHOLE).write_text(release.version)
        return target

    # -- what the updater asks of the machine --------------------------------------------------------------------------

    def try_out(self, release: Path, data: Path) -> Tried:
        copy = self._folder / "trial"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(data, copy, ignore=shutil.ignore_patterns(*NOT_COPIED, "lost+found"))
        command = [str(python_of(release)), "-m", "companion.appliance.trial", str(copy)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self._folder)
        return Tried(ran.returncode == 0, ran.stdout + ran.stderr)

    def run_instead(self, release: Path, current: Path) -> bool:
        self._restart(python_of(release))
        return True

    def run_again(self) -> bool:
        self._restart(python_of(self.places.current))
        return True

    def keep(self) -> None:
        """Nothing was changed that a start of the machine would not find."""

    def running_version(self, ports: tuple[int, ...]) -> str:
        return asked_version(ports[0])

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)


def python_of(release: Path) -> Path:
    return release / "bin" / "python"
