"""All of the network in one: what was chosen, where the service is, and the Wi-Fi."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path

from companion.data_folder import SECURE
from companion.network.addresses import outward_address
from companion.network.kept import NetworkChoices
from companion.network.nmcli import Nmcli
from companion.network.reach import ServiceReach
from companion.network.secure import SecureAddress
from companion.network.wifi import Wifi
from companion.protocol.network import NetworkAnswer, PlacesEvent

log = logging.getLogger("companion")


@dataclass(frozen=True)
class LocalNetwork:
    choices: NetworkChoices
    reach: ServiceReach
    wifi: Wifi | None = None
    # None where the service listens on no secure port.
    secure: SecureAddress | None = None

    def start(self) -> None:
        if self.secure:
            self.secure.start()
        self.reach.start()
        if self.wifi:
            self.wifi.start()

    def stop(self) -> None:
        if self.wifi:
            self.wifi.stop()
        self.reach.stop()
        if self.secure:
            self.secure.stop()

    def call(self, name: str) -> None:
        self.choices.choose_name(name)
        self.reach.call(name)

    def places(self) -> PlacesEvent:
        secure = self.secure.origins if self.secure else []
        return {"service": self.choices.now.service, "origins": self.reach.origins, "secure": secure}

    def all_origins(self) -> list[str]:
        """Where a tablet may look for the service, plain and secure."""
        return [*self.reach.origins, *(self.secure.origins if self.secure else ())]

    def to_json(self, is_scan: bool) -> NetworkAnswer:
        return {
            "ok": True,
            **self.places(),
            "name": self.reach.host_name,
            "renamed": self.reach.is_renamed,
            "addresses": list(self.reach.addresses),
            "ports": list(self.reach.ports),
            "outward": bool(outward_address()),
            "wifi": self.wifi.to_json(is_scan) if self.wifi else None,
        }


def network_of(folder: Path, host: str, ports: tuple[int, ...], secure_port: int, opens_hotspot: bool) -> LocalNetwork:
    """For a service with this data folder that listens there."""
    choices = NetworkChoices(folder)
    reach = ServiceReach(host, ports, choices.now.name)
    secure = _secure(folder, choices, reach, secure_port) if secure_port else None
    return LocalNetwork(choices, reach, Wifi(Nmcli(), choices, opens_hotspot), secure)


def _secure(folder: Path, choices: NetworkChoices, reach: ServiceReach, port: int) -> SecureAddress | None:
    try:
        return SecureAddress(folder / SECURE, choices.now.service, reach, port)
    except OSError as error:
        log.warning("there is no secure address: %s", error)
        return None


def loopback_network(folder: Path) -> LocalNetwork:
    """For a service that only this machine itself can reach."""
    return LocalNetwork(NetworkChoices(folder), ServiceReach())
