"""Files for the system around the service: radio, modems, permissions, names. `companion install` places them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.files import read_text, write_atomically

SOURCE = Path(__file__).parent / "system"
# Our file to its place in the system; what reads it there takes it at the next start at the latest.
PLACES: Final[Mapping[str, str]] = {
    "companion-nm.conf": "etc/NetworkManager/conf.d/companion.conf",
    "companion-dnsmasq.conf": "etc/NetworkManager/dnsmasq-shared.d/companion.conf",
    "78-companion-tray.rules": "etc/udev/rules.d/78-companion-tray.rules",
    "49-companion.rules": "etc/polkit-1/rules.d/49-companion.rules",
    "companion-avahi.service": "etc/avahi/services/companion.service",
}


def place_system_files(root: Path, port: int) -> list[Path]:
    """Puts each file in its place under `root`, where the program that reads it is installed. `port`: the service's."""
    placed = []
    for name, place in PLACES.items():
        target = root / place
        # The folder of a program's own settings ("NetworkManager") says that the program is there.
        if (root / Path(*Path(place).parts[:2])).is_dir():
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(target, read_text(SOURCE / name).replace("@PORT@", str(port)), mode=0o644)
            placed.append(target)
    return placed


def remove_system_files(root: Path) -> None:
    """What was placed is taken away again; folders stay, they are the programs' own."""
    for place in PLACES.values():
        (root / place).unlink(missing_ok=True)
