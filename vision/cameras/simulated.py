"""Cameras that are not real: a rendered tray in which dice can be thrown, and the image files of a folder."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from math import pi
from pathlib import Path

import numpy as np

from vision.cameras.base import CameraError, CameraSettings
from vision.images import Image, NotAnImage, read_image_file
from vision.render.materials import CLASSIC
from vision.render.scene import SceneOptions, TrueDie
from vision.render.tray import EMPTY, TRAY_OPTIONS, RenderedTray, ThrownDice

SIMULATED = replace(TRAY_OPTIONS, material=CLASSIC, level=True)  # ivory dice with black pips, seen from straight above
TILE_WIDTH, CARD_WIDTH = 78 / 16, 57 / 16  # in edges of a die: mm of each
ROLLING = 0.7  # seconds until the dice lie still
IDLE_FACTOR = 5  # so much longer between frames while nothing lies in the tray
_ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".gif", ".bmp"}


class RenderedCamera:
    """Not a real camera, and marked as such. Without a throw it shows an empty tray."""

    real = False
    name = "simulated camera"

    def __init__(
        self,
        seed: int = 7,
        long_side: int = 640,
        rate: float = 12.0,
        wish: SceneOptions | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        wish = wish or SIMULATED
        self._stage = RenderedTray(seed, replace(wish, long_side=long_side))
        self.looks_down = wish.level
        self._pause = 1 / rate if rate > 0 else 0.0
        self._clock = clock
        self._lock = threading.Lock()
        self._dice: ThrownDice = EMPTY
        self._hands = np.random.default_rng(seed)
        # The name of a piece that lies there, its face, width, turn and place.
        self._piece: tuple[str, Image, float, float, tuple[float, float]] | None = None
        self._thrown = float("-inf")
        self._last = float("-inf")

    def throw(self, dice: int, kind: str = "d6-pips", cocked: bool = False) -> tuple[TrueDie, ...]:
        """Throws new dice into the tray; returns what will lie there once they have come to rest."""
        with self._lock:
            self._piece = None
            self._dice = self._stage.throw(dice, cocked, kind)
            self._thrown = self._clock()
            return self._stage.truths(self._dice)

    def clear(self) -> None:
        with self._lock:
            self._dice = EMPTY
            self._piece = None

    def lay(self, name: str, draw: Callable[[], Image]) -> None:
        """A flat piece is laid into the tray, as hands lay it: not quite straight, and never twice the same way."""
        with self._lock:
            if self._piece is not None and self._piece[0] == name:
                return
            face = draw()
            width = CARD_WIDTH if face.shape[0] > face.shape[1] else TILE_WIDTH
            turn = float(self._hands.integers(4)) * pi / 2 + float(self._hands.normal(0, 0.12))
            at = (float(self._hands.normal(0, 0.4)), float(self._hands.normal(0, 0.3)))
            self._piece = (name, face, width, turn, at)
            self._dice = EMPTY

    def grab(self) -> Image:
        # An empty tray does not change: drawing it over and over would only cost power.
        idle = self._dice is EMPTY and self._piece is None
        pause = self._pause * (IDLE_FACTOR if idle else 1)
        wait = pause - (self._clock() - self._last)
        if wait > 0:
            time.sleep(min(wait, 1.0))
        with self._lock:
            self._last = self._clock()
            if self._piece is not None:
                _, face, width, turn, at = self._piece
                return self._stage.with_piece(face, width, turn, at)
            rolling = self._last - self._thrown < ROLLING
            return self._stage.moving(self._dice) if rolling else self._stage.image(self._dice)

    def hold(self, settings: CameraSettings | None) -> None:
        """The rendered lamp never changes."""

    def close(self) -> None:
        """Nothing to let go of."""


class FolderCamera:
    """The image files of a folder in the order of their names, over and over."""

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
            return read_image_file(file)
        except NotAnImage as why:
            raise CameraError(f"{file.name}: {why}") from why

    def hold(self, settings: CameraSettings | None) -> None:
        """Files are as they are."""

    def close(self) -> None:
        self._next = 0
