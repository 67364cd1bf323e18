"""`make flash`: copies the firmware to a tray with mpremote, then checks the version in the board's hello."""

import queue
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from companion.devices.tray.driver import TrayDriver
from companion.devices.tray.firmware_board import FIRMWARE
from companion.devices.tray.messages import Connected, TrayEvent
from companion.devices.tray.ports import Finder, find_trays, only

COPY_S = 120
HELLO_S = 20

Runner = Callable[[list[str]], None]


class FlashError(RuntimeError):
    """The firmware is not on the board; the message says why and what to do."""


def version_in(firmware: Path) -> str:
    found = re.search(r'^FIRMWARE = "(.+)"$', (firmware / "tray" / "__init__.py").read_text(), re.MULTILINE)
    if found is None:
        raise FlashError(f"{firmware} has no firmware in it")
    return found[1]


def run_mpremote(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "mpremote", *arguments]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=COPY_S)
    except subprocess.CalledProcessError as error:
        raise FlashError(f"mpremote says: {(error.stderr or error.stdout).strip()}. {_ADVICE}") from error
    except subprocess.TimeoutExpired as error:
        raise FlashError(f"the board did not answer in {COPY_S} s. {_ADVICE}") from error


_ADVICE = (
    "Stop the companion first. A board that has never had MicroPython needs it once: hold BOOTSEL while plugging it in"
    " and copy MicroPython's .uf2 file for your Pico onto the drive that appears."
)


# The watchdog of a program that crashed would reset the board while we copy.
_STOP_WATCHDOG = """
try:
    from tray.board import stop_watchdog
    stop_watchdog()
except Exception:
    pass
"""


def copy_firmware(port: str, firmware: Path, run: Runner) -> None:
    """main.py is copied last: without it a half-copied board does not start."""
    run(["connect", port, "exec", _STOP_WATCHDOG])
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
    find: Finder, firmware: Path = FIRMWARE, run: Runner = run_mpremote, hello_s: float = HELLO_S
) -> tuple[str, str]:
    """Port and version of the tray that now runs our firmware."""
    ports = find()
    if len(ports) != 1:
        there = "no board is plugged in" if not ports else f"several boards are plugged in: {', '.join(ports)}"
        raise FlashError(f"{there}; plug in the tray alone, or name its port")
    copy_firmware(ports[0], firmware, run)
    wanted, found = version_in(firmware), version_on(find, hello_s)
    if found != wanted:
        raise FlashError(f"the board at {ports[0]} says version {found}, not {wanted}; unplug it and try again")
    return ports[0], found


def main(arguments: list[str]) -> int:
    try:
        port, version = flash(only(arguments[0]) if arguments else find_trays)
    except FlashError as error:
        sys.stderr.write(f"Not flashed: {error}\n")
        return 1
    sys.stdout.write(f"The tray at {port} runs firmware {version}.\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
