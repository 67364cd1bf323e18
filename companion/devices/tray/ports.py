"""Finding and opening the serial port of a tray, and what can be wrong with it."""

import errno
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

import serial
from serial.tools import list_ports

USB_IDS = frozenset({(0x2E8A, 0x0005)})  # MicroPython on any Pico
BY_ID = Path("/dev/serial/by-id")
BY_ID_PATTERN = "usb-MicroPython_Board_in_FS_mode_*"
READ_S = 0.01
WRITE_S = 0.5
BAUD = 115200

Finder = Callable[[], list[str]]


class UsbPort(Protocol):
    """The fields of pyserial's port description that we use."""

    device: str
    vid: int | None
    pid: int | None


class Port(Protocol):
    """An open line to a board. Every method raises OSError when the line is gone."""

    def read(self) -> bytes:
        """What has arrived; waits a few milliseconds at most."""

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


def find_trays(by_id: Path = BY_ID, usb_ports: Callable[[], Iterable[UsbPort]] = list_ports.comports) -> list[str]:
    """Ports that may be trays, the most likely first: stable names, then those with the right USB id. Each once."""
    named = [str(path) for path in sorted(by_id.glob(BY_ID_PATTERN))]
    by_usb = sorted(port.device for port in usb_ports() if (port.vid, port.pid) in USB_IDS)
    once: dict[Path, str] = {}
    for port in named + by_usb:
        once.setdefault(Path(port).resolve(), port)
    return list(once.values())


def only(device: str) -> Finder:
    """Finds just the port that the owner has named."""
    return lambda: [device]


class SerialPort:
    def __init__(self, device: str) -> None:
        # Exclusive: two companions on one tray would take each other's bytes.
        self._serial = serial.Serial(device, BAUD, timeout=READ_S, write_timeout=WRITE_S, exclusive=True)

    def read(self) -> bytes:
        first: bytes = self._serial.read(1)
        return first + self._serial.read(self._serial.in_waiting) if first else b""

    def write(self, data: bytes) -> None:
        self._serial.write(data)

    def close(self) -> None:
        self._serial.close()


class TrayProblemCode(StrEnum):
    NO_TRAY = "no-tray"
    PERMISSION = "permission"
    BUSY = "busy"
    GONE = "gone"
    NOT_A_TRAY = "not-a-tray"
    NO_FIRMWARE = "no-firmware"
    SILENT = "silent"
    TOO_OLD = "too-old"
    TOO_NEW = "too-new"
    UNREADABLE = "unreadable"


_WHAT = {
    TrayProblemCode.NO_TRAY: "No tray is plugged in.",
    TrayProblemCode.PERMISSION: "This user may not open {port}.",
    TrayProblemCode.BUSY: "Another program is using {port}.",
    TrayProblemCode.GONE: "{port} is no longer there.",
    TrayProblemCode.NOT_A_TRAY: "What is plugged in at {port} does not answer like a tray.",
    TrayProblemCode.NO_FIRMWARE: "The board at {port} runs MicroPython, but not the tray's program.",
    TrayProblemCode.SILENT: "The tray at {port} no longer answers.",
    TrayProblemCode.TOO_OLD: "The program on the tray at {port} is older than this companion.",
    TrayProblemCode.TOO_NEW: "The program on the tray at {port} is newer than this companion.",
    TrayProblemCode.UNREADABLE: "{port} cannot be used: {detail}.",
}

_DO = {
    TrayProblemCode.NO_TRAY: "Plug the tray's USB cable in, or play without it: the tablet has the same buttons.",
    TrayProblemCode.PERMISSION: "Run: sudo usermod -aG dialout $USER, then log out and in again.",
    TrayProblemCode.BUSY: "Close the other program (a second companion, mpremote, a serial monitor).",
    TrayProblemCode.GONE: "Check the USB cable; the tray is found again as soon as it is back.",
    TrayProblemCode.NOT_A_TRAY: "Unplug that device, or name the tray's port with --tray DEVICE.",
    TrayProblemCode.NO_FIRMWARE: "Run: companion flash",
    TrayProblemCode.SILENT: "Wait a moment: it restarts by itself. If not, unplug it and plug it in again.",
    TrayProblemCode.TOO_OLD: "Run: companion flash",
    TrayProblemCode.TOO_NEW: "Update the companion, or run companion flash to put the matching program on the tray.",
    TrayProblemCode.UNREADABLE: "Unplug the tray and plug it in again, or name its port with --tray DEVICE.",
}


@dataclass(frozen=True, slots=True)
class TrayProblem:
    """Why there is no link to a tray. `what` and `do` say it in English; the tablet has `key` and `facts`."""

    code: TrayProblemCode
    port: str = ""
    detail: str = ""

    @property
    def what(self) -> str:
        return _WHAT[self.code].format(port=self.port, detail=self.detail)

    @property
    def do(self) -> str:
        return _DO[self.code]

    @property
    def key(self) -> str:
        """Names the sentence in the tablet's languages."""
        return "tray_" + self.code.replace("-", "_")

    @property
    def facts(self) -> dict[str, str]:
        return {"port": self.port, "detail": self.detail}


_BY_ERRNO = {
    errno.EACCES: TrayProblemCode.PERMISSION,
    errno.EPERM: TrayProblemCode.PERMISSION,
    errno.EBUSY: TrayProblemCode.BUSY,
    errno.EAGAIN: TrayProblemCode.BUSY,
    errno.ENOENT: TrayProblemCode.GONE,
    errno.ENXIO: TrayProblemCode.GONE,
    errno.ENODEV: TrayProblemCode.GONE,
    errno.EIO: TrayProblemCode.GONE,
}


def problem_from_error(error: OSError, port: str) -> TrayProblem:
    """Why a port could not be opened or went away (pyserial's errors are OSErrors too)."""
    code = _BY_ERRNO.get(error.errno or 0, TrayProblemCode.UNREADABLE)
    return TrayProblem(code, port, str(error))


def problem_without_hello(port: str, noise: bytes) -> TrayProblem:
    """Something is on the port but said no hello; what it sent instead often shows what it is."""
    if b">>>" in noise or b"MicroPython" in noise or b"Traceback" in noise:
        return TrayProblem(TrayProblemCode.NO_FIRMWARE, port)
    return TrayProblem(TrayProblemCode.NOT_A_TRAY, port)
