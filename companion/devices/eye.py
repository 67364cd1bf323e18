"""The camera over the tray as a source of readings: dice come to rest, tiles and cards that are shown to it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from companion.devices.lessons import Lessons
from companion.table.sources import DICE, TAG, Awaited, Face, Reading, Sink
from vision.arrays import Image
from vision.cameras.base import Camera, Frame
from vision.cameras.newest import Health, NewestFrame
from vision.reading import Reading as Seen
from vision.roll.watcher import Glance
from vision.tags.seen import TagSeen

log = logging.getLogger(__name__)


class Watcher(Protocol):
    """`vision.roll.RollWatcher`, as far as the eye needs it."""

    pictures: Any

    def feed(self, frame: Frame) -> Glance: ...


class Thrower(Protocol):
    """A simulated camera: dice can be thrown into its picture."""

    def throw(self, dice: int) -> object: ...

    def clear(self) -> None: ...


class Eye:
    """Looks at every new picture in a thread of its own and hands in what it sees; never raises into the game."""

    def __init__(
        self,
        camera: Camera,
        watcher: Watcher,
        read_tags: Callable[[Image], tuple[TagSeen, ...]],
        names: Mapping[str, str],
        thrower: Thrower | None = None,
        lessons: Lessons | None = None,
    ) -> None:
        self.name = camera.name
        self.simulated = not camera.real
        self._frames = NewestFrame(camera, self._on_health)
        self._watcher = watcher
        self._read_tags = read_tags
        # Tag id ("tile-17") → what the box calls it ("17", "grenade").
        self._names = names
        self._thrower = thrower
        self._lessons = lessons
        self._awaited: Awaited | None = None
        self._shown = ""
        self._sink: Sink | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="eye", daemon=True)
        self.state = "starting"

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self._frames.start()
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._frames.stop()

    def awaits(self, awaited: Awaited | None) -> None:
        """A simulated camera throws the dice that are awaited; a real one waits for the players to."""
        before, self._awaited = self._awaited, awaited
        if self._thrower is None or awaited == before:
            return
        if awaited is not None and awaited.kind == "roll" and awaited.by == "camera":
            self._thrower.throw(awaited.number)
        else:
            self._thrower.clear()

    def corrected(self, reading: str, faces: Sequence[int]) -> None:
        """A player corrected what the camera read: the next picture is read with that in mind."""
        if self._lessons is not None:
            self._lessons.corrected(reading, faces)

    @property
    def health(self) -> Health:
        return self._frames.health

    # -- watching ------------------------------------------------------------------------------------------------------

    def _watch(self) -> None:
        number = 0
        while not self._stopping.is_set():
            frame = self._frames.next(number, timeout=0.5)
            if frame is None:
                continue
            number = frame.number
            try:
                self._look(frame)
            except Exception:
                # A picture that cannot be read must not end the evening; the next one comes at once.
                log.exception("a picture of %s could not be read", self.name)

    def _look(self, frame: Frame) -> None:
        awaited = self._awaited
        if awaited is not None and awaited.by == "scan":
            self._look_for_tags(frame)
            return
        glance = self._watcher.feed(frame)
        self.state = glance.state
        if glance.roll is not None:
            reading, jpeg = self.dice_reading(glance.roll), self._watcher.pictures.get(glance.roll.picture)
            if self._lessons is not None and jpeg:
                self._lessons.told(reading.id, glance.roll, jpeg)
            self._hand_in(reading, jpeg)

    def _look_for_tags(self, frame: Frame) -> None:
        known = [
            (one, self._names[one.tag.id])
            for one in self._read_tags(frame.image)
            if one.tag and one.tag.id in self._names
        ]
        if len(known) != 1:
            # Nothing, or several at once: nobody can know which is meant.
            self._shown = ""
            return
        seen, name = known[0]
        told = f"{name}/{seen.turn}"
        if told != self._shown:
            self._shown = told
            reading = Reading(
                id=f"{self.name}-{frame.number}".replace(" ", "-"),
                kind=TAG,
                source=self.name,
                sure=True,
                tag=name,
                turn=seen.turn,
                simulated=self.simulated,
            )
            self._hand_in(reading, None)

    def dice_reading(self, seen: Seen) -> Reading:
        """What the eye saw, in the table's words."""
        return Reading(
            id=f"dice-{seen.picture}",
            kind=DICE,
            source=self.name,
            state=seen.state,
            sure=seen.sure,
            faces=tuple(Face(die.face, die.confidence, die.box) for die in seen.dice),
            picture=seen.picture or None,
            simulated=self.simulated,
            facts={"doubts": list(seen.doubts), "outside": len(seen.outside)},
        )

    def _hand_in(self, reading: Reading, jpeg: bytes | None) -> None:
        if self._sink is None:
            return
        if reading.picture and jpeg:
            self._sink.put_picture(reading.picture, jpeg)
        self._sink.offer(reading)

    def _on_health(self, health: Health, sentence: str) -> None:
        log.log(logging.INFO if health == "good" else logging.WARNING, "%s", sentence)
