"""The support bundle: what helps to find a fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from companion.protocol.devices import CheckJson, DevicesNow
from companion.protocol.refusal import NoticeJson
from companion.protocol.update_words import UpdateStateJson


class ServiceVersions(TypedDict):
    """The service in the support bundle."""

    version: str
    rules: str
    content: str
    open: bool
    simulated: Mapping[str, bool]
    notices: Sequence[NoticeJson]


class MachineInfo(TypedDict):
    """The computer in the support bundle."""

    system: str
    python: str


class SupportBundle(TypedDict):
    """What helps to find a fault. Nothing in it lets anybody in or shows a hand of cards."""

    companion: ServiceVersions
    machine: MachineInfo
    update: UpdateStateJson
    devices: DevicesNow
    check: CheckJson
    # Names only.
    games: Sequence[str]
    # The last lines, without the table code.
    log: Sequence[str]
