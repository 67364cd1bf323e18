"""Who is connected, at which seat of which game, and since when a side has nobody."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Container

from companion.protocol.people import PeopleEvent, PlayerJson
from companion.protocol.views import Seat
from companion.server.access import SeatAt
from companion.table.seats import plays_side, sides_of
from companion.table.table import Table


class Clients:
    """Who is connected, and at which seat of which game. Thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._lock = threading.Lock()
        self._clock = clock
        self._seats: dict[str, SeatAt] = {}
        # Since when nobody of a side has been connected, if anybody was.
        self._away: dict[tuple[str, str], float] = {}

    def put(self, sid: str, seat_at: SeatAt) -> SeatAt | None:
        """The client sits here now; returns where it sat before."""
        with self._lock:
            before = self._seats.get(sid)
            self._seats[sid] = seat_at
            self._note_away(before)
            return before

    def get(self, sid: str) -> SeatAt | None:
        with self._lock:
            return self._seats.get(sid)

    def drop(self, sid: str) -> None:
        with self._lock:
            self._note_away(self._seats.pop(sid, None))

    def _note_away(self, left: SeatAt | None) -> None:
        if left is None or left.game is None:
            return
        for side in sides_of(left.seat):
            if not any(one.game == left.game and plays_side(one.seat, side) for one in self._seats.values()):
                self._away[left.game, side] = self._clock()

    def plays(self, game: str, side: str) -> bool:
        """Is somebody connected who plays this side of the game?"""
        return any(plays_side(seat, side) for seat in self.seats(game))

    def seats(self, game: str) -> set[Seat]:
        """Seats of a game somebody sits at: only those need a view."""
        with self._lock:
            return {seat_at.seat for seat_at in self._seats.values() if seat_at.game == game}

    def people(self, table: Table, held: Container[str]) -> PeopleEvent:
        """The sides that play by name, who is connected, and for how long not."""
        game, names, opponent = table.name, table.labels.players, table.request.opponent
        own = opponent.sides if opponent else ()
        with self._lock:
            here = [seat_at.seat for seat_at in self._seats.values() if seat_at.game == game]
            connected = {side for seat in here for side in sides_of(seat)}
            players: list[PlayerJson] = [
                {
                    "side": side,
                    "name": names[side],
                    "held": side in held or side in own,
                    "connected": side in connected or side in own,
                    "companion": side in own,
                    "away": None if side in connected or side in own else self._away_for(game, side),
                }
                for side in table.sides
            ]
            return {"players": players, "watching": sum(1 for seat in here if not sides_of(seat))}

    def _away_for(self, game: str, side: str) -> int | None:
        since = self._away.get((game, side))
        return None if since is None else int(self._clock() - since)
