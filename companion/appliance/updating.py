"""An update, step by step: checked, made beside what runs, tried, switched to; and back by itself if it must."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from companion.appliance.environment import EnvironmentFailed, EnvironmentMaker, Stopped, enough_space
from companion.appliance.places import InstalledPlaces, point
from companion.appliance.release import BadRelease, CheckedRelease, check, order_of
from companion.appliance.spool import TakenSpool, Wish
from companion.appliance.state import UNDER_WAY, UpdateState, read_state, write_state
from companion.appliance.system import System
from companion.protocol.update_words import ReleaseFault, UpdateFault

# A new release has to answer so often, with a pause in between, before the old one is let go.
ANSWERS = 3
PAUSE_S = 2.0
TRIES = 15

MakeEnvironment = Callable[[CheckedRelease], Path]


class UpdateFailed(Exception):
    def __init__(self, why: UpdateFault, detail: str = "") -> None:
        super().__init__(f"{why}: {detail}" if detail else why)
        self.why, self.detail = why, detail


class Updater:
    """For root. Whatever goes wrong, what ran before runs, and the state says why."""

    def __init__(self, places: InstalledPlaces, system: System, make: MakeEnvironment | None = None) -> None:
        self._places = places
        self._system = system
        self._settings = places.settings()
        self._spool = TakenSpool(self._settings.data)
        self._make = make or EnvironmentMaker(places, self._progress, self._spool.stopped).make
        self._state = read_state(places.state)

    def do(self, wish: Wish) -> bool:
        """What the service asked for; True if it went well."""
        match wish:
            case "prepare":
                return self._guarded(self.prepare_spooled)
            case "switch":
                return self._guarded(lambda: self.switch(self._ready()))
            case "back":
                return self._guarded(self.back)
            case "forget":
                return self._guarded(self.forget)

    def ended(self) -> None:
        """Called after every run of the updater, however it ended."""
        if self._state.step in UNDER_WAY:
            self._tell(self._state._replace(step="failed", why="interrupted"))

    # -- the steps -----------------------------------------------------------------------------------------------------

    def prepare_spooled(self) -> None:
        """A release from a tablet: it must be signed by whoever signed the first one, and newer."""
        self._tell(UpdateState(step="checking", before=self.running))
        self._spool.take(self._places.incoming)
        if not self._places.key.is_file():
            raise BadRelease("unsigned")
        release = check(self._places.incoming, self._places.key)
        if order_of(release.version) < order_of(self.running):
            raise BadRelease("older", release.version)
        if release.version == self.running:
            raise BadRelease("same", release.version)
        self.prepare(release)
        self._tell(self._state._replace(step="ready"))

    def prepare(self, release: CheckedRelease) -> Path:
        """The environment, tried on a copy of the games. Nothing that runs is touched."""
        self._tell(UpdateState(step="environment", version=release.version, before=self.running))
        if not enough_space(self._places):
            raise BadRelease("no_space")
        try:
            made = self._make(release)
        except EnvironmentFailed as error:
            raise UpdateFailed("environment", str(error)) from error
        self._tell(self._state._replace(step="trial", percent=100))
        tried = self._system.try_out(made, self._settings.data)
        if not tried.ok:
            shutil.rmtree(made, ignore_errors=True)
            raise UpdateFailed("trial", tried.said)
        return made

    def switch(self, version: str) -> None:
        """The new one answers several times, or the old one runs again. Until then a power cut starts the old one."""
        before = self.running
        self._tell(UpdateState(step="switching", version=version, before=before))
        started = self._system.run_instead(self._places.release(version), self._places.current)
        if not started or not self._answers(version):
            self._system.run_again()
            raise UpdateFailed("no_answer", version)
        if before and before != version:
            point(self._places.previous, self._places.release(before))
        point(self._places.current, self._places.release(version))
        self._system.keep()
        self._tell(self._state._replace(step="done"))
        self._prune()

    def back(self) -> None:
        version = self._places.version_at(self._places.previous)
        if not version:
            raise UpdateFailed("no_way_back")
        self.switch(version)

    def forget(self) -> None:
        """What was made ready is not wanted."""
        version = self._state.version
        if version and self._state.step in ("ready", "failed") and version not in self._used():
            shutil.rmtree(self._places.release(version), ignore_errors=True)
        shutil.rmtree(self._places.incoming, ignore_errors=True)
        self._tell(UpdateState())

    # -- helpers -------------------------------------------------------------------------------------------------------

    @property
    def running(self) -> str:
        return self._places.version_at(self._places.current)

    def _ready(self) -> str:
        if self._state.step != "ready" or not (self._places.release(self._state.version)).is_dir():
            raise UpdateFailed("not_ready")
        return self._state.version

    def _answers(self, version: str) -> bool:
        good = 0
        for _ in range(TRIES):
            good = good + 1 if self._system.running_version(self._settings.ports) == version else 0
            if good == ANSWERS:
                return True
            self._system.pause(PAUSE_S)
        return False

    def _used(self) -> set[str]:
        return {self._places.version_at(self._places.current), self._places.version_at(self._places.previous)}

    def _prune(self) -> None:
        """What runs and the way back stay."""
        for folder in self._places.releases.iterdir():
            if folder.name not in self._used():
                shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(self._places.incoming, ignore_errors=True)

    def _guarded(self, work: Callable[[], None]) -> bool:
        try:
            work()
        except Stopped:
            self.forget_half_made()
        except BadRelease as error:
            self._fail(error.why, error.what)
        except UpdateFailed as error:
            self._fail(error.why, error.detail)
        except OSError as error:
            self._fail("failed", str(error))
        else:
            return True
        return False

    def forget_half_made(self) -> None:
        version = self._state.version
        if version and version not in self._used():
            shutil.rmtree(self._places.release(version), ignore_errors=True)
        self._tell(UpdateState())

    def _fail(self, why: UpdateFault | ReleaseFault, detail: str) -> None:
        self._tell(self._state._replace(step="failed", why=why, detail=detail))

    def _progress(self, percent: int) -> None:
        if percent != self._state.percent:
            self._tell(self._state._replace(percent=percent))

    def _tell(self, state: UpdateState) -> None:
        self._state = write_state(self._places.state, state)
