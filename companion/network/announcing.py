"""The name of the service in the network (mDNS): "companion.local" leads to it, and programs can look for it."""

from __future__ import annotations

import logging
import socket
from collections.abc import Sequence
from contextlib import suppress

from zeroconf import AddressResolverIPv4, IPVersion, ServiceInfo, Zeroconf  # type: ignore[attr-defined]
from zeroconf import Error as ZeroconfError

log = logging.getLogger("companion")

KIND = "_http._tcp.local."
# How long somebody else has to say that a name is theirs.
ANSWER_MS = 1000
# "companion", "companion-2" … "companion-9".
MOST_NAMES = 9


class Announcer:
    """Says the name on every address, each with that address alone: a tablet could not reach the others."""

    def __init__(self, wanted: str, port: int) -> None:
        self.wanted = wanted
        # Without ".local"; empty while there is none.
        self.name = ""
        self._port = port
        self._running: list[Zeroconf] = []

    def announce(self, addresses: Sequence[str]) -> None:
        """Say the name anew, for these addresses."""
        self.close()
        try:
            for address in addresses:
                self._running.append(Zeroconf(interfaces=[address], ip_version=IPVersion.V4Only))
            name, is_said = self._free_name(addresses)
            if not is_said:
                for zeroconf, address in zip(self._running, addresses, strict=True):
                    info = _service(name, address, self._port)
                    zeroconf.register_service(info, cooperating_responders=True)
            self.name = name
        except (OSError, ZeroconfError) as error:
            log.warning("there is no name in the network, only addresses: %s", error)
            self.close()

    def _free_name(self, addresses: Sequence[str]) -> tuple[str, bool]:
        """The first name that nobody else has, and whether this machine itself says it already (Avahi does)."""
        for number in range(1, MOST_NAMES + 1):
            name = self.wanted if number == 1 else f"{self.wanted}-{number}"
            owners = self._owners(f"{name}.local.")
            if owners <= set(addresses):
                return name, bool(owners)
        raise OSError(f"{self.wanted} and {MOST_NAMES - 1} more names are taken")

    def _owners(self, name: str) -> set[str]:
        """The addresses that are said for a name, in any of our networks."""
        owners: set[str] = set()
        for zeroconf in self._running:
            resolver = AddressResolverIPv4(name)
            if resolver.request(zeroconf, ANSWER_MS):
                owners.update(resolver.parsed_addresses(IPVersion.V4Only))
        return owners

    def close(self) -> None:
        """Says goodbye, so that nobody keeps the name for the old address."""
        self.name = ""
        for zeroconf in self._running:
            with suppress(OSError, ZeroconfError):
                zeroconf.close()
        self._running.clear()


def _service(name: str, address: str, port: int) -> ServiceInfo:
    return ServiceInfo(
        KIND,
        f"Claustrophobia {name}.{KIND}",
        addresses=[socket.inet_aton(address)],
        port=port,
        properties={"path": "/"},
        server=f"{name}.local.",
    )
