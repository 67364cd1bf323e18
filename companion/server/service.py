"""The service behind the web: all games of a data folder, who may come in, and the sources that bring readings."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Any

from companion.devices.simulated import SystemDice, SystemDraws
from companion.server.access import Access, load_access
from companion.server.pictures import Pictures
from companion.table.game import Change, Table
from companion.table.games import Games
from companion.table.helpers import Helpers, Scheduler
from companion.table.library import Library
from companion.table.sources import DiceSource, DrawSource, Reading, Source

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
    static: Path = Path(__file__).parent / "static" / "app"


class Service:
    """Everything that lives as long as the process. The sink of all sources."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.version = version("claustrophobia-companion")
        settings.data.mkdir(parents=True, exist_ok=True)
        self.access: Access = load_access(settings.data, settings.open)
        self.pictures = Pictures(settings.data / "pictures")
        self.library = Library()
        self.simulated = {
            "dice": settings.dice.simulated,
            "tiles": settings.draws.simulated,
            "camera": False,
            "tray": False,
            **settings.simulated,
        }
        helpers = Helpers(settings.dice, settings.draws, Scheduler(), self.simulated)
        self.games = Games(settings.data / "games", self.library, helpers)
        self.games.listen(self._on_change)
        self._lock = threading.Lock()
        self._current: Table | None = None
        for source in settings.sources:
            source.start(self)

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
                for source in self.settings.sources:
                    source.corrected(record.cause["reading"], faces)

    def _tell_sources(self, table: Table) -> None:
        awaited = table.awaited()
        for source in self.settings.sources:
            source.awaits(awaited)

    # -- readings come in ----------------------------------------------------------------------------------------------

    def offer(self, reading: Reading) -> None:
        table = self.current()
        if table is not None:
            table.offer(reading)

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

    # -- about itself --------------------------------------------------------------------------------------------------

    def info(self) -> dict[str, Any]:
        sources = [{"name": s.name, "simulated": s.simulated} for s in self.settings.sources]
        return {
            "ok": True,
            "version": self.version,
            "rules": self.library.rules,
            "content": self.library.content,
            "address": self.settings.address,
            "open": self.settings.open,
            "devices": sources,
            "simulated": dict(self.simulated),
            "notices": list(self.games.notices),
        }

    def open_last(self) -> None:
        """Go on where the table left off: the game played last is the current one."""
        tables = list(self.games.tables())
        if tables:
            self.use(max(tables, key=lambda t: t.summary()["played"]))
        for notice in self.games.notices:
            log.warning("%s %s", notice["code"], notice["facts"])

    def close(self) -> None:
        for source in self.settings.sources:
            source.stop()
        self.games.close()
