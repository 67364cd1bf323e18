"""The Raspberry Pi's own camera, by picamera2.

What is said of it here was read in the sources of picamera2 0.3.36 and of libcamera.
"""

from __future__ import annotations

from typing import Any

from vision.cameras.base import CameraError, CameraSettings, SeenPart, within
from vision.images import Image, pixels

WIDTH = 1280
OPEN_S = 15.0
CLOSE_S = 5.0
PICTURE_S = 3.0  # a camera gives 30 images a second: one that takes so long gives none any more
_FOCUS_FRAMES = 90  # a search through the whole range of the lens takes about two seconds

# libcamera's numbers for autofocus.
_LENS_FIXED, _LENS_FOLLOWS = 0, 2
_SEARCHING, _FOCUSED = 1, 2


class PiCamera:
    """A camera on the ribbon cable of a Raspberry Pi.

    Until it is set up its lens follows what it sees: libcamera alone leaves it at one metre, where a tray is blurred.
    """

    real = True
    name = "Pi camera"

    def __init__(self, open_s: float = OPEN_S, picture_s: float = PICTURE_S, close_s: float = CLOSE_S) -> None:
        self._open_s, self._picture_s, self._close_s = open_s, picture_s, close_s
        self._device: Any = None
        self._held: CameraSettings | None = None
        self._seen: SeenPart | None = None

    def grab(self) -> Image:
        if self._device is None:
            self._open()
        try:
            return pixels(self._device.capture_array("main", wait=self._picture_s))
        except TimeoutError as late:
            self.close()
            raise CameraError(f"the Pi camera gave no picture for {self._picture_s:g} s") from late
        except Exception as error:  # picamera2 raises errors of every kind for one thing: no image
            self.close()
            raise CameraError(f"the Pi camera gives no picture: {_words(error)}") from error

    def _open(self) -> None:
        maker = picamera2_class()
        if maker is None:
            raise CameraError("the Pi camera needs picamera2 (apt install python3-picamera2)")
        try:
            self._device = within(self._open_s, lambda: _started(maker), too_late=lambda device: device.close())
            self._seen = _seen_part(self._device, self._device.capture_metadata(wait=self._picture_s))
            self._apply(self._device, self._held)
        except TimeoutError as late:
            self.close()
            raise CameraError("the Pi camera does not answer; is its ribbon cable in at both ends?") from late
        except Exception as error:
            self.close()
            raise CameraError(f"the Pi camera cannot be started: {_words(error)}") from error

    def hold(self, settings: CameraSettings | None) -> None:
        self._held = settings
        device = self._device
        if device is None:
            return
        try:
            self._apply(device, settings)
        except Exception as error:
            raise CameraError(f"the Pi camera does not take its settings: {_words(error)}") from error

    @staticmethod
    def _apply(device: Any, settings: CameraSettings | None) -> None:
        controls: dict[str, object] = {"AeEnable": settings is None, "AwbEnable": settings is None}
        if settings is not None:
            controls["ExposureTime"] = settings.exposure_us
            controls["AnalogueGain"] = settings.gain
            controls["ColourGains"] = (settings.red_gain, settings.blue_gain)
        if _has_lens(device):
            if settings is None or settings.lens is None:
                controls["AfMode"] = _LENS_FOLLOWS
            else:
                controls |= {"AfMode": _LENS_FIXED, "LensPosition": settings.lens}
        device.set_controls(controls)

    def chosen(self) -> CameraSettings | None:
        """What the camera has chosen by itself, to be held after calibration. Waits for a lens that searches."""
        device = self._device
        if device is None:
            return None
        try:
            now = device.capture_metadata(wait=self._picture_s)
            for _ in range(_FOCUS_FRAMES):
                if now.get("AfState") != _SEARCHING:
                    break
                now = device.capture_metadata(wait=self._picture_s)
            red, blue = now.get("ColourGains", (1.0, 1.0))
            # A lens that found no focus is not held where it happens to stand.
            lens = float(now["LensPosition"]) if now.get("AfState") == _FOCUSED else self._held_lens()
            return CameraSettings(int(now["ExposureTime"]), float(now["AnalogueGain"]), float(red), float(blue), lens)
        except Exception as error:
            raise CameraError(f"the Pi camera gives no picture: {_words(error)}") from error

    def _held_lens(self) -> float | None:
        return self._held.lens if self._held is not None else None

    def seen_part(self) -> SeenPart | None:
        return self._seen

    def focuses(self) -> bool:
        device = self._device
        return device is not None and _has_lens(device)

    def close(self) -> None:
        device, self._device, self._seen = self._device, None, None
        if device is None:
            return
        try:
            # A capture that was given up still waits in picamera2's queue, and closing would wait behind it for ever.
            device.cancel_all_and_flush()
            within(self._close_s, device.close)
        except Exception as error:
            raise CameraError(f"the Pi camera cannot be closed: {_words(error)}") from error


def _started(maker: Any) -> Any:
    """The camera with its whole sensor in view, in the shape of the sensor.

    Left alone picamera2 takes the mode nearest to the size that is wanted. For 1280 × 720 of a Camera Module 3 that is
    one that reads out only the middle two thirds of the sensor.
    """
    device = maker()
    try:
        mode = full_mode(device.sensor_modes)
        _, _, width, height = mode["crop_limits"]
        # picamera2 calls the byte order blue, green, red "RGB888".
        main = {"size": (WIDTH, round(WIDTH * height / width / 2) * 2), "format": "RGB888"}
        sensor = {"output_size": mode["size"], "bit_depth": mode["bit_depth"]}
        device.configure(device.create_video_configuration(main=main, sensor=sensor, buffer_count=2))
        device.start()
    except BaseException:
        device.close()
        raise
    return device


def _has_lens(device: Any) -> bool:
    """Whether its lens can be moved. The older modules refuse even the word."""
    return "AfMode" in device.camera_controls


def full_mode(modes: list[dict[str, Any]]) -> dict[str, Any]:
    """The mode that sees most of the sensor; of several the quickest that still has enough pixels."""

    def rank(mode: dict[str, Any]) -> tuple[int, bool, int, int]:
        _, _, width, height = mode["crop_limits"]
        enough = mode["size"][0] >= WIDTH
        return -width * height, not enough, mode["size"][0] if enough else -mode["size"][0], -mode["bit_depth"]

    return min((mode for mode in modes if "crop_limits" in mode), key=rank)


def _seen_part(device: Any, metadata: Any) -> SeenPart | None:
    """None if the camera does not say."""
    areas, crop = device.camera_properties.get("PixelArrayActiveAreas"), metadata.get("ScalerCrop")
    if not areas or not crop:
        return None
    return SeenPart(crop[2] / areas[0][2], crop[3] / areas[0][3])


def picamera2_class() -> Any:
    """None where picamera2 is not installed. Raises CameraError where it is but cannot be used."""
    try:
        from picamera2 import Picamera2
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == "picamera2":
            return None
        # One of its own packages is missing, or was built for another numpy, or …
        raise CameraError(f"picamera2 is installed but cannot be used: {_words(error)}") from error
    return Picamera2


def has_pi_camera() -> bool:
    """Whether picamera2 is installed and sees a camera of the Pi. Raises CameraError if that cannot be found out."""
    maker = picamera2_class()
    if maker is None:
        return False
    try:
        # libcamera lists USB cameras too; those are opened by their own names.
        found = within(OPEN_S, maker.global_camera_info)
        return any("/usb" not in str(camera.get("Id", "")) for camera in found)
    except Exception as error:
        raise CameraError(f"picamera2 is installed but cannot be used: {_words(error)}") from error


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
