"""Updates, the way back, and the factory reset: what the host's tablet sees and asks for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from pydantic import Field

from companion.protocol.answers import OkAnswer
from companion.protocol.strict import StrictMessage
from companion.protocol.update_words import ChangeKind, UpdateStateJson

# Where a release was found: on a stick in the machine, or in the network.
ReleaseSource = Literal["stick", "network"]


class ChangeJson(TypedDict):
    kind: ChangeKind
    # English, as the changelog is.
    text: str


class VersionChangesJson(TypedDict):
    """What one version changed."""

    version: str
    # 2026-11-18, or "" where the changelog has none.
    date: str
    entries: Sequence[ChangeJson]


class ReleaseJson(TypedDict):
    """A release that was brought here, and whose checksums and signature are right."""

    version: str
    bytes: int
    # Newest first: everything since the version that runs.
    changes: Sequence[VersionChangesJson]


class ReleasePlaceJson(TypedDict):
    """A release that can be brought here."""

    # To ask for it by.
    name: str
    source: ReleaseSource


class UpdateAnswer(OkAnswer):
    """The version that runs, what can become of it, and how far that is."""

    version: str
    # Whether this machine was installed in a way that can be updated from a tablet; and by signed releases.
    managed: bool
    signed: bool
    # Seconds since 1970 when this version was switched to; null if nobody knows.
    since: int | None
    # The version before, kept as a way back; null if there is none.
    previous: str | None
    games: int
    # The round of the game on the table; null if none is open.
    round: int | None
    # Dice are being read: nothing is switched now.
    rolling: bool
    places: Sequence[ReleasePlaceJson]
    release: ReleaseJson | None
    state: UpdateStateJson


class PlaceRequest(StrictMessage):
    """Which release to bring here."""

    name: Annotated[str, Field(max_length=200)]


class ResetRequest(StrictMessage):
    """Games, boxes, cameras and codes are forgotten."""

    # The backups too; without it one of today is made first and kept.
    everything: bool = False
