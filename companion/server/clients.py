"""Who is connected, and at which seat of which game."""

from __future__ import annotations

import threading
from typing import NamedTuple


class Place(NamedTuple):
    game: str | None
    seat: str

    @property
    def room(self) -> str:
        return room(self.game, self.seat)


def room(game: str | None, seat: str) -> str:
    return f"{game or ''}/{seat}"


class Clients:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._places: dict[str, Place] = {}

    def put(self, sid: str, place: Place) -> Place | None:
        """The client sits here now; returns where it sat before."""
        with self._lock:
            before = self._places.get(sid)
            self._places[sid] = place
            return before

    def place(self, sid: str) -> Place | None:
        with self._lock:
            return self._places.get(sid)

    def drop(self, sid: str) -> None:
        with self._lock:
            self._places.pop(sid, None)

    def seats(self, game: str) -> set[str]:
        """Seats of a game somebody sits at: only those need a view."""
        with self._lock:
            return {place.seat for place in self._places.values() if place.game == game}
