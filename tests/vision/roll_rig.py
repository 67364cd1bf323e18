"""A table in front of a camera, with a reader that is told what to say."""

from dataclasses import replace
from math import radians

import cv2
import numpy as np

from vision.cameras.base import Frame
from vision.dice.reading import NO_HINTS, DiceReading, DieReading, Doubt, Hints, Spot
from vision.roll.lean import LeanLimits
from vision.roll.tray import TrayCalibration
from vision.roll.watcher import RollWatcher, WatchResult

WIDTH, HEIGHT = 640, 480
LEAN = LeanLimits(leans=radians(14), level=radians(11), error=1.5, nearer=0.7, unclear=radians(40))


def die(face: int, x: int, y: int, size: int = 40, sides: int = 6) -> DieReading:
    return DieReading(face, sides, 0.99, (x - size // 2, y - size // 2, size, size))


def settled(*dice: DieReading) -> DiceReading:
    return DiceReading(dice, "settled" if dice else "empty", bool(dice))


class Table:
    """A table in front of a camera: draws dice as squares, and reads back exactly those that are drawn."""

    def __init__(self, tray: TrayCalibration | None = None) -> None:
        self.reading = settled()
        self.watcher = RollWatcher(self, tray, LEAN)
        self.now, self.number = 0.0, 0
        self.reads = 0
        self.looked_at: list[Spot] = []
        self.solid: set[bool] = set()
        self.second_reader: list[bool] = []  # for each reading, whether it was asked as well
        self.error: float | None = None  # what the second reader makes of a sure reading
        self.hand = False
        self.sleeve: tuple[int, int, int] = (120, 140, 200)
        self.long_shadows = False
        self.unread = 0
        self.spots: tuple[DieReading, ...] = ()  # in the cloth, and read as dice
        self.dim = 1.0

    def read(self, image: np.ndarray, *, hints: Hints = NO_HINTS) -> DiceReading:
        self.reads += 1
        self.looked_at += hints.spots
        self.solid.add(hints.solid)
        self.second_reader.append(hints.second_reader)
        seen = self.reading
        if hints.second_reader and seen.sure:
            seen = replace(seen, error=self.error)
        if not self.spots:
            return seen
        return replace(seen, dice=(*seen.dice, *self.spots), state="unsure", sure=False, doubts=(Doubt.UNCLEAR,))

    def picture(self) -> np.ndarray:
        rng = np.random.default_rng(self.number)
        image = np.full((HEIGHT, WIDTH, 3), 90.0)
        for one in (*self.reading.dice, *self.reading.outside):
            x, y, w, h = one.box
            if self.long_shadows:
                image[y - h // 2 : y + h + h // 2, :x] *= 0.5
            image[y : y + h, x : x + w] = 230 - 20 * one.face
        image[150 : 150 + self.unread, 450 : 450 + self.unread] = 200
        if self.hand:
            cv2.line(image, (639, 479), (380, 300), (120, 140, 200), 90)
            cv2.line(image, (639, 479), (560, 424), self.sleeve, 90)
        return np.clip(image * self.dim + rng.normal(0, 2, image.shape), 0, 255).astype(np.uint8)

    def show(self, seconds: float) -> list[WatchResult]:
        results = []
        for _ in range(round(seconds / 0.1)):
            self.now += 0.1
            self.number += 1
            results.append(self.watcher.feed(Frame(self.picture(), self.now, self.number)))
        return results

    def rolls(self, seconds: float = 2.0) -> list[DiceReading]:
        return [g.roll for g in self.show(seconds) if g.roll is not None]
