"""Who may come in: the table codes, tokens that prove a seat at a game, and the address as a QR code."""

from __future__ import annotations

import hashlib
import hmac
import io
import json
import logging
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import segno

from companion.data_folder import ACCESS
from companion.files import read_text, write_atomically
from companion.protocol.refusal import Refused
from companion.protocol.views import Seat
from companion.server.code_guard import CodeGuard, is_local
from companion.server.held_seats import HeldSeats
from companion.table.seats import SEATS, TABLE, sides_of

log = logging.getLogger("companion")

# Read aloud and typed on a tablet: no letters or digits that look alike.
LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH: Final = 6
# 70 bits: nobody guesses it.
LONG_CODE_LENGTH: Final = 14
# Bytes. A key that is empty would let anybody make tokens.
SHORTEST_KEY: Final = 16
# An evening may last until so many hours after midnight.
EVENING_ENDS_H: Final = 6


class SeatAt(NamedTuple):
    """A seat at a game; `game` is None for somebody who only waits at the service."""

    game: str | None
    seat: Seat
    # Names the tablet among those that hold the same seat.
    holder: str = ""

    def seat_in(self, game: str | None) -> Seat:
        """The seat in this game: a player's seat at one game shows nothing of another."""
        return self.seat if self.game == game or not sides_of(self.seat) else TABLE


class Codes(NamedTuple):
    """What is kept in the data folder, so that tablets come back by themselves after a power cut."""

    code: str
    long: str
    # Signs tokens.
    key: str
    # Whether there is a new code every evening, and of which evening this one is.
    evenings: bool
    evening: str


def fresh_codes(evening: str, evenings: bool = False, key: str = "") -> Codes:
    letters = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH + LONG_CODE_LENGTH))
    return Codes(letters[:CODE_LENGTH], letters[CODE_LENGTH:], key or secrets.token_hex(32), evenings, evening)


def evening_of(now: float) -> str:
    """The evening a moment belongs to: the small hours belong to the day before."""
    return time.strftime("%Y-%m-%d", time.localtime(now - EVENING_ENDS_H * 3600))


