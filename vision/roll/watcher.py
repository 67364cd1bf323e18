"""Watching a tray: frame by frame to states, and to rolls when dice have come to rest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from vision.cameras.base import Frame
from vision.dice.reading import NO_HINTS, DiceReading, DiceState, DieReading, Doubt, Hints, Spot
from vision.images import Image, PixelBox
from vision.roll.lean import LeanEvidence, LeanLimits, lean_evidence, load_lean_limits
from vision.roll.motion import MotionWatch
from vision.roll.tray import TrayCalibration, size_of
from vision.roll.votes import same_place, twin, vote

SETTLE = 0.6  # seconds without any movement before dice are told: what was read of dice that then moved on is forgotten
VOTES = 4  # readings that decide if they leave no doubt
MOST_VOTES = 8  # readings that decide otherwise; their doubts are handed on
STACKED = 1.2  # a die so much larger than the largest usual one is nearer to the camera: it lies on another die
CLEAR_FACE = 0.9  # confidence from which a face is believed to differ from the one read there before


class ReadsDice(Protocol):
    """Reads the dice of one image: `vision.dice.reader.DiceReader`."""

    def read(self, image: Image, *, hints: Hints = NO_HINTS) -> DiceReading: ...


@dataclass(frozen=True, slots=True)
class WatchResult:
    """What one frame showed: the state now, the reading it rests on, and `roll` once for each new roll."""

    state: DiceState
    reading: DiceReading | None = None
    roll: DiceReading | None = None


class RollWatcher:
    """Takes frames in order. Reads only when nothing moves, and reports each roll once."""

    def __init__(
        self, reader: ReadsDice, calibration: TrayCalibration | None = None, limits: LeanLimits | None = None
    ) -> None:
        self._reader, self._limits = reader, limits or load_lean_limits()
        self._calibration = calibration or TrayCalibration()
        self._motion = MotionWatch()
        self._votes: list[DiceReading] = []
        self._clear: DiceReading | None = None  # what was read, until the dice have lain still for long enough
        self._decided: DiceReading | None = None
        self._reported: tuple[DieReading, ...] = ()

    def feed(self, frame: Frame) -> WatchResult:
        motion = self._motion.feed(frame.image, frame.taken, self._calibration.die_size)
        still_for = self._motion.still_for(frame.taken)
        if motion != "still":
            self._votes, self._clear, self._decided = [], None, None
            return WatchResult("hand" if motion == "hand" else "moving")
        if self._decided is not None:
            return WatchResult(self._decided.state, self._decided)
        self._clear = self._clear or self._read_on(frame)
        return self._report(self._clear) if self._clear is not None and still_for >= SETTLE else WatchResult("moving")

    def _read_on(self, frame: Frame) -> DiceReading | None:
        """Reads this frame as well; a reading once there are enough."""
        self._motion.learn_first()
        self._votes.append(self._read_vote(frame.image, len(self._votes)))
        decided = self._doubt_how_dice_lie(vote(self._votes), self._votes, frame.image)
        if self._motion.doubtful and decided.dice:
            decided = decided.doubted(Doubt.HAND)
        if (decided.sure or decided.likely) and self._unread(decided):
            decided = decided.doubted(Doubt.NO_DIE)
        return decided.without_home() if self._enough(decided) else None

    def recalibrate(self, calibration: TrayCalibration) -> None:
        """The camera was set up anew: what lies there is read again, but dice reported before are no new roll."""
        self._calibration = calibration
        self._votes, self._clear, self._decided = [], None, None

    def learn(self, calibration: TrayCalibration) -> None:
        """A roll has taught more about the tray; what was read before stays read."""
        self._calibration = calibration

    def read(self, image: Image) -> DiceReading:
        """The dice of one image; those beside the tray are listed apart."""
        reading = self._read(image, Hints(self._calibration.die_size))
        return self._doubt_how_dice_lie(reading, [reading], image).without_home()

    # -- one image -----------------------------------------------------------------------------------------------------

    def _read_vote(self, image: Image, way: int) -> DiceReading:
        """One of several readings of a roll, each made in another `way`. Things that were not read get a second try."""
        unseconded = all(seen.error is None for seen in self._votes)
        hints = Hints(self._calibration.die_size, way, solid=self._motion.knows_empty, second_reader=unseconded)
        reading = self._read(image, hints)
        unread = self._unread(reading)
        if unread:
            reading = self._read(image, replace(hints, spots=tuple(unread)))
        return self._without_stains(reading)

    def _read(self, image: Image, hints: Hints) -> DiceReading:
        tray, size = self._calibration, size_of(image)
        reading = self._reader.read(image, hints=replace(hints, level=lambda x, y: tray.flatness.facing((x, y), size)))
        inside = tuple(die for die in reading.dice if tray.holds(die))
        outside = tuple(die for die in reading.dice if not tray.holds(die))
        return replace(reading, dice=inside, outside=outside)

    def _without_stains(self, reading: DiceReading) -> DiceReading:
        """Without "dice" where the tray looks as it did when it was empty.

        While the empty tray is unknown, what lies there from the first may be real dice: then they are dropped only
        from a reading that is not sure, and only beside others.
        """
        lying = tuple(die for die in reading.dice if not self._motion.looks_empty(die))
        known = self._motion.knows_empty
        if len(lying) == len(reading.dice) or (not known and (reading.sure or not lying)):
            return reading
        left = replace(reading, dice=lying)
        if lying or left.state == "cocked" or self._unread(left):
            return left.doubted(Doubt.ANOTHER_DIE, "cocked" if left.state == "cocked" else "unsure")
        return replace(left, state="empty", sure=False, doubts=())

    def _unread(self, reading: DiceReading) -> list[Spot]:
        return self._motion.unread((*reading.dice, *reading.outside))

    # -- dice that lean, or lie on others ------------------------------------------------------------------------------

    def _doubt_how_dice_lie(self, reading: DiceReading, votes: list[DiceReading], image: Image) -> DiceReading:
        usual = self._calibration.largest
        large = {die.box for die in reading.dice if usual and die.sides == 6 and die.size > STACKED * usual}
        if large:
            return _doubt_dice(reading.doubted(Doubt.ON_ANOTHER, "cocked"), large, Doubt.ON_ANOTHER)
        return self._doubt_leaning(reading, votes, image)

    def _doubt_leaning(self, reading: DiceReading, votes: list[DiceReading], image: Image) -> DiceReading:
        """Doubts a reading with dice that are not level with those that lay flat here before.

        Most dice that might lean do not: a reading that is sure otherwise is still likely.
        """
        seen = [die for die in reading.dice if die.facing is not None]
        if not seen:
            return reading
        if not self._calibration.flatness_known:
            return reading.doubted(Doubt.NEW_CAMERA)
        leans = {die.box: self._lean(die, votes, image) for die in seen}
        leaning = {box for box, lean in leans.items() if lean.lean > self._limits.leans}
        if leaning:
            return _doubt_dice(reading.doubted(Doubt.LEANS, "cocked"), leaning, Doubt.LEANS)
        might = {box for box, lean in leans.items() if self._limits.furthest(lean) > self._limits.level}
        if not might:
            return reading
        doubted = _doubt_dice(reading.doubted(Doubt.MIGHT_LEAN), might, Doubt.MIGHT_LEAN)
        return replace(doubted, state="settled", likely=True) if reading.sure else doubted

    def _lean(self, die: DieReading, votes: list[DiceReading], image: Image) -> LeanEvidence:
        twins = [same for seen in votes if (same := twin(die, seen.dice)) is not None]
        return lean_evidence(die, twins, self._calibration.flatness, size_of(image))

    # -- what is reported ----------------------------------------------------------------------------------------------

    def _enough(self, decided: DiceReading) -> bool:
        """Whether the readings so far decide: after a few if they are clear, otherwise after all.

        Not after each: what is asked often enough would be sure at last by chance. A new camera is no reason to go on,
        more readings do not help there.
        """
        clear = decided.sure or decided.state == "empty" or decided.doubts == (Doubt.NEW_CAMERA,)
        return len(self._votes) == MOST_VOTES or (clear and len(self._votes) == VOTES)

    def _report(self, decided: DiceReading) -> WatchResult:
        fresh = self._is_new(decided)
        self._decided = decided
        if decided.state == "empty":
            self._motion.learn_empty()
            self._reported = ()
        elif fresh:
            self._reported = decided.dice
        return WatchResult(decided.state, decided, decided if fresh else None)

    def _is_new(self, reading: DiceReading) -> bool:
        """Some die lies where none of its kind was reported, or clearly shows another face than it did."""
        if reading.state == "cocked" and not reading.dice:
            return True
        clear = reading.sure or all(seen.sure for seen in self._votes)  # a doubt about the lean is none about the face
        return any(not self._was_reported(die, clear or die.confidence > CLEAR_FACE) for die in reading.dice)

    def _was_reported(self, die: DieReading, clear: bool) -> bool:
        here = (old for old in self._reported if old.numeral == die.numeral and same_place(die, old, 0.3))
        return any(die.face == old.face or not clear for old in here)


def _doubt_dice(reading: DiceReading, boxes: set[PixelBox], doubt: Doubt) -> DiceReading:
    """The reading, with this doubt about the dice in these boxes."""
    dice = tuple(replace(die, doubt=doubt) if die.box in boxes else die for die in reading.dice)
    return replace(reading, dice=dice)
