"""The pictures behind readings, kept for as long as somebody may ask for them."""

from __future__ import annotations

import itertools
from collections import OrderedDict
from pathlib import Path

import cv2

from vision.arrays import Image


class PictureStore:
    """Keeps the newest `most` pictures as JPEG, in memory, or in a folder as well."""

    def __init__(self, folder: Path | None = None, most: int = 200, prefix: str = "roll") -> None:
        self._folder, self._most, self._prefix = folder, most, prefix
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._numbers = itertools.count(self._last_number() + 1)

    def keep(self, image: Image) -> str:
        """Stores the picture and gives its id."""
        name = f"{self._prefix}-{next(self._numbers):06d}"
        _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])
        self._kept[name] = packed.tobytes()
        if self._folder is not None:
            (self._folder / f"{name}.jpg").write_bytes(self._kept[name])
        while len(self._kept) > self._most:
            old, _ = self._kept.popitem(last=False)
            if self._folder is not None:
                (self._folder / f"{old}.jpg").unlink(missing_ok=True)
        return name

    def get(self, name: str) -> bytes | None:
        """The JPEG of that id, None if it is unknown or too old."""
        return self._kept.get(name)

    def _last_number(self) -> int:
        if self._folder is None:
            return 0
        self._folder.mkdir(parents=True, exist_ok=True)
        files = sorted(self._folder.glob(f"{self._prefix}-[0-9]*.jpg"))
        for file in files[: -self._most]:
            file.unlink(missing_ok=True)
        for file in files[-self._most :]:
            self._kept[file.stem] = file.read_bytes()
        numbers = [file.stem.removeprefix(f"{self._prefix}-") for file in files]
        return max((int(n) for n in numbers if n.isdigit()), default=0)
