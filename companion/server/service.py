"""The service behind the web: all games of a data folder, who may come in, and the sources that bring readings."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from companion.devices.board import BoardSource
from companion.devices.check_run import CheckRun
from companion.devices.checks import check_all, free_bytes, temperature
from companion.devices.eye import Eye
from companion.devices.hand import TraySource
from companion.devices.photos import Photos
from companion.devices.simulated import SystemDice, SystemDraws
from companion.server.access import Access, load_access
from companion.server.pictures import Pictures
from companion.server.standing import Standing, StandingWatch, camera_stands, tray_stands
from companion.server.support import LogTail
from companion.table.boxes import Boxes
from companion.table.game import Change, Table
from companion.table.games import Games
from companion.table.helpers import Helpers, Scheduler
from companion.table.library import Library
from companion.table.problems import TableRefusal
from companion.table.sources import TAG, DiceSource, DrawSource, Reading, Source
from companion.table.trials import Trials

log = logging.getLogger("companion")


@dataclass(frozen=True)
class Settings:
    """How the service was started."""

    data: Path
    address: str = ""
    open: bool = False
    dice: DiceSource = field(default_factory=SystemDice)
    draws: DrawSource = field(default_factory=SystemDraws)
    sources: Sequence[Source] = ()
    # Which devices are not real ones, for the banner on every tablet.
    simulated: Mapping[str, bool] = field(default_factory=dict)
    # A camera over the board, for the table check.
    board: BoardSource | None = None
    # An eye with another camera, by its word, for when one is plugged in later.
    make_eye: Callable[[str], Eye] | None = None
    # The owner's boxes; read from the data folder where nobody has yet.
    boxes: Boxes | None = None
    static: Path = Path(__file__).parent / "static" / "app"


class Service:
    """Everything that lives as long as the process. The sink of all sources."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.version = version("claustrophobia-companion")
        settings.data.mkdir(parents=True, exist_ok=True)
        self.access: Access = load_access(settings.data, settings.open)
        self.pictures = Pictures(settings.data / "pictures")
        self.boxes = settings.boxes or Boxes(settings.data / "boxes")
        self.trials = Trials()
        # The label or sticker shown last that belongs to no card yet, to be bound to one.
        self.last_scan: dict[str, Any] | None = None
        self.simulated = {
            "dice": settings.dice.simulated,
            "tiles": settings.draws.simulated,
            "camera": False,
            "tray": False,
            **settings.simulated,
        }
        helpers = Helpers(settings.dice, settings.draws, Scheduler(), self.simulated)
        self.games = Games(settings.data / "games", self.boxes, helpers)
        self.games.listen(self._on_change)
        self._lock = threading.Lock()
        self._switching = threading.Lock()
        self._current: Table | None = None
        self.sources: tuple[Source, ...] = tuple(settings.sources)
        self.eye = next((source for source in settings.sources if isinstance(source, Eye)), None)
        self.tray = next((source for source in settings.sources if isinstance(source, TraySource)), None)
        self.check = CheckRun(lambda: check_all(self.eye, self.tray, settings.data, settings.address))
        self.log_tail = LogTail()
        log.addHandler(self.log_tail)
        self._standing_watch = StandingWatch(self.standing, self._tell_standing)
        self._told_standing: list[Callable[[Standing], None]] = []
        self._notified: list[Callable[[dict[str, Any]], None]] = []
        self.photos = next((source for source in settings.sources if isinstance(source, Photos)), None)

    def start(self) -> None:
        """Cameras and tray begin to look. Not before the pages are set up: their threads must find everything there."""
        for source in self.sources:
            source.start(self)
        self._standing_watch.start()

    @property
    def library(self) -> Library:
        """The box that is chosen now."""
        return self.boxes.current()

    # -- the game on the physical table --------------------------------------------------------------------------------

    def use(self, table: Table) -> None:
        """This is the game that is being played: sources look for what it waits for."""
        with self._lock:
            self._current = table
        self._tell_sources(table)

    def current(self) -> Table | None:
        with self._lock:
            return self._current

    def _on_change(self, change: Change) -> None:
        if change.records:
            with self._lock:
                self._current = change.table
            self._tell_sources(change.table)
            self._tell_corrections(change)

    def _tell_corrections(self, change: Change) -> None:
        for record in change.records:
            if record.cause.get("corrected") and "reading" in record.cause:
                faces = record.do.get("roll") or record.do.get("reroll") or []
                for source in self.sources:
                    source.corrected(record.cause["reading"], faces)

    def _tell_sources(self, table: Table) -> None:
        awaited = table.awaited()
        for source in self.sources:
            source.awaits(awaited)

    def use_camera(self, word: str) -> None:
        """Looks through another camera from now on."""
        if self.settings.make_eye is None:
            raise TableRefusal("camera/fixed", "camera_fixed")
        with self._switching:
            old, fresh = self.eye, self.settings.make_eye(word)
            if old is not None:
                old.stop()
            self.eye = fresh
            self.sources = (*(source for source in self.sources if source is not old), fresh)
            self.simulated["camera"] = fresh.simulated
            fresh.start(self)
        table = self.current()
        if table is not None:
            fresh.awaits(table.awaited())

    # -- readings come in ----------------------------------------------------------------------------------------------

    def offer(self, reading: Reading) -> None:
        if reading.kind == TAG and not reading.sure and reading.tag:
            # Only what is on no card yet: what a card in play is, its player keeps to themselves.
            self.saw_stranger(reading.tag)
        table = self.current()
        if table is not None:
            table.offer(reading)

    def saw_stranger(self, tag: str) -> None:
        """A label or a sticker that is on no card yet: it can be bound to one."""
        kind = "tag" if "-" in tag else "uid"
        self.last_scan = {"kind": kind, "value": tag, "at": int(time.time())}

    def put_picture(self, picture: str, jpeg: bytes) -> None:
        try:
            self.pictures.put(picture, jpeg)
        except (OSError, ValueError):
            # A reading counts without its picture.
            log.exception("a picture could not be kept")

    def press(self, name: str) -> bool:
        table = self.current()
        answer = table.press(name) if table is not None else None
        return answer is None or answer.ok

    def notice(self, code: str, message: str, facts: Mapping[str, Any]) -> None:
        for tell in list(self._notified):
            tell({"code": code, "message": message, "facts": dict(facts)})

    def on_notice(self, tell: Callable[[dict[str, Any]], None]) -> None:
        """Told what devices want the players to know."""
        self._notified.append(tell)

    def standing(self) -> Standing:
        """How the devices stand; a real tray may have taken the place of the simulated one, or gone."""
        if self.tray is not None:
            self.simulated["tray"] = self.tray.simulated
        return {"camera": camera_stands(self.eye), "tray": tray_stands(self.tray)}

    def on_standing(self, tell: Callable[[Standing], None]) -> None:
        """Told whenever a device stands otherwise than before."""
        self._told_standing.append(tell)

    def _tell_standing(self, standing: Standing) -> None:
        for tell in list(self._told_standing):
            tell(standing)

    # -- about itself --------------------------------------------------------------------------------------------------

    def info(self) -> dict[str, Any]:
        sources = [{"name": s.name, "simulated": s.simulated} for s in self.sources]
        return {
            "ok": True,
            "version": self.version,
            "rules": self.library.rules,
            "content": self.library.content,
            "address": self.settings.address,
            "open": self.settings.open,
            "devices": sources,
            "board_camera": self.settings.board.name if self.settings.board else None,
            "simulated": dict(self.simulated),
            "notices": list(self.games.notices),
        }

    def devices(self) -> dict[str, Any]:
        """How the parts of the table are, for the devices page."""
        try:
            free = free_bytes(self.settings.data) // 10**6
        except OSError:
            free = None
        return {
            "tray": self.tray.as_json() if self.tray is not None else {"state": "none"},
            "camera": self.eye.live.glimpse() | {"name": self.eye.name} if self.eye is not None else None,
            "free_megabytes": free,
            "degrees": temperature(),
        }

    def open_last(self) -> None:
        """Go on where the table left off: the game played last is the current one."""
        tables = list(self.games.tables())
        if tables:
            self.use(max(tables, key=lambda t: t.summary()["played"]))
        for notice in self.games.notices:
            log.warning("%s %s", notice["code"], notice["facts"])

    def close(self) -> None:
        self.check.wait(5)
        log.removeHandler(self.log_tail)
        self._standing_watch.stop()
        for source in self.sources:
            source.stop()
        self.trials.close()
        self.games.close()
