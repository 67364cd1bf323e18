"""Photos of cards: the numbers they seem to show. Proposals only; what becomes of them the owner says."""

from __future__ import annotations

import threading
from typing import Any

from companion.table.problems import TableRefusal
from vision.arrays import Image
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
        _must_be_a_kind(kind)
        try:
            image = unpack(data)
        except NotAPicture as why:
            raise TableRefusal("table/bad_picture", "bad_picture", {"reason": str(why)}) from why
        return self.look(image, kind)

    def look(self, image: Image, kind: str) -> dict[str, Any]:
        """The same for a picture of a camera."""
        _must_be_a_kind(kind)
        with self._lock:
            return read_card(image, KINDS[kind]).as_json()


def _must_be_a_kind(kind: str) -> None:
    if kind not in KINDS:
        raise TableRefusal("box/refused", "box_refused", {"key": "kind", "reason": "warrior or demon"})
