"""`companion flash`: copies the firmware to a tray with mpremote, then checks the version in the board's hello."""

import ast
import queue
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from companion.devices.tray.driver import TrayDriver
from companion.devices.tray.firmware_board import FIRMWARE
from companion.devices.tray.messages import Connected, TrayEvent
from companion.devices.tray.ports import Finder

COPY_S = 120
HELLO_S = 20
BENCH_S = 60
# The version the firmware is tested with; older ones than OLDEST lack something it needs.
MICROPYTHON = "1.27.0"
OLDEST = (1, 24)
BENCH_TESTS = ("ring", "buttons", "reader", "buzzer", "lamps")

# Runs mpremote with these arguments and returns what it printed.
RunMpremote = Callable[[list[str]], str]


class FlashError(RuntimeError):
    """The firmware is not on the board; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Flashed:
    """A board that now runs our firmware."""

    port: str
    firmware: str
    micropython: str


def version_in(firmware: Path) -> str:
    found = re.search(r'^FIRMWARE = "(.+)"$', (firmware / "tray" / "__init__.py").read_text(), re.MULTILINE)
    if found is None:
        raise FlashError(f"{firmware} has no firmware in it")
    return found[1]


def run_mpremote(arguments: list[str]) -> str:
    command = [sys.executable, "-m", "mpremote", *arguments]
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=COPY_S)
    except subprocess.CalledProcessError as error:
        raise FlashError(f"mpremote says: {(error.stderr or error.stdout).strip()}. {_ADVICE}") from error
    except subprocess.TimeoutExpired as error:
        raise FlashError(f"the board did not answer in {COPY_S} s. {_ADVICE}") from error
    return done.stdout


_ADVICE = (
    "Stop the companion first. A board that has never had MicroPython needs it once: hold BOOTSEL while plugging it in"
    f" and copy the .uf2 file of MicroPython {MICROPYTHON} for your Pico onto the drive that appears"
    " (micropython.org/download; RPI_PICO, RPI_PICO_W, RPI_PICO2 or RPI_PICO2_W)."
)


# The watchdog of a program that crashed would reset the board while we copy.
_STOP_WATCHDOG = """
try:
    from tray.board import stop_watchdog
    stop_watchdog()
except Exception:
    pass
"""
_SAY_VERSION = "import sys; print(tuple(sys.implementation.version)[:3])"


def micropython_on(port: str, run: RunMpremote) -> str:
    """The version of MicroPython on a board; FlashError if the firmware cannot run on it."""
    said = run(["connect", port, "exec", _SAY_VERSION]).strip()
    try:
        version = tuple(int(number) for number in ast.literal_eval(said))
    except (ValueError, SyntaxError, TypeError) as error:
        raise FlashError(f"the board at {port} does not say its MicroPython version but {said[:80]!r}") from error
    words = ".".join(map(str, version))
    if version < OLDEST:
        raise FlashError(f"the board at {port} has MicroPython {words}, which is too old. {_ADVICE}")
    return words


def copy_firmware(port: str, firmware: Path, run: RunMpremote) -> None:
    """main.py is copied last: without it a half-copied board does not start."""
    with tempfile.TemporaryDirectory() as stage:
        for folder in ("tray", "simpletest"):
            shutil.copytree(firmware / folder, Path(stage) / folder, ignore=shutil.ignore_patterns("__pycache__"))
            run(["connect", port, "fs", "cp", "-r", str(Path(stage) / folder), ":"])
    run(["connect", port, "fs", "cp", str(firmware / "main.py"), ":main.py"])
    run(["connect", port, "reset"])


def version_on(find: Finder, timeout: float) -> str:
    """The version in the board's hello."""
    versions: queue.SimpleQueue[str] = queue.SimpleQueue()

    def listen(event: TrayEvent) -> None:
        if isinstance(event, Connected):
            versions.put(event.board.firmware)

    driver = TrayDriver(listen, find)
    driver.start()
    try:
        return versions.get(timeout=timeout)
    except queue.Empty:
        problem = driver.status.problem
        raise FlashError(problem.what if problem else "The board does not say hello.") from None
    finally:
        driver.stop()


def flash(
    find: Finder, firmware: Path = FIRMWARE, run: RunMpremote = run_mpremote, hello_s: float = HELLO_S
) -> Flashed:
    port = _only_port(find)
    run(["connect", port, "exec", _STOP_WATCHDOG])
    micropython = micropython_on(port, run)
    copy_firmware(port, firmware, run)
    wanted, found = version_in(firmware), version_on(find, hello_s)
    if found != wanted:
        raise FlashError(f"the board at {port} says version {found}, not {wanted}; unplug it and try again")
    return Flashed(port, found, micropython)


def bench_test(part: str, find: Finder, firmware: Path = FIRMWARE) -> None:
    """Tries one part of a board with the firmware; what it says goes to the terminal. Then the board starts again."""
    port = _only_port(find)
    test = ["connect", port, "run", str(firmware / "simpletest" / f"{part}.py"), "reset"]
    try:
        subprocess.run([sys.executable, "-m", "mpremote", *test], check=True, timeout=BENCH_S)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        raise FlashError(f"the test of the {part} was not finished. {_ADVICE}") from error


def _only_port(find: Finder) -> str:
    ports = find()
    if len(ports) != 1:
        there = "no board is plugged in" if not ports else f"several boards are plugged in: {', '.join(ports)}"
        raise FlashError(f"{there}; plug in the tray alone, or name its port")
    return ports[0]
