"""Which camera: by the word of the command line, or those that are plugged in.

A new kind of camera needs a class with the methods of `vision.cameras.base.Camera` and a line in `choose_camera`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from vision.cameras.base import Camera, CameraError
from vision.cameras.picamera import PiCamera, has_pi_camera
from vision.cameras.simulated import FolderCamera, RenderedCamera
from vision.cameras.streams import AddressCamera, UsbCamera, UsbNames, VideoCamera

_ADDRESSES = ("http://", "https://", "rtsp://")


def choose_camera(wanted: str) -> Camera | None:
    """`auto`, `sim`, `none`, `pi`, a device, a video file, a folder or an address. None for "none"."""
    if wanted == "none":
        return None
    if wanted == "sim":
        return RenderedCamera()
    if wanted == "pi":
        return PiCamera()
    if wanted == "auto":
        return _best_camera()
    if wanted.startswith(_ADDRESSES):
        return AddressCamera(wanted)
    path = Path(wanted)
    if path.is_dir():
        return FolderCamera(path)
    if path.is_file():
        return VideoCamera(path)
    if str(path).startswith("/dev/"):
        return UsbCamera(UsbNames().of(path))
    raise CameraError(f"there is no camera, file, folder or address {wanted!r}")


def pi_camera_fault() -> str | None:
    """Why nobody can know whether there is a Pi camera: picamera2 is installed but does not work."""
    try:
        has_pi_camera()
    except CameraError as error:
        return str(error)
    return None


def _sees_pi_camera() -> bool:
    return pi_camera_fault() is None and has_pi_camera()


def _best_camera() -> Camera:
    """A Pi camera before a USB camera before the simulated one."""
    if _sees_pi_camera():
        return PiCamera()
    plugged = UsbNames().cameras()
    return UsbCamera(plugged[0]) if plugged else RenderedCamera()


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """`word` is what `choose_camera` is given for it."""

    word: str
    name: str
    real: bool


def find_cameras() -> tuple[FoundCamera, ...]:
    """Every camera that could be used; the simulated one is always there. None is opened."""
    words = (*(["pi"] if _sees_pi_camera() else []), *map(str, UsbNames().cameras()), "sim")
    cameras = ((word, choose_camera(word)) for word in words)
    return tuple(FoundCamera(word, camera.name, camera.real) for word, camera in cameras if camera is not None)
