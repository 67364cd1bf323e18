"""A wall clock that can be put forward and back while a program runs: every way in which Python tells the time of day.

Its text is run before the service. What is not Python's keeps the true time: the dates of files, and TLS. Clocks that
count from a start, with which the service waits and measures, are not touched by it, as on a real machine.
"""

import datetime
import time
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

    plain = {name: getattr(time, name) for name in ("localtime", "gmtime", "strftime")}
    time.time = now
    time.time_ns = lambda: int(now() * 1e9)
    time.localtime = lambda seconds=None: plain["localtime"](now() if seconds is None else seconds)
    time.gmtime = lambda seconds=None: plain["gmtime"](now() if seconds is None else seconds)
    time.strftime = lambda form, at=None: plain["strftime"](form, time.localtime() if at is None else at)
    datetime.datetime = ShiftedDateTime  # type: ignore[misc]
