"""What the list of games shows of a game: read from its file in a moment, without playing it.

Rows in the file, each with a checksum: the labels are the players' own (a title, put away or not); the progress is
worked out from the records, kept when a game is closed, and counts only while it belongs to the last record.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, cast

from companion.protocol.games import GameLabels, GameProgress, GameSummary
from companion.protocol.people import PlayerNames
from companion.rules.state import State
from companion.table.journal_reading import DamagedJournal, errors_named, plain_text, reading
from companion.table.record import NEW, Record, chained

LABELS = "labels"
PROGRESS = "progress"
# What the coach found about a game that is over; counts like the progress.
ANALYSIS = "analysis"
LAST = "SELECT body, sum FROM records ORDER BY seq DESC LIMIT 1"
FIRST = "SELECT body FROM records WHERE seq = 0"
ABOUT = "SELECT what, body, sum FROM about"
HAS_ABOUT = "SELECT 1 FROM sqlite_master WHERE name = 'about'"
# A time that can be shown: seconds from 1970 to the year 2500.
LATEST_TIME = 16_725_225_600


class Labels(NamedTuple):
    """What the players say of a game."""

    title: str = ""
    archived: bool = False
    human: str = ""
    demon: str = ""
    squamata: str = ""

    @property
    def players(self) -> PlayerNames:
        return {"human": self.human, "demon": self.demon, "squamata": self.squamata}


NO_LABELS = Labels()
# The body and the checksum of a row that is not there.
NO_ROW = ("", "")


class Brief(NamedTuple):
    """Enough of a game to sort and find it. `progress` is None if the one in the file is not of the last record."""

    scenario: str
    played: int
    labels: Labels
    progress: GameProgress | None


def row_sum(key: str, body: str) -> str:
    return chained(key, body)


def relabelled(before: Labels, changed: GameLabels) -> Labels:
    """What is None stays as it is; spaces nobody meant are left out."""

    def text(new: str | None, old: str) -> str:
        return old if new is None else " ".join(new.split())

    return Labels(
        title=text(changed.title, before.title),
        archived=before.archived if changed.archived is None else changed.archived,
        human=text(changed.human, before.human),
        demon=text(changed.demon, before.demon),
        squamata=text(changed.squamata, before.squamata),
    )


def labels_text(labels: Labels) -> str:
    return json.dumps(labels._asdict(), ensure_ascii=False)


def labels_from(body: str, total: str) -> Labels:
    """The labels of a row; none if the row is not whole: a title is not worth a game."""
    return Labels(**json.loads(body)) if row_sum(LABELS, body) == total else NO_LABELS


def progress_of(records: Sequence[Record], version: int, state: State) -> GameProgress:
    """How far a game has come, as its state says and its first and last record."""
    return {
        "version": version,
        "created": shown_time(records[0].at),
        "played": shown_time(records[-1].at),
        "scenario": state.game.name,
        "round": state.round,
        "phase": state.phase,
        "winner": state.outcome.winner if state.outcome else None,
    }


def progress_text(progress: GameProgress) -> str:
    return json.dumps(progress, ensure_ascii=False)


def summary_of(name: str, labels: Labels, progress: GameProgress) -> GameSummary:
    """A game as the list shows it."""
    return {**progress, "game": name, "title": labels.title, "archived": labels.archived, "players": labels.players}


def shown_time(seconds: object) -> int:
    """The time of a record, or 0 for one that no clock could have said."""
    return seconds if isinstance(seconds, int) and 0 <= seconds <= LATEST_TIME else 0


def read_brief(path: Path) -> Brief:
    """`DamagedJournal` or `JournalUnavailable` where not even this can be read."""
    with errors_named(), reading(path) as connection:
        try:
            return _brief(connection)
        except (LookupError, AttributeError) as error:
            raise DamagedJournal(f"a record is not what it should be: {error}") from error


def _brief(connection: sqlite3.Connection) -> Brief:
    last = connection.execute(LAST).fetchone()
    if last is None:
        raise DamagedJournal("there is no record in it", kind="empty")
    rows = about_rows(connection)
    labels = labels_from(*rows.get(LABELS, NO_ROW))
    body, total = rows.get(PROGRESS, NO_ROW)
    if row_sum(plain_text(last[1]), body) == total:
        kept: GameProgress = json.loads(body)
        return Brief(kept["scenario"], kept["played"], labels, kept)
    first = json.loads(plain_text(connection.execute(FIRST).fetchone()[0]))
    return Brief(_scenario(first), shown_time(json.loads(plain_text(last[0])).get("at")), labels, None)


def about_rows(connection: sqlite3.Connection) -> Mapping[str, tuple[str, str]]:
    """Labels and progress, each with its checksum."""
    if connection.execute(HAS_ABOUT).fetchone() is None:
        return {}  # A file of 0.1.0 or 0.2.0.
    return {plain_text(what): (plain_text(body), plain_text(total)) for what, body, total in connection.execute(ABOUT)}


def _scenario(first: Mapping[str, object]) -> str:
    do = first.get("do")
    game = do.get("game") if first.get("kind") == NEW and isinstance(do, Mapping) else None
    if not isinstance(game, Mapping) or not isinstance(game.get("scenario"), str):
        raise DamagedJournal("the first record does not say how the game was set up")
    return cast(str, game["scenario"])
