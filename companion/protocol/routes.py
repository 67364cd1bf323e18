"""Everything the service can be asked, over HTTP and over the socket, and what it sends by itself.

A test compares the routes with those of the service: each is here, and answers with the type that is named here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.protocol import access, answers, coach, games, messages, network, people, sight, story
from companion.protocol.box import BoxJson
from companion.protocol.device_routes import DEVICE_ROUTES
from companion.protocol.devices import DeviceStatuses
from companion.protocol.machine_routes import MACHINE_ROUTES
from companion.protocol.refusal import NoticeJson
from companion.protocol.route import Route
from companion.protocol.strict import StrictMessage
from companion.protocol.views import ReadingJson, View


class Incoming(NamedTuple):
    """A message of a tablet over the socket, and what its acknowledgement is."""

    model: type[StrictMessage]
    answers: type | str
    about: str


class Outgoing(NamedTuple):
    """What the service sends over the socket by itself."""

    sends: type
    about: str
    or_null: bool = False


# What every route and event answers with when it refuses.
REFUSED: Final = answers.RefusedAnswer

ROUTES: Final[tuple[Route, ...]] = (
    Route("GET", "/api/health", "Whether the service runs.", answers.HealthAnswer),
    Route("GET", "/api/info", "What the service is, and which devices it has.", answers.InfoAnswer),
    Route("GET", "/api/qr.svg", "The way in as a QR code, for the host; `?game=` leads to a game.", "image/svg+xml"),
    Route(
        "GET",
        "/api/games",
        "The games, the one played last first; `?search=` words, `?page=` from 0, `?archived=true` those put away.",
        games.GamesAnswer,
    ),
    Route("GET", "/api/host", "The table codes, and where wrong ones came from; for the host.", access.HostAnswer),
    Route(
        "POST",
        "/api/host/code",
        "A new table code, now or every evening; for the host.",
        access.HostAnswer,
        access.CodeRequest,
    ),
    Route("POST", "/api/games", "Begins a game with the chosen box.", answers.GameAnswer, messages.GameRequest),
    Route(
        "POST",
        "/api/auction",
        "What may be bid for the Humans, and what a team in the making comes to. Nothing is kept.",
        answers.AuctionAnswer,
        messages.AuctionRequest,
    ),
    Route(
        "GET",
        "/api/games/<name>/export",
        "The game as a file, as the seat that asks may know it; all of it once both sides have confirmed the end.",
        "application/jsonl",
    ),
    Route(
        "POST",
        "/api/games/import",
        "A game from a file, under a new name.",
        answers.GameAnswer,
        "the text of such a file",
    ),
    Route("GET", "/api/games/<name>", "A game as the list shows it.", games.GameSummaryAnswer),
    Route(
        "POST",
        "/api/games/<name>/labels",
        "A title of the players' own; put away, or back into the list.",
        games.GameSummaryAnswer,
        games.GameLabels,
    ),
    Route(
        "POST",
        "/api/games/<name>/delete",
        "Takes a game off the list; it can be brought back for a week.",
        games.DeletedGameAnswer,
    ),
    Route("GET", "/api/kept-games", "The games that were deleted or set aside.", games.KeptGamesAnswer),
    Route("GET", "/api/kept-games/<name>", "One of them: how much of it is good, and why.", games.KeptGameAnswer),
    Route(
        "POST",
        "/api/kept-games/<name>/restore",
        "A deleted game as it was; the good part of a damaged one as a new game.",
        answers.GameAnswer,
    ),
    Route(
        "GET",
        "/api/kept-games/<name>/export",
        "The good part of it as a file; of a running game what the seat that asks may know.",
        "application/jsonl",
    ),
    Route(
        "GET",
        "/api/chronicle",
        "All games played to the end, by scenario and player.",
        people.ChronicleAnswer,
    ),
    Route(
        "GET",
        "/api/games/<name>/story",
        "How a game went: luck, turning points, who fell. Nothing hidden is in it.",
        story.StoryAnswer,
    ),
    Route("GET", "/api/games/<name>/replay", "The steps of a game by name.", story.ReplayAnswer),
    Route(
        "GET",
        "/api/games/<name>/replay/<int:seq>",
        "The public table after a step; 0 is the set-up.",
        story.ReplayedAnswer,
    ),
    Route(
        "POST",
        "/api/games/<name>/rematch",
        "The same set-up anew, everybody on the next side in turn order; everybody at the game is told.",
        story.RematchAnswer,
    ),
    Route(
        "POST",
        "/api/games/<name>/coach",
        "What could this seat do now, and how good is an idea of its own? Looked at in the background, for the side the"
        " game waits for.",
        coach.CoachAnswer,
        messages.CoachQuestion,
    ),
    Route("GET", "/api/games/<name>/coach", "What came of this seat's question so far.", coach.CoachAnswer),
    Route("POST", "/api/games/<name>/coach/stop", "Ends it.", answers.OkAnswer),
    Route(
        "POST",
        "/api/games/<name>/coach/allow",
        "Whether players of this game may ask the coach; for the host. Both see it in their views.",
        answers.OkAnswer,
        messages.CoachRequest,
    ),
    Route(
        "POST",
        "/api/games/<name>/analysis",
        "Chances step by step, turning points and luck, looked at in the background; once all have confirmed the end.",
        coach.AnalysisAnswer,
    ),
    Route("GET", "/api/games/<name>/analysis", "How far that is; whole, it is kept.", coach.AnalysisAnswer),
    Route("POST", "/api/games/<name>/analysis/stop", "Ends it.", answers.OkAnswer),
    Route("GET", "/api/games/<name>/box", "The values a game is played with.", BoxJson),
    Route(
        "POST",
        "/api/games/<name>/photo",
        "A photo of the dice that are awaited, by the side that rolls, becomes a reading.",
        answers.PhotoAnswer,
        "a photo of the dice",
    ),
    Route(
        "POST",
        "/api/games/<name>/piece",
        "A photo of the tile or card that is drawn, by the side that draws, becomes a reading where it is known.",
        sight.KnownAnswer,
        "a photo of the piece",
    ),
    Route(
        "GET",
        "/api/games/<name>/board",
        "The last picture of the board, compared with the game as it is now.",
        answers.BoardAnswer,
    ),
    Route(
        "POST",
        "/api/games/<name>/board",
        "Compares a photo of the board with the game.",
        answers.BoardAnswer,
        "a photo of the board",
    ),
    Route("POST", "/api/games/<name>/board/camera", "The same with the camera over the board.", answers.BoardAnswer),
    Route("GET", "/api/readings/<name>.jpg", "The picture a reading rests on, as long as it is kept.", "image/jpeg"),
    Route("GET", "/api/labels.pdf", "Sheets of labels; `?paper=` and `?language=`.", "application/pdf"),
    Route("GET", "/api/box", "The chosen box, every value with where it comes from.", BoxJson),
    Route(
        "GET",
        "/api/box/check/<scenario>",
        "What is to check for a scenario, the weightiest open item first.",
        answers.BoxCheckAnswer,
    ),
    Route(
        "POST",
        "/api/box/values",
        "The owner's values for the chosen box: all or nothing.",
        answers.BoxValuesAnswer,
        messages.BoxValuesRequest,
    ),
    Route("GET", "/api/boxes", "The owner's boxes.", answers.BoxesAnswer),
    Route(
        "POST",
        "/api/boxes",
        "A new box, empty or a variant of another; it is not chosen yet.",
        answers.NewBoxAnswer,
        messages.NewBox,
    ),
    Route("POST", "/api/boxes/import", "A box from a file.", answers.NewBoxAnswer, "the text of a box's file"),
    Route("GET", "/api/boxes/<name>/export", "A box as a file.", "application/toml"),
    Route("POST", "/api/boxes/<name>/choose", "New games are played with this box from now on.", answers.ContentAnswer),
    Route("POST", "/api/boxes/<name>/rename", "Another name for a box.", answers.OkAnswer, messages.NewTitle),
    Route(
        "POST",
        "/api/boxes/<name>/delete",
        "The box goes; if it was the chosen one, our own values are played again.",
        answers.OkAnswer,
    ),
    Route(
        "GET",
        "/api/box/palette",
        "Every verb and piece of cards and scenarios with what it needs, and the names of the box.",
        answers.PaletteAnswer,
    ),
    Route("GET", "/api/box/cards/<name>", "A card as a sheet that can be changed and sent back.", answers.CardAnswer),
    Route("POST", "/api/box/cards", "Keeps a card.", answers.KeptCardAnswer, "a card's sheet"),
    Route(
        "POST",
        "/api/box/cards/check",
        "What a card would come to; nothing is kept.",
        answers.CheckedCardAnswer,
        "a card's sheet",
    ),
    Route(
        "POST",
        "/api/box/cards/rehearse",
        "Every way a card can be played on a small table, and what that does.",
        answers.RehearsedCardAnswer,
        "a card's sheet",
    ),
    Route("POST", "/api/box/cards/<name>/delete", "Takes a card of the owner's out of the box.", answers.ContentAnswer),
    Route(
        "POST",
        "/api/box/cards/<name>/bind",
        "A label or a sticker is on the card from now on.",
        answers.BoundAnswer,
        messages.BindRequest,
    ),
    Route("GET", "/api/box/scan", "The label or sticker shown last that is on no card yet.", answers.ScanAnswer),
    Route(
        "POST",
        "/api/box/photo",
        "The numbers on a photo of a card; `?kind=` warrior or demon.",
        answers.CardPhotoAnswer,
        "a photo of a card",
    ),
    Route(
        "POST",
        "/api/box/photo/camera",
        "The same for the card that lies under the camera over the tray.",
        answers.CardPhotoAnswer,
    ),
    Route(
        "GET", "/api/box/scenarios", "All scenarios, and the ready-made parts for new ones.", answers.ScenariosAnswer
    ),
    Route("GET", "/api/box/scenarios/<name>", "A scenario as a sheet, and what to lay out.", answers.ScenarioAnswer),
    Route("POST", "/api/box/scenarios", "Keeps a scenario.", answers.KeptScenarioAnswer, "a scenario's sheet"),
    Route(
        "POST",
        "/api/box/scenarios/check",
        "What a scenario would come to; nothing is kept.",
        answers.CheckedScenarioAnswer,
        "a scenario's sheet",
    ),
    Route(
        "POST",
        "/api/box/scenarios/<name>/delete",
        "Takes a scenario of the owner's out of the box.",
        answers.ContentAnswer,
    ),
    Route(
        "POST",
        "/api/box/scenarios/<name>/trial",
        "Plays games to the end in the background: the fair player on all sides, some by lot. One at a time.",
        answers.NewTrialAnswer,
        messages.TrialRequest,
    ),
    Route(
        "POST",
        "/api/box/scenarios/trial",
        "The same for a scenario that is not kept yet.",
        answers.NewTrialAnswer,
        messages.SheetTrialRequest,
    ),
    Route("GET", "/api/box/trials/<name>", "How far a trial is, and what came of it.", answers.TrialAnswer),
    Route("POST", "/api/box/trials/<name>/stop", "Ends a trial.", answers.OkAnswer),
    *DEVICE_ROUTES,
    *MACHINE_ROUTES,
)

INCOMING: Final[dict[str, Incoming]] = {
    "join": Incoming(messages.Join, answers.JoinAnswer, "Keep the token: it proves the seat next time."),
    "leave": Incoming(access.Leave, answers.OkAnswer, "The token is worth nothing from now on."),
    "answer_seat": Incoming(access.SeatAnswer, answers.OkAnswer, "Whoever asks hears it with the next `join`."),
    "intent": Incoming(
        messages.IntentMessage, answers.IntentAnswer, "A refusal of a stale intent carries the current view."
    ),
    "log": Incoming(messages.LogRequest, answers.LogAnswer, "The page of the log."),
    "going_back": Incoming(
        messages.GoingBackRequest, answers.GoingBackAnswer, "What going back in the log would come to."
    ),
}

OUTGOING: Final[dict[str, Outgoing]] = {
    "happened": Outgoing(answers.HappenedEvent, "The log lines of a change, before its view."),
    "view": Outgoing(View, "The game as the seat may see it, after every change."),
    "reading": Outgoing(ReadingJson, "The pending reading; it is in every view too.", or_null=True),
    "seat_requests": Outgoing(
        access.SeatRequestsEvent, "Who asks for a seat this tablet holds; after every change, and after a join."
    ),
    "people": Outgoing(people.PeopleEvent, "Who plays and who is connected; whenever that changes, and after a join."),
    "rematch": Outgoing(story.RematchEvent, "A rematch of this game was begun."),
    "places": Outgoing(network.PlacesEvent, "Where the service can be found, whenever that changes."),
    "devices": Outgoing(DeviceStatuses, "How camera and tray are, whenever one changes."),
    "box": Outgoing(answers.BoxEvent, "Another box is chosen, or it has other values: fetch `/api/box` anew."),
    "notice": Outgoing(
        NoticeJson,
        "Somebody took a seat or asks for one, a file was damaged, a packet was unreadable, a tray went or came.",
    ),
}
