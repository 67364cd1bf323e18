"""The support bundle: what helps to find a fault. It lets nobody in and shows no hand."""

from __future__ import annotations

import platform
from collections.abc import Iterable
from importlib.metadata import version
from typing import TYPE_CHECKING

from companion.protocol.support import MachineInfo, SupportBundle
from companion.server.access import Codes

# For its type only: `companion support` must work where the service's libraries are damaged.
if TYPE_CHECKING:
    from companion.server.service import Service

HIDDEN = "······"


def support_bundle(service: Service) -> SupportBundle:
    """Versions, devices, the last check and the end of the log."""
    info = service.info()
    return {
        "companion": {
            "version": info["version"],
            "rules": info["rules"],
            "content": info["content"],
            "open": info["open"],
            "simulated": info["simulated"],
            "notices": info["notices"],
        },
        "machine": machine_info(),
        "update": service.updates.state_json(),
        "devices": service.devices.to_json(service.settings.data),
        "check": service.check.to_json(),
        "games": service.games.names(),
        "log": without_codes(service.log_tail.lines, service.access.codes),
    }


def machine_info() -> MachineInfo:
    return {"system": platform.platform(), "python": platform.python_version()}


def installed_version() -> str:
    return version("claustrophobia-companion")


def without_codes(lines: Iterable[str], codes: Codes | None) -> list[str]:
    """The lines, with nothing in them that lets anybody in."""
    secrets = (codes.code, codes.long, codes.key) if codes else ()
    hidden = []
    for line in lines:
        for secret in secrets:
            line = line.replace(secret, HIDDEN)
        hidden.append(line)
    return hidden
