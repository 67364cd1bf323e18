"""The service behind the web: the games and boxes of a data folder, who may come in, and the devices on the table."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from companion.apart import Apart
from companion.appliance.places import InstalledPlaces
from companion.appliance.units import STICKS
from companion.backup.store import BackupStore
from companion.data_folder import BOXES, GAMES, PICTURES, SIGHT
from companion.devices.board_check import GivesBoardImage
from companion.devices.camera_source import CameraSource
from companion.devices.card_titles import CardTitles
from companion.devices.checks import BackgroundCheck, check_all
from companion.devices.live_image import HiddenDeck
from companion.devices.tablet_camera import TabletCamera
from companion.devices.taught_pieces import TaughtPieces
from companion.devices.teaching import Teaching
from companion.devices.tray.check import CheckFinding
from companion.devices.uploaded_images import UploadedImages
from companion.files import make_folder, remove, write_atomically
from companion.network.network import LocalNetwork, loopback_network
from companion.ongoing import Lane
from companion.protocol.answers import InfoAnswer, Scan
from companion.protocol.json import Facts
from companion.protocol.readings import TAG, Press, Reading, Source
from companion.protocol.refusal import NoticeJson, Refused
from companion.server.access import Access, SeatAt
from companion.server.connected_devices import ConnectedDevices
from companion.server.first_run import PRACTICE, FirstRun
from companion.server.support import installed_version
from companion.server.updates import Updates
from companion.solo.coaching import Analyses, Coach
from companion.solo.driver import PACE_S, Driver
from companion.solo.trials import Trials
from companion.table.box_store import BoxStore
from companion.table.environment import DiceRoller, Environment, Scheduler, Shuffler, SystemDice, SystemShuffler
from companion.table.game_store import GameStore
from companion.table.loaded_box import LoadedBox
from companion.table.seats import sees_deck
from companion.table.table import Change, Table

log = logging.getLogger("companion")

PICTURE_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
MOST_PICTURES = 400
BIGGEST_PICTURE = 4_000_000
LOG_LINES = 200
# Of what the box does not know: these can be bound to a card, a title cannot.
BINDABLE = ("other_set", "unknown_tag")


@dataclass(frozen=True)
class Settings:
    """How the service was started."""

    data: Path
    # Where tablets find it; None for this machine alone.
    network: LocalNetwork | None = None
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
    # The camera of a tablet, where dice can be read.
    tablet: TabletCamera | None = None
    # The owner's boxes; read from the data folder where nobody has yet.
    boxes: BoxStore | None = None
    # How long the companion waits before it says what comes next.
    pace_s: float = PACE_S
    # How many of the usual play-outs the coach makes.
    coach_effort: float = 1.0
    # Starts the service anew, after a backup was restored.
    restart: Callable[[], None] = lambda: None
    # What reads the titles of cards; otherwise what is installed.
    titles: CardTitles | None = None
    # Where the companion is installed; found by itself where it was installed by install.sh.
    places: InstalledPlaces | None = None
    # Where the machine shows sticks.
    sticks: Path = STICKS
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
        """As every handler of Python: a line that cannot be written must not end the thread it comes from."""
        try:
            self.lines.append(self.format(record))
        except Exception:  # noqa: BLE001 (whatever it is: it is told on the error output)
            self.handleError(record)


class Service:
    """Everything that lives as long as the process. Sources hand in here what they read (it is their `Sink`)."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.version = installed_version()
        make_folder(settings.data)
        self.access = Access(settings.data, settings.open)
        self.network = settings.network or loopback_network(settings.data)
        self.first_run = FirstRun(settings.data)
        self.pictures = PictureStore(settings.data / PICTURES)
        self.backups = BackupStore(settings.data, settings.restart)
        self.updates = Updates(settings.data, self.version, settings.places, settings.sticks)
        self.boxes = settings.boxes or BoxStore(settings.data / BOXES)
        self.taught = TaughtPieces(settings.data / SIGHT, lambda: (self.boxes.chosen, self.boxes.current().pieces()))
        self.titles = settings.titles or CardTitles(lambda: self.loaded_box.card_names())
        self.teaching = Teaching(self.taught, self.titles)
        self.lane = Lane()
        self.trials = Trials(self.lane)
        self.coach = Coach(self.lane, settings.coach_effort)
        self.analyses = Analyses(self.lane, settings.coach_effort)
        self.uploads = UploadedImages()
        self.apart = Apart()
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
        self.devices.know_by_sight(self.taught, self.titles)
        environment = Environment(settings.dice, settings.draws, Scheduler(), simulated)
        self.games = GameStore(settings.data / GAMES, self.boxes, environment)
        self.games.listen(self._on_change)
        self.opponent = Driver(settings.pace_s)
        self.games.listen(self.opponent.on_change)
        self.boxes.listen(self.backups.changed)
        self._lock = threading.Lock()
        self._current: Table | None = None
        self._notice_listeners: list[Callable[[NoticeJson], None]] = []
        self._out_listeners: list[Callable[[], None]] = []
        self._people_listeners: list[Callable[[str], None]] = []
        self._rematch_listeners: list[Callable[[str, str], None]] = []
        devices = self.devices
        self.check = BackgroundCheck(
            lambda: check_all(devices.camera, devices.tray, devices.faults, settings.data, self.address)
        )
        self.log_tail = LogTail()
        log.addHandler(self.log_tail)

    def start(self) -> None:
        """Devices begin to work. Not before the pages are set up: their threads must find everything there."""
        self.devices.start(self)
        self.network.start()
        self.opponent.start()
        self.resume()
        self.backups.start()
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
        self.network.stop()
        self.opponent.stop()
        self.backups.close()
        self.check.wait(5)
        log.removeHandler(self.log_tail)
        self.devices.stop()
        self.lane.close()
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

    @property
    def address(self) -> str:
        """For tablets in the same network, as it is now."""
        return self.network.reach.address

    def info(self) -> InfoAnswer:
        return {
            "ok": True,
            "version": self.version,
            "rules": self.loaded_box.rules,
            "content": self.loaded_box.content,
            "address": self.address,
            **self.network.places(),
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

    # -- the people at a game ------------------------------------------------------------------------------------------

    def people_changed(self, game: str) -> None:
        """The players of a game have other names."""
        for send in list(self._people_listeners):
            send(game)

    def on_people(self, send: Callable[[str], None]) -> None:
        self._people_listeners.append(send)

    def rematched(self, game: str, rematch: str) -> None:
        """A rematch of a game was begun."""
        for send in list(self._rematch_listeners):
            send(game, rematch)

    def on_rematch(self, send: Callable[[str, str], None]) -> None:
        self._rematch_listeners.append(send)

    # -- the game on the physical table --------------------------------------------------------------------------------

    def use(self, table: Table) -> None:
        """This is the game that is being played: devices look for what it waits for."""
        self.games.pin(table.name)
        with self._lock:
            self._current = table
        self.devices.request_input(table.input_request())

    def begin_practice(self) -> None:
        self.first_run.begin()
        self.practise()
        threading.Thread(target=self._end_practice, name="practice", daemon=True).start()

    def practise(self) -> None:
        """The camera waits for practice dice; a simulated one throws new ones."""
        self.devices.request_input(None)
        self.devices.request_input(PRACTICE)

    def _end_practice(self) -> None:
        """Also where the tablet went away without a word."""
        while self.first_run.practising:
            time.sleep(1)
        self.stop_practising()

    def stop_practising(self) -> None:
        table = self.current()
        self.devices.request_input(table.input_request() if table is not None else None)

    def current(self) -> Table | None:
        with self._lock:
            # A game that was deleted is not played any more.
            return None if self._current is None or self._current.unloaded else self._current

    def _on_change(self, change: Change) -> None:
        if change.records:
            self.backups.changed()
            self.use(change.table)
            self.devices.pass_on_truths(change.records)
        elif change.whole and change.table is self.current():
            # An order of the companion: its dice may be in the tray before anybody taps.
            self.devices.request_input(change.table.input_request())

    def use_camera(self, camera_id: str) -> None:
        table = self.current()
        self.devices.use_camera(camera_id, self, table.input_request() if table is not None else None)

    # -- what devices hand in ------------------------------------------------------------------------------------------

    def submit(self, event: Reading | Press) -> bool:
        """What a device brings goes to the game on the table; False if it was refused."""
        if isinstance(event, Reading) and event.kind == TAG and event.facts.get("unknown") in BINDABLE:
            # Only what is on no card yet: what a card in play is, its player keeps to themselves.
            self.remember_scan(event.tag)
        if isinstance(event, Reading) and self.first_run.take(event):
            return True
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
