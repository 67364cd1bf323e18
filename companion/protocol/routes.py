"""Everything the service can be asked, over HTTP and over the socket, and what it sends by itself.

A test compares the routes with those of the service: each is here, and answers with the type that is named here.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from companion.protocol import access, answers, games, messages
from companion.protocol.box import BoxJson
from companion.protocol.devices import DeviceStatuses
from companion.protocol.refusal import NoticeJson
from companion.protocol.strict import StrictMessage
from companion.protocol.views import ReadingJson, View


class Route(NamedTuple):
    """One address of the service."""

    method: Literal["GET", "POST"]
    # As Flask writes it: <name> stands for a name.
    path: str
    # What for, in a sentence.
    about: str
    # The type of the JSON it answers with, or the media type of a file.
    answers: type | str
    # The model of the JSON it takes, or what else it takes.
    takes: type | str | None = None

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


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
    Route("GET", "/api/qr.svg", "The way in as a QR code, for the host.", "image/svg+xml"),
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
    Route("GET", "/api/games/<name>/box", "The values a game is played with.", BoxJson),
    Route(
        "POST",
        "/api/games/<name>/photo",
        "A photo of the dice that are awaited, by the side that rolls, becomes a reading.",
        answers.PhotoAnswer,
        "a photo of the dice",
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
        "Plays random games to the end in the background.",
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
    Route("GET", "/api/camera", "What the camera over the tray shows and what is read of it.", answers.CameraAnswer),
    Route(
        "GET",
        "/api/camera.jpg",
        "The newest image; 204 while there is none. Not for a seat that may not see the card under it.",
        "image/jpeg",
    ),
    Route(
        "GET",
        "/api/camera/setup",
        "The tray's corners and what is wrong with the image; `?corners=` eight numbers tries others.",
        answers.CameraSetupAnswer,
    ),
    Route("GET", "/api/camera/flat.jpg", "The tray between `?corners=`, as seen from above.", "image/jpeg"),
    Route(
        "POST",
        "/api/camera/corners",
        "Keeps the corners of the tray, or forgets them.",
        answers.OkAnswer,
        messages.CornersRequest,
    ),
    Route("GET", "/api/cameras", "The cameras that are plugged in now, and the simulated one.", answers.CamerasAnswer),
    Route(
        "POST",
        "/api/camera/use",
        "Uses another camera; it must give an image first.",
        answers.OkAnswer,
        messages.CameraRequest,
    ),
    Route(
        "POST",
        "/api/camera/restart",
        "Closes the camera and opens it again; answers when an image came.",
        answers.OkAnswer,
    ),
    Route(
        "GET",
        "/api/devices",
        "The tray with its problem and faults, the camera, disk space and temperature.",
        answers.DevicesAnswer,
    ),
    Route(
        "POST",
        "/api/tray/test",
        "Buttons and cards are only shown on the devices page, for a minute.",
        answers.TrayTestAnswer,
        messages.TrayTestRequest,
    ),
    Route("POST", "/api/tray/search", "Looks for trays at once.", answers.TrayAnswer),
    Route(
        "POST",
        "/api/tray/blink",
        "The ring blinks three times; answers when the board has confirmed.",
        answers.OkAnswer,
    ),
    Route("POST", "/api/tray/sim", "A verb for the simulated tray.", answers.TrayLineAnswer, messages.TrayLineRequest),
    Route("GET", "/api/check", "What the last check found so far.", answers.CheckAnswer),
    Route("POST", "/api/check", "Begins a check, the same as `companion check`.", answers.CheckAnswer),
    Route("GET", "/api/backups", "The backups of the data folder. These routes are the host's.", answers.BackupsAnswer),
    Route("POST", "/api/backups", "Makes a backup now.", answers.BackupAnswer),
    Route(
        "POST",
        "/api/backups/import",
        "Takes in the file of a backup; it is restored like any other.",
        answers.BackupAnswer,
        "the zip file",
    ),
    Route("GET", "/api/backups/<name>", "The file of a backup. It holds every hand of every game.", "application/zip"),
    Route(
        "POST",
        "/api/backups/<name>/restore",
        "Checks the backup to its last game; then the service starts anew with it. Today becomes a backup itself.",
        answers.OkAnswer,
    ),
    Route("POST", "/api/backups/<name>/delete", "Throws a backup away.", answers.OkAnswer),
    Route("GET", "/api/support.json", "The support bundle, without codes, tokens and hands.", answers.SupportBundle),
)

INCOMING: Final[dict[str, Incoming]] = {
    "join": Incoming(messages.Join, answers.JoinAnswer, "Keep the token: it proves the seat next time."),
    "leave": Incoming(access.Leave, answers.OkAnswer, "The token is worth nothing from now on."),
    "answer_seat": Incoming(access.SeatAnswer, answers.OkAnswer, "Whoever asks hears it with the next `join`."),
    "intent": Incoming(
        messages.IntentMessage, answers.IntentAnswer, "A refusal of a stale intent carries the current view."
    ),
    "log": Incoming(messages.LogRequest, answers.LogAnswer, "The page of the log."),
}

OUTGOING: Final[dict[str, Outgoing]] = {
    "happened": Outgoing(answers.HappenedEvent, "The log lines of a change, before its view."),
    "view": Outgoing(View, "The game as the seat may see it, after every change."),
    "reading": Outgoing(ReadingJson, "The pending reading; it is in every view too.", or_null=True),
    "seat_requests": Outgoing(
        access.SeatRequestsEvent, "Who asks for a seat this tablet holds; after every change, and after a join."
    ),
    "devices": Outgoing(DeviceStatuses, "How camera and tray are, whenever one changes."),
    "box": Outgoing(answers.BoxEvent, "Another box is chosen, or it has other values: fetch `/api/box` anew."),
    "notice": Outgoing(
        NoticeJson,
        "Somebody took a seat or asks for one, a file was damaged, a packet was unreadable, a tray went or came.",
    ),
}
