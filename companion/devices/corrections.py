"""What players correct: the crop of each die that was read wrong, with its true face, kept on this device only."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2

from companion.files import write_atomically
from vision.dice.corrections import Prototypes, learn_prototypes
from vision.dice.crops import ImagePyramid, cut_die
from vision.dice.network import class_of
from vision.dice.reading import DiceReading, DieReading
from vision.images import Image, pixels

MOST_KEPT = 500  # corrections; the oldest go first
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
        self._folder.mkdir(parents=True, exist_ok=True)
        known = self.all()
        number = 1 + max((int(c.crop.split(".")[0]) for c in known), default=0)
        correction = Correction(f"{number:06d}.png", die.kind, die.face, truth, round(self._clock(), 1))
        cv2.imwrite(str(self._folder / correction.crop), crop)
        for old in known[: max(0, len(known) + 1 - MOST_KEPT)]:
            (self._folder / old.crop).unlink(missing_ok=True)
        self._write([*known, correction][-MOST_KEPT:])
        return correction

    def all(self) -> list[Correction]:
        """Oldest first; lines that cannot be understood are left out."""
        found = []
        try:
            lines = self._list.read_text(encoding="utf-8").splitlines()
        except OSError:
            return []
        for line in lines:
            try:
                correction = Correction(**json.loads(line))
                class_of(correction.kind, correction.truth)
            except (TypeError, ValueError):
                continue
            found.append(correction)
        return found

    def prototypes(self) -> Prototypes:
        """What the corrections teach; those whose crop is lost are left out."""
        crops = ((self.crop(one), class_of(one.kind, one.truth)) for one in self.all())
        return learn_prototypes([(crop, number) for crop, number in crops if crop is not None])

    def crop(self, correction: Correction) -> Image | None:
        image = cv2.imread(str(self._folder / correction.crop), cv2.IMREAD_COLOR)
        return None if image is None else pixels(image)

    @property
    def _list(self) -> Path:
        return self._folder / "corrections.jsonl"

    def _write(self, corrections: list[Correction]) -> None:
        write_atomically(self._list, "".join(json.dumps(asdict(c)) + "\n" for c in corrections))


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
        for die, crop, truth in wrong:
            self._store.add(crop, die, truth)
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
