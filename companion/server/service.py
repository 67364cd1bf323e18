"""The service behind the web: the games and boxes of a data folder, who may come in, and the devices on the table."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from companion.apart import Apart
from companion.backup.store import BackupStore
from companion.data_folder import BOXES, GAMES, PICTURES
from companion.devices.board_check import GivesBoardImage
from companion.devices.camera_source import CameraSource
from companion.devices.checks import BackgroundCheck, check_all
from companion.devices.live_image import HiddenDeck
from companion.devices.tray.check import CheckFinding
from companion.devices.uploaded_images import UploadedImages
from companion.files import make_folder, remove, write_atomically
from companion.protocol.answers import InfoAnswer, Scan
from companion.protocol.json import Facts
from companion.protocol.readings import TAG, Press, Reading, Source
from companion.protocol.refusal import NoticeJson, Refused
from companion.server.access import Access, SeatAt
from companion.server.connected_devices import ConnectedDevices
from companion.server.load import ShortCollections
from companion.table.box_store import BoxStore
from companion.table.environment import DiceRoller, Environment, Scheduler, Shuffler, SystemDice, SystemShuffler
from companion.table.game_store import GameStore
from companion.table.loaded_box import LoadedBox
from companion.table.seats import sees_deck
from companion.table.table import Change, Table
from companion.table.trials import Trials

log = logging.getLogger("companion")

PICTURE_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
MOST_PICTURES = 400
BIGGEST_PICTURE = 4_000_000
LOG_LINES = 200


@dataclass(frozen=True)
class Settings:
    """How the service was started."""

    data: Path
    address: str = ""
    open: bool = False
    # Other names the tablets may ask for, besides those of the machine itself.
    names: Sequence[str] = ()
    dice: DiceRoller = field(default_factory=SystemDice)
    draws: Shuffler = field(default_factory=SystemShuffler)
    sources: Sequence[Source] = ()
    # Which devices are not real ones, for the banner on every tablet.
    simulated: Mapping[str, bool] = field(default_factory=dict)
    # Devices that could not be used, with the reason.
    faults: Sequence[CheckFinding] = ()
    # A camera over the board, for the table check.
    board: GivesBoardImage | None = None
    # Makes a source of another camera, by its id, for when one is plugged in later.
    make_camera_source: Callable[[str], CameraSource] | None = None
    # The owner's boxes; read from the data folder where nobody has yet.
    boxes: BoxStore | None = None
    # Starts the service anew, after a backup was restored.
    restart: Callable[[], None] = lambda: None
    static: Path = Path(__file__).parent / "static" / "app"


class PictureStore:
    """Pictures of readings, kept for a while so that a reading can be looked at and argued about."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()

    def put(self, name: str, jpeg: bytes, hidden: Iterable[HiddenDeck] = ()) -> None:
        """Keep a picture; the oldest goes when there are too many. `hidden`: of which decks a card may be in it."""
        if not PICTURE_NAME.fullmatch(name) or len(jpeg) > BIGGEST_PICTURE:
            raise ValueError(f"not a picture to keep: {name[:64]!r}, {len(jpeg)} bytes")
        with self._lock:
            marks = "".join(f".{game}+{deck}" for game, deck in sorted(hidden))
            write_atomically(self._folder / f"{name}{marks}.jpg", jpeg)
            kept = sorted((f for f in self._folder.glob("*.jpg") if f.is_file()), key=lambda f: f.stat().st_mtime_ns)
            for old in kept[:-MOST_PICTURES]:
                remove(old)

    def path(self, name: str, seat_at: SeatAt) -> Path | None:
        """The file, for those who may see every card that may be in it."""
        if not PICTURE_NAME.fullmatch(name):
            return None
        file = next((file for file in self._folder.glob(f"{name}.*") if file.is_file()), None)
        if file is None:
            return None
        marks = [mark.partition("+") for mark in file.name.split(".")[1:-1]]
        return file if all(sees_deck(seat_at.seat_in(game), deck) for game, _, deck in marks) else None


