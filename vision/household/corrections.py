"""What players have corrected: the crop of the die and the truth, kept on this device only."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2

from vision.arrays import Image, pixels
from vision.dice.classes import class_of
from vision.dice.crop import cut
from vision.dice.sizes import Sizes
from vision.reading import Die

MOST = 500  # corrections that are kept; the oldest go first


@dataclass(frozen=True, slots=True)
class Correction:
    crop: str  # file name beside the list
    kind: str
    read: int
    truth: int
    when: float  # seconds since 1970

    @property
    def number(self) -> int:
        """The class of the true face."""
        return class_of(self.kind, self.truth)


class CorrectionStore:
    """A folder with one picture per correction and a list of them. Nothing is kept while it is switched off."""

    def __init__(self, folder: Path, enabled: bool = True, clock: Callable[[], float] = time.time) -> None:
        self._folder, self.enabled, self._clock = folder, enabled, clock

    def add(self, image: Image, die: Die, truth: int) -> Correction | None:
        """Keeps the crop of a die whose face was corrected; raises ValueError for a face that such a die has not."""
        class_of(die.kind, truth)
        if not self.enabled:
            return None
        self._folder.mkdir(parents=True, exist_ok=True)
        known = self.all()
        number = 1 + max((int(c.crop.split(".")[0]) for c in known), default=0)
        correction = Correction(f"{number:06d}.png", die.kind, die.face, truth, round(self._clock(), 1))
        cv2.imwrite(str(self._folder / correction.crop), cut(Sizes(image), *die.middle, die.size))
        for old in known[: max(0, len(known) + 1 - MOST)]:
            (self._folder / old.crop).unlink(missing_ok=True)
        self._write([*known, correction][-MOST:])
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

    def crop(self, correction: Correction) -> Image | None:
        image = cv2.imread(str(self._folder / correction.crop), cv2.IMREAD_COLOR)
        return None if image is None else pixels(image)

    def forget(self) -> None:
        """Deletes every correction."""
        for correction in self.all():
            (self._folder / correction.crop).unlink(missing_ok=True)
        self._list.unlink(missing_ok=True)

    @property
    def _list(self) -> Path:
        return self._folder / "corrections.jsonl"

    def _write(self, corrections: list[Correction]) -> None:
        fresh = self._list.with_suffix(".new")
        fresh.write_text("".join(json.dumps(asdict(c)) + "\n" for c in corrections), encoding="utf-8")
        fresh.replace(self._list)
