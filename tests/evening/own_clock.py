"""A wall clock that can be put forward and back while a program runs: every way in which Python tells the time of day.

Its text is run before the service. What is not Python's keeps the true time: the dates of files, and TLS. Clocks that
count from a start, with which the service waits and measures, are not touched by it, as on a real machine.
"""

import datetime
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path


def shift(file: str) -> None:
    """The file says by how many seconds, at every look."""
    true, told = time.time, Path(file)

    def now() -> float:
        return true() + float(told.read_text())

    class ShiftedDateTime(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> "ShiftedDateTime":
            return cls.fromtimestamp(now(), tz)

    # As the functions of the module, these take no part of the class they are kept in.
    time.time = now
    time.time_ns = partial(nanoseconds, now)
    time.localtime = partial(at_moment, time.localtime, now)
    time.gmtime = partial(at_moment, time.gmtime, now)
    time.strftime = partial(formatted, time.strftime)
    datetime.datetime = ShiftedDateTime  # type: ignore[misc]


def nanoseconds(now: Callable[[], float]) -> int:
    return int(now() * 1e9)


def at_moment(
    plain: Callable[[float], time.struct_time], now: Callable[[], float], seconds: float | None = None
) -> time.struct_time:
    return plain(now() if seconds is None else seconds)


def formatted(plain: Callable[..., str], form: str, at: time.struct_time | None = None) -> str:
    return plain(form, time.localtime() if at is None else at)
