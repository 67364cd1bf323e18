"""How a service is started, and what it says once it answers. Light: the master imports nothing more."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NamedTuple

from companion.network.reach import EVERYWHERE, HOTSPOT_ADDRESS, ServiceReach
from companion.server.access import qr_terminal


class ServeOptions(NamedTuple):
    """The words of `companion serve`."""

    data: Path
    host: str
    # All that it listens on; the first is the one that is told.
    ports: tuple[int, ...]
    open: bool
    camera: str
    board_camera: str
    tray: str
    # Where it listens with TLS; 0 for nowhere.
    secure_port: int = 0

    @property
    def local_address(self) -> str:
        """For this machine itself."""
        return ServiceReach("127.0.0.1" if self.host in EVERYWHERE else self.host, self.ports).address


def greeting(options: ServeOptions, reach: ServiceReach, code: str) -> str:
    """What the terminal shows: the addresses, the table code, and both as a QR code."""
    also = [f"{origin}/" for origin in reach.origins if f"{origin}/" != reach.address and HOTSPOT_ADDRESS not in origin]
    at = f"Claustrophobia companion: {reach.address}\n" + "".join(f"                      or: {one}\n" for one in also)
    if options.open:
        return f"{qr_terminal(reach.address)}\n{at}no table code is needed (--open)\n"
    if in_system_journal():
        # Many may read the journal, and it is kept for months.
        return f"{at}the table code is shown by: companion code --data {options.data}\n"
    return f"{qr_terminal(f'{reach.address}?code={code}')}\n{at}table code: {code}\n"


def in_system_journal() -> bool:
    """Whether what we print goes into the journal of systemd, as sd_notify's neighbour systemd.exec(5) says it."""
    try:
        out = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{out.st_dev}:{out.st_ino}"
