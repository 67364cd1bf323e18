"""One address of the service, with what it takes and answers."""

from __future__ import annotations

from typing import Literal, NamedTuple


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
