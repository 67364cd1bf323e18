"""What every camera can do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from vision.arrays import Image


class CameraError(RuntimeError):
    """The camera cannot give a picture; the message says why, for people."""


@dataclass(frozen=True, slots=True)
class Frame:
    image: Image
    taken: float  # seconds on a clock that only goes forward
    number: int  # counts up, one for each picture of this camera
    source: str


@dataclass(frozen=True, slots=True)
class Exposure:
    """Settings held fixed after calibration, so that the picture changes only when the table does."""

    exposure_us: int
    gain: float
    red_gain: float
    blue_gain: float


class Camera(Protocol):
    """Opened by the first `grab`, opened again by a `grab` after `close`."""

    @property
    def name(self) -> str: ...

    @property
    def real(self) -> bool:
        """False for recordings and renderings: the tablet then says so."""
        ...

    def grab(self) -> Image:
        """The next picture; waits for it, but never for long. Raises CameraError."""
        ...

    def hold(self, exposure: Exposure | None) -> None:
        """Fixes exposure and white balance, or lets the camera choose again. Cameras that cannot, ignore it."""
        ...

    def close(self) -> None: ...


@runtime_checkable
class Chooses(Protocol):
    """A camera that can tell which exposure it has chosen by itself, so that it can be held."""

    def chosen(self) -> Exposure | None: ...


@runtime_checkable
class LooksDown(Protocol):
    """A camera of which it is known that it looks straight down through an ordinary lens, or not."""

    looks_down: bool
