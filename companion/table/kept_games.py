"""Games that are not in the list any more: deleted ones, for a week, and damaged ones that were set aside."""

from __future__ import annotations

import logging
from pathlib import Path

from companion.protocol.games import KeptGame, KeptGameDetails
from companion.protocol.json import Facts
from companion.protocol.refusal import Refused
from companion.table.environment import Environment
from companion.table.game_brief import Brief, read_brief
from companion.table.game_files import KEPT_SECONDS, GameFiles, KeptFile
from companion.table.journal_reading import DamagedJournal, JournalUnavailable
from companion.table.loaded_box import BoxProvider
from companion.table.rescue import Rescued, rescued

log = logging.getLogger("companion")


class KeptGames:
    """Looks only; nothing here changes a file."""

    def __init__(self, files: GameFiles, boxes: BoxProvider, environment: Environment) -> None:
        self._files = files
        self._boxes = boxes
        self._environment = environment

    def games(self) -> list[KeptGame]:
        """All of them, the one that was deleted or set aside last first."""
        try:
            found = [_entry(file) for file in self._files.kept()]
        except OSError as error:
            log.warning("the games cannot be listed: %s", error)
            return []
        return sorted(found, key=lambda kept: (kept["since"], kept["id"]), reverse=True)

    def look(self, name: str) -> KeptGameDetails:
        """How much of it is good, and what is wrong with the rest."""
        file = self.file(name)
        found = self._rescued(file.path, file.game)
        return {
            **_entry(file),
            "records": len(found.records),
            "damage": found.damage.kind if found.damage is not None else None,
            "reason": found.damage.reason if found.damage is not None else None,
            "progress": found.progress,
        }

    def file(self, name: str) -> KeptFile:
        try:
            file = self._files.kept_file(name)
        except OSError as error:
            raise _unavailable(name, error) from error
        if file is None:
            raise Refused("table/no_such_game", "no_such_game", {"game": name[:60]})
        return file

    def good_part(self, path: Path, name: str) -> Rescued:
        """Of the game in a file; `Refused` if there is none."""
        found = self._rescued(path, name)
        if not found.records:
            raise _lost(path, found)
        return found

    def _rescued(self, path: Path, name: str) -> Rescued:
        try:
            return rescued(path, name, self._boxes, self._environment)
        except JournalUnavailable as error:
            raise _unavailable(path.stem, error) from error


def _unavailable(name: str, error: Exception) -> Refused:
    facts: Facts = {"game": name, "file": f"{name}.game", "reason": str(error)}
    return Refused("table/unavailable", "journal_unavailable", facts)


def _lost(path: Path, found: Rescued) -> Refused:
    facts: Facts = {"game": path.stem, "file": path.name, "reason": str(found.damage), "records": 0}
    return Refused("table/lost", "journal_lost", facts)


def _entry(file: KeptFile) -> KeptGame:
    brief = _brief(file.path)
    deleted = file.kind == "deleted"
    return {
        "id": file.id,
        "game": file.game,
        "kind": file.kind,
        "title": brief.labels.title if brief else "",
        "scenario": brief.scenario if brief else None,
        "played": brief.played if brief else None,
        # Setting it aside was the last change of its name.
        "since": file.number if deleted else int(file.path.stat().st_ctime),
        "until": file.number + KEPT_SECONDS if deleted else None,
    }


def _brief(path: Path) -> Brief | None:
    try:
        return read_brief(path)
    except (DamagedJournal, JournalUnavailable):
        return None
