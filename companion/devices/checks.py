"""The check of camera, disk, network and temperature, one by one: for `companion check` and the devices page."""

from __future__ import annotations

import logging
import os
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

from companion.devices.camera_setup import is_cropped
from companion.devices.camera_source import CameraSource
from companion.devices.tray.check import CheckFinding
from companion.devices.tray_source import TraySource
from companion.protocol.devices import CheckJson
from companion.protocol.json import Facts
from vision.cameras.base import Camera, CameraError
from vision.cameras.choose import choose_camera, pi_camera_fault

log = logging.getLogger(__name__)

ENOUGH_BYTES = 200_000_000
HOT_DEGREES = 80  # a Raspberry Pi slows itself down from here on
SENSOR = Path("/sys/class/thermal/thermal_zone0/temp")


def check_all(
    camera: CameraSource | None, tray: TraySource | None, faults: Iterable[CheckFinding], data: Path, address: str
) -> Iterator[CheckFinding]:
    """All parts of a running service, without opening again what it uses. `faults`: devices it started without."""
    if tray is None:
        yield CheckFinding("tray", "missing", "not wanted (--tray none)", code="tray_unwanted")
    else:
        yield from tray.check()
    yield check_camera_in_use(camera)
    yield from faults
    yield check_disk(data)
    yield check_network(address)
    yield from check_heat()


def check_camera_in_use(camera: CameraSource | None) -> CheckFinding:
    """A camera that the service already uses."""
    if camera is None:
        return no_camera()
    frame = camera.live.frame()
    if frame is None:
        return camera_fails(f"{camera.name} gives no picture")
    if camera.cropped:
        return camera_cropped(camera.name)
    return camera_gives(camera.name, not camera.simulated, frame.image.shape[1], frame.image.shape[0])


def check_camera(word: str) -> CheckFinding:
    """A camera by the word of the command line; it is opened for one image."""
    camera: Camera | None = None
    try:
        camera = choose_camera(word)
        if camera is None:
            return no_camera()
        image = camera.grab()
        if is_cropped(camera):
            return camera_cropped(camera.name)
    except CameraError as error:
        return camera_fails(str(error))
    finally:
        if camera is not None:
            camera.close()
    if word == "auto" and (fault := pi_camera_fault()):
        return camera_fails(fault)
    return camera_gives(camera.name, camera.real, image.shape[1], image.shape[0])


def no_camera() -> CheckFinding:
    return CheckFinding("camera", "missing", "not wanted (--camera none)", code="camera_unwanted")


def camera_fails(reason: str) -> CheckFinding:
    do = "Check its cable, or name another with --camera."
    return CheckFinding("camera", "fail", reason, do, "camera_fails", {"reason": reason})


def camera_cropped(name: str) -> CheckFinding:
    do = "Update picamera2 and libcamera, or hang the camera higher than the table of heights says."
    what = f"{name} shows only the middle of what its lens sees"
    return CheckFinding("camera", "fail", what, do, "camera_cropped", {"camera": name})


def camera_gives(name: str, real: bool, width: int, height: int) -> CheckFinding:
    facts: Facts = {"camera": name, "width": width, "height": height}
    if real:
        what = f"{name} gives pictures of {width} × {height}"
        return CheckFinding("camera", "ok", what, code="camera_ok", facts=facts)
    what = f"no camera is plugged in; the simulated one gives pictures of {width} × {height}"
    do = "Plug a camera in, or type the dice on the tablet."
    return CheckFinding("camera", "missing", what, do, "camera_simulated", facts)


def check_disk(data: Path) -> CheckFinding:
    begun = time.perf_counter()
    try:
        data.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=data) as probe:
            probe.write(b"x" * 4096)
            probe.flush()
            os.fsync(probe.fileno())
        free = free_bytes(data)
    except OSError as error:
        wrong = {"folder": str(data), "reason": error.strerror}
        what, do = f"{data} cannot be written: {error.strerror}", "Choose another with --data."
        return CheckFinding("disk", "fail", what, do, "disk_unwritable", wrong)
    facts: Facts = {"megabytes": free // 10**6, "millis": round((time.perf_counter() - begun) * 1000, 1)}
    if free < ENOUGH_BYTES:
        what = f"only {free // 10**6} MB are free in {data}"
        return CheckFinding("disk", "fail", what, "Delete something.", "disk_full", facts)
    return CheckFinding("disk", "ok", f"{free // 10**6} MB free in {data}", code="disk_ok", facts=facts)


def free_bytes(folder: Path) -> int:
    stats = os.statvfs(folder)
    return stats.f_bavail * stats.f_frsize


def check_network(address: str) -> CheckFinding:
    if (urlsplit(address).hostname or "127.").startswith("127."):
        what = "this machine is in no network, so no tablet can reach it"
        do = "Join a network or open a hotspot; the internet is not needed."
        return CheckFinding("network", "fail", what, do, "network_none")
    what = f"tablets reach the companion at {address}"
    return CheckFinding("network", "ok", what, code="network_ok", facts={"address": address})


def check_heat(sensor: Path = SENSOR) -> Iterator[CheckFinding]:
    """No finding if there is no sensor."""
    degrees = temperature(sensor)
    if degrees is None:
        return
    facts = {"degrees": degrees}
    if degrees >= HOT_DEGREES:
        do = "Give it air: it slows itself down."
        yield CheckFinding("temperature", "fail", f"{degrees} °C, too hot", do, "heat_high", facts)
    else:
        yield CheckFinding("temperature", "ok", f"{degrees} °C", code="heat_ok", facts=facts)


def temperature(sensor: Path = SENSOR) -> int | None:
    """Of the processor, in degrees Celsius."""
    try:
        return round(int(sensor.read_text()) / 1000)
    except (OSError, ValueError):
        return None


class BackgroundCheck:
    """Runs a check in a thread, one at a time; tablets see what it has found so far. The last result is kept."""

    def __init__(self, findings: Callable[[], Iterator[CheckFinding]]) -> None:
        self._findings = findings
        self._lock = threading.Lock()
        self._found: list[CheckFinding] = []
        self._thread: threading.Thread | None = None

    def start(self) -> bool:
        """False if one is under way already."""
        with self._lock:
            if self._running():
                return False
            self._found = []
            self._thread = threading.Thread(target=self._run, name="check", daemon=True)
            self._thread.start()
            return True

    def wait(self, seconds: float) -> None:
        """Waits until the check is over; for the end of the service."""
        with self._lock:
            thread = self._thread
        if thread is not None:
            thread.join(timeout=seconds)

    def to_json(self) -> CheckJson:
        with self._lock:
            return {"running": self._running(), "findings": [finding.to_json() for finding in self._found]}

    def _running(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _run(self) -> None:
        try:
            for finding in self._findings():
                with self._lock:
                    self._found = [*self._found, finding]
        except Exception:
            log.exception("the check could not be finished")
            with self._lock:
                stopped = CheckFinding("check", "fail", "the check could not be finished", code="check_stopped")
                self._found = [*self._found, stopped]
