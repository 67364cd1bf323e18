"""Backups of the data folder, as the service tells of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from companion.protocol.answers import OkAnswer


class BackupJson(TypedDict):
    """One backup of the data folder."""

    # Of its file.
    name: str
    bytes: int
    # Seconds since 1970; null if the file cannot be read.
    made: int | None
    # What it was made for: evening, asked, before_restore, brought.
    why: str
    games: int
    boxes: int
    # The release that made it.
    version: str


class BackupsAnswer(OkAnswer):
    """The newest first."""

    backups: Sequence[BackupJson]


class BackupAnswer(OkAnswer):
    """A backup that was made or taken in, by its name."""

    backup: str
