"""The camera's newest image for the tablets: what is read in it, and when a tablet must not see it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from companion.devices.dice_readings import LONG_SIDE, shrunk_to, to_jpeg
from companion.protocol.camera import LiveDieJson, LiveImageJson, TrayImageState
from companion.protocol.readings import CERTAIN, InputRequest
from companion.protocol.refusal import Refused
from companion.protocol.views import HIDDEN_DECKS
from vision.cameras.base import Frame
from vision.cameras.newest import NewestFrame
from vision.dice.reading import DieReading
from vision.images import Image
from vision.roll.watcher import WatchResult

PAUSE_S = 0.2  # between two JPEGs that are made; tablets that ask more often get the same one
DARKEST = 40  # grey level that the brightest hundredth of any lit tray reaches, also of an empty black one
LINGER_S = 10.0  # a card may still lie there for a while after it was read


class LiveImage:
    """A JPEG is made only when somebody asks for it, once for all who ask."""

    def __init__(self, frames: NewestFrame, clock: Callable[[], float] = time.monotonic) -> None:
        self._frames = frames
        self._clock = clock
        self._lock = threading.Lock()
        # When the last JPEG was made, the number of its frame, and the JPEG.
        self._packed: tuple[float, int, bytes] | None = None
        # Replaced whole by the watching thread for every frame.
        self.watched: WatchResult | None = None
        self.looks_for_tags = False

    def frame(self) -> Frame | None:
        """The newest frame; None before the first one and when the camera has stopped."""
        return self._frames.fresh()

    def image(self) -> Image:
        """The newest image; a refusal while there is none."""
        frame = self.frame()
        if frame is None:
            raise Refused("camera/no_picture", "no_picture_now")
        return frame.image

    @property
    def dark(self) -> bool:
        """Nothing can be seen at all: the lamp is off, or something lies on the lens."""
        frame = self.frame()
        return frame is not None and float(np.percentile(frame.image[::8, ::8], 99)) < DARKEST

    def jpeg(self) -> bytes | None:
        frame = self.frame()
        if frame is None:
            return None
        with self._lock:
            now = self._clock()
            if self._packed is None or (frame.number != self._packed[1] and now - self._packed[0] >= PAUSE_S):
                self._packed = (now, frame.number, to_jpeg(shrunk_to(frame.image, LONG_SIDE)))
            return self._packed[2]

    def to_json(self) -> LiveImageJson:
        """The state of the tray with what is read, in pixels of the camera's image."""
        frame, watched = self.frame(), self.watched
        reading = watched.reading if watched is not None and frame is not None else None
        return {
            "health": self._frames.health,
            "number": frame.number if frame is not None else 0,
            "size": [frame.image.shape[1], frame.image.shape[0]] if frame is not None else None,
            "state": self._state(frame, watched),
            "sure": reading.sure if reading else False,
            "dice": [_die_json(die) for die in reading.dice] if reading else [],
            "outside": [list(die.box) for die in reading.outside] if reading else [],
        }

    def _state(self, frame: Frame | None, watched: WatchResult | None) -> TrayImageState:
        if frame is None:
            return "starting" if self._frames.health == "starting" else "gone"
        if self.looks_for_tags:
            return "scan"
        return watched.state if watched is not None else "moving"


def _die_json(die: DieReading) -> LiveDieJson:
    sure = die.doubt is None and die.confidence >= CERTAIN
    return {"face": die.face, "confidence": round(die.confidence, 4), "sure": sure, "box": list(die.box)}


class HiddenDeck(NamedTuple):
    """A deck of a game; a seat at another game says nothing about who may see it."""

    game: str
    deck: str


class CameraPrivacy:
    """Knows which hidden decks of which game are scanned under the camera. Who may not see them gets no image."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._scanned: frozenset[HiddenDeck] = frozenset()
        self._drawn = False
        self._before: frozenset[HiddenDeck] = frozenset()
        self._until = 0.0

    def request_input(self, awaited: InputRequest | None) -> None:
        """The game now waits for this."""
        scanned = _scanned_decks(awaited)
        if self._drawn and scanned != self._scanned:
            self._before, self._until = self._scanned, self._clock() + LINGER_S
        self._scanned = scanned
        # A drawn card stays lying under the camera; a card that is held out goes back to its player's hand.
        self._drawn = awaited is not None and awaited.kind == "draw" and bool(scanned)

    def decks(self) -> frozenset[HiddenDeck]:
        """The decks whose cards may lie under the camera now."""
        return self._scanned | self._before if self._clock() < self._until else self._scanned


def _scanned_decks(awaited: InputRequest | None) -> frozenset[HiddenDeck]:
    """The deck that is drawn from. While somebody chooses, a card of any hand may be held out to be played."""
    if awaited is None or awaited.by != "scan" or awaited.what == "lay":
        return frozenset()
    decks = [awaited.what] if awaited.kind == "draw" else HIDDEN_DECKS
    return frozenset(HiddenDeck(awaited.game, deck) for deck in decks)
