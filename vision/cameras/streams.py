"""Cameras that OpenCV reads: USB cameras, an MJPEG address, video files."""

from __future__ import annotations

import time
from pathlib import Path

import cv2

from vision.cameras.base import CameraError, Exposure
from vision.images import Image, pixels

BY_ID = Path("/dev/v4l/by-id")
_OPEN_WAIT_MS = 4000
_READ_WAIT_MS = 3000


class OpenCvCamera:
    """What the three have in common: a cv2.VideoCapture that is opened when needed."""

    real = True

    def __init__(self, name: str) -> None:
        self.name = name
        self._capture: cv2.VideoCapture | None = None

    def _open(self) -> cv2.VideoCapture:
        raise NotImplementedError

    def grab(self) -> Image:
        capture = self._capture
        if capture is None:
            capture = self._open()
            if not capture.isOpened():
                capture.release()
                raise CameraError(f"{self.name} cannot be opened")
            self._capture = capture
        good, image = capture.read()
        if not good or image is None:
            self.close()
            raise CameraError(f"{self.name} gives no picture")
        return pixels(image)

    def hold(self, exposure: Exposure | None) -> None:
        """Streams choose for themselves."""

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class UsbCamera(OpenCvCamera):
    """A V4L2 camera known by its stable name, so that re-plugging and rebooting do not swap cameras."""

    def __init__(self, device: Path, width: int = 1280, height: int = 720) -> None:
        super().__init__(f"USB camera {device.name}")
        self._device, self._size = device, (width, height)
        self._held: Exposure | None = None

    def _open(self) -> cv2.VideoCapture:
        if not self._device.exists():
            raise CameraError(f"{self.name} is not plugged in")
        capture = cv2.VideoCapture(str(self._device.resolve()), cv2.CAP_V4L2)
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size[1])
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._apply(capture)
        return capture

    def hold(self, exposure: Exposure | None) -> None:
        self._held = exposure
        if self._capture is not None:
            self._apply(self._capture)

    def _apply(self, capture: cv2.VideoCapture) -> None:
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 3 if self._held is None else 1)
        capture.set(cv2.CAP_PROP_AUTO_WB, 1 if self._held is None else 0)
        if self._held is not None:
            capture.set(cv2.CAP_PROP_EXPOSURE, self._held.exposure_us / 100)  # V4L2 counts in 100 microseconds


def stable_name(device: Path, by_id: Path = BY_ID) -> Path:
    """The by-id name of a device such as /dev/video0, if it has one."""
    if by_id.is_dir():
        for link in sorted(by_id.iterdir()):
            if link.resolve() == device.resolve():
                return link
    return device


def usb_cameras(by_id: Path = BY_ID) -> list[Path]:
    """Stable names of the cameras that are plugged in; each camera's first channel only."""
    if not by_id.is_dir():
        return []
    return sorted(link for link in by_id.iterdir() if link.name.endswith("-video-index0"))


class AddressCamera(OpenCvCamera):
    """An MJPEG (or other) address, such as a phone on a stand."""

    def __init__(self, address: str) -> None:
        super().__init__(f"camera at {address}")
        self._address = address

    def _open(self) -> cv2.VideoCapture:
        waits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_WAIT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_WAIT_MS]
        return cv2.VideoCapture(self._address, cv2.CAP_FFMPEG, waits)


class VideoCamera(OpenCvCamera):
    """A recording, played at its own speed and again from its beginning."""

    real = False

    def __init__(self, path: Path) -> None:
        super().__init__(f"recording {path.name}")
        self._path = path
        self._due = 0.0

    def _open(self) -> cv2.VideoCapture:
        if not self._path.is_file():
            raise CameraError(f"{self.name} does not exist")
        return cv2.VideoCapture(str(self._path))

    def grab(self) -> Image:
        try:
            image = super().grab()
        except CameraError:  # at its end the recording was closed: begin again
            image = super().grab()
        if self._capture is not None:
            rate = self._capture.get(cv2.CAP_PROP_FPS) or 25.0
            time.sleep(min(1.0, max(0.0, self._due - time.monotonic())))
            self._due = time.monotonic() + 1 / max(1.0, rate)
        return image
