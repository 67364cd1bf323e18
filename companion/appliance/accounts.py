"""The accounts of the appliance: one for the service, one for a screen on the machine. Nobody logs in with them.

Not systemd's `DynamicUser`: Debian's D-Bus turns away a user that exists only while its service runs, and without D-Bus
the service reaches no NetworkManager (systemd issues 9503 and 22737).
"""

from __future__ import annotations

import pwd
import subprocess

SERVICE = "companion"
SCREEN = "companion-screen"


def make_account(name: str, *groups: str) -> None:
    """One that is there already stays as it is. Raises OSError if it cannot be made."""
    if _exists(name):
        return
    command = ["useradd", "--system", "--user-group", "--no-create-home", "--home-dir", "/nonexistent"]
    command += ["--shell", "/usr/sbin/nologin", *(["--groups", ",".join(groups)] if groups else []), name]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        raise OSError(made.returncode, made.stderr.strip(), name)


def remove_accounts() -> None:
    """Those that only an installation can have made: nobody's home and nobody's shell."""
    for name in (SERVICE, SCREEN):
        if _exists(name) and pwd.getpwnam(name).pw_dir == "/nonexistent":
            subprocess.run(["userdel", name], capture_output=True, check=False)


def _exists(name: str) -> bool:
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True
