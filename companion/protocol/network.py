"""The network as the tablet shows and changes it: where the service is, and the Wi-Fi it is in."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from pydantic import Field

from companion.protocol.answers import OkAnswer
from companion.protocol.strict import StrictMessage


class PlacesEvent(TypedDict):
    """Where the service can be found, for a tablet that loses it."""

    # Tells this service from every other.
    service: str
    # Origins, the best first: "http://companion.local".
    origins: list[str]
    # The same with https; empty where there is no secure address.
    secure: list[str]


class SecureAnswer(OkAnswer):
    """The secure address, and the authority whose certificate a tablet installs for it."""

    # "https://companion.local" …; empty where there is none.
    origins: list[str]
    # SHA-256 of the authority's certificate, in pairs of letters and digits.
    fingerprint: str
    # Until when that certificate is good: a day.
    until: str


class HereAnswer(OkAnswer, PlacesEvent):
    """This is that service, and where else it is. For every page of a private address."""


class WifiNetworkJson(TypedDict):
    """A Wi-Fi network that is seen now."""

    ssid: str
    # 0 to 100.
    signal: int
    secured: bool
    # Its word is kept.
    known: bool
    joined: bool


class WifiChangeJson(TypedDict):
    """What came of the last change; `reason` is NetworkManager's own, in English."""

    ssid: str
    outcome: Literal["joined", "taken_back", "failed"]
    reason: str


class WifiJson(TypedDict):
    """The Wi-Fi of the machine."""

    # The network it is in; empty for none.
    joined: str
    # Whether its own hotspot is open.
    hotspot: bool
    # Whether it opens the hotspot where no known network is.
    auto: bool
    hotspot_name: str
    hotspot_word: str
    power_saving_off: bool
    # The strongest first.
    networks: list[WifiNetworkJson]
    # The network that is being tried; empty for none.
    trying: str
    last: WifiChangeJson | None


class NetworkAnswer(OkAnswer, PlacesEvent):
    """How tablets reach the service."""

    # "companion.local"; empty where there is none.
    name: str
    # Somebody else in the network has the name that was wanted.
    renamed: bool
    addresses: list[str]
    ports: list[int]
    # Whether a way leads out of the network; not needed to play.
    outward: bool
    # Null where the machine has no NetworkManager or no Wi-Fi.
    wifi: WifiJson | None


class JoinNetworkRequest(StrictMessage):
    """Join a Wi-Fi network; empty word for a known or an open one."""

    ssid: Annotated[str, Field(min_length=1, max_length=32)]
    word: Annotated[str, Field(max_length=63)] = ""


class HotspotRequest(StrictMessage):
    """Open or close the hotspot now, or by itself from now on; what is left out stays as it is."""

    on: bool | None = None
    auto: bool | None = None


class NetworkNameRequest(StrictMessage):
    """What the service is called in the network, without ".local"."""

    name: Annotated[str, Field(pattern=r"^[a-z0-9]([a-z0-9-]{0,28}[a-z0-9])?$")]