class LogTail(logging.Handler):
    """Remembers the last lines of the log, for the support bundle."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        self.lines: deque[str] = deque(maxlen=LOG_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


class Service:
    """Everything that lives as long as the process. Sources hand in here what they read (it is their `Sink`)."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.version = version("claustrophobia-companion")
        make_folder(settings.data)
        self.access = Access(settings.data, settings.open)
        self.pictures = PictureStore(settings.data / PICTURES)
        self.backups = BackupStore(settings.data, settings.restart)
        self.boxes = settings.boxes or BoxStore(settings.data / BOXES)
        self.trials = Trials()
        self.uploads = UploadedImages()
        self.apart = Apart()
        self._collections = ShortCollections()
        # The label or sticker shown last that belongs to no card yet, to be bound to one.
        self.last_scan: Scan | None = None
        simulated = {
            "dice": settings.dice.simulated,
            "tiles": settings.draws.simulated,
            "camera": False,
            "tray": False,
            **settings.simulated,
        }
        self.devices = ConnectedDevices(settings.sources, simulated, settings.make_camera_source, settings.faults)
        environment = Environment(settings.dice, settings.draws, Scheduler(), simulated)
        self.games = GameStore(settings.data / GAMES, self.boxes, environment)
        self.games.listen(self._on_change)
        self.boxes.listen(self.backups.changed)
        self._lock = threading.Lock()
        self._current: Table | None = None
        self._notice_listeners: list[Callable[[NoticeJson], None]] = []
        self._out_listeners: list[Callable[[], None]] = []
        devices = self.devices
        self.check = BackgroundCheck(
            lambda: check_all(devices.camera, devices.tray, devices.faults, settings.data, settings.address)
        )
        self.log_tail = LogTail()
        log.addHandler(self.log_tail)

    def start(self) -> None:
        """Devices begin to work. Not before the pages are set up: their threads must find everything there."""
        self.devices.start(self)
        self.resume()
        self.backups.start()
        self._collections.start()
        if names := self.games.names():
            # None at all: the disk may not answer now.
            self.access.held.forget_all_but({*names, *(kept["game"] for kept in self.games.kept.games())})
        for notice in self.games.notices:
            log.warning("%s %s", notice["code"], notice["facts"])

    def resume(self) -> None:
        """Go on where the table left off: the game played last is the current one, if no other is."""
        if self.current() is None:
            table = self.games.last_played()
            if table is not None:
                self.use(table)

    def close(self) -> None:
        self.backups.close()
        self._collections.stop()
        self.check.wait(5)
        log.removeHandler(self.log_tail)
        self.devices.stop()
        self.trials.close()
        self.uploads.close()
        self.games.close()

    def must_hide_nothing(self, game: str, asking: SeatAt | None = None) -> None:
        """`Refused` if whoever asks would get to know hidden cards of a game at which another tablet holds a seat."""
        own = asking.holder if asking is not None and asking.game == game else ""
        if self.access.held.sides(game, but=own) and self.games.hides_cards(game):
            raise Refused("table/still_hidden", "still_hidden", {"game": game})

    @property
    def loaded_box(self) -> LoadedBox:
        """The box that is chosen now."""
        return self.boxes.current()

    def info(self) -> InfoAnswer:
        return {
            "ok": True,
            "version": self.version,
            "rules": self.loaded_box.rules,
            "content": self.loaded_box.content,
            "address": self.settings.address,
            "open": self.settings.open,
            "devices": self.devices.names(),
            "status": self.devices.status(),
            "board_camera": self.settings.board.name if self.settings.board else None,
            "simulated": dict(self.devices.simulated),
            "notices": list(self.games.notices),
        }

    def put_everybody_out(self) -> None:
        """All connections end; whoever comes back needs the new code."""
        for put_out in list(self._out_listeners):
            put_out()

    def on_everybody_out(self, put_out: Callable[[], None]) -> None:
        self._out_listeners.append(put_out)

    # -- the game on the physical table --------------------------------------------------------------------------------

    def use(self, table: Table) -> None:
        """This is the game that is being played: devices look for what it waits for."""
        self.games.pin(table.name)
        with self._lock:
            self._current = table
        self.devices.request_input(table.input_request())

    def current(self) -> Table | None:
        with self._lock:
            # A game that was deleted is not played any more.
            return None if self._current is None or self._current.unloaded else self._current

    def _on_change(self, change: Change) -> None:
        if change.records:
            self.backups.changed()
            self._collections.acted()
            self.use(change.table)
            self.devices.pass_on_corrections(change.records)

    def use_camera(self, camera_id: str) -> None:
        table = self.current()
        self.devices.use_camera(camera_id, self, table.input_request() if table is not None else None)

    # -- what devices hand in ------------------------------------------------------------------------------------------

    def submit(self, event: Reading | Press) -> bool:
        """What a device brings goes to the game on the table; False if it was refused."""
        if isinstance(event, Reading) and event.kind == TAG and "unknown" in event.facts:
            # Only what is on no card yet: what a card in play is, its player keeps to themselves.
            self.remember_scan(event.tag)
        table = self.current()
        return table is None or table.submit_event(event).ok

    def remember_scan(self, tag: str) -> None:
        """A label or a sticker that is on no card yet: it can be bound to one."""
        self.last_scan = {"kind": "tag" if "-" in tag else "uid", "value": tag, "at": int(time.time())}

    def put_picture(self, picture: str, jpeg: bytes) -> None:
        try:
            self.pictures.put(picture, jpeg, self.devices.hidden_decks())
        except (OSError, ValueError):
            # A reading counts without its picture.
            log.exception("a picture could not be kept")

    def notice(self, code: str, key: str, facts: Facts) -> None:
        for send in list(self._notice_listeners):
            send({"code": code, "key": key, "facts": dict(facts)})

    def on_notice(self, send: Callable[[NoticeJson], None]) -> None:
        """Called with what devices want the players to know."""
        self._notice_listeners.append(send)
