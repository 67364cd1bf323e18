"""An environment for one release, beside those of others. Only ready-made packages go in: none of them is run."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from companion.appliance.places import WHOLE, InstalledPlaces
from companion.appliance.release import NEEDED, NEEDED_ON_A_PI, CheckedRelease
from companion.files import make_folder, write_atomically

MODEL = Path("/proc/device-tree/model")
# On a small machine with a slow card and a slow network.
LONGEST_S = 3600
COLLECTING = re.compile(r"\s*(?:Collecting|Processing|Looking in links) ?")
# What is left free for games and the system.
SPARE_BYTES = 200_000_000
# An environment and the packages it was made from, measured and rounded up.
NEEDED_BYTES = 700_000_000

Progress = Callable[[int], None]


class EnvironmentFailed(Exception):
    """It could not be made; the text is the end of what pip said."""


class Stopped(Exception):
    """Somebody does not want it any more."""


def is_pi() -> bool:
    try:
        return "Raspberry Pi" in MODEL.read_text(errors="replace")
    except OSError:
        return False


class EnvironmentMaker:
    def __init__(
        self,
        places: InstalledPlaces,
        progress: Progress = lambda _percent: None,
        stopped: Callable[[], bool] = lambda: False,
        on_pi: bool | None = None,
    ) -> None:
        self._places = places
        self._progress = progress
        self._stopped = stopped
        self._on_pi = is_pi() if on_pi is None else on_pi

    def make(self, release: CheckedRelease) -> Path:
        """The environment of a release; one that is whole already, of the very same files, is left as it is."""
        target = self._places.release(release.version)
        # After an upgrade of the system there is another Python under it.
        mark = f"{release.wheel} {sys.version_info.major}.{sys.version_info.minor}\n{_sums(release)}"
        if (target / WHOLE).is_file() and (target / WHOLE).read_text() == mark:
            return target
        shutil.rmtree(target, ignore_errors=True)
        make_folder(self._places.releases)
        # The service, as any user, reads what is here.
        for folder in (self._places.root, self._places.releases):
            folder.chmod(0o755)
        lists = [release.folder / NEEDED]
        if self._on_pi and (release.folder / NEEDED_ON_A_PI).is_file():
            lists.append(release.folder / NEEDED_ON_A_PI)
        total = max(1, sum(_packages(path) for path in lists))
        flags = ["--system-site-packages"] if self._on_pi else []
        self._run([_system_python(), "-m", "venv", *flags, str(target)])
        self._fetch(release, target, lists, total)
        self._progress(70)
        pip = [*_pip(target), "install", "--no-index", "--no-deps", "--find-links", str(self._places.wheels)]
        self._run([*pip, *_lists(lists), str(release.path)])
        shutil.copyfile(release.folder / "CHANGELOG.md", target / "CHANGELOG.md")
        self._progress(100)
        write_atomically(target / WHOLE, mark, mode=0o644)
        return target

    def _fetch(self, release: CheckedRelease, target: Path, lists: list[Path], total: int) -> None:
        """All packages into one folder, kept for the next time: from the release, from here, or from the network."""
        fresh = self._places.root / "wheels.new"
        shutil.rmtree(fresh, ignore_errors=True)
        make_folder(fresh)
        make_folder(self._places.wheels)
        near = ["--find-links", str(release.folder), "--find-links", str(self._places.wheels)]
        command = [*_pip(target), "download", "--no-deps", "--only-binary", ":all:", "--dest", str(fresh), *near]
        command += _lists(lists)
        try:
            self._run([*command, "--no-index"])
        except EnvironmentFailed:
            self._run(command, total)
        shutil.rmtree(self._places.wheels)
        fresh.rename(self._places.wheels)

    def _run(self, command: list[str], total: int = 0) -> None:
        """Run it to its end, or kill it when nobody wants it any more."""
        said: list[str] = []
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
            assert running.stdout is not None
            collected = 0
            for line in running.stdout:
                said.append(line)
                if total and COLLECTING.match(line):
                    collected += 1
                    self._progress(min(69, 70 * collected // total))
                if self._stopped():
                    running.kill()
                    raise Stopped
        if running.returncode:
            raise EnvironmentFailed("".join(said)[-1000:].strip())


def _pip(target: Path) -> list[str]:
    return [str(target / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "--no-cache-dir"]


def _lists(lists: list[Path]) -> list[str]:
    return [word for path in lists for word in ("-r", str(path))]


def _system_python() -> str:
    """The interpreter under this one: an environment must not stand on another, which will be deleted one day."""
    return str(Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info.minor}")


def _packages(path: Path) -> int:
    return sum("==" in line for line in path.read_text().splitlines())


def _sums(release: CheckedRelease) -> str:
    return (release.folder / "SHA256SUMS").read_text()


def enough_space(places: InstalledPlaces) -> bool:
    there = next(path for path in (places.root, *places.root.parents) if path.exists())
    return shutil.disk_usage(there).free > NEEDED_BYTES + SPARE_BYTES
