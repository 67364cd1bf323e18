"""Where an installed companion lies: its releases, which of them is used, and what an update is doing."""

from __future__ import annotations

import json
import os
import secrets
import sys
from pathlib import Path
from typing import NamedTuple

from companion.files import read_text, sync, write_atomically

ROOT = Path("/opt/companion")
SYSTEM_DATA = Path("/var/lib/companion")
UNITS = Path("/etc/systemd/system")
UNIT = "companion.service"
COMMAND = Path("/usr/local/bin/companion")
SETTINGS = "appliance.json"
# In an environment, once everything is in it.
WHOLE = "whole"
# Where a service listens that was given no port: 80 where that is allowed, and always the other, unless it is taken.
PORTS = (80, 8000)


class InstallSettings(NamedTuple):
    """What the installation was told, for updates."""

    data: Path = SYSTEM_DATA
    # None: as `companion serve` chooses.
    port: int | None = None
    # Where newer releases lie in the network; "" if nowhere.
    address: str = ""
    # Further words for `companion serve`.
    serve: tuple[str, ...] = ()

    @property
    def ports(self) -> tuple[int, ...]:
        """Where the service may be found; the last one needs no right and is there nearly always."""
        return (self.port,) if self.port else PORTS

    @property
    def words(self) -> list[str]:
        """The data folder and the port, as every command of the companion takes them."""
        return ["--data", str(self.data), *(["--port", str(self.port)] if self.port else [])]


class InstalledPlaces(NamedTuple):
    root: Path = ROOT

    @property
    def releases(self) -> Path:
        return self.root / "releases"

    @property
    def current(self) -> Path:
        """A link to the release that is used."""
        return self.root / "current"

    @property
    def previous(self) -> Path:
        """A link to the release that was used before."""
        return self.root / "previous"

    @property
    def state(self) -> Path:
        return self.root / "update.json"

    @property
    def key(self) -> Path:
        """Whose signature a release must have that comes from a tablet."""
        return self.root / "release.pub"

    @property
    def wheels(self) -> Path:
        return self.root / "wheels"

    @property
    def incoming(self) -> Path:
        return self.root / "incoming"

    def release(self, version: str) -> Path:
        return self.releases / version

    def version_at(self, link: Path) -> str:
        """The version a link leads to; "" if it leads to no whole release."""
        target = link.resolve()
        return target.name if target.parent == self.releases.resolve() and (target / WHOLE).is_file() else ""

    def settings(self) -> InstallSettings:
        try:
            found = json.loads(read_text(self.root / SETTINGS))
            serve = tuple(str(word) for word in found["serve"])
            port = int(found["port"]) if found["port"] else None
            return InstallSettings(Path(found["data"]), port, str(found["address"]), serve)
        except (OSError, ValueError, KeyError):
            return InstallSettings()

    def keep_settings(self, settings: InstallSettings) -> None:
        told = {**settings._asdict(), "data": str(settings.data)}
        write_atomically(self.root / SETTINGS, json.dumps(told), mode=0o644)


def own_places() -> InstalledPlaces | None:
    """The appliance this very program runs in; None for a checkout or an environment of somebody's own."""
    places = InstalledPlaces(Path(sys.prefix).resolve().parents[1]) if len(Path(sys.prefix).parts) > 3 else None
    return places if places and (places.root / SETTINGS).is_file() else None


def point(link: Path, target: Path) -> None:
    """The link leads there from now on; at no moment is there none."""
    draft = link.with_name(f"{link.name}.{secrets.token_hex(4)}")
    draft.symlink_to(os.path.relpath(target, link.parent))
    draft.replace(link)
    sync(link.parent)
