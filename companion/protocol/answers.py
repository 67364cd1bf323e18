"""What the service answers over HTTP and the socket, and what it sends by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict

from companion.protocol.box import BoxCheck, BoxSummary
from companion.protocol.camera import (
    BoardCheckJson,
    CameraSetupJson,
    CameraStatusJson,
    CardPhotoJson,
    FoundCameraJson,
    LearningJson,
)
from companion.protocol.card import CardOfBox, CheckedCard, KeptCard, Palette, RehearsedCard
from companion.protocol.devices import CheckJson, DevicesNow, DeviceStatuses, TrayStatusJson, TrayTestJson
from companion.protocol.readings import ReadingState
from companion.protocol.refusal import NoticeJson, RefusalJson
from companion.protocol.results import GoingBack
from companion.protocol.scenario import CheckedScenario, KeptScenario, ScenarioList, ScenarioOfBox, TrialJson
from companion.protocol.views import LogLine, Seat, View


class OkAnswer(TypedDict):
    """It is done."""

    ok: Literal[True]


class RefusedAnswer(RefusalJson):
    """It is not done, and nothing has changed."""

    ok: Literal[False]
    # The current view, for an intent that was made on an old one.
    view: NotRequired[View | None]


# -- the service and its games -----------------------------------------------------------------------------------------


class HealthAnswer(OkAnswer):
    """The service runs."""

    version: str
    # How many games there are.
    games: int


class SourceInfo(TypedDict):
    """A camera, a reader or a tray."""

    name: str
    simulated: bool


class InfoAnswer(OkAnswer):
    """The service about itself."""

    version: str
    # Version of the rules, and of the values of the chosen box.
    rules: str
    content: str
    address: str
    # Tells it from every other service, and where else it can be found.
    service: str
    origins: list[str]
    secure: list[str]
    # Whether it was started without a table code.
    open: bool
    devices: Sequence[SourceInfo]
    # How camera and tray are.
    status: DeviceStatuses
    # The name of the camera over the board, if there is one.
    board_camera: str | None
    # What is not real: dice, tiles, camera, tray.
    simulated: Mapping[str, bool]
    # Files of games that were damaged, and what became of them.
    notices: Sequence[NoticeJson]


class AuctionPrices(TypedDict):
    """What each part of a team costs, in points."""

    gift: int
    warrior: int
    object: int
    advantage: int


class AuctionLimits(TypedDict):
    """How many of each a team may have at most."""

    gifts: int
    brutes: int
    blades: int
    advantages: int


class AuctionTeam(TypedDict):
    """A team in the making."""

    # Points spent, and those left of the bid.
    worth: int
    left: int
    # The ids of its warriors, and what each is.
    warriors: Mapping[str, str]
    # Object → the warriors of the team that may carry it.
    bearers: Mapping[str, Sequence[str]]
    # Why the team is not allowed as it is.
    refusal: RefusalJson | None


class AuctionAnswer(OkAnswer):
    """The reverse auction: what may be bid, and what the team comes to (SET-7)."""

    # The lowest bid so far; null before the first.
    bid: int | None
    # The highest next bid; below 0 nothing more can be bid.
    most: int
    # Why one of the bids was not allowed.
    refusal: RefusalJson | None
    prices: AuctionPrices
    limits: AuctionLimits
    # Null where no team was sent.
    team: AuctionTeam | None


class GameAnswer(OkAnswer):
    """A game that was made."""

    # Its name.
    game: str


class PhotoAnswer(OkAnswer):
    """A photo of dice became a reading."""

    # The reading's id.
    reading: str
    state: ReadingState
    # How many dice were read.
    dice: int


class BoardAnswer(OkAnswer):
    """The table check; null before the first picture of the board."""

    check: BoardCheckJson | None


# -- boxes -------------------------------------------------------------------------------------------------------------


class BoxesAnswer(OkAnswer):
    """The owner's boxes."""

    # The id of the one that new games are played with.
    chosen: str
    boxes: Sequence[BoxSummary]


class NewBoxAnswer(OkAnswer):
    """A box that was made."""

    # Its id.
    box: str


class ContentAnswer(OkAnswer):
    """The chosen box has changed."""

    # Names its values; the same text means the same values.
    content: str


