"""What can be wrong with a tray, as data, and what to do about it in plain words."""

import errno
from dataclasses import dataclass
from enum import StrEnum


class ProblemCode(StrEnum):
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
    ProblemCode.NO_TRAY: "No tray is plugged in.",
    ProblemCode.PERMISSION: "This user may not open {port}.",
    ProblemCode.BUSY: "Another program is using {port}.",
    ProblemCode.GONE: "{port} is no longer there.",
    ProblemCode.NOT_A_TRAY: "What is plugged in at {port} does not answer like a tray.",
    ProblemCode.NO_FIRMWARE: "The board at {port} runs MicroPython, but not the tray's program.",
    ProblemCode.SILENT: "The tray at {port} no longer answers.",
    ProblemCode.TOO_OLD: "The program on the tray at {port} is older than this companion.",
    ProblemCode.TOO_NEW: "The program on the tray at {port} is newer than this companion.",
    ProblemCode.UNREADABLE: "{port} cannot be used: {detail}.",
}

_DO = {
    ProblemCode.NO_TRAY: "Plug the tray's USB cable in, or play without it: the tablet has the same buttons.",
    ProblemCode.PERMISSION: "Run: sudo usermod -aG dialout $USER, then log out and in again.",
    ProblemCode.BUSY: "Close the other program (a second companion, mpremote, a serial monitor).",
    ProblemCode.GONE: "Check the USB cable; the tray is found again as soon as it is back.",
    ProblemCode.NOT_A_TRAY: "Unplug that device, or name the tray's port with --tray DEVICE.",
    ProblemCode.NO_FIRMWARE: "Run: make flash",
    ProblemCode.SILENT: "Wait a moment: it restarts by itself. If not, unplug it and plug it in again.",
    ProblemCode.TOO_OLD: "Run: make flash",
    ProblemCode.TOO_NEW: "Update the companion, or run make flash to put the matching program on the tray.",
    ProblemCode.UNREADABLE: "Unplug the tray and plug it in again, or name its port with --tray DEVICE.",
}


@dataclass(frozen=True, slots=True)
class Problem:
    code: ProblemCode
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
        """Its name for whoever finds the words in another language."""
        return "tray_" + self.code.replace("-", "_")

    @property
    def facts(self) -> dict[str, str]:
        return {"port": self.port, "detail": self.detail}


_BY_ERRNO = {
    errno.EACCES: ProblemCode.PERMISSION,
    errno.EPERM: ProblemCode.PERMISSION,
    errno.EBUSY: ProblemCode.BUSY,
    errno.EAGAIN: ProblemCode.BUSY,
    errno.ENOENT: ProblemCode.GONE,
    errno.ENXIO: ProblemCode.GONE,
    errno.ENODEV: ProblemCode.GONE,
    errno.EIO: ProblemCode.GONE,
}


def problem_of(error: OSError, port: str) -> Problem:
    """Why a port could not be opened or went away (pyserial's errors are OSErrors too)."""
    code = _BY_ERRNO.get(error.errno or 0, ProblemCode.UNREADABLE)
    return Problem(code, port, str(error))


def stranger_on(port: str, noise: bytes) -> Problem:
    """Somebody is on the port but said no hello; its last words often say who it is."""
    if b">>>" in noise or b"MicroPython" in noise or b"Traceback" in noise:
        return Problem(ProblemCode.NO_FIRMWARE, port)
    return Problem(ProblemCode.NOT_A_TRAY, port)
