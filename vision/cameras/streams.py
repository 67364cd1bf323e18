"""Cameras that OpenCV reads: USB cameras, an MJPEG address, video files."""

from __future__ import annotations

import re
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision.cameras.base import CameraError, CameraSettings
from vision.cameras.mjpeg import SILENT_S, MjpegStream, NotMjpeg
from vision.images import Image, NotAnImage, decode_image, pixels

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

    def hold(self, settings: CameraSettings | None) -> None:
        """Streams choose for themselves."""

    def close(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None


class UsbCamera(OpenCvCamera):
    """A V4L2 camera known by its stable name (see `UsbNames`)."""

    def __init__(self, device: Path, width: int = 1280, height: int = 720) -> None:
        super().__init__(f"USB camera {device.name}")
        self._device, self._size = device, (width, height)
        self._held: CameraSettings | None = None

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

    def hold(self, settings: CameraSettings | None) -> None:
        self._held = settings
        if self._capture is not None:
            self._apply(self._capture)

    def _apply(self, capture: cv2.VideoCapture) -> None:
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 3 if self._held is None else 1)
        capture.set(cv2.CAP_PROP_AUTO_WB, 1 if self._held is None else 0)
        if self._held is not None:
            capture.set(cv2.CAP_PROP_EXPOSURE, self._held.exposure_us / 100)  # V4L2 counts in 100 microseconds


@dataclass(frozen=True, slots=True)
class UsbNames:
    """Where udev keeps names of cameras that outlive a restart: by the camera's own id, and by the port it is in."""

    by_id: Path = Path("/dev/v4l/by-id")
    by_path: Path = Path("/dev/v4l/by-path")
    kernel: Path = Path("/sys/class/video4linux")

    def cameras(self) -> list[Path]:
        """A stable name for each camera that is plugged in."""
        return sorted(self._named().values())

    def of(self, device: Path) -> Path:
        """The stable name of a device such as /dev/video0, if it has one."""
        return self._named().get(device.resolve(), device)

    def _named(self) -> dict[Path, Path]:
        """The id goes with the camera to another port. Cameras with one and the same id share one link, which points at
        the one that came last: they, and those without an id, are told apart by their ports."""
        ids, ports = _links(self.by_id), _links(self.by_path)
        # On a Raspberry Pi the processor's own video devices are listed there too.
        ports = {device: link for device, link in ports.items() if _USB_PORT.search(link.name)}
        makes = Counter(self._make(device) for device in {*ids, *ports})
        by_port = (device for device in ports if device not in ids or makes[self._make(device)] > 1)
        return ids | {device: ports[device] for device in by_port}

    def _make(self, device: Path) -> tuple[str, ...]:
        """What the kernel knows of a camera's identity; two of one make and without a serial number have the same."""
        usb_device = (self.kernel / device.name / "device").resolve().parent
        return tuple(_word_in(usb_device / name) for name in ("idVendor", "idProduct", "serial"))


_USB_PORT = re.compile(r"-usb(v\d)?-")


def _links(folder: Path) -> dict[Path, Path]:
    """Each camera's first channel, with the first of its names there."""
    links = sorted(folder.glob("*-video-index0"), reverse=True)
    return {link.resolve(): link for link in links}


def _word_in(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


class AddressCamera(OpenCvCamera):
    """An MJPEG address, such as a phone on a stand; or any other that OpenCV knows."""

    def __init__(self, address: str) -> None:
        super().__init__(f"camera at {address}")
        self._address = address
        self._stream: MjpegStream | None = None

    def grab(self) -> Image:
        if self._stream is None and self._capture is None and self._address.lower().startswith("http"):
            with suppress(NotMjpeg):
                self._stream = self._open_stream()
        return super().grab() if self._stream is None else self._newest(self._stream)

    def _open_stream(self) -> MjpegStream:
        try:
            return MjpegStream(self._address)
        except OSError as error:
            raise CameraError(f"{self.name} cannot be opened") from error

    def _newest(self, stream: MjpegStream) -> Image:
        """A broken picture is passed over: the next one comes at once."""
        end = time.monotonic() + SILENT_S
        while (data := stream.next(end - time.monotonic())) is not None:
            with suppress(NotAnImage):
                return decode_image(data)
        self.close()
        raise CameraError(f"{self.name} gives no picture")

    def close(self) -> None:
        super().close()
        if self._stream is not None:
            self._stream.close()
            self._stream = None

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
