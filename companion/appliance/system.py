"""What the updater asks of the machine: systemd, the running service, a trial in a sandbox."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import NamedTuple, Protocol

from companion.appliance.places import UNIT, UNITS
from companion.data_folder import BACKUPS, PICTURES, UPDATE

# Drop-ins in here are gone after a power cut: then the unit starts what it did before.
VOLATILE = Path("/run/systemd/system") / f"{UNIT}.d"
DROP_IN = "50-trial.conf"
STATE = Path("/var/lib/private")
TRIAL = "companion-trial"
TRIAL_S = 300
# Not needed to find out whether a release opens the games.
NOT_COPIED = (BACKUPS, PICTURES, UPDATE)


class Tried(NamedTuple):
    ok: bool
    said: str


class System(Protocol):
    def try_out(self, release: Path, data: Path) -> Tried:
        """Start a release on a copy of the data, in a sandbox that reaches this machine only; play a little; end it."""

    def run_instead(self, release: Path, current: Path) -> bool:
        """The service runs from this release until the power goes; False if it did not start."""

    def run_again(self) -> bool:
        """The service runs again what its unit says."""

    def keep(self) -> None:
        """The unit's own command leads to what runs now: the exception is not needed any more."""

    def running_version(self, ports: tuple[int, ...]) -> str:
        """What the service says of itself, at the first of these ports where one answers; "" if it says nothing."""

    def pause(self, seconds: float) -> None: ...


class Systemd:
    """The real one."""

    def try_out(self, release: Path, data: Path) -> Tried:
        folder = STATE / TRIAL
        shutil.rmtree(folder, ignore_errors=True)
        # systemd gives the folder to the user of the trial, since its owner is another.
        if data.is_dir():
            shutil.copytree(data.resolve(), folder, ignore=shutil.ignore_patterns(*NOT_COPIED), symlinks=True)
        properties = ["DynamicUser=yes", f"StateDirectory={TRIAL}", "ProtectHome=yes"]
        properties += ["IPAddressDeny=any", "IPAddressAllow=localhost"]
        properties += ["PrivateDevices=yes", "NoNewPrivileges=yes", f"RuntimeMaxSec={TRIAL_S}", "UMask=0077"]
        command = ["systemd-run", "--wait", "--pipe", "--collect", "--quiet", f"--unit={TRIAL}"]
        command += [word for one in properties for word in ("--property", one)]
        command += [str(release / "bin" / "python"), "-m", "companion.appliance.trial", f"/var/lib/{TRIAL}"]
        try:
            ran = subprocess.run(command, capture_output=True, text=True, timeout=TRIAL_S + 30, check=False)
        except subprocess.TimeoutExpired:
            return Tried(False, f"no answer within {TRIAL_S} s")
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            (Path("/var/lib") / TRIAL).unlink(missing_ok=True)
        return Tried(ran.returncode == 0, (ran.stdout + ran.stderr).strip())

    def run_instead(self, release: Path, current: Path) -> bool:
        command = _command().replace(f"{current}/", f"{release}/")
        VOLATILE.mkdir(parents=True, exist_ok=True)
        (VOLATILE / DROP_IN).write_text(f"[Service]\nExecStart=\nExecStart={command}\n")
        return self._restart()

    def run_again(self) -> bool:
        self._drop()
        return self._restart()

    def keep(self) -> None:
        self._drop()
        _systemctl("daemon-reload")

    def running_version(self, ports: tuple[int, ...]) -> str:
        return next((said for port in reversed(ports) if (said := asked_version(port))), "")

    def pause(self, seconds: float) -> None:
        time.sleep(seconds)

    def _drop(self) -> None:
        shutil.rmtree(VOLATILE, ignore_errors=True)

    def _restart(self) -> bool:
        _systemctl("daemon-reload")
        _systemctl("reset-failed", UNIT)
        # The unit tells systemd itself when it answers: this waits for it.
        return _systemctl("restart", UNIT)


def asked_version(port: int) -> str:
    """What a service at this port says of itself; "" if there is none, or another program's."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/info", timeout=10) as answer:
            return str(json.load(answer)["version"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _command() -> str:
    for line in (UNITS / UNIT).read_text().splitlines():
        if line.startswith("ExecStart="):
            return line.removeprefix("ExecStart=")
    raise OSError(f"{UNIT} has no command")


def _systemctl(*words: str) -> bool:
    return subprocess.run(["systemctl", *words], capture_output=True, check=False).returncode == 0


def has_systemd() -> bool:
    return Path("/run/systemd/system").is_dir()
