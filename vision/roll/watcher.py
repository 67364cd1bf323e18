"""Watching a tray: frame by frame to states, and to rolls when dice have come to rest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import radians, sqrt
from statistics import fmean
from typing import Protocol

import cv2

from vision.arrays import Image, floats
from vision.cameras.base import Frame
from vision.doubts import Doubt
from vision.hints import NOTHING, Hints
from vision.reading import Die, Reading, Spot, State
from vision.roll.flatness import Flatness, Picture, samples
from vision.roll.motion import MotionWatch
from vision.roll.pictures import PictureStore
from vision.roll.votes import same_place, twin, vote

SETTLE = 0.4  # seconds without any movement before dice are read
VOTES = 4  # readings that decide if they leave no doubt
MOST_VOTES = 8  # readings that decide otherwise, and whose doubts are handed on
STACKED = 1.2  # a die so much larger than any that is usual here is nearer to the camera: it lies on another
CLEAR_FACE = 0.9  # confidence of a face that is believed to differ from the one that lay in its place
LEANS = radians(14)  # a die whose top face is so far from level leans
LEVEL = radians(11)  # and one that may be so far might
VAGUE = 1.5  # how many times further than the classifier thinks a face may point elsewhere than it says
HIDDEN = 0.7  # a die that leans towards the eye hides its sides: how much further it may, in how much nearer it points
PLAIN = 0.95  # confidence of a face below which pips of two faces might be taken for one
TWO_FACES = radians(40)  # how much further a die may then lean, for each unit of confidence that is missing


def _size(image: Image) -> Picture:
    return image.shape[1], image.shape[0]


class Reader(Protocol):
    def read(self, image: Image, picture: str = "", source: str = "", hints: Hints = NOTHING) -> Reading: ...


@dataclass(frozen=True, slots=True)
class Tray:
    """What calibration and the rolls so far have taught: corners of the tray, size of a die, how flat dice look."""

    corners: tuple[tuple[float, float], ...] = ()
    die_size: float | None = None
    flatness: Flatness = Flatness()
    acquainted: bool = False  # whether the camera is known well enough to tell a leaning die
    largest: float | None = None  # size of the largest dice that were seen here more than now and then

    def holds(self, die: Die) -> bool:
        if len(self.corners) < 3:
            return True
        return bool(cv2.pointPolygonTest(floats(self.corners).reshape(-1, 1, 2), die.middle, False) >= 0)


@dataclass(frozen=True, slots=True)
class Glance:
    """What one frame told: the state now, the reading it rests on, and `roll` once for each new roll."""

    state: State
    reading: Reading | None = None
    roll: Reading | None = None


class RollWatcher:
    """Feed it frames in order; it reads only when nothing moves, and tells each roll once."""

    def __init__(self, reader: Reader, tray: Tray | None = None, pictures: PictureStore | None = None) -> None:
        self._reader = reader
        self._tray = tray or Tray()
        self.pictures = pictures or PictureStore()
        self._motion = MotionWatch()
        self._votes: list[Reading] = []
        self._decided: Reading | None = None
        self._told: tuple[Die, ...] = ()

    def feed(self, frame: Frame) -> Glance:
        motion = self._motion.feed(frame.image, frame.taken, self._tray.die_size)
        if motion != "still" or self._motion.still_for(frame.taken) < SETTLE:
            self._votes, self._decided = [], None
            return Glance("hand" if motion == "hand" else "moving")
        if self._decided is not None:
            return Glance(self._decided.state, self._decided)
        self._motion.learn_first()
        self._votes.append(self._look_twice(frame, len(self._votes)))
        decided = self._level(vote(self._votes), self._votes, frame.image)
        if self._motion.doubtful and decided.dice:
            decided = decided.doubted(Doubt.HAND)
        if decided.sure and self._unread(decided):
            decided = decided.doubted(Doubt.NO_DIE)
        if not self._enough(decided):
            return Glance("moving")
        return self._tell(decided, frame)

    def use(self, tray: Tray) -> None:
        """Calibration has learned something: what lies there is read anew, but dice told of before are no new roll."""
        self._tray = tray
        self._votes, self._decided = [], None

    def forget(self) -> None:
        """The dice that lie there now count as a new roll when they are read next."""
        self._told, self._votes, self._decided = (), [], None

    def learn(self, tray: Tray) -> None:
        """More is known about the tray; what was read before stays read."""
        self._tray = tray

    def read(self, image: Image, source: str = "") -> Reading:
        """The dice of one picture, those beside the tray apart."""
        reading = self._look(image, source, Hints(self._tray.die_size))
        return self._level(reading, [reading], image)

    def _look_twice(self, frame: Frame, way: int) -> Reading:
        """The dice of one of several pictures; what lies there and was not read is looked at by itself."""
        hints = Hints(self._tray.die_size, way, solid=self._motion.knows_empty)
        reading = self._look(frame.image, frame.source, hints)
        unread = self._unread(reading)
        if unread:
            reading = self._look(frame.image, frame.source, replace(hints, spots=tuple(unread)))
        return self._without_spots(reading)

    def _without_spots(self, reading: Reading) -> Reading:
        """Without what was seen where the tray looks as when it was empty. If it never was, what lies there from the
        first may be dice too: then only a reading that is not sure is rid of it, beside others."""
        lying = tuple(die for die in reading.dice if not self._motion.bare(die))
        known = self._motion.knows_empty
        if len(lying) == len(reading.dice) or (not known and (reading.sure or not lying)):
            return reading
        left = replace(reading, dice=lying)
        if lying or left.state == "cocked" or self._unread(left):
            return left.doubted(Doubt.ANOTHER_DIE, "cocked" if left.state == "cocked" else "unsure")
        return replace(left, state="empty", sure=False, doubts=())

    def _unread(self, reading: Reading) -> list[Spot]:
        return self._motion.unread((*reading.dice, *reading.outside))

    def _look(self, image: Image, source: str, hints: Hints) -> Reading:
        tray, picture = self._tray, _size(image)
        level = replace(hints, level=lambda x, y: tray.flatness.facing((x, y), picture))
        reading = self._reader.read(image, source=source, hints=level)
        inside = tuple(die for die in reading.dice if tray.holds(die))
        outside = tuple(die for die in reading.dice if not tray.holds(die))
        reading = replace(reading, dice=inside, outside=outside)
        if tray.largest is not None and any(die.sides == 6 and die.size > STACKED * tray.largest for die in inside):
            reading = reading.doubted(Doubt.ON_ANOTHER, "cocked")
        return reading

    def _level(self, reading: Reading, votes: list[Reading], image: Image) -> Reading:
        """Doubts a reading with dice that are not level with those that lay flat here before."""
        seen = [die for die in reading.dice if die.facing is not None]
        if not seen:
            return reading
        if not self._tray.acquainted:
            return reading.doubted(Doubt.NEW_CAMERA)
        leans = [self._lean(die, votes, image) for die in seen]
        if max(lean for lean, _ in leans) > LEANS:
            return reading.doubted(Doubt.LEANS, "cocked")
        might = any(lean + more > LEVEL for lean, more in leans)
        return reading.doubted(Doubt.MIGHT_LEAN) if might else reading

    def _lean(self, die: Die, votes: list[Reading], image: Image) -> tuple[float, float]:
        """How far the pictures say that it leans, far ones above all: where they do not agree, that is far too; and how
        much further it may."""
        twins = [same for seen in votes if (same := twin(die, seen.dice)) is not None]
        flatness = self._tray.flatness
        leans = map(flatness.lean, samples(twins, _size(image)))
        vague = VAGUE * fmean(same.vague for same in twins)
        hidden = HIDDEN * flatness.nearer_to_eye(die, _size(image))
        unclear = TWO_FACES * max(0.0, PLAIN - die.confidence)
        return sqrt(fmean(lean**2 for lean in leans)), vague + hidden + unclear

    def _enough(self, decided: Reading) -> bool:
        """Not decided anew after each picture: what is asked often enough is sure at last by chance. More pictures do
        not help where none has a doubt but that the camera is new."""
        clear = decided.state in ("settled", "empty") or decided.doubts == (Doubt.NEW_CAMERA,)
        return len(self._votes) == MOST_VOTES or (clear and len(self._votes) == VOTES)

    def _tell(self, decided: Reading, frame: Frame) -> Glance:
        fresh = self._is_new(decided)
        if fresh or decided.state != "empty":
            decided = replace(decided, picture=self.pictures.keep(frame.image))
        self._decided = decided
        if decided.state == "empty":
            self._motion.learn_empty()
            self._told = ()
        elif fresh:
            self._told = decided.dice
        return Glance(decided.state, decided, decided if fresh else None)

    def _is_new(self, reading: Reading) -> bool:
        """Some die lies where none of its kind was told of, or clearly shows another face than it did."""
        if reading.state == "cocked" and not reading.dice:
            return True
        clear = reading.sure or all(seen.sure for seen in self._votes)  # a doubt about the lean is none about the face
        return any(not self._told_of(die, clear or die.confidence > CLEAR_FACE) for die in reading.dice)

    def _told_of(self, die: Die, clear: bool) -> bool:
        here = (old for old in self._told if old.numeral == die.numeral and same_place(die, old, 0.3))
        return any(die.face == old.face or not clear for old in here)
