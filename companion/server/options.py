"""How a service is started, and what it says once it answers. Light: the master imports nothing more."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import NamedTuple

from companion.server.access import qr_terminal

EVERYWHERE = ("0.0.0.0", "::", "")


class ServeOptions(NamedTuple):
    """The words of `companion serve`."""

    data: Path
    host: str
    port: int
    open: bool
    camera: str
    board_camera: str
    tray: str

    @property
    def address(self) -> str:
        """For tablets in the same network."""
        return f"http://{_bracketed(own_address(self.host))}:{self.port}/"

    @property
    def local_address(self) -> str:
        """For this machine itself."""
        return f"http://{_bracketed('127.0.0.1' if self.host in EVERYWHERE else self.host)}:{self.port}/"


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def own_address(host: str) -> str:
    """The address tablets in the same network can reach; no packet is sent to find it."""
    if host not in EVERYWHERE:
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def greeting(options: ServeOptions, code: str) -> str:
    """What the terminal shows: the address, the table code, and both as a QR code."""
    at = f"Claustrophobia companion: {options.address}\n"
    if options.open:
        return f"{qr_terminal(options.address)}\n{at}no table code is needed (--open)\n"
    if in_system_journal():
        # Many may read the journal, and it is kept for months.
        return f"{at}the table code is shown by: companion code --data {options.data}\n"
    return f"{qr_terminal(f'{options.address}?code={code}')}\n{at}table code: {code}\n"


def in_system_journal() -> bool:
    """Whether what we print goes into the journal of systemd, as sd_notify's neighbour systemd.exec(5) says it."""
    try:
        out = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{out.st_dev}:{out.st_ino}"