class BoxValuesAnswer(ContentAnswer):
    """The owner's values are taken over."""

    # What is still to check for the scenario that was named.
    check: BoxCheck | None


class BoxCheckAnswer(OkAnswer, BoxCheck):
    """What of the box matters to a scenario."""


class PaletteAnswer(OkAnswer, Palette):
    """Everything a card or a scenario can be built from."""


class CardAnswer(OkAnswer, CardOfBox):
    """A card of the box."""


class CheckedCardAnswer(OkAnswer, CheckedCard):
    """A sheet of a card that can be kept."""


class RehearsedCardAnswer(OkAnswer, RehearsedCard):
    """What a card does on a small table."""


class KeptCardAnswer(OkAnswer, KeptCard):
    """The card is in the chosen box."""


class BoundAnswer(ContentAnswer):
    """A card has a label or a sticker."""

    tags: Sequence[int]


class Scan(TypedDict):
    """A label or a sticker that is on no card yet."""

    kind: Literal["tag", "uid"]
    value: str
    # Seconds since 1970.
    at: int


class ScanAnswer(OkAnswer):
    """The last one that was shown to the camera or the reader."""

    scan: Scan | None


class CardPhotoAnswer(OkAnswer):
    """Numbers a photo of a card seems to show. Proposals: nothing is taken over."""

    card: CardPhotoJson


class ScenariosAnswer(OkAnswer, ScenarioList):
    """All scenarios of the box."""


class ScenarioAnswer(OkAnswer, ScenarioOfBox):
    """A scenario of the box."""


class CheckedScenarioAnswer(OkAnswer, CheckedScenario):
    """A sheet of a scenario that can be kept."""


class KeptScenarioAnswer(OkAnswer, KeptScenario):
    """The scenario is in the chosen box."""


class TrialAnswer(OkAnswer, TrialJson):
    """A trial so far."""


class NewTrialAnswer(OkAnswer):
    """A trial has begun."""

    # Its number.
    trial: str


# -- camera and tray ---------------------------------------------------------------------------------------------------


class CameraAnswer(OkAnswer, CameraStatusJson):
    """What the camera over the tray shows."""


class CameraSetupAnswer(OkAnswer, CameraSetupJson):
    """How well the camera sees the tray."""


class LearningAnswer(OkAnswer, LearningJson):
    """Whether the players teach the reader of dice, and how many dice they have told of."""


class CamerasAnswer(OkAnswer):
    """The cameras that can be used."""

    cameras: Sequence[FoundCameraJson]


class TabletFrameAnswer(OkAnswer):
    """A picture of the tablet's own camera has come."""

    # Whether the tray is looked at through the tablet now; a tablet that is not needed stops sending.
    used: bool


class TrayAnswer(OkAnswer):
    """The tray as it is afterwards."""

    tray: TrayStatusJson


class TrayTestAnswer(OkAnswer, TrayTestJson):
    """Buttons and cards that are being tried."""


class CheckAnswer(OkAnswer, CheckJson):
    """The last check."""


class DevicesAnswer(OkAnswer, DevicesNow):
    """How the parts of the table are."""


class TrayLineAnswer(OkAnswer):
    """What the simulated tray shows."""

    shown: str


# -- over the socket ---------------------------------------------------------------------------------------------------


class JoinAnswer(OkAnswer):
    """The seat is taken."""

    # Proves this seat at this game the next time.
    token: str
    game: str | None
    seat: Seat
    view: View | None
    # The last lines of the log.
    log: Sequence[LogLine]
    # Files of games that were damaged, and what became of them.
    notices: Sequence[NoticeJson]
    devices: DeviceStatuses


class IntentAnswer(OkAnswer):
    """It is done."""

    # Of the game, afterwards.
    version: int


class LogAnswer(OkAnswer):
    """A page of the log."""

    log: Sequence[LogLine]


class GoingBackAnswer(OkAnswer):
    """What going back would take back; nothing has been done."""

    going_back: GoingBack


class HappenedEvent(TypedDict):
    """Log lines of a change."""

    version: int
    lines: Sequence[LogLine]


class BoxEvent(TypedDict):
    """The chosen box is another, or has other values."""

    content: str
