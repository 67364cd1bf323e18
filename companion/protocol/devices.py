"""The devices as the tablet shows them: the tray, the check of all parts, and one word for each device."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from companion.protocol.camera import LiveImageJson
from companion.protocol.json import Facts


class TrayProblemJson(TypedDict):
    """Why there is no link to the tray; `code` names the sentence in the tablet's languages."""

    code: str
    facts: Facts


class TrayBoardJson(TypedDict):
    """The board that is connected; `can` lists its parts ("light:24", "reader")."""

    board: str
    firmware: str
    can: list[str]


class RingLightJson(TypedDict):
    """The light of the ring: level 1 to 255, colour rrggbb."""

    level: int
    colour: str


class ButtonTestJson(TypedDict):
    presses: int
    down: bool


# What lies on the reader: a tile, a card by its deck, a sticker that is on no piece of the box.
PieceKind: TypeAlias = Literal["tile", "gift", "object", "advantage", "event", "demon", "unknown"]


class CardTestJson(TypedDict):
    """A piece on the reader, by its kind only: everybody sees the devices page, and the card may be hidden."""

    kind: PieceKind


class TrayTestJson(TypedDict):
    """The test mode: buttons and cards are only shown, the game does not get them while it `lasts`."""

    lasts: bool
    buttons: dict[str, ButtonTestJson]
    card: CardTestJson | None


class TrayStatusJson(TypedDict):
    """The tray; `faults` is part to fault code, `light` is None while the ring is dark."""

    state: Literal["connected", "searching", "problem"]
    port: str
    problem: TrayProblemJson | None
    board: TrayBoardJson | None
    bad_frames: int
    resets: int
    faults: dict[str, str]
    simulated: bool
    light: RingLightJson | None
    test: TrayTestJson


class NoTrayJson(TypedDict):
    """The service was started without a tray."""

    state: Literal["none"]


PartState: TypeAlias = Literal["ok", "missing", "fail"]


class CheckFindingJson(TypedDict):
    """The result for one part. `what` and `do` are English; `code` and `facts` are for other languages."""

    part: str
    state: PartState
    what: str
    do: str
    code: str
    facts: Facts


class CheckJson(TypedDict):
    """The last check, as far as it has come."""

    running: bool
    findings: list[CheckFindingJson]


# -- all devices -------------------------------------------------------------------------------------------------------

# One word for a device, for the bar on top of every tablet.
DeviceStatus: TypeAlias = Literal["none", "ready", "simulated", "starting", "searching", "gone", "problem"]


class DeviceStatuses(TypedDict):
    """How camera and tray are."""

    camera: DeviceStatus
    tray: DeviceStatus


class CameraPart(LiveImageJson):
    """The camera on the devices page."""

    name: str


class DevicesNow(TypedDict):
    """The parts of the table."""

    tray: TrayStatusJson | NoTrayJson
    camera: CameraPart | None
    # Devices that could not be used when the service started, with the reason.
    faults: list[CheckFindingJson]
    # Space on the disk.
    free_megabytes: int | None
    # Temperature of the processor.
    degrees: float | None
