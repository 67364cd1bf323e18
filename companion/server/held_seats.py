"""Players' seats that tablets hold, and those who ask for one: nobody gets a seat that is held without a word.

A seat is held by the tablet that took it, until it is given up; on disk, so that a restart frees none. A second tablet
gets it when a holder allows it. Where no holder is connected (its battery died) it waits, and everybody is told.
"""

from __future__ import annotations

import json
import logging
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from companion.data_folder import SEATS
from companion.files import read_text, write_atomically
from companion.protocol.access import SeatRequestJson
from companion.protocol.refusal import Refused
from companion.protocol.views import Seat
from companion.table.seats import plays_side, sides_of

log = logging.getLogger("companion")

# How long nobody who holds a seat must have been connected before another tablet gets it.
AWAY_S: Final = 60
# After a refusal the same address may not ask for the same seat for so long.
REFUSED_S: Final = 60
# More cannot ask at the same time, and so many refusals are remembered.
MOST_REQUESTS: Final = 16
MOST_REFUSALS: Final = 64


class HeldSeats:
    """Which tablets hold which players' seats. Thread-safe."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / SEATS
        self._lock = threading.Lock()
        # Game → seat → holders.
        self._holders: dict[str, dict[str, list[str]]] = self._load()

    def holds(self, game: str, seat: str, holder: str) -> bool:
        with self._lock:
            return holder in self._holders.get(game, {}).get(seat, ())

    def sides(self, game: str, but: str = "") -> set[str]:
        """The sides of a game that somebody other than `but` holds."""
        with self._lock:
            seats = self._holders.get(game, {}).items()
            return {side for seat, holders in seats if set(holders) - {but} for side in sides_of(seat)}

    def games(self) -> list[str]:
        """The games at which somebody holds a seat."""
        with self._lock:
            return [game for game, seats in self._holders.items() if any(seats.values())]

    def forget_all_but(self, games: set[str]) -> None:
        """Seats at games that are gone for good."""
        with self._lock:
            gone = self._holders.keys() - games
            for game in gone:
                del self._holders[game]
            if gone:
                self._save()

    def add(self, game: str, seat: str) -> str:
        """One more tablet holds the seat; returns the name it is known by."""
        with self._lock:
            holder = secrets.token_hex(8)
            self._holders.setdefault(game, {}).setdefault(seat, []).append(holder)
            self._save()
            return holder

    def drop(self, game: str, holder: str) -> None:
        with self._lock:
            for holders in self._holders.get(game, {}).values():
                if holder in holders:
                    holders.remove(holder)
            self._save()

    def _load(self) -> dict[str, dict[str, list[str]]]:
        try:
            kept = json.loads(read_text(self._file))
            return {
                str(game): {str(seat): [str(holder) for holder in holders] for seat, holders in seats.items()}
                for game, seats in kept.items()
            }
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, AttributeError, TypeError, RecursionError) as error:
            log.warning("%s cannot be read, every seat is free: %s", self._file.name, error)
            return {}

    def _save(self) -> None:
        held = {
            game: {seat: holders for seat, holders in seats.items() if holders}
            for game, seats in self._holders.items()
            if any(seats.values())
        }
        try:
            write_atomically(self._file, json.dumps(held))
        except OSError as error:
            log.warning("%s cannot be written, seats are held until the next start: %s", self._file.name, error)


@dataclass(slots=True)
class _Request:
    """Somebody who asks for a seat that is held."""

    id: str
    game: str
    seat: Seat
    address: str
    # Since when no holder was connected.
    since: float
    # Sides whose holders agreed.
    allowed: set[str] = field(default_factory=set)


class Grant(NamedTuple):
    """The tablet holds the seat now: `taken` says that it was held before, `allowed` that its holder agreed."""

    holder: str
    taken: bool
    allowed: bool


class SeatRequests:
    """Those who ask for seats that are held. A client asks for one at a time, by sending its `join` again and again."""

    def __init__(
        self, held: HeldSeats, is_connected: Callable[[str, str], bool], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._held = held
        self._is_connected = is_connected
        self._clock = clock
        self._lock = threading.Lock()
        self._open: dict[str, _Request] = {}
        self._refused: OrderedDict[tuple[str, str, str], float] = OrderedDict()

    def ask(self, client: str, game: str, seat: Seat, address: str, own: tuple[Seat, str] | None) -> Grant:
        """`Refused` as long as the seat cannot be had. `own` is what the tablet holds at this game already."""
        own_seat, own_holder = own if own is not None else ("", "")
        with self._lock:
            needed = (sides_of(seat) - sides_of(own_seat)) & self._held.sides(game, but=own_holder)
            if not needed:
                self._open.pop(client, None)
                return Grant(self._held.add(game, seat), taken=False, allowed=True)
            self._must_not_be_refused(game, seat, address)
            request = self._request(client, game, seat, address)
            open_sides = needed - request.allowed
            connected = any(self._is_connected(game, side) for side in open_sides)
            if connected:
                request.since = self._clock()
            left = AWAY_S - (self._clock() - request.since)
            if open_sides and (connected or left > 0):
                facts = {"seat": seat, "seconds": 0 if connected else int(left) + 1}
                raise Refused("table/seat_held", "seat_held" if connected else "seat_held_away", facts)
            self._open.pop(client, None)
            return Grant(self._held.add(game, seat), taken=True, allowed=not open_sides)

    def answer(self, seat: Seat, game: str, request: str, allow: bool) -> None:
        """A holder allows it for the sides it plays, or refuses it altogether."""
        with self._lock:
            found = next(((c, r) for c, r in self._open.items() if r.id == request and r.game == game), None)
            if found is None or not sides_of(seat) & sides_of(found[1].seat):
                raise Refused("table/no_such_request", "no_such_request")
            client, asked = found
            if allow:
                asked.allowed |= sides_of(seat)
                return
            del self._open[client]
            self._refused[game, asked.seat, asked.address] = self._clock() + REFUSED_S
            if len(self._refused) > MOST_REFUSALS:
                self._refused.popitem(last=False)

    def give_up(self, client: str) -> str | None:
        """The client asks no longer; returns the game it asked at."""
        with self._lock:
            request = self._open.pop(client, None)
            return None if request is None else request.game

    def concerning(self, game: str, seat: Seat) -> list[SeatRequestJson]:
        """Those who ask for a side that this seat plays and has not agreed to yet."""
        with self._lock:
            return [
                {"request": one.id, "seat": one.seat, "address": one.address}
                for one in self._open.values()
                if one.game == game and any(plays_side(seat, side) for side in sides_of(one.seat) - one.allowed)
            ]

    def _request(self, client: str, game: str, seat: Seat, address: str) -> _Request:
        request = self._open.get(client)
        if request is None or (request.game, request.seat) != (game, seat):
            if request is None and len(self._open) >= MOST_REQUESTS:
                raise Refused("table/seat_held", "seat_held", {"seat": seat, "seconds": AWAY_S})
            request = self._open[client] = _Request(secrets.token_hex(8), game, seat, address, self._clock())
        return request

    def _must_not_be_refused(self, game: str, seat: Seat, address: str) -> None:
        until = self._refused.get((game, seat, address))
        if until is not None and until > self._clock():
            facts = {"seat": seat, "seconds": int(until - self._clock()) + 1}
            raise Refused("table/seat_refused", "seat_refused", facts)
