"""The addresses of this machine that tablets can reach, whether there is a way to the internet or not."""

from __future__ import annotations

import ipaddress
import socket
from pathlib import Path

import ifaddr

# Networks inside the machine: no tablet is in them.
INSIDE = ("docker", "br-", "virbr", "lxcbr", "podman", "cni")
INTERFACES = Path("/sys/class/net")


def own_addresses() -> tuple[str, ...]:
    """IPv4 addresses of the interfaces that are up: the one that leads furthest first, those without a router last.

    Asked of the interfaces themselves. A machine in a hotspot, or behind a router without uplink, has no default route
    and an address all the same.
    """
    found = [
        str(ip.ip)
        for adapter in ifaddr.get_adapters()
        if _is_for_tablets(adapter.name)
        for ip in adapter.ips
        if ip.is_IPv4 and not ipaddress.ip_address(str(ip.ip)).is_loopback
    ]
    outward = outward_address()
    return tuple(sorted(dict.fromkeys(found), key=lambda ip: (ip != outward, ipaddress.ip_address(ip).is_link_local)))


def _is_for_tablets(interface: str) -> bool:
    if interface.startswith(INSIDE):
        return False
    try:
        return (INTERFACES / interface / "operstate").read_text().strip() != "down"
    except OSError:
        # An interface that cannot be asked counts: a wrong address is better than none.
        return True


def outward_address() -> str:
    """The address that packets to the internet would have; empty without a route. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