class Access:
    """The codes and tokens of a data folder. Thread-safe."""

    def __init__(
        self,
        folder: Path,
        everybody: bool = False,
        guard: CodeGuard | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.open = everybody
        self.guard = guard or CodeGuard()
        self.held = HeldSeats(folder)
        self._file = folder / ACCESS
        self._now = now
        self._lock = threading.Lock()
        self._codes = self._load()

    @property
    def codes(self) -> Codes:
        """Those of this evening, if there are new ones every evening."""
        with self._lock:
            evening = evening_of(self._now())
            if self._codes.evenings and self._codes.evening != evening:
                self._keep(fresh_codes(evening, evenings=True, key=self._codes.key))
            return self._codes

    @property
    def code(self) -> str:
        return self.codes.code

    def change(self, new: bool, everybody_out: bool, evenings: bool | None) -> None:
        """As the host wants it. A new key makes all tokens worthless; seats stay held, so none can be had unseen."""
        kept = self.codes
        wanted = kept.evenings if evenings is None else evenings
        with self._lock:
            if new or everybody_out:
                key = "" if everybody_out else kept.key
                self._keep(fresh_codes(evening_of(self._now()), wanted, key))
            else:
                # The code of today stays good for today.
                self._keep(kept._replace(evenings=wanted, evening=evening_of(self._now())))

    # -- codes ---------------------------------------------------------------------------------------------------------

    def check_code(self, code: str, address: str) -> None:
        """`Refused` unless the code is right. Every door that takes a code comes through here."""
        if self.open:
            return
        codes, given = self.codes, "".join(letter for letter in code.upper() if letter.isalnum()).encode()
        is_long = hmac.compare_digest(given, codes.long.encode())
        is_short = hmac.compare_digest(given, codes.code.encode())
        local = is_local(address)
        if is_long:
            self.guard.right(address)
            return
        if given:
            seconds = self.guard.seconds_to_wait(address)
            if seconds:
                raise Refused("table/slow_down", "slow_down", {"seconds": seconds})
            if is_short and local:
                self.guard.right(address)
                return
            self.guard.wrong(address, given.decode())
        raise Refused("table/wrong_code", "wrong_code" if local else "wrong_long_code")

    # -- tokens --------------------------------------------------------------------------------------------------------

    def token_for(self, seat_at: SeatAt) -> str:
        """A token says what it is for, and cannot be made without the key."""
        body = f"{seat_at.game or ''}.{seat_at.seat}.{seat_at.holder}"
        return f"{body}.{self._sign(body)}"

    def seat_of(self, token: str) -> SeatAt | None:
        """What a token is for; None if it is not one of ours, or its seat was given up."""
        body, _, signature = token.rpartition(".")
        if not hmac.compare_digest(signature.encode(), self._sign(body).encode()):
            return None
        game, named, holder = body.split(".")
        seat = next(seat for seat in SEATS if seat == named)
        seat_at = SeatAt(game or None, seat, holder)
        # A player's token is good as long as the seat is held by it.
        return seat_at if not sides_of(seat) or self.held.holds(game, seat, holder) else None

    def _sign(self, body: str) -> str:
        return hmac.new(bytes.fromhex(self._codes.key), body.encode(), hashlib.sha256).hexdigest()[:32]

    # -- the file ------------------------------------------------------------------------------------------------------

    def _load(self) -> Codes:
        """The codes of the folder; new ones if there are none, or none that can be used."""
        evening = evening_of(self._now())
        try:
            codes, whole = _kept_codes(self._file, evening)
        except FileNotFoundError:
            codes, whole = fresh_codes(evening), False
        except OSError as error:
            # What cannot be read now may be whole: it is left alone, and counts again when it can be read.
            log.warning("%s cannot be read (%s): until the next start there are new codes", self._file, error)
            return fresh_codes(evening)
        except ValueError as error:
            log.warning("%s is damaged (%s): there are new codes, every tablet joins again", self._file, error)
            codes, whole = fresh_codes(evening), False
        if not whole:
            self._keep(codes)
        return codes

    def _keep(self, codes: Codes) -> None:
        self._codes = codes
        try:
            write_atomically(self._file, json.dumps(codes._asdict()))
        except OSError as error:
            log.warning("%s cannot be written, the codes are good until the next start: %s", self._file.name, error)


def kept_code(folder: Path) -> str | None:
    """The table code of a data folder; None if there is none to be read."""
    codes = kept_codes(folder)
    return codes.code if codes else None


def kept_codes(folder: Path) -> Codes | None:
    try:
        return _kept_codes(folder / ACCESS, evening_of(time.time()))[0]
    except (OSError, ValueError):
        return None


def _kept_codes(file: Path, evening: str) -> tuple[Codes, bool]:
    """The codes of a file, and whether all were in it: 0.2.0 had no long one. `ValueError` for anything else."""
    try:
        kept = json.loads(read_text(file))
        fresh = fresh_codes(evening)
        codes = Codes(
            code=str(kept["code"]),
            long=str(kept.get("long", fresh.long)),
            key=bytes.fromhex(kept["key"]).hex(),
            evenings=kept.get("evenings") is True,
            evening=str(kept.get("evening", evening)),
        )
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"not a code and a key: {error}") from error
    if not all(code and code.isascii() and code.isalnum() for code in (codes.code, codes.long)):
        raise ValueError("a code is empty")
    if len(bytes.fromhex(codes.key)) < SHORTEST_KEY:
        raise ValueError("the key is too short")
    return codes, "long" in kept


# -- the way in as a QR code -------------------------------------------------------------------------------------------


def qr_svg(text: str) -> bytes:
    """For the host's page."""
    out = io.BytesIO()
    segno.make(text, error="m").save(out, kind="svg", scale=6, border=4)
    return out.getvalue()


def qr_terminal(text: str) -> str:
    """For the terminal the service was started in."""
    out = io.StringIO()
    segno.make(text, error="l").terminal(out=out, compact=True, border=2)
    return out.getvalue()
