"""A stand-in for picamera2, written after the sources of 0.3.36 and libcamera: no better than the real one.

It scores sensor modes as picamera2 does, leaves the lens at one metre until it is asked to focus, refuses controls that
the camera does not have, waits for ever where the real one does, and cannot be closed behind a capture that waits.
"""

from __future__ import annotations

import sys
import threading
import time
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from types import ModuleType
from typing import Any, ClassVar

import cv2
import numpy as np
import pytest

Size = tuple[int, int]
Crop = tuple[int, int, int, int]


@dataclass(frozen=True)
class Sensor:
    model: str
    area: Crop
    modes: dict[Size, Crop]
    has_lens: bool


# The modes as `rpicam-hello --list-cameras` prints them.
IMX708 = Sensor(
    "imx708",
    (16, 24, 4608, 2592),
    {(1536, 864): (768, 432, 3072, 1728), (2304, 1296): (0, 0, 4608, 2592), (4608, 2592): (0, 0, 4608, 2592)},
    True,
)
IMX219 = Sensor(
    "imx219",
    (8, 8, 3280, 2464),
    {
        (640, 480): (1000, 752, 1280, 960),
        (1640, 1232): (0, 0, 3280, 2464),
        (1920, 1080): (680, 692, 1920, 1080),
        (3280, 2464): (0, 0, 3280, 2464),
    },
    False,
)


def chart() -> np.ndarray:
    """Something to focus on: squares of eight pixels."""
    squares = np.indices((90, 160)).sum(axis=0) % 2 * 200 + 20
    return cv2.resize(squares.astype(np.uint8), (1280, 720), interpolation=cv2.INTER_NEAREST)


CHART = chart()


class Picamera2:
    """Opened by being made. What all cameras of a test share is in the class."""

    sensor: ClassVar[Sensor] = IMX708
    dioptres: ClassVar[float] = 3.0  # where the lens must stand for what lies under the camera
    stalled: ClassVar[threading.Event] = threading.Event()  # no request comes back any more, as with a loose cable
    hangs_at_start: ClassVar[threading.Event] = threading.Event()
    finds_focus: ClassVar[bool] = True
    keeps_crop: ClassVar[bool] = False  # an older libcamera that does not know what `sensor` asks for
    made: ClassVar[list[Picamera2]] = []

    def __init__(self) -> None:
        if any(one.open for one in self.made):
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.open = True
        self.started = False
        self.mode: Size | None = None
        self.shape: Size = (0, 0)
        self.controls: dict[str, Any] = {}
        self._lens, self._frames = 1.0, 0
        self._jobs: list[Future[Any]] = []
        self.made.append(self)

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [{"Model": Picamera2.sensor.model, "Id": "/base/soc/i2c0mux/i2c@1/imx708@1a", "Num": 0}]

    @property
    def camera_properties(self) -> dict[str, Any]:
        return {"Model": self.sensor.model, "PixelArrayActiveAreas": [self.sensor.area]}

    @property
    def camera_controls(self) -> dict[str, Any]:
        names = ["AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "ScalerCrop"]
        names += ["AfMode", "LensPosition"] if self.sensor.has_lens else []
        return dict.fromkeys(names, (0, 1, 0))

    @property
    def sensor_modes(self) -> list[dict[str, Any]]:
        assert not self.started, "Camera must be stopped before configuring"
        return [{"size": size, "bit_depth": 10, "crop_limits": crop} for size, crop in self.sensor.modes.items()]

    def create_video_configuration(
        self, main: dict[str, Any], sensor: dict[str, Any] | None = None, buffer_count: int = 6
    ) -> dict[str, Any]:
        return {"main": main, "sensor": sensor or {}, "buffer_count": buffer_count}

    def configure(self, configuration: dict[str, Any]) -> None:
        self.shape = configuration["main"]["size"]
        wanted = None if self.keeps_crop else configuration["sensor"].get("output_size")
        self.mode = min(self.sensor.modes, key=lambda mode: _score(mode, wanted or self.shape))

    def start(self) -> None:
        while self.hangs_at_start.is_set():
            time.sleep(0.01)
        self.started = True

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.controls |= controls

    def capture_array(self, name: str = "main", wait: float | None = None) -> np.ndarray:
        self._next_frame(wait)
        away = abs(self._lens - self.dioptres) if self.sensor.has_lens else 0.0
        grey = cv2.GaussianBlur(CHART, (0, 0), 0.01 + 6 * away)
        noise = np.random.default_rng(self._frames).integers(0, 3, grey.shape, np.uint8)
        return cv2.cvtColor(cv2.resize(grey + noise, self.shape), cv2.COLOR_GRAY2BGR)

    def capture_metadata(self, wait: float | None = None) -> dict[str, Any]:
        self._next_frame(wait)
        assert self.mode is not None
        now = {"ScalerCrop": self.sensor.modes[self.mode], "ExposureTime": 9000, "AnalogueGain": 1.5}
        now["ColourGains"] = (1.7, 1.9)
        if self.sensor.has_lens:
            now |= {"LensPosition": self._lens, "AfState": self._state()}
        return now

    def cancel_all_and_flush(self) -> None:
        for job in self._jobs:
            if not job.done():
                job.set_exception(CancelledError())
        self._jobs = []

    def close(self) -> None:
        # It dispatches "stop" and waits for it without limit; jobs before it in the queue are tried first.
        while self._jobs and self.stalled.is_set():
            time.sleep(0.01)
        self.open = self.started = False

    def _next_frame(self, wait: float | None) -> None:
        if not self.started:
            raise RuntimeError("Camera has not been started")
        if self.stalled.is_set():
            job: Future[Any] = Future()
            self._jobs.append(job)
            job.result(timeout=wait)
        time.sleep(0.001)
        self._frames += 1
        if self.controls.get("AfMode") == 0:
            self._lens = self.controls.get("LensPosition", self._lens)
        elif self.controls.get("AfMode") == 2 and self.finds_focus:
            # One and a half dioptres a frame at most; here slower, so that a search can be seen.
            self._lens += np.clip(self.dioptres - self._lens, -0.25, 0.25)

    def _state(self) -> int:
        if self.controls.get("AfMode") != 2:
            return 0
        if not self.finds_focus:
            return 3
        return 2 if abs(self._lens - self.dioptres) < 1e-6 else 1


def _score(mode: Size, wanted: Size) -> float:
    """picamera2's, which copies libcamera's; all modes here have ten bits."""

    def far(desired: float, actual: float) -> float:
        return (actual - desired) / 4 if actual > desired else (desired - actual) * 2

    shape = 1500 * far(wanted[0] / wanted[1], mode[0] / mode[1])
    return far(wanted[0], mode[0]) + far(wanted[1], mode[1]) + shape


def plug_in(monkeypatch: pytest.MonkeyPatch, sensor: Sensor = IMX708) -> type[Picamera2]:
    """From here on `import picamera2` finds the stand-in, with this sensor on the cable."""

    class Plugged(Picamera2):
        made: ClassVar[list[Picamera2]] = []
        stalled = threading.Event()
        hangs_at_start = threading.Event()

    Plugged.sensor = sensor
    module = ModuleType("picamera2")
    module.Picamera2 = Plugged  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    return Plugged
