"""The camera over the tray as a source of readings: dice that have come to rest, tiles and cards that are shown."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from companion.devices.camera_setup import CameraSetup, ProfileStore, is_cropped
from companion.devices.card_titles import CardTitles, no_titles
from companion.devices.dice_readings import PICTURE_QUALITY, new_picture_id, table_reading, to_jpeg
from companion.devices.home_learning import HomeLearner
from companion.devices.live_image import CameraPrivacy, LiveImage
from companion.devices.reading_light import DiceLight, ReadingLight, fresh_images
from companion.devices.simulated_pieces import simulated_face
from companion.devices.tag_scanning import PieceScanner, reading_of
from companion.devices.taught_pieces import TaughtPieces, nothing_taught
from companion.devices.witnesses import Witnesses
from companion.protocol.camera import CameraStatusJson
from companion.protocol.readings import InputRequest, Sink
from companion.protocol.refusal import Refused
from companion.protocol.sight import BoxPiece
from vision.cameras.base import Camera, Frame, LaysPieces, ThrowsDice
from vision.cameras.newest import Health, NewestFrame
from vision.dice.reading import DiceReading
from vision.images import Image
from vision.roll.tray import TrayCalibration
from vision.roll.watcher import WatchResult
from vision.tags.reading import TagReading

log = logging.getLogger(__name__)

TEACHING_S = 2.0  # after the last look of somebody who teaches


class FrameWatcher(Protocol):
    """`vision.roll.watcher.RollWatcher`, as far as it is needed here."""

    def feed(self, frame: Frame) -> WatchResult: ...

    def recalibrate(self, calibration: TrayCalibration) -> None: ...

    def learn(self, calibration: TrayCalibration) -> None: ...

    def read(self, image: Image) -> DiceReading: ...


class CameraSource:
    """Looks at every new frame in a thread of its own and hands in what it reads. Never raises into the game."""

    def __init__(
        self,
        camera: Camera,
        watcher: FrameWatcher,
        read_tags: Callable[[Image], tuple[TagReading, ...]],
        names: Mapping[str, str],
        profiles: ProfileStore,
        learner: HomeLearner | None = None,
    ) -> None:
        self.name = camera.name
        self.simulated = not camera.real
        self._frames = NewestFrame(camera, self._on_health)
        self._watcher = watcher
        self._read_tags = read_tags
        self._scanner = PieceScanner(names)
        self._thrower = camera if isinstance(camera, ThrowsDice) else None
        self._learner = learner
        self._awaited: InputRequest | None = None
        self._sink: Sink | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="camera source", daemon=True)
        self.live = LiveImage(self._frames)
        # Set by the tablets' threads, taken up by the watching thread with the next frame.
        self._new_calibration: TrayCalibration | None = None
        self.setup = CameraSetup(camera, self.live, profiles, self._on_calibration)
        self.privacy = CameraPrivacy()
        self._light: ReadingLight | None = None
        self._taught_until = float("-inf")
        self.witnesses = Witnesses(nothing_taught(), no_titles())
        # Why the camera gave no image last, in its own words.
        self._error = ""

    def light_by(self, light: DiceLight) -> None:
        """From now on every roll is read a second time, with this ring's light and without it."""
        self._light = ReadingLight(light, fresh_images(self._frames), self._watcher.read)

    def start(self, sink: Sink) -> None:
        self._sink = sink
        self._frames.start()
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
        self._frames.stop()

    def restart(self, timeout: float = 8.0) -> None:
        """Closes the camera and opens it again; refused with the reason if no frame comes."""
        before = self._frames.reopen()
        if self._frames.next(before, timeout) is None:
            raise Refused("camera/no_picture", "camera_silent", {"camera": self.name, "reason": self._error})

    def request_input(self, awaited: InputRequest | None) -> None:
        """A simulated camera throws the dice that are awaited; a real one waits for the players to."""
        before, self._awaited = self._awaited, awaited
        if awaited != before:
            self._scanner.new_question()
        self.privacy.request_input(awaited)
        if self._thrower is None or awaited == before:
            return
        if awaited is not None and awaited.kind == "roll" and awaited.by == "camera":
            self._thrower.throw(awaited.number)
        else:
            self._thrower.clear()

    def know_by_sight(self, taught: TaughtPieces, titles: CardTitles) -> None:
        """From now on pieces are known by their faces and titles too, not only by labels."""
        self.witnesses = Witnesses(taught, titles)

    def lay_piece(self, piece: BoxPiece) -> None:
        """Hands lay this piece under a simulated camera; under a real one only real hands do."""
        if not isinstance(self._frames.camera, LaysPieces):
            raise Refused("camera/real", "camera_real")
        self._frames.camera.lay(piece.id, lambda: simulated_face(piece))

    def hold_for_teaching(self) -> None:
        """For the next moment what lies there is being taught: it is neither a roll nor anything else for the game."""
        self._taught_until = time.monotonic() + TEACHING_S

    def told(self, reading: str, faces: Sequence[int], looked: bool = False) -> None:
        """A player corrected or confirmed what the camera read: such dice are read better from now on."""
        if self._learner is not None:
            self._learner.told(reading, faces, looked)

    @property
    def cropped(self) -> bool:
        """Whether the camera shows less than its lens does."""
        return is_cropped(self._frames.camera)

    @property
    def health(self) -> Health:
        return self._frames.health

    def _on_calibration(self, calibration: TrayCalibration) -> None:
        self._new_calibration = calibration

    # -- the watching thread -------------------------------------------------------------------------------------------

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
                # A frame that cannot be read must not end the evening; the next one comes at once.
                log.exception("a frame of %s could not be read", self.name)

    def _look(self, frame: Frame) -> None:
        if time.monotonic() < self._taught_until:
            return
        awaited = self._awaited
        self.live.looks_for_tags = awaited is not None and awaited.by == "scan"
        if self.live.looks_for_tags:
            self._look_for_tags(frame)
        else:
            self._look_for_dice(frame)

    def _look_for_dice(self, frame: Frame) -> None:
        calibration, self._new_calibration = self._new_calibration, None
        if calibration is not None:
            self._watcher.recalibrate(calibration)
        watched = self._watcher.feed(frame)
        self.live.watched = watched
        if watched.roll is None:
            return
        roll = watched.roll if self._light is None else self._light.second_look(watched.roll)
        self._hand_in_roll(roll, frame.image)
        self._watcher.learn(self.setup.learn(watched.roll, frame.image))

    def _hand_in_roll(self, roll: DiceReading, image: Image) -> None:
        picture = new_picture_id("roll")
        reading = table_reading(roll, picture, self.name, self.simulated)
        if self._learner is not None:
            self._learner.remember(reading.id, roll, image)
        if self._sink is not None:
            self._sink.put_picture(picture, to_jpeg(image, PICTURE_QUALITY))
            self._sink.submit(reading)

    def _look_for_tags(self, frame: Frame) -> None:
        awaited = self._awaited
        turning = awaited is not None and awaited.what == "lay"
        cards = awaited is not None and awaited.what not in ("lay", "tile")
        piece = self._scanner.feed(self.witnesses.see(frame.image, self._read_tags(frame.image), cards), turning)
        if piece is None or self._sink is None:
            return
        if piece.unknown == "unknown_title" and (awaited is None or awaited.kind != "draw"):
            # Only of a card that is drawn it is known who may see what stands on it.
            return
        name = f"{self.name}-{frame.number}".replace(" ", "-")
        self._sink.submit(reading_of(piece, name, self.name, self.simulated))

    def _on_health(self, health: Health, sentence: str) -> None:
        self._error = sentence if health == "gone" else self._error
        log.log(logging.INFO if health == "good" else logging.WARNING, "%s", sentence)


def camera_to_json(camera: CameraSource | None, hidden: bool) -> CameraStatusJson:
    """The camera for the tablet, or that there is none."""
    if camera is not None:
        return {"camera": camera.name, "simulated": camera.simulated, "hidden": hidden, **camera.live.to_json()}
    return {
        "camera": None,
        "simulated": False,
        "hidden": False,
        "health": "none",
        "number": 0,
        "size": None,
        "state": "none",
        "sure": False,
        "dice": [],
        "outside": [],
    }
