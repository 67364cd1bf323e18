"""Cameras that are plugged in, and one of them tried before the table changes to it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.table.problems import TableRefusal
from vision.cameras.base import CameraError
from vision.cameras.choose import choose_camera
from vision.cameras.picamera import has_pi_camera
from vision.cameras.streams import usb_cameras


@dataclass(frozen=True, slots=True)
class FoundCamera:
    """`word` is what the command line would be told."""

    word: str
    name: str
    real: bool


def find_cameras() -> tuple[FoundCamera, ...]:
    """Everything that could be the eye over the tray; the simulated camera is always there. Nothing is opened."""
    words = (*(["pi"] if has_pi_camera() else []), *map(str, usb_cameras()), "sim")
    cameras = ((word, choose_camera(word)) for word in words)
    return tuple(FoundCamera(word, camera.name, camera.real) for word, camera in cameras if camera is not None)


def must_give_a_picture(word: str) -> None:
    """Opens the camera for one picture; refused with the reason if none comes."""
    camera = None
    try:
        camera = choose_camera(word)
        if camera is not None:
            camera.grab()
    except CameraError as error:
        name = camera.name if camera is not None else word
        raise TableRefusal("camera/no_picture", "camera_silent", {"camera": name, "reason": str(error)}) from error
    finally:
        if camera is not None:
            camera.close()
