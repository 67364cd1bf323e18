"""What tablets may send, over the socket and over HTTP. Everything else is refused before anything looks at it."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, JsonValue

from companion.protocol.opponent import Opponent
from companion.protocol.strict import StrictMessage
from companion.protocol.views import DiceInput, PieceInput, Seat, SourcesJson
from companion.rules.notation import Do
from companion.rules.words import Side

# Verbs of the longest kind (an override of a whole table) stay well below this.
MOST_BYTES = 64_000
# Games of a trial: as many as are played unless somebody says otherwise, and the most.
TRIAL_GAMES = 200
MOST_TRIAL_GAMES = 1000

Word = Annotated[str, Field(max_length=64)]
BoxName = Annotated[str, Field(max_length=40)]
ValuePath = Annotated[str, Field(max_length=200)]
TitleWord = Annotated[str, Field(min_length=1, max_length=200)]
Few = Annotated[int, Field(ge=0, le=99)]
Version = Annotated[int, Field(ge=0, le=10_000_000)]
# x and y in pixels.
Corner = tuple[float, float]


# -- over the socket ---------------------------------------------------------------------------------------------------


class Join(StrictMessage):
    """Take a seat at a game; table and host also at the service alone (`game` null).

    The token of an earlier join proves its seat at its game; for any other it replaces the code. A player's seat that
    another tablet holds is refused with `table/seat_held`: its holder is asked, and the same message sent again every
    few seconds is answered as soon as it is decided.
    """

    game: Annotated[str, Field(max_length=40)] | None = None
    seat: Seat
    code: Annotated[str, Field(max_length=32)] = ""
    token: Annotated[str, Field(max_length=200)] | None = None


class IntentMessage(StrictMessage):
    """Do something. A repeated id is answered as the first time and not done again."""

    # The sender's own; never used twice.
    id: Annotated[str, Field(min_length=8, max_length=64)]
    # The version of the view it was made on.
    version: Version
    # The verb: one leading key and what belongs to it.
    do: Annotated[Do, Field(min_length=1, max_length=8)]


class LogRequest(StrictMessage):
    """Older lines of the log: the page before a record."""

    before: Version


class GoingBackRequest(StrictMessage):
    """What would it mean to go back to this act?"""

    undo_to: Version


# -- games -------------------------------------------------------------------------------------------------------------


class TeamRequest(StrictMessage):
    """The team of the auction's winner, and the bid it must be worth."""

    bid: Few
    gifts: Annotated[list[Word], Field(max_length=20)] = []
    brutes: Few = 0
    blades: Few = 0
    # The objects of each warrior, by its id.
    objects: Annotated[dict[Word, Annotated[list[Word], Field(max_length=20)]], Field(max_length=20)] = {}
    advantages: Few = 0


class AuctionRequest(StrictMessage):
    """An auction so far: what was bid, and the team the lowest bidder is building."""

    # In the order they were made.
    bids: Annotated[list[Few], Field(max_length=30)] = []
    team: TeamRequest | None = None


class Sources(StrictMessage):
    """Where dice, tiles and cards come from at this table; "companion" rolls and draws itself."""

    dice: DiceInput = "companion"
    tiles: PieceInput = "companion"
    cards: PieceInput = "companion"

    def to_json(self) -> SourcesJson:
        return {"dice": self.dice, "tiles": self.tiles, "cards": self.cards}


Handicap: TypeAlias = Literal["events_out", "more_tp", "more_advantage", "more_gift"]


class GameRequest(StrictMessage):
    """A new game."""

    scenario: Word
    # House rules by name.
    house: Annotated[dict[Word, JsonValue], Field(max_length=20)] = {}
    # The player who gets a whole handicap, as earlier releases asked for it.
    handicap: Side | None = None
    # Handicaps, each on its own: the first two help the Demon (SET-5), the others the Human (SET-6).
    handicaps: Annotated[list[Handicap], Field(max_length=4)] = []
    # The Gift the humans get with `more_gift`.
    extra_gift: Word | None = None
    team: TeamRequest | None = None
    sources: Sources = Sources()
    # Against the companion; null where people play all sides.
    opponent: Opponent | None = None


class CoachRequest(StrictMessage):
    """Whether players may ask the coach."""

    on: bool


class CoachQuestion(StrictMessage):
    """What could this seat do? With an idea of its own: a verb of an intent, which is rated and not done."""

    idea: dict[Word, JsonValue] | None = None


# -- boxes -------------------------------------------------------------------------------------------------------------


class Title(StrictMessage):
    """A name in up to three languages."""

    en: TitleWord
    fr: TitleWord | None = None
    ru: TitleWord | None = None

    def by_language(self) -> dict[str, str]:
        return {language: text for language, text in self.model_dump().items() if text}


class NewBox(StrictMessage):
    """A box to begin: empty, or a variant of another."""

    name: Title
    copy_of: BoxName | None = None


class NewTitle(StrictMessage):
    """Another name for a box."""

    name: Title


class BoxValuesRequest(StrictMessage):
    """What the owner states about the chosen box. All of it is taken over, or none."""

    # New values by path.
    values: Annotated[dict[ValuePath, JsonValue], Field(max_length=200)] = {}
    # Paths or items whose values match the card.
    confirm: Annotated[list[ValuePath], Field(max_length=200)] = []
    # Paths or items that go back to our values.
    forget: Annotated[list[ValuePath], Field(max_length=200)] = []
    # Answer with what is still to check for this scenario.
    scenario: BoxName | None = None


class BindRequest(StrictMessage):
    """The label or the sticker that is on a card from now on."""

    # Of a printed label: "card-51".
    tag: BoxName | None = None
    # Of a sticker for the tray's reader.
    uid: BoxName | None = None


class TrialRequest(StrictMessage):
    """How many games to play."""

    games: Annotated[int, Field(ge=1, le=MOST_TRIAL_GAMES)] = TRIAL_GAMES


class SheetTrialRequest(TrialRequest):
    """A trial of a scenario as its sheet is now, before it is kept."""

    sheet: dict[str, JsonValue]


# -- camera and tray ---------------------------------------------------------------------------------------------------


class CornersRequest(StrictMessage):
    """The tray's corners, clockwise from the far left, in pixels of the image; null forgets them."""

    corners: Annotated[list[Corner], Field(min_length=4, max_length=4)] | None


class CameraRequest(StrictMessage):
    """One of the cameras that were found, by its id."""

    camera: Annotated[str, Field(max_length=300)]


class LearningRequest(StrictMessage):
    """Whether to learn from what players confirm and correct."""

    on: bool


class TrayTestRequest(StrictMessage):
    """Whether buttons and cards are being tried: the game hears nothing of them meanwhile."""

    on: bool


class TrayLineRequest(StrictMessage):
    """A command for the simulated tray, as it is typed; `help` lists them."""

    line: Annotated[str, Field(max_length=200)]
