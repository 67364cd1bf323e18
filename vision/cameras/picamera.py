"""The Raspberry Pi's own camera, by picamera2."""

from __future__ import annotations

from typing import Any

from vision.cameras.base import CameraError, Exposure
from vision.images import Image, pixels

# picamera2 raises errors of many kinds for one thing: no image.
_ERRORS = (RuntimeError, IndexError, KeyError, ValueError, OSError)


class PiCamera:
    """A camera on the ribbon cable of a Raspberry Pi."""

    real = True
    name = "Pi camera"

    def __init__(self, width: int = 1280, height: int = 720) -> None:
        self._size = (width, height)
        self._device: Any = None
        self._held: Exposure | None = None

    def grab(self) -> Image:
        try:
            if self._device is None:
                self._device = self._open()
            return pixels(self._device.capture_array("main"))
        except CameraError:
            raise
        except _ERRORS as error:
            self.close()
            raise CameraError(f"the Pi camera gives no picture: {error}") from error

    def _open(self) -> Any:
        try:
            from picamera2 import Picamera2
        except ImportError as missing:
            raise CameraError("the Pi camera needs picamera2 (apt install python3-picamera2)") from missing
        device = Picamera2()
        # picamera2 calls the byte order blue, green, red "RGB888".
        device.configure(
            device.create_video_configuration(main={"size": self._size, "format": "RGB888"}, buffer_count=2)
        )
        device.start()
        self._device = device
        self.hold(self._held)
        return device

    def hold(self, exposure: Exposure | None) -> None:
        self._held = exposure
        if self._device is None:
            return
        if exposure is None:
            self._device.set_controls({"AeEnable": True, "AwbEnable": True})
        else:
            self._device.set_controls(
                {
                    "AeEnable": False,
                    "AwbEnable": False,
                    "ExposureTime": exposure.exposure_us,
                    "AnalogueGain": exposure.gain,
                    "ColourGains": (exposure.red_gain, exposure.blue_gain),
                }
            )

    def chosen(self) -> Exposure | None:
        """What the camera has chosen by itself just now, to be held after calibration."""
        if self._device is None:
            return None
        metadata = self._device.capture_metadata()
        red, blue = metadata.get("ColourGains", (1.0, 1.0))
        return Exposure(int(metadata["ExposureTime"]), float(metadata["AnalogueGain"]), float(red), float(blue))

    def close(self) -> None:
        if self._device is not None:
            try:
                self._device.close()
            finally:
                self._device = None


def has_pi_camera() -> bool:
    """Whether picamera2 is installed and sees a camera."""
    try:
        from picamera2 import Picamera2
    except ImportError:
        return False
    return bool(Picamera2.global_camera_info())
