"""Learning from corrections: the crop of every die a player corrected, with the truth, kept on this device."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import pixels
from vision.household.corrections import CorrectionStore
from vision.household.prototypes import Prototypes, learn
from vision.reading import Die, Reading

# Readings that may still be corrected; a correction comes within moments.
MOST_REMEMBERED = 8


class Lessons:
    """Remembers the last readings with their pictures, and what players made of them."""

    def __init__(self, folder: Path, taught: Callable[[Prototypes], None], enabled: bool = True) -> None:
        self._store = CorrectionStore(folder, enabled)
        self._taught = taught
        self._told: OrderedDict[str, tuple[tuple[Die, ...], bytes]] = OrderedDict()
        if self._store.all():
            taught(learn(self._store))

    def told(self, name: str, seen: Reading, jpeg: bytes) -> None:
        """This reading went to the table."""
        self._told[name] = (seen.dice, jpeg)
        if len(self._told) > MOST_REMEMBERED:
            self._told.popitem(last=False)

    def corrected(self, name: str, faces: Sequence[int]) -> int:
        """A player said what lies there. Only changed faces teach: with a die more or less nobody knows which."""
        dice, jpeg = self._told.pop(name, ((), b""))
        if not dice or len(dice) != len(faces):
            return 0
        picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
        if picture is None:
            return 0
        wrong = [(die, truth) for die, truth in zip(dice, faces, strict=True) if die.face != truth]
        for die, truth in wrong:
            self._store.add(pixels(picture), die, truth)
        if wrong:
            self._taught(learn(self._store))
        return len(wrong)
