"""How long a press takes to reach the game: tray, pseudo-terminal, driver, callback. Goal: p99 at most 20 ms."""

import random
import threading
import time
from collections.abc import Iterator

from companion.devices.tray import firmware_board
from companion.devices.tray.driver import Tray
from companion.devices.tray.events import Button, TrayEvent
from companion.devices.tray.firmware_board import FirmwareBoard
from companion.devices.tray.intents import intent_of
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.sim_board import SimBoard
from companion.devices.tray.simulator import SimulatedTray

PRESSES = 300
GOAL_MS = 20.0
PATIENCE_S = 10.0


class _Stopwatch:
    """Notes when a press has become an intent."""

    def __init__(self) -> None:
        self.arrived = threading.Event()
        self.at = 0.0

    def __call__(self, event: TrayEvent) -> None:
        if isinstance(event, Button) and intent_of(event) == "accept-reading":
            self.at = time.perf_counter()
            self.arrived.set()


def _latencies(board: SimBoard) -> list[float]:
    """Milliseconds from the finger closing the contact to the intent, the debounce included."""
    simulator = SimulatedTray(board)
    watch = _Stopwatch()
    tray = Tray(watch, simulator.find)
    pause = random.Random(1)
    simulator.start()
    tray.start()
    try:
        _wait_for_link(tray)
        return [_one_press(simulator, watch, pause.uniform(0.05, 0.08)) for _ in range(PRESSES)]
    finally:
        tray.stop()
        simulator.stop()


def _wait_for_link(tray: Tray) -> None:
    until = time.monotonic() + PATIENCE_S
    while tray.status.state != "connected":
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


def run() -> Iterator[dict[str, object]]:
    boards: dict[str, type[FirmwareBoard] | type[ModelBoard]] = {"model": ModelBoard}
    if firmware_board.available():
        boards["firmware"] = FirmwareBoard
    for name, board in boards.items():
        times = sorted(_latencies(board()))
        yield {
            "bench": "tray-button-to-intent",
            "board": name,
            "presses": len(times),
            "p50_ms": round(times[len(times) // 2], 2),
            "p99_ms": round(times[int(len(times) * 0.99)], 2),
            "max_ms": round(times[-1], 2),
            "goal_p99_ms": GOAL_MS,
        }
