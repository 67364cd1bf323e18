"""Cards known by their titles: what is printed on them, read and compared with the names of the owner's cards.

The reader of text is a program that need not be installed; without it this witness says nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence

from vision.images import Image
from vision.pieces.shutter import glance, same_glance
from vision.words.card_words import read_title
from vision.words.tesseract import ReadsText, find_tesseract
from vision.words.titles import NO_TITLE, TitleReading

# All names of each card that has a label, in every language, by the label: "card-3".
CardNames = Callable[[], Mapping[str, Sequence[str]]]
FindReader = Callable[[], ReadsText | None]


def no_titles() -> CardTitles:
    """Nothing is read: labels and faces only."""
    return CardTitles(dict, lambda: None)


class CardTitles:
    """Thread-safe; one image is read at a time, by a program that is looked for until it is there."""

    def __init__(self, names: CardNames, find: FindReader = find_tesseract) -> None:
        self._names = names
        self._find = find
        self._reader: ReadsText | None = None
        self._turn = threading.Lock()

    @property
    def ready(self) -> bool:
        if self._reader is None:
            self._reader = self._find()
        return self._reader is not None

    def read(self, image: Image) -> TitleReading:
        """What stands on the card in the image; it may take seconds."""
        if not self.ready or self._reader is None:
            return NO_TITLE
        with self._turn:
            return read_title(image, self._names(), self._reader)


class TitleWatch:
    """The title of a card that is held still, read in a thread of its own: labels and faces are looked at meanwhile."""

    def __init__(self, titles: CardTitles) -> None:
        self._titles = titles
        self._lock = threading.Lock()
        self._view: Image | None = None
        self._reading: TitleReading | None = None
        self._busy = False

    def see(self, image: Image) -> TitleReading:
        """What was read of what lies there now; nothing while it moves, or while it is being read."""
        now = glance(image)
        with self._lock:
            if self._view is None or not same_glance(self._view, now):
                self._view, self._reading = now, None
                return NO_TITLE
            if self._reading is not None:
                return self._reading
            if self._busy:
                return NO_TITLE
            self._busy = True
        threading.Thread(target=self._read, args=(image.copy(), now), name="card title", daemon=True).start()
        return NO_TITLE

    def _read(self, image: Image, view: Image) -> None:
        try:
            reading = self._titles.read(image)
        finally:
            with self._lock:
                self._busy = False
        with self._lock:
            # What was read of something that has gone since says nothing of what lies there now.
            if self._view is not None and same_glance(self._view, view):
                self._reading = reading
