"""Cameras made of single pictures: a folder, and photos sent from the tablet."""

from __future__ import annotations

import threading
from pathlib import Path

from vision.arrays import Image
from vision.cameras.base import CameraError, Exposure
from vision.dice.files import read_picture, unpack
from vision.dice.header import NotAPicture

_ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp"}


class FolderCamera:
    """The pictures of a folder in the order of their names, over and over."""

    real = False

    def __init__(self, folder: Path) -> None:
        self.name = f"folder {folder.name}"
        self._folder = folder
        self._next = 0

    def grab(self) -> Image:
        try:
            files = sorted(f for f in self._folder.iterdir() if f.suffix.lower() in _ENDINGS)
        except OSError as trouble:
            raise CameraError(f"{self.name} cannot be read") from trouble
        if not files:
            raise CameraError(f"{self.name} holds no pictures")
        file = files[self._next % len(files)]
        self._next += 1
        try:
            return read_picture(file)
        except NotAPicture as why:
            raise CameraError(f"{file.name}: {why}") from why

    def hold(self, exposure: Exposure | None) -> None:
        """Pictures on disk are as they are."""

    def close(self) -> None:
        self._next = 0


class UploadCamera:
    """Photos taken with the tablet: `put` them in, `grab` waits for the next one."""

    real = True
    name = "tablet photo"

    def __init__(self, patience: float = 1.0) -> None:
        self._patience = patience
        self._waiting: Image | None = None
        self._arrived = threading.Condition()

    def put(self, data: bytes) -> None:
        """Takes the bytes of a picture file; raises NotAPicture and keeps nothing if they are not one."""
        image = unpack(data)
        with self._arrived:
            self._waiting = image
            self._arrived.notify()

    def grab(self) -> Image:
        with self._arrived:
            if self._waiting is None:
                self._arrived.wait(self._patience)
            image, self._waiting = self._waiting, None
        if image is None:
            raise CameraError("no photo has been sent yet")
        return image

    def hold(self, exposure: Exposure | None) -> None:
        """The tablet's camera chooses for itself."""

    def close(self) -> None:
        with self._arrived:
            self._waiting = None
