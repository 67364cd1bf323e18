"""Finding the port a tray is on, and opening it."""

from collections.abc import Callable, Iterable
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
    """What pyserial knows of a port, as far as we look at it."""

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
    """Ports that may be trays, the surest first: stable names, then whatever has the right USB id. Each device once."""
    named = [str(path) for path in sorted(by_id.glob(BY_ID_PATTERN))]
    by_usb = sorted(port.device for port in usb_ports() if (port.vid, port.pid) in USB_IDS)
    once: dict[Path, str] = {}
    for port in named + by_usb:
        once.setdefault(Path(port).resolve(), port)
    return list(once.values())


def only(device: str) -> Finder:
    """For a port the owner has named."""
    return lambda: [device]


class SerialPort:
    def __init__(self, device: str) -> None:
        # Exclusive: two companions on one tray would steal each other's bytes.
        self._serial = serial.Serial(device, BAUD, timeout=READ_S, write_timeout=WRITE_S, exclusive=True)

    def read(self) -> bytes:
        first: bytes = self._serial.read(1)
        return first + self._serial.read(self._serial.in_waiting) if first else b""

    def write(self, data: bytes) -> None:
        self._serial.write(data)

    def close(self) -> None:
        self._serial.close()
