"""Photos taken with a tablet: read like the camera's pictures, with a camera over the tray or without."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Sequence

from companion.devices.lessons import Lessons
from companion.devices.live import pack, within
from companion.devices.seen import dice_reading
from companion.table.problems import TableRefusal
from companion.table.sources import Awaited, Reading, Sink
from vision.dice.files import unpack
from vision.dice.header import NotAPicture
from vision.roll.watcher import Reader

BIGGEST = 20_000_000
LONGEST = 1280  # of the picture that is kept


class Photos:
    """A source that is handed its pictures. One is read at a time: it may be forty million pixels large."""

    name = "tablet photo"
    simulated = False

    def __init__(self, reader: Reader, lessons: Lessons) -> None:
        self._reader = reader
        self._lessons = lessons
        self._lock = threading.Lock()
        self._sink: Sink | None = None

    def start(self, sink: Sink) -> None:
        self._sink = sink

    def stop(self) -> None:
        self._sink = None

    def awaits(self, awaited: Awaited | None) -> None:
        """Photos are taken by people, who know what is awaited."""

    def corrected(self, reading: str, faces: Sequence[int]) -> None:
        self._lessons.corrected(reading, faces)

    def read(self, data: bytes) -> Reading:
        """The dice in a picture file, upright as its camera says; the picture is kept. A refusal for anything else."""
        try:
            with self._lock:
                image = unpack(data)
                seen = self._reader.read(image, f"photo-{secrets.token_hex(6)}", self.name)
        except NotAPicture as why:
            raise TableRefusal("table/bad_picture", "bad_picture", {"reason": str(why)}) from why
        if not seen.dice and seen.state != "cocked":
            raise TableRefusal("table/no_dice_seen", "no_dice_seen")
        small = within(image, LONGEST)
        seen = seen.scaled(max(small.shape[:2]) / max(image.shape[:2]))
        reading, jpeg = dice_reading(seen, self.name, self.simulated), pack(small)
        self._lessons.told(reading.id, seen, jpeg)
        if self._sink is not None:
            self._sink.put_picture(seen.picture, jpeg)
        return reading
