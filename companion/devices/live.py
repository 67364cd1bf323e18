"""The camera's newest picture for the tablets, and what the eye makes of it just now."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import cv2

from companion.table.problems import TableRefusal
from vision.arrays import Image, pixels
from vision.cameras.base import Frame
from vision.cameras.newest import NewestFrame
from vision.reading import Die
from vision.roll.watcher import Glance

PAUSE_S = 0.2  # between two pictures that are packed; tablets that ask more often get the same one
LONGEST = 1280
QUALITY = 75
OLD_S = 6.0  # a picture that old shows nothing of what is now


class Live:
    """A picture is packed only when somebody asks for it, once for all who ask."""

    def __init__(self, frames: NewestFrame, clock: Callable[[], float] = time.monotonic) -> None:
        self._frames = frames
        self._clock = clock
        self._lock = threading.Lock()
        self._packed: tuple[float, int, bytes] | None = None
        # Replaced whole by the eye's thread for every picture it looked at.
        self.glance: Glance | None = None
        self.looks_for_tags = False

    def frame(self) -> Frame | None:
        """The newest picture; None before the first one and when the camera has stopped."""
        frame = self._frames.next(0, timeout=0)
        return frame if frame is not None and self._clock() - frame.taken < OLD_S else None

    def image(self) -> Image:
        """The newest picture; a refusal while there is none."""
        frame = self.frame()
        if frame is None:
            raise TableRefusal("camera/no_picture", "no_picture_now")
        return frame.image

    def jpeg(self) -> bytes | None:
        frame = self.frame()
        if frame is None:
            return None
        with self._lock:
            now = self._clock()
            if self._packed is None or (frame.number != self._packed[1] and now - self._packed[0] >= PAUSE_S):
                self._packed = (now, frame.number, pack(within(frame.image, LONGEST)))
            return self._packed[2]

    def glimpse(self) -> dict[str, Any]:
        """The state of the tray with what is read, in pixels of a picture of this size."""
        frame, glance = self.frame(), self.glance
        reading = glance.reading if glance is not None and frame is not None else None
        return {
            "health": self._frames.health,
            "number": frame.number if frame is not None else 0,
            "size": [frame.image.shape[1], frame.image.shape[0]] if frame is not None else None,
            "state": self._state(frame, glance),
            "sure": reading.sure if reading else False,
            "dice": [_die(die) for die in reading.dice] if reading else [],
            "outside": [list(die.box) for die in reading.outside] if reading else [],
        }

    def _state(self, frame: Frame | None, glance: Glance | None) -> str:
        if frame is None:
            return "starting" if self._frames.health == "starting" else "gone"
        if self.looks_for_tags:
            return "scan"
        return glance.state if glance is not None else "moving"


def _die(die: Die) -> dict[str, Any]:
    return {"face": die.face, "confidence": round(die.confidence, 4), "box": list(die.box)}


def within(image: Image, longest: int) -> Image:
    """The picture, made smaller if it is larger than needed."""
    scale = longest / max(image.shape[:2])
    if scale >= 1:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return pixels(cv2.resize(image, size, interpolation=cv2.INTER_AREA))


def pack(image: Image) -> bytes:
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return packed.tobytes()
