"""The list of games: page by page, by what somebody looks for, without opening a game that need not be."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

from companion.protocol.games import GamesQuery, GameSummary
from companion.protocol.refusal import Refused
from companion.table.game_brief import Brief, Labels, read_brief, summary_of
from companion.table.game_files import GameFiles
from companion.table.journal_reading import DamagedJournal, JournalUnavailable
from companion.table.loaded_box import BoxProvider
from companion.table.table import Table

log = logging.getLogger("companion")

GAMES_A_PAGE = 20

# When a file was written last, and its size; None if it is not there.
Stamp: TypeAlias = tuple[int, int] | None


class GamesPage(NamedTuple):
    """Some of the games, the one played last first; `found` counts all that were looked for."""

    games: list[GameSummary]
    found: int
    archived: int


class GameList:
    """Remembers what it read of a file until the file changes. Used by one thread at a time."""

    def __init__(
        self,
        files: GameFiles,
        boxes: BoxProvider,
        opened: Callable[[str], Table | None],
        summary: Callable[[str], GameSummary],
    ) -> None:
        self._files = files
        self._boxes = boxes
        self._opened = opened
        self._summary_of = summary
        self._known: dict[str, tuple[tuple[Stamp, Stamp], Brief]] = {}
        # The games that cannot be read now, and why.
        self.unreadable: dict[str, str] = {}

    def page(self, query: GamesQuery) -> GamesPage:
        briefs = list(self._briefs())
        asked = [
            (name, brief)
            for name, brief in briefs
            if brief.labels.archived == query.archived and self._fits(name, brief, query.search)
        ]
        asked.sort(key=lambda one: (one[1].played, one[0]), reverse=True)
        start = query.page * GAMES_A_PAGE
        games = self._summaries(asked[start : start + GAMES_A_PAGE])
        return GamesPage(games, len(asked), sum(brief.labels.archived for _, brief in briefs))

    def all(self) -> list[GameSummary]:
        """Also the games that were put away."""
        return self._summaries(sorted(self._briefs(), key=lambda one: (one[1].played, one[0]), reverse=True))

    def last_played(self) -> list[str]:
        """The games that are not put away, the one played last first."""
        found = [(brief.played, name) for name, brief in self._briefs() if not brief.labels.archived]
        return [name for _, name in sorted(found, reverse=True)]

    def _summaries(self, asked: Sequence[tuple[str, Brief]]) -> list[GameSummary]:
        return [summary for name, brief in asked if (summary := self._summary(name, brief)) is not None]

    def _summary(self, name: str, brief: Brief) -> GameSummary | None:
        if brief.progress is not None:
            return summary_of(name, brief.labels, brief.progress)
        return self._summary_or_none(name)

    def _summary_or_none(self, name: str) -> GameSummary | None:
        try:
            return self._summary_of(name)
        except Refused as refusal:
            log.warning("%s", refusal)
            return None

    def _fits(self, name: str, brief: Brief, search: str) -> bool:
        """Do all words somebody typed occur in the title, the players' names, the scenario's name, or the game's?"""
        model = self._boxes.current().box.scenarios.get(brief.scenario)
        names = model.name.model_dump().values() if model is not None else ()
        said = (brief.labels.title, brief.labels.human, brief.labels.demon, brief.labels.squamata)
        text = " ".join((*said, name, brief.scenario, *filter(None, names))).casefold()
        return all(word in text for word in search.casefold().split())

    def _briefs(self) -> Iterator[tuple[str, Brief]]:
        self.unreadable.clear()
        names = self._files.names()
        for gone in self._known.keys() - set(names):
            del self._known[gone]
        for name in names:
            brief = self._brief(name)
            if brief is not None:
                yield name, brief

    def _brief(self, name: str) -> Brief | None:
        table = self._opened(name)
        if table is not None:
            return _brief_of(table.summary())
        path = self._files.file(name)
        try:
            stamps = (_stamp(path), _stamp(Path(f"{path}-wal")))
            known = self._known.get(name)
            if known is None or known[0] != stamps:
                known = self._known[name] = (stamps, read_brief(path))
            return known[1]
        except (JournalUnavailable, OSError) as error:
            self.unreadable[name] = str(error)
            return None
        except DamagedJournal:
            # Opening it finds out what can be rescued.
            summary = self._summary_or_none(name)
            return None if summary is None else _brief_of(summary)


def _brief_of(summary: GameSummary) -> Brief:
    labels = Labels(summary["title"], summary["archived"], **summary["players"])
    return Brief(summary["scenario"], summary["played"], labels, summary)


def _stamp(path: Path) -> Stamp:
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_mtime_ns, found.st_size
