"""Disks that fail and processes that die, at every call that goes to a file or a database.

A profile function sees each call of `os`, of `open` and of `sqlite3` before it is made: there it raises what a disk
would report, or kills the process. So nothing of the code under test is replaced. What it does not see are the
system calls inside SQLite: those fail for real in `without_room` (a limit on the size of files, which holds for root
too) and for files that are links to `UNREADABLE`.
"""

from __future__ import annotations

import errno
import hashlib
import os
import resource
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from companion.protocol.refusal import Refused

# Reading the beginning of this file is answered with EIO, to anybody.
UNREADABLE = "/proc/self/mem"
ON_FILES = frozenset({"open", "rename", "replace", "unlink", "remove", "fsync", "mkdir", "stat", "listdir", "scandir"})
MOST_CALLS = 2000


def is_on_disk(called: Any) -> bool:
    """Is this C function one that asks the disk for something?"""
    if isinstance(getattr(called, "__self__", None), sqlite3.Connection | sqlite3.Cursor):
        return called.__name__ != "in_transaction"
    module, name = getattr(called, "__module__", ""), getattr(called, "__name__", "")
    return (module in ("posix", "io", "_io") and name in ON_FILES) or (module == "_sqlite3" and name == "connect")


@contextmanager
def at_call(number: int, strike: Callable[[Any], None]) -> Iterator[list[str]]:
    """`strike` is called in place of the so-manieth call on the disk; yields the names of the calls so far."""
    seen: list[str] = []

    def watch(_frame: FrameType, event: str, called: Any) -> None:
        if event == "c_call" and is_on_disk(called):
            seen.append(called.__name__)
            if len(seen) == number + 1:
                strike(called)

    sys.setprofile(watch)
    try:
        yield seen
    finally:
        sys.setprofile(None)


def disk_error(number: int, code: int) -> Callable[[Any], None]:
    """An error of the disk: this errno from the system, this code from SQLite."""

    def strike(called: Any) -> None:
        if isinstance(getattr(called, "__self__", None), sqlite3.Connection) and called.__name__ == "close":
            # Whatever the disk says: SQLite lets go of a database without an error (`sqlite3_close_v2`).
            return
        if getattr(called, "__module__", "") in ("posix", "io", "_io"):
            raise OSError(number, os.strerror(number))
        error = sqlite3.OperationalError("disk I/O error" if code & 0xFF == sqlite3.SQLITE_IOERR else "it is full")
        error.sqlite_errorcode = code
        raise error

    return strike


READ_ERROR = disk_error(errno.EIO, sqlite3.SQLITE_IOERR_READ)
NO_ROOM = disk_error(errno.ENOSPC, sqlite3.SQLITE_FULL)
READ_ONLY = disk_error(errno.EROFS, sqlite3.SQLITE_CANTOPEN)


def kill(_called: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def in_a_child(work: Callable[[], None]) -> int:
    """Run in a process of its own; its status as `os.waitpid` gives it."""
    pid = os.fork()
    if pid == 0:
        status = 1
        try:
            work()
            status = 0
        except BaseException:  # noqa: BLE001 (the child must end here, whatever happened)
            traceback.print_exc()
        finally:
            os._exit(status)
    return os.waitpid(pid, 0)[1]


def killed_at(number: int, work: Callable[[], None]) -> bool:
    """Run in a child that is killed at this call; False if it ended before."""

    def doomed() -> None:
        with at_call(number, kill):
            work()

    status = in_a_child(doomed)
    assert status in (0, signal.SIGKILL), "the child failed by itself"
    return status == signal.SIGKILL


def without_room(work: Callable[[], None], room: int = 0) -> None:
    """Run in a child in which no file can grow past so many bytes: EFBIG, where a full disk says ENOSPC."""

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
        work()

    assert in_a_child(limited) == 0


def code_of(work: Callable[..., object], *arguments: object) -> str:
    """The code this is refused with; empty if it is not."""
    try:
        work(*arguments)
    except Refused as refusal:
        return refusal.code
    return ""


def contents(folder: Path) -> dict[str, str]:
    """Every file of a folder by its checksum; files SQLite makes anew when it wants them are left out."""
    files = (file for file in folder.iterdir() if file.is_file() and not file.name.endswith("-shm"))
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.stat().st_size}
