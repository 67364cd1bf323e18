"""What players tell of dice that were read, right or wrong: crops with their true faces, kept on this device only.

A reading that a player corrects teaches, and so does one that a player looked at and confirmed: `vision.dice.home` says
what. The players may switch it off; what is kept is then not used, and nothing more is kept.
"""

from __future__ import annotations

import json
import logging
import re
import struct
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.files import read_bytes, read_text, remove, write_atomically
from companion.protocol.camera import LearningJson
from companion.protocol.refusal import Refused
from vision.dice.crops import CROP, ImagePyramid, cut_die
from vision.dice.home import NOTHING_KNOWN, HomeDice, KnownDie, learn_dice
from vision.dice.network import class_of
from vision.dice.reading import DiceReading, DieReading
from vision.images import Image, pixels

log = logging.getLogger("companion")

MOST_CORRECTED = 500  # dice that were read wrong; the oldest go first
MOST_CONFIRMED = 12  # dice of one face of one kind that were read right
CROP_NAME = re.compile(r"\d{1,9}\.png")
LARGEST_CROP = 1_000_000  # bytes
PNG = b"\x89PNG\r\n\x1a\n"
MOST_REMEMBERED = 8  # readings of which players may still tell the truth; that comes within moments


@dataclass(frozen=True, slots=True)
class ToldDie:
    """A die of which players told the face."""

    crop: str  # file name beside the list
    kind: str
    read: int
    truth: int
    when: float  # seconds since 1970

    @property
    def confirmed(self) -> bool:
        return self.read == self.truth


