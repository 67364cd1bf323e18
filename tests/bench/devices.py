"""What looking through the camera costs, and how long a press of the tray takes to reach the game."""

from __future__ import annotations

import random
import statistics
import threading
import time
from collections.abc import Callable, Iterator

from companion.devices.dice_readings import LONG_SIDE, shrunk_to, to_jpeg
from companion.devices.tray import firmware_board
from companion.devices.tray.driver import TrayDriver
from companion.devices.tray.firmware_board import FirmwareBoard
from companion.devices.tray.messages import ButtonEvent, TrayEvent
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.signals import press_of
from companion.devices.tray.simulated_hardware import SimulatedBoard
from companion.devices.tray.simulator import SimulatedTray
from companion.protocol.readings import Press
from tests.bench.timing import cpu_ms, median_and_p99
from vision.calibrate.corners import find_corners, seen_from_above
from vision.calibrate.quality import setup_problems
from vision.cameras.simulated import RenderedCamera

LOOKS = 20
CORNERS = ((100.0, 80.0), (1180.0, 80.0), (1200.0, 900.0), (80.0, 900.0))
PRESSES = 300
GOAL_MS = 20.0
PATIENCE_S = 10.0


def run() -> Iterator[dict[str, object]]:
    yield from camera_looks()
    yield from tray_presses()


# -- the camera --------------------------------------------------------------------------------------------------------


def camera_looks() -> Iterator[dict[str, object]]:
    image = RenderedCamera(long_side=LONG_SIDE, rate=0).grab()
    jpeg = to_jpeg(shrunk_to(image, LONG_SIDE))
    size = f"{image.shape[1]}x{image.shape[0]}"
    yield {"bench": f"live picture {size}", **_cost(lambda: to_jpeg(shrunk_to(image, LONG_SIDE))), "bytes": len(jpeg)}
    yield {"bench": f"corners, advice {size}", **_cost(lambda: setup_problems(image, find_corners(image), None))}
    yield {"bench": f"corners, flat picture {size}", **_cost(lambda: to_jpeg(seen_from_above(image, CORNERS)))}


def _cost(work: Callable[[], object]) -> dict[str, object]:
    spent = [cpu_ms(work) for _ in range(LOOKS)]
    return {"median_cpu_ms": round(statistics.median(spent), 2), "max_cpu_ms": round(max(spent), 2)}


# -- the tray ----------------------------------------------------------------------------------------------------------


def tray_presses() -> Iterator[dict[str, object]]:
    """Tray, pseudo-terminal, driver, callback; the same with the firmware in place of the model of the board."""
    boards: dict[str, type[FirmwareBoard] | type[ModelBoard]] = {"model": ModelBoard}
    if firmware_board.available():
        boards["firmware"] = FirmwareBoard
    for name, board in boards.items():
        times = _latencies(board())
        yield {
            "bench": "tray-button-to-intent",
            "board": name,
            "presses": len(times),
            **median_and_p99(times),
            "max_ms": round(max(times), 2),
            "goal_p99_ms": GOAL_MS,
        }


class _Stopwatch:
    """Notes when a press has reached the game."""

    def __init__(self) -> None:
        self.arrived = threading.Event()
        self.at = 0.0

    def __call__(self, event: TrayEvent) -> None:
        if isinstance(event, ButtonEvent) and press_of(event) == Press("accept-reading"):
            self.at = time.perf_counter()
            self.arrived.set()


def _latencies(board: SimulatedBoard) -> list[float]:
    """Milliseconds from the finger closing the contact to the press, the debounce included."""
    simulator = SimulatedTray(board)
    watch = _Stopwatch()
    driver = TrayDriver(watch, simulator.find)
    pause = random.Random(1)
    simulator.start()
    driver.start()
    try:
        _wait_for_link(driver)
        return [_one_press(simulator, watch, pause.uniform(0.05, 0.08)) for _ in range(PRESSES)]
    finally:
        driver.stop()
        simulator.stop()


def _wait_for_link(driver: TrayDriver) -> None:
    until = time.monotonic() + PATIENCE_S
    while driver.status.state != "connected":
        if time.monotonic() > until:
            raise TimeoutError("the simulated tray did not connect")
        time.sleep(0.01)


def _one_press(simulator: SimulatedTray, watch: _Stopwatch, pause_s: float) -> float:
    watch.arrived.clear()
    begun = time.perf_counter()
    simulator.press("accept", 20)
    if not watch.arrived.wait(PATIENCE_S):
        raise TimeoutError("a press did not arrive")
    time.sleep(pause_s)
    return (watch.at - begun) * 1000
