"""Updates as the service sees them: it brings a release and leaves a wish. Only the updater installs anything."""

from __future__ import annotations

import shutil
import threading
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from companion.appliance.changes import changes_since
from companion.appliance.places import InstalledPlaces, own_places
from companion.appliance.release import CHANGELOG, LARGEST_RELEASE, NAME, SIGNATURE, SUMS, BadRelease, check, listed
from companion.appliance.release import CheckedRelease as Checked
from companion.appliance.spool import Spool
from companion.appliance.state import UNDER_WAY, UpdateState, read_state
from companion.appliance.units import STICKS
from companion.files import read_text
from companion.protocol.refusal import Refused
from companion.protocol.update import ReleaseJson, ReleasePlaceJson
from companion.protocol.update_words import UpdateStateJson

NETWORK = "network"
FETCH_S = 60
CHUNK = 1 << 16


def bad_release(error: BadRelease) -> Refused:
    return Refused("update/bad_release", "bad_release", {"why": error.why, "what": error.what[:100]})


class Updates:
    """Thread-safe."""

    def __init__(self, data: Path, version: str, places: InstalledPlaces | None = None, sticks: Path = STICKS) -> None:
        self.places = places or own_places()
        self._version = version
        self._spool = Spool(data)
        self._sticks = sticks
        self._working = threading.Lock()
        self._brought: Checked | None = None
        self._looked = False

    # -- what is there -------------------------------------------------------------------------------------------------

    @property
    def is_signed(self) -> bool:
        return self.places is not None and self.places.key.is_file()

    @property
    def previous(self) -> str | None:
        return (self.places.version_at(self.places.previous) or None) if self.places else None

    @property
    def since(self) -> int | None:
        try:
            return int(self.places.current.lstat().st_mtime) if self.places else None
        except OSError:
            return None

    def state(self) -> UpdateState:
        return read_state(self.places.state) if self.places else UpdateState()

    def state_json(self) -> UpdateStateJson:
        state = self.state()
        return {
            "step": state.step,
            "version": state.version,
            "before": state.before,
            "percent": state.percent,
            "why": state.why,  # type: ignore[typeddict-item]
            "detail": state.detail,
        }

    def found(self) -> list[ReleasePlaceJson]:
        """Releases on sticks, as folders or zip files, and the one in the network."""
        sticks: list[ReleasePlaceJson] = [{"name": name, "source": "stick"} for name in self._on_sticks()]
        network = self.places is not None and self.places.settings().address
        return [*sticks, {"name": NETWORK, "source": "network"}] if network else sticks

    def _on_sticks(self) -> dict[str, Path]:
        try:
            files = [*self._sticks.glob("*/companion-*.zip"), *self._sticks.glob("*/companion-*/" + SUMS)]
        except OSError:
            return {}
        paths = {file.parent if file.name == SUMS else file for file in files}
        # Somebody unpacked it there: once is enough.
        paths -= {path.with_name(f"{path.name}.zip") for path in paths}
        return {path.relative_to(self._sticks).as_posix(): path for path in sorted(paths)[:20]}

    def _remembered(self) -> Checked | None:
        """The release that lies ready; brought before the service was started anew, it is checked again."""
        if self._brought is None and self.places is not None and not self._looked:
            with suppress(BadRelease):
                self._brought = check(self._spool.release, self.places.key)
        self._looked = True
        if self._brought is not None and self._brought.version == self._version:
            return None
        return self._brought

    def release_json(self) -> ReleaseJson | None:
        release = self._remembered()
        if release is None:
            return None
        try:
            changelog = read_text(release.folder / CHANGELOG)
        except (OSError, ValueError):
            changelog = ""
        return {
            "version": release.version,
            "bytes": release.bytes,
            "changes": [
                {
                    "version": one.version,
                    "date": one.date,
                    "entries": [{"kind": entry.kind, "text": entry.text} for entry in one.entries],
                }
                for one in changes_since(changelog, self._version, release.version)
            ],
        }

    # -- bringing a release --------------------------------------------------------------------------------------------

    def take_file(self, read: Callable[[int], bytes]) -> None:
        """A zip from a tablet; `read` gives the next bytes."""
        with self._bringing() as target:
            file = target.with_name("upload")
            try:
                _write(file, read)
                _unpack(file, target)
            finally:
                file.unlink(missing_ok=True)

    def take_place(self, name: str) -> None:
        if name == NETWORK:
            self._fetch()
            return
        path = self._on_sticks().get(name)
        if path is None:
            raise Refused("update/no_such_place", "no_such_place", {"name": name[:60]})
        with self._bringing() as target:
            try:
                if path.is_dir():
                    self._spool.copy_in(path)
                else:
                    _unpack(path, target)
            except OSError as error:
                raise BadRelease("damaged", str(error)[:100]) from error

    def _fetch(self) -> None:
        address = self._managed().settings().address
        if not address:
            raise Refused("update/no_such_place", "no_such_place", {"name": NETWORK})
        with self._bringing() as target:
            try:
                _download(address, SUMS, target)
                for name in (SIGNATURE, *listed(target)):
                    _download(address, name, target)
            except (OSError, ValueError) as error:
                raise Refused("update/unreachable", "update_unreachable", {"reason": str(error)[:200]}) from error

    def _bringing(self) -> _Bringing:
        places = self._managed()
        if self.state().step in UNDER_WAY:
            raise Refused("update/not_now", "update_not_now")
        if not places.key.is_file():
            raise bad_release(BadRelease("unsigned"))
        return _Bringing(self._working, self._spool, self._use)

    def _use(self, folder: Path | None) -> None:
        """The folder was filled, or what was in it is not wanted."""
        self._brought = None
        if folder is not None:
            self._brought = check(folder, self._managed().key)

    # -- wishes --------------------------------------------------------------------------------------------------------

    def prepare(self, backup: Callable[[], str]) -> None:
        if (self._managed() and self._remembered() is None) or self.state().step in UNDER_WAY:
            raise Refused("update/not_now", "update_not_now")
        backup()
        self._spool.ask("prepare")

    def switch(self) -> None:
        if self._managed() and self.state().step != "ready":
            raise Refused("update/not_now", "update_not_now")
        self._spool.ask("switch")

    def stop(self) -> None:
        self._managed()
        self._brought = None
        if self.state().step in ("checking", "environment", "trial"):
            self._spool.stop()
        else:
            self._spool.ask("forget")
            self._spool.forget()

    def back(self) -> None:
        if self._managed() and (self.previous is None or self.state().step in UNDER_WAY):
            raise Refused("update/not_now", "update_not_now")
        self._spool.ask("back")

    def _managed(self) -> InstalledPlaces:
        if self.places is None:
            raise Refused("update/not_managed", "not_managed")
        return self.places


