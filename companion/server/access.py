"""Who may come in: the table code, tokens that prove a seat was taken with it, and the address as a QR code."""

from __future__ import annotations

import hashlib
import hmac
import io
import json
import logging
import secrets
from pathlib import Path

import segno

from companion.data_folder import ACCESS
from companion.files import read_text, write_atomically
from companion.protocol.views import Seat
from companion.table.seats import SEATS

# Read aloud and typed on a tablet: no letters or digits that look alike.
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
# Bytes. One that is empty would let anybody make tokens.
SHORTEST_KEY = 16

log = logging.getLogger("companion")


class Access:
    """Kept in the data folder, so that tablets come back by themselves after a power cut."""

    def __init__(self, code: str, key: str, everybody: bool = False) -> None:
        self.code = code
        self.open = everybody
        self._key = bytes.fromhex(key)

    def knows_code(self, code: str) -> bool:
        return self.open or hmac.compare_digest(code.strip().upper().encode(), self.code.encode())

    def token_for(self, seat: str) -> str:
        """A token for a seat: it says which, and cannot be made without the key."""
        nonce = secrets.token_hex(8)
        return f"{seat}.{nonce}.{self._sign(seat, nonce)}"

    def seat_of(self, token: str) -> Seat | None:
        """The seat a token is for; None if it is not one of ours."""
        parts = token.split(".")
        if len(parts) != 3:
            return None
        named, nonce, signature = parts
        seat = next((seat for seat in SEATS if seat == named), None)
        if seat is None:
            return None
        return seat if hmac.compare_digest(signature.encode(), self._sign(seat, nonce).encode()) else None

    def _sign(self, seat: str, nonce: str) -> str:
        return hmac.new(self._key, f"{seat}.{nonce}".encode(), hashlib.sha256).hexdigest()[:32]


def load_access(folder: Path, everybody: bool = False) -> Access:
    """The code and key of a data folder; new ones if there are none, or none that can be used."""
    file = folder / ACCESS
    try:
        return Access(*_kept(file), everybody)
    except FileNotFoundError:
        pass
    except OSError as error:
        # What cannot be read now may be whole: it is left alone, and counts again when it can be read.
        log.warning("%s cannot be read (%s): until the next start there is a new table code", file, error)
        return _new_access(everybody)[0]
    except ValueError as error:
        log.warning("%s is damaged (%s): there is a new table code, every tablet joins again with it", file, error)
    access, text = _new_access(everybody)
    try:
        write_atomically(file, text)
    except OSError as error:
        log.warning("%s cannot be saved (%s): at the next start there is another table code", file, error)
    return access


def kept_code(folder: Path) -> str | None:
    """The table code of a data folder; None if there is none to be read."""
    try:
        return _kept(folder / ACCESS)[0]
    except (OSError, ValueError):
        return None


def _kept(file: Path) -> tuple[str, str]:
    """Code and key. `ValueError` for anything but such a file."""
    try:
        kept = json.loads(read_text(file))
        code, key = str(kept["code"]), str(kept["key"])
    except (KeyError, TypeError, RecursionError) as error:
        raise ValueError(f"not a code and a key: {error}") from error
    if not (code and code.isascii() and code.isprintable()) or len(bytes.fromhex(key)) < SHORTEST_KEY:
        raise ValueError("the code is empty, or the key is too short")
    return code, key


def _new_access(everybody: bool) -> tuple[Access, str]:
    """A new code and key, and the text of their file."""
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    key = secrets.token_hex(32)
    return Access(code, key, everybody), json.dumps({"code": code, "key": key})


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