class ToldDiceStore:
    """A folder with an image file per die, a list of them, and whether they are learned from."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._folder, self._clock = folder, clock

    def add(self, crop: Image, die: DieReading, truth: int) -> ToldDie:
        """Keeps the crop of a die with its true face; raises ValueError for a face that such a die has not."""
        class_of(die.kind, truth)
        known = self.all()
        number = 1 + max((int(c.crop.split(".")[0]) for c in known), default=0)
        told = ToldDie(f"{number:06d}.png", die.kind, die.face, truth, round(self._clock(), 1))
        write_atomically(self._folder / told.crop, cv2.imencode(".png", crop)[1].tobytes())
        kept = _newest([*known, told])
        self._write(kept)
        for old in set(known) - set(kept):
            remove(self._folder / old.crop)
        return told

    def all(self) -> list[ToldDie]:
        """Oldest first; lines that cannot be understood are left out."""
        found = []
        try:
            lines = read_text(self._list, errors="replace").splitlines()
        except OSError:
            return []
        for line in lines:
            try:
                found.append(_read_told(line))
            except (TypeError, ValueError, RecursionError):
                continue
        return found

    def known(self) -> list[KnownDie]:
        """What can be learned from; dice whose crop is lost are left out."""
        crops = ((self.crop(one), one) for one in self.all())
        return [
            KnownDie(crop, class_of(one.kind, one.read), class_of(one.kind, one.truth))
            for crop, one in crops
            if crop is not None
        ]

    def crop(self, told: ToldDie) -> Image | None:
        try:
            png = read_bytes(self._folder / told.crop, LARGEST_CROP)
        except OSError:
            return None
        # The size stands in the head of the file: what is not one of our crops is not even decoded.
        if png[:8] != PNG or png[16:24] != struct.pack(">II", CROP, CROP):
            return None
        image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
        return None if image is None else pixels(image)

    @property
    def on(self) -> bool:
        """A file that says nothing counts as none: what was corrected was always learned from."""
        try:
            return json.loads(read_text(self._switch)) is not False
        except (OSError, ValueError, RecursionError):
            return True

    def switch(self, on: bool) -> None:
        write_atomically(self._switch, json.dumps(on) + "\n")

    @property
    def _list(self) -> Path:
        return self._folder / "corrections.jsonl"

    @property
    def _switch(self) -> Path:
        return self._folder / "learning.json"

    def _write(self, told: list[ToldDie]) -> None:
        write_atomically(self._list, "".join(json.dumps(asdict(c)) + "\n" for c in told))


def _newest(told: list[ToldDie]) -> list[ToldDie]:
    """The newest of all corrected dice, and of the confirmed ones the newest of each face."""
    seen: Counter[tuple[str, int]] = Counter()
    kept = []
    for die in reversed(told):
        group = (die.kind, die.truth) if die.confirmed else ("", 0)
        seen[group] += 1
        if seen[group] <= (MOST_CONFIRMED if die.confirmed else MOST_CORRECTED):
            kept.append(die)
    return kept[::-1]


def _read_told(line: str) -> ToldDie:
    """One line of the list; `ValueError` or `TypeError` for anything else."""
    told = ToldDie(**json.loads(line))
    if not isinstance(told.crop, str) or not CROP_NAME.fullmatch(told.crop):
        raise ValueError("not the name of a crop")
    if not isinstance(told.read, int) or not isinstance(told.when, int | float):
        raise ValueError("not a face and a time")
    class_of(told.kind, told.read)
    class_of(told.kind, told.truth)
    return told


@dataclass(slots=True)
class _Remembered:
    """The dice of a reading with their crops, and whether a player must have looked at it before it was taken."""

    dice: list[tuple[DieReading, Image]]
    asked: bool


class HomeLearner:
    """Remembers the dice of the last readings, so that what players tell of them teaches the reader."""

    def __init__(self, folder: Path, use: Callable[[HomeDice], None]) -> None:
        self._store = ToldDiceStore(folder)
        self._use = use
        self._remembered: OrderedDict[str, _Remembered] = OrderedDict()
        self._home = NOTHING_KNOWN
        if self._store.on and self._store.all():
            self._learn(learn_dice(self._store.known()))

    def remember(self, reading_id: str, dice: DiceReading, image: Image) -> None:
        """This reading goes to the table: its dice are cut out of the image while it is there."""
        sizes = ImagePyramid(image)
        cut = [(die, cut_die(sizes, *die.middle, die.size)) for die in dice.dice]
        self._remembered[reading_id] = _Remembered(cut, not dice.sure and not dice.likely)
        if len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)

    def told(self, reading_id: str, scores: Sequence[int], looked: bool = False) -> int:
        """The dice of this reading were taken to show these scores. Returns how many of them were read wrong.

        With a die more or less nobody knows which die is which: that teaches nothing. Nor does a reading that was
        taken as it was without anybody having to look; `looked`: somebody did.
        """
        remembered = self._remembered.get(reading_id)
        if remembered is None or len(remembered.dice) != len(scores) or not self._store.on:
            return 0
        told = [(die, crop, _face_of(die, score)) for (die, crop), score in zip(remembered.dice, scores, strict=True)]
        wrong = sum(die.face != face for die, _, face in told)
        if wrong:
            del self._remembered[reading_id]
        elif not remembered.asked and not looked:
            return 0
        remembered.asked = False  # undone and taken again, it teaches nothing more
        self._keep(told)
        return wrong

    def _keep(self, told: Sequence[tuple[DieReading, Image, int]]) -> None:
        try:
            for die, crop, face in told:
                self._store.add(crop, die, face)
        except OSError as error:  # the step of the game that brought this stands all the same
            log.warning("what players told of dice cannot be kept: %s", error)
        known = [KnownDie(crop, class_of(die.kind, die.face), class_of(die.kind, face)) for die, crop, face in told]
        self._learn(learn_dice(known, self._home))

    def switch(self, on: bool) -> None:
        try:
            self._store.switch(on)
        except OSError as error:
            raise Refused("camera/not_saved", "not_saved", {"reason": str(error)}) from error
        self._learn(learn_dice(self._store.known() if on else ()))

    def _learn(self, home: HomeDice) -> None:
        self._home = home
        self._use(home)

    def to_json(self) -> LearningJson:
        told = self._store.all()
        right = sum(one.confirmed for one in told)
        return {"can_read": True, "on": self._store.on, "confirmed": right, "corrected": len(told) - right}


def _face_of(die: DieReading, score: int) -> int:
    """The ten of a ten-sided die is its 0."""
    return 0 if die.sides == 10 and score == 10 else score


def review_lines(folder: Path, as_json: bool) -> Iterator[str]:
    """The dice that are kept, as lines to read."""
    told = ToldDiceStore(folder).all()
    for one in told:
        file = folder / one.crop
        if as_json:
            yield json.dumps({**asdict(one), "crop": str(file)})
        else:
            day = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.when))
            yield f"{day}  {one.kind}: read {one.read}, is {one.truth}  {file}"
    if not told and not as_json:
        yield "no dice have been kept"
