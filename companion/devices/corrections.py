"""What players correct: the crop of each die that was read wrong, with its true face, kept on this device only."""

from __future__ import annotations

import json
import logging
import re
import struct
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.files import read_bytes, read_text, remove, write_atomically
from vision.dice.corrections import Prototypes, learn_prototypes
from vision.dice.crops import CROP, ImagePyramid, cut_die
from vision.dice.network import class_of
from vision.dice.reading import DiceReading, DieReading
from vision.images import Image, pixels

log = logging.getLogger("companion")

MOST_KEPT = 500  # corrections; the oldest go first
CROP_NAME = re.compile(r"\d{1,9}\.png")
LARGEST_CROP = 1_000_000  # bytes
PNG = b"\x89PNG\r\n\x1a\n"
MOST_REMEMBERED = 8  # readings that may still be corrected; a correction comes within moments


@dataclass(frozen=True, slots=True)
class Correction:
    crop: str  # file name beside the list
    kind: str
    read: int
    truth: int
    when: float  # seconds since 1970


class CorrectionStore:
    """A folder with an image file per correction, and a list of them."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        self._folder, self._clock = folder, clock

    def add(self, crop: Image, die: DieReading, truth: int) -> Correction:
        """Keeps the crop of a die with its true face; raises ValueError for a face that such a die has not."""
        class_of(die.kind, truth)
        known = self.all()
        number = 1 + max((int(c.crop.split(".")[0]) for c in known), default=0)
        correction = Correction(f"{number:06d}.png", die.kind, die.face, truth, round(self._clock(), 1))
        write_atomically(self._folder / correction.crop, cv2.imencode(".png", crop)[1].tobytes())
        self._write([*known, correction][-MOST_KEPT:])
        for old in known[: max(0, len(known) + 1 - MOST_KEPT)]:
            remove(self._folder / old.crop)
        return correction

    def all(self) -> list[Correction]:
        """Oldest first; lines that cannot be understood are left out."""
        found = []
        try:
            lines = read_text(self._list, errors="replace").splitlines()
        except OSError:
            return []
        for line in lines:
            try:
                found.append(_read_correction(line))
            except (TypeError, ValueError, RecursionError):
                continue
        return found

    def prototypes(self) -> Prototypes:
        """What the corrections teach; those whose crop is lost are left out."""
        crops = ((self.crop(one), class_of(one.kind, one.truth)) for one in self.all())
        return learn_prototypes([(crop, number) for crop, number in crops if crop is not None])

    def crop(self, correction: Correction) -> Image | None:
        try:
            png = read_bytes(self._folder / correction.crop, LARGEST_CROP)
        except OSError:
            return None
        # The size stands in the head of the file: what is not one of our crops is not even decoded.
        if png[:8] != PNG or png[16:24] != struct.pack(">II", CROP, CROP):
            return None
        image = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_COLOR)
        return None if image is None else pixels(image)

    @property
    def _list(self) -> Path:
        return self._folder / "corrections.jsonl"

    def _write(self, corrections: list[Correction]) -> None:
        write_atomically(self._list, "".join(json.dumps(asdict(c)) + "\n" for c in corrections))


def _read_correction(line: str) -> Correction:
    """One line of the list; `ValueError` or `TypeError` for anything else."""
    correction = Correction(**json.loads(line))
    class_of(correction.kind, correction.truth)
    if not isinstance(correction.crop, str) or not CROP_NAME.fullmatch(correction.crop):
        raise ValueError("not the name of a crop")
    if not isinstance(correction.read, int) or not isinstance(correction.when, int | float):
        raise ValueError("not a face and a time")
    return correction


class CorrectionLearner:
    """Remembers the dice of the last readings, so that what players correct teaches the reader."""

    def __init__(self, folder: Path, use: Callable[[Prototypes], None]) -> None:
        self._store = CorrectionStore(folder)
        self._use = use
        self._remembered: OrderedDict[str, list[tuple[DieReading, Image]]] = OrderedDict()
        if self._store.all():
            use(self._store.prototypes())

    def remember(self, reading_id: str, dice: DiceReading, image: Image) -> None:
        """This reading goes to the table: its dice are cut out of the image while it is there."""
        sizes = ImagePyramid(image)
        self._remembered[reading_id] = [(die, cut_die(sizes, *die.middle, die.size)) for die in dice.dice]
        if len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)

    def correct(self, reading_id: str, faces: Sequence[int]) -> int:
        """These faces are the truth. Returns how many dice were wrong.

        Only changed faces teach: with a die more or less nobody knows which die is which.
        """
        dice = self._remembered.pop(reading_id, [])
        if not dice or len(dice) != len(faces):
            return 0
        wrong = [(die, crop, truth) for (die, crop), truth in zip(dice, faces, strict=True) if die.face != truth]
        try:
            for die, crop, truth in wrong:
                self._store.add(crop, die, truth)
        except OSError as error:  # the step of the game that brought the correction stands all the same
            log.warning("what was corrected cannot be kept: %s", error)
        if wrong:
            self._use(self._store.prototypes())
        return len(wrong)


def review_lines(folder: Path, as_json: bool) -> Iterator[str]:
    """The corrections that are kept, as lines to read."""
    corrections = CorrectionStore(folder).all()
    for correction in corrections:
        file = folder / correction.crop
        if as_json:
            yield json.dumps({**asdict(correction), "crop": str(file)})
        else:
            day = time.strftime("%Y-%m-%d %H:%M", time.localtime(correction.when))
            yield f"{day}  {correction.kind}: read {correction.read}, is {correction.truth}  {file}"
    if not corrections and not as_json:
        yield "no corrections have been kept"
