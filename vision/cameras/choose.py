"""From the words of the command line to a camera."""

from __future__ import annotations

from pathlib import Path

from vision.cameras.base import Camera, CameraError
from vision.cameras.picamera import PiCamera, has_pi_camera
from vision.cameras.rendered import RenderedCamera
from vision.cameras.stills import FolderCamera
from vision.cameras.streams import AddressCamera, UsbCamera, VideoCamera, stable_name, usb_cameras

_ADDRESSES = ("http://", "https://", "rtsp://")


def choose_camera(wanted: str) -> Camera | None:
    """`auto`, `sim`, `none`, `pi`, a device, a video file, a folder or an address; None stands for no camera."""
    if wanted == "none":
        return None
    if wanted == "sim":
        return RenderedCamera()
    if wanted == "pi":
        return PiCamera()
    if wanted == "auto":
        return _whatever_is_there()
    if wanted.startswith(_ADDRESSES):
        return AddressCamera(wanted)
    path = Path(wanted)
    if path.is_dir():
        return FolderCamera(path)
    if path.is_file():
        return VideoCamera(path)
    if str(path).startswith("/dev/"):
        return UsbCamera(stable_name(path))
    raise CameraError(f"there is no camera, file, folder or address {wanted!r}")


def _whatever_is_there() -> Camera:
    """A Pi camera before a USB camera before the simulated one."""
    if has_pi_camera():
        return PiCamera()
    plugged = usb_cameras()
    return UsbCamera(plugged[0]) if plugged else RenderedCamera()
