"""Camera, disk, network and heat, tried one by one: for `companion check` and for the devices page."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from companion.devices.eye import Eye
from companion.devices.hand import TraySource
from companion.devices.tray.checkup import Finding, State
from vision.cameras.base import Camera, CameraError
from vision.cameras.choose import choose_camera

ENOUGH_BYTES = 200_000_000
HOT_DEGREES = 80  # a Raspberry Pi slows itself down from here on
HEAT = Path("/sys/class/thermal/thermal_zone0/temp")


def check_all(eye: Eye | None, tray: TraySource | None, data: Path, address: str) -> Iterator[Finding]:
    """Everything of a running service, without opening anything it already holds."""
    if tray is None:
        yield Finding("tray", State.MISSING, "not wanted (--tray none)", code="tray_unwanted")
    else:
        yield from tray.check()
    yield check_eye(eye)
    yield check_disk(data)
    yield check_network(address)
    yield from check_heat()


def check_eye(eye: Eye | None) -> Finding:
    """A camera that is in use already."""
    if eye is None:
        return no_camera()
    frame = eye.live.frame()
    if frame is None:
        return camera_fails(f"{eye.name} gives no picture")
    return camera_gives(eye.name, not eye.simulated, frame.image.shape[1], frame.image.shape[0])


def check_camera(wish: str) -> Finding:
    """A camera by the word of the command line; it is opened for one picture."""
    camera: Camera | None = None
    try:
        camera = choose_camera(wish)
        if camera is None:
            return no_camera()
        picture = camera.grab()
    except CameraError as error:
        return camera_fails(str(error))
    finally:
        if camera is not None:
            camera.close()
    return camera_gives(camera.name, camera.real, picture.shape[1], picture.shape[0])


def no_camera() -> Finding:
    return Finding("camera", State.MISSING, "not wanted (--camera none)", code="camera_unwanted")


def camera_fails(reason: str) -> Finding:
    do = "Check its cable, or name another with --camera."
    return Finding("camera", State.FAIL, reason, do, "camera_fails", {"reason": reason})


def camera_gives(name: str, real: bool, width: int, height: int) -> Finding:
    facts = {"camera": name, "width": width, "height": height}
    if real:
        what = f"{name} gives pictures of {width} × {height}"
        return Finding("camera", State.OK, what, code="camera_ok", facts=facts)
    what = f"no camera is plugged in; the simulated one gives pictures of {width} × {height}"
    do = "Plug a camera in, or type the dice on the tablet."
    return Finding("camera", State.MISSING, what, do, "camera_simulated", facts)


def check_disk(data: Path) -> Finding:
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
        return Finding("disk", State.FAIL, what, do, "disk_unwritable", wrong)
    facts = {"megabytes": free // 10**6, "millis": round((time.perf_counter() - begun) * 1000, 1)}
    if free < ENOUGH_BYTES:
        what = f"only {free // 10**6} MB are free in {data}"
        return Finding("disk", State.FAIL, what, "Delete something.", "disk_full", facts)
    return Finding("disk", State.OK, f"{free // 10**6} MB free in {data}", code="disk_ok", facts=facts)


def free_bytes(folder: Path) -> int:
    place = os.statvfs(folder)
    return place.f_bavail * place.f_frsize


def check_network(address: str) -> Finding:
    if (urlsplit(address).hostname or "127.").startswith("127."):
        what = "this machine is in no network, so no tablet can reach it"
        do = "Join a network or open a hotspot; the internet is not needed."
        return Finding("network", State.FAIL, what, do, "network_none")
    what = f"tablets reach the companion at {address}"
    return Finding("network", State.OK, what, code="network_ok", facts={"address": address})


def check_heat(sensor: Path = HEAT) -> Iterator[Finding]:
    """Nothing where there is no sensor."""
    degrees = temperature(sensor)
    if degrees is None:
        return
    facts = {"degrees": degrees}
    if degrees >= HOT_DEGREES:
        do = "Give it air: it slows itself down."
        yield Finding("temperature", State.FAIL, f"{degrees} °C, too hot", do, "heat_high", facts)
    else:
        yield Finding("temperature", State.OK, f"{degrees} °C", code="heat_ok", facts=facts)


def temperature(sensor: Path = HEAT) -> int | None:
    """Of the processor, in degrees Celsius."""
    try:
        return round(int(sensor.read_text()) / 1000)
    except (OSError, ValueError):
        return None
