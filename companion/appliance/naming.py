"""The name of the machine: `companion`, unless its owner has named it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from companion.appliance.system import has_systemd
from companion.files import write_atomically

WANTED = "companion"
# What systems are called before somebody names them.
GIVEN_BY_NOBODY = ("", "raspberrypi", "debian", "localhost", "localhost.localdomain")


def rename_machine(etc: Path = Path("/etc"), wanted: str = WANTED) -> str:
    """The name it has now. A name somebody has chosen is left alone."""
    file = etc / "hostname"
    named = file.read_text().strip() if file.is_file() else ""
    if named not in GIVEN_BY_NOBODY:
        return named
    write_atomically(file, f"{wanted}\n", mode=0o644)
    hosts = etc / "hosts"
    text = hosts.read_text() if hosts.is_file() else ""
    text = re.sub(r"^127\.0\.1\.1[ \t].*\n?", "", text, flags=re.MULTILINE)
    write_atomically(hosts, f"{text.rstrip()}\n127.0.1.1\t{wanted}\n".lstrip(), mode=0o644)
    if etc == Path("/etc") and has_systemd():
        # At once as well; but in a chroot, where an image is made, the name is that of another machine.
        subprocess.run(["hostname", wanted], capture_output=True, check=False)
    return wanted
