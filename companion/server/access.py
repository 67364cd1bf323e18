"""Who may come in: the table code, and tokens that prove a seat was taken with it."""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
from pathlib import Path

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

    def seat_of(self, token: str) -> str | None:
        """The seat a token is for; None if it is not one of ours."""
        parts = token.split(".")
        if len(parts) != 3:
            return None
        seat, nonce, signature = parts
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
        _write(file, {"code": code, "key": key})
        return Access(code, key, everybody)


def _write(file: Path, content: dict[str, str]) -> None:
    """All or nothing, readable by the service alone."""
    draft = file.with_suffix(".new")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
        json.dump(content, out)
        out.flush()
        os.fsync(out.fileno())
    draft.replace(file)
