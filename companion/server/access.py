"""Who may come in: the table code, tokens that prove a seat was taken with it, and the address as a QR code."""

from __future__ import annotations

import hashlib
import hmac
import io
import json
import secrets
from pathlib import Path

import segno

from companion.files import write_atomically
from companion.protocol.views import Seat
from companion.table.seats import SEATS

# Read aloud and typed on a tablet: no letters or digits that look alike.
LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
FILE = "access.json"


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
    """The code and key of a data folder; new ones if there are none or they cannot be read."""
    file = folder / FILE
    try:
        kept = json.loads(file.read_text())
        return Access(str(kept["code"]), str(kept["key"]), everybody)
    except (OSError, ValueError, KeyError, TypeError):
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        key = secrets.token_hex(32)
        write_atomically(file, json.dumps({"code": code, "key": key}), mode=0o600)
        return Access(code, key, everybody)


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
