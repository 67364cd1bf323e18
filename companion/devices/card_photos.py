"""Photos of cards: the numbers they seem to show. Proposals only; what becomes of them the owner says."""

from __future__ import annotations

import threading
from typing import Any

from companion.table.problems import TableRefusal
from vision.cards.reader import read_card
from vision.cards.reading import Kind
from vision.dice.files import unpack
from vision.dice.header import NotAPicture

BIGGEST = 20_000_000
KINDS: dict[str, Kind | None] = {"": None, "warrior": "warrior", "demon": "demon"}


class CardPhotos:
    """One photo is read at a time: it may be forty million pixels large."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def read(self, data: bytes, kind: str) -> dict[str, Any]:
        """The reading as JSON; a refusal for what is no picture, and for a kind of card there is not."""
        if kind not in KINDS:
            reason = "warrior or demon"
            raise TableRefusal("box/refused", "box_refused", {"key": "kind", "reason": reason})
        try:
            with self._lock:
                return read_card(unpack(data), KINDS[kind]).as_json()
        except NotAPicture as why:
            raise TableRefusal("table/bad_picture", "bad_picture", {"reason": str(why)}) from why
