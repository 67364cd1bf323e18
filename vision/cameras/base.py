"""What every camera can do, and what a camera gives: frames."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from vision.images import Image


class CameraError(RuntimeError):
    """The camera gives no image; the message says why, for people."""


@dataclass(frozen=True, slots=True)
class Frame:
    """An image from a camera, with its number and time."""

    image: Image
    taken: float  # seconds on a clock that only goes forward
    number: int  # counts up, one for each frame of this camera


@dataclass(frozen=True, slots=True)
class Exposure:
    """Settings held fixed after calibration, so that the image changes only when the table does."""

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
        """False for recordings and renderings; the tablet says so."""
        ...

    def grab(self) -> Image:
        """The next image; waits for it, but never for long. Raises CameraError."""
        ...

    def hold(self, exposure: Exposure | None) -> None:
        """Fixes exposure and white balance, or lets the camera choose again. Cameras that cannot, ignore it."""
        ...

    def close(self) -> None: ...


# What only some cameras can do. Asked with isinstance.


@runtime_checkable
class ReportsExposure(Protocol):
    """Can say which exposure it has chosen by itself, so that it can be held."""

    def chosen(self) -> Exposure | None: ...


@runtime_checkable
class LooksDown(Protocol):
    """Knows whether it looks straight down through an ordinary lens. Then flat dice need not be learned."""

    looks_down: bool


@runtime_checkable
class ThrowsDice(Protocol):
    """A simulated camera: dice can be thrown into its image."""

    def throw(self, dice: int) -> object: ...

    def clear(self) -> None: ...
