"""The camera over the tray as a source of readings: dice come to rest, tiles and cards that are shown to it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from companion.devices.corners import Corners
from companion.devices.curtain import Curtain
from companion.devices.lessons import Lessons
from companion.devices.live import Live
from companion.devices.reading_light import ReadingLight, Ring
from companion.devices.seen import dice_reading
from companion.devices.showing import Showing
from companion.devices.tray.ring_light import fresh_from
from companion.table.problems import TableRefusal
from companion.table.sources import TAG, Awaited, Reading, Sink
from vision.arrays import Image
from vision.calibrate.profile import ProfileStore
from vision.cameras.base import Camera, Frame
from vision.cameras.newest import Health, NewestFrame
from vision.reading import Reading as Seen
from vision.roll.watcher import Glance, Tray
from vision.tags.seen import TagSeen

log = logging.getLogger(__name__)


class Watcher(Protocol):
    """`vision.roll.RollWatcher`, as far as the eye needs it."""

    pictures: Any

    def feed(self, frame: Frame) -> Glance: ...

    def use(self, tray: Tray) -> None: ...

    def learn(self, tray: Tray) -> None: ...

    def read(self, image: Image, source: str = "") -> Seen: ...


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
        profiles: ProfileStore,
        thrower: Thrower | None = None,
        lessons: Lessons | None = None,
    ) -> None:
        self.name = camera.name
        self.simulated = not camera.real
        self._frames = NewestFrame(camera, self._on_health)
        self._watcher = watcher
        self._read_tags = read_tags
        self._showing = Showing(names)
        self._thrower = thrower
        self._lessons = lessons
        self._awaited: Awaited | None = None
        self._sink: Sink | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="eye", daemon=True)
        self.live = Live(self._frames)
        self._new_tray: Tray | None = None
        self.corners = Corners(camera, self.live, profiles, self._on_corners)
        self.curtain = Curtain()
        self._light: ReadingLight | None = None
        # What the camera complained of last, in its own words.
        self._trouble = ""

    def light_by(self, ring: Ring) -> None:
        """Rolls are looked at twice, with this ring's light and without it."""
        self._light = ReadingLight(ring, fresh_from(self._frames), self._watcher.read)

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self._frames.start()
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._frames.stop()

    def restart(self, patience: float = 8.0) -> None:
        """Closes the camera and opens it again; refused with the reason if no picture comes."""
        before = self._frames.reopen()
        if self._frames.next(before, patience) is None:
            raise TableRefusal("camera/no_picture", "camera_silent", {"camera": self.name, "reason": self._trouble})

    def awaits(self, awaited: Awaited | None) -> None:
        """A simulated camera throws the dice that are awaited; a real one waits for the players to."""
        before, self._awaited = self._awaited, awaited
        if awaited != before:
            self._showing.new_moment()
        self.curtain.awaits(awaited)
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

    def _on_corners(self, tray: Tray) -> None:
        """Calibrated anew: taken up by the watching thread with the next picture."""
        self._new_tray = tray

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
        self.live.looks_for_tags = awaited is not None and awaited.by == "scan"
        if self.live.looks_for_tags:
            self._look_for_tags(frame)
            return
        new, self._new_tray = self._new_tray, None
        if new is not None:
            self._watcher.use(new)
        glance = self._watcher.feed(frame)
        self.live.glance = glance
        if glance.roll is not None:
            self._tell_roll(glance.roll if self._light is None else self._light.second_look(glance.roll))
            self._watcher.learn(self.corners.learned(glance.roll, frame.image))

    def _tell_roll(self, roll: Seen) -> None:
        reading = dice_reading(roll, self.name, self.simulated)
        jpeg = self._watcher.pictures.get(roll.picture)
        if self._lessons is not None and jpeg:
            self._lessons.told(reading.id, roll, jpeg)
        self._hand_in(reading, jpeg)

    def _look_for_tags(self, frame: Frame) -> None:
        turning = self._awaited is not None and self._awaited.what == "lay"
        shown = self._showing.look(self._read_tags(frame.image), turning)
        if shown is not None:
            reading = Reading(
                id=f"{self.name}-{frame.number}".replace(" ", "-"),
                kind=TAG,
                source=self.name,
                sure=shown.sure,
                tag=shown.name,
                turn=shown.turn,
                simulated=self.simulated,
                facts=dict(shown.facts),
            )
            self._hand_in(reading, None)

    def _hand_in(self, reading: Reading, jpeg: bytes | None) -> None:
        if self._sink is None:
            return
        if reading.picture and jpeg:
            self._sink.put_picture(reading.picture, jpeg)
        self._sink.offer(reading)

    def _on_health(self, health: Health, sentence: str) -> None:
        self._trouble = sentence if health == "gone" else self._trouble
        log.log(logging.INFO if health == "good" else logging.WARNING, "%s", sentence)
