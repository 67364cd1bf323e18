"""What every camera can do, and what a camera gives: frames."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

from vision.images import Image

T = TypeVar("T")


class CameraError(RuntimeError):
    """The camera gives no image; the message says why, for people."""


@dataclass(frozen=True, slots=True)
class Frame:
    """An image from a camera, with its number and time."""

    image: Image
    taken: float  # seconds on a clock that only goes forward
    number: int  # counts up, one for each frame of this camera


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Held fixed after calibration, so that the image changes only when the table does."""

    exposure_us: int
    gain: float
    red_gain: float
    blue_gain: float
    # Where the lens stands, in dioptres (one over the distance in metres). None: it goes on focusing by itself.
    lens: float | None = None


@dataclass(frozen=True, slots=True)
class SeenPart:
    """How much of what its lens shows a camera gives, as shares of the sensor's width and height."""

    width: float
    height: float

    @property
    def whole(self) -> bool:
        """A few rows less are nothing: pixels of the sensor are read in pairs."""
        return min(self.width, self.height) > 0.97


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

    def hold(self, settings: CameraSettings | None) -> None:
        """Fixes exposure, white balance and focus, or lets the camera choose again. Cameras that cannot, ignore it."""
        ...

    def close(self) -> None: ...


# What only some cameras can do. Asked with isinstance.


@runtime_checkable
class ReportsSettings(Protocol):
    """Can say which settings it has chosen by itself, so that they can be held. Raises CameraError."""

    def chosen(self) -> CameraSettings | None: ...


@runtime_checkable
class ReportsSeenPart(Protocol):
    """Can say whether it shows all that its lens shows; the table of camera heights is made for that."""

    def seen_part(self) -> SeenPart | None: ...


@runtime_checkable
class Focuses(Protocol):
    """Knows whether its lens moves by itself. Then it has to be held after calibration (`CameraSettings.lens`)."""

    def focuses(self) -> bool: ...


@runtime_checkable
class LooksDown(Protocol):
    """Knows whether it looks straight down through an ordinary lens. Then flat dice need not be learned."""

    looks_down: bool


@runtime_checkable
class ThrowsDice(Protocol):
    """A simulated camera: dice can be thrown into its image."""

    def throw(self, dice: int) -> object: ...

    def clear(self) -> None: ...


@runtime_checkable
class LaysPieces(Protocol):
    """A simulated camera: flat pieces can be laid into its image. The same name again changes nothing."""

    def lay(self, name: str, draw: Callable[[], Image]) -> None: ...


# ----------------------------------------------------------------------------------------------------------------------


def within(seconds: float, work: Callable[[], T], too_late: Callable[[T], object] | None = None) -> T:
    """Runs `work`, which may hang, in a thread of its own. After so many seconds TimeoutError is raised.

    The thread is then left behind; what it still brings goes to `too_late`.
    """
    result: Future[T] = Future()
    given_up = threading.Event()
    settling = threading.Lock()  # either the result is taken here, or it comes too late

    def run() -> None:
        try:
            brought = work()
        except BaseException as error:  # noqa: BLE001 (raised where the result is waited for)
            result.set_exception(error)
            return
        with settling:
            result.set_result(brought)
            late = given_up.is_set()
        if late and too_late is not None:
            too_late(brought)

    threading.Thread(target=run, name="camera work", daemon=True).start()
    try:
        return result.result(seconds)
    except TimeoutError:
        with settling:
            if not result.done():
                given_up.set()
                raise
        return result.result()