class _Bringing:
    """One release at a time; whatever was only half brought is thrown away."""

    def __init__(self, lock: threading.Lock, spool: Spool, use: Callable[[Path | None], None]) -> None:
        self._lock, self._spool, self._use = lock, spool, use

    def __enter__(self) -> Path:
        if not self._lock.acquire(timeout=5):
            raise Refused("server/busy", "busy")
        self._use(None)
        return self._spool.new_release()

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        try:
            if error is None:
                self._use(self._spool.release)
        except BadRelease as bad:
            self._spool.forget()
            raise bad_release(bad) from bad
        finally:
            self._lock.release()
        if error is not None:
            self._spool.forget()
        if isinstance(error, BadRelease):
            raise bad_release(error) from error


def _write(file: Path, read: Callable[[int], bytes]) -> None:
    left = LARGEST_RELEASE
    if shutil.disk_usage(file.parent).free < 2 * LARGEST_RELEASE:
        raise BadRelease("no_space")
    with file.open("wb") as out:
        while chunk := read(CHUNK):
            left -= len(chunk)
            if left < 0:
                raise BadRelease("too_large")
            out.write(chunk)


def _unpack(file: Path, target: Path) -> None:
    """Plain names only, and no more than a release can have, whatever the zip says of itself."""
    left = LARGEST_RELEASE
    try:
        with zipfile.ZipFile(file) as archive:
            for info in archive.infolist():
                name = info.filename
                if not NAME.fullmatch(name) or info.flag_bits & 1:
                    raise BadRelease("not_a_release", name[:80])
                with archive.open(info) as source, (target / name).open("xb") as out:
                    while chunk := source.read(CHUNK):
                        left -= len(chunk)
                        if left < 0:
                            raise BadRelease("too_large")
                        out.write(chunk)
    except (zipfile.BadZipFile, NotImplementedError, EOFError, RuntimeError, ValueError, FileExistsError) as error:
        raise BadRelease("not_a_release", str(error)[:80]) from error


def _download(address: str, name: str, target: Path) -> None:
    try:
        with urllib.request.urlopen(f"{address}/{name}", timeout=FETCH_S) as answer:
            _write(target / name, answer.read)
    except urllib.error.HTTPError as error:
        with error:
            # A release without a signature is refused for that, not for a missing file.
            if name != SIGNATURE:
                raise
