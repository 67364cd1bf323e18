"""What the owner chose of the network, kept in the data folder; junk in the file costs nothing but the choice."""

from __future__ import annotations

import json
import logging
import re
import secrets
import threading
from pathlib import Path
from typing import NamedTuple

from companion.data_folder import NETWORK
from companion.files import read_text, write_atomically

log = logging.getLogger("companion")

SERVICE = re.compile(r"[0-9a-f]{16}")
NAME = re.compile(r"[a-z0-9]([a-z0-9-]{0,28}[a-z0-9])?")
DEFAULT_NAME = "companion"
# For the hotspot's word: nothing that looks like something else.
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
WORD_LENGTH = 12
WORD = re.compile(r"[ -~]{8,63}")


class KeptNetwork(NamedTuple):
    # Tells this service from every other: a tablet that looks for it again goes to no stranger.
    service: str
    # In the network, without ".local".
    name: str
    # The word of the hotspot.
    word: str
    # Whether a hotspot is opened where no known network is; None until somebody has chosen.
    auto: bool | None


class NetworkChoices:
    """The choices as they are now. Thread-safe."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / NETWORK
        self._lock = threading.Lock()
        self._kept = self._load()

    @property
    def now(self) -> KeptNetwork:
        return self._kept

    def choose_name(self, name: str) -> None:
        self._keep(name=name)

    def choose_auto(self, auto: bool) -> None:
        self._keep(auto=auto)

    def _keep(self, name: str | None = None, auto: bool | None = None) -> None:
        with self._lock:
            kept = self._kept
            self._kept = kept._replace(
                name=kept.name if name is None else name, auto=kept.auto if auto is None else auto
            )
            self._write()

    def _load(self) -> KeptNetwork:
        """As it was kept; made, and kept from now on, where there is nothing of use."""
        try:
            kept = json.loads(read_text(self._file))
            service, name, word = str(kept["service"]), str(kept["name"]), str(kept["word"])
            auto = kept["auto"] if isinstance(kept["auto"], bool) else None
            if SERVICE.fullmatch(service) and NAME.fullmatch(name) and WORD.fullmatch(word):
                return KeptNetwork(service, name, word, auto)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            # Nothing in it is worth more than a new one.
            pass
        word = "".join(secrets.choice(LETTERS) for _ in range(WORD_LENGTH))
        self._kept = KeptNetwork(secrets.token_hex(8), DEFAULT_NAME, word, None)
        self._write()
        return self._kept

    def _write(self) -> None:
        try:
            write_atomically(self._file, json.dumps(self._kept._asdict()))
        except OSError as error:
            log.warning("%s cannot be written, it holds until the next start: %s", NETWORK, error)
