"""Work that goes on for a while in a process of its own: it tells line by line how far it is, and can be stopped.

A module that is run like this has a `main` that tells of one task: `tell_lines` on that side, `Ongoing` on this one.
What ends in a moment, and answers once, is for `companion.apart`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from companion.apart import ONE_THREAD, Task, limit_resources
from companion.protocol.json import WorkState
from companion.protocol.refusal import Refused

Line: TypeAlias = Mapping[str, Any]


class Ongoing:
    """One piece of work; what it tells is taken in by `take`, one line after the other. Thread-safe."""

    def __init__(self, module: str, task: Task, take: Callable[[Line], None], longest_s: float) -> None:
        self._take = take
        self._lock = threading.Lock()
        self._state: WorkState = "running"
        self._process = _begun(module, {**task, "seconds": longest_s})
        self._watch = threading.Thread(target=self._follow, name=module, daemon=True)
        self._watch.start()
        # A process that waits uses no processor time, so its own limit would not end it.
        self._alarm = threading.Timer(longest_s, self.stop)
        self._alarm.daemon = True
        self._alarm.start()

    @property
    def state(self) -> WorkState:
        with self._lock:
            return self._state

    def _follow(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._take(json.loads(line))
        code = self._process.wait()
        self._process.stdout.close()
        self._alarm.cancel()
        with self._lock:
            if self._state == "running":
                self._state = "done" if code == 0 else "failed"

    def stop(self) -> None:
        """What it has told stays."""
        with self._lock:
            if self._state != "running":
                return
            self._state = "stopped"
        self._process.terminate()

    def wait(self, seconds: float) -> None:
        self._watch.join(seconds)


class Lane:
    """One piece of work at a time, whatever it is: there are cores enough for the table only. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._now: Ongoing | None = None
        self._asker = ""

    def start(self, asker: str, begin: Callable[[], Ongoing], short: bool = False) -> Ongoing:
        """Begin; what was begun before is stopped. Only a short answer that somebody else waits for comes first."""
        with self._lock:
            if self._now is not None and self._now.state == "running":
                if self._asker and self._asker != asker:
                    raise Refused("server/busy", "busy")
                self._now.stop()
            self._now = begin()
            self._asker = asker if short else ""
            return self._now

    def close(self) -> None:
        with self._lock:
            now = self._now
        if now is not None:
            now.stop()
            now.wait(5)


def _begun(module: str, task: Task) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", module]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        process_group=0,
        env={**os.environ, **ONE_THREAD},
    )
    assert process.stdin is not None
    with process.stdin as pipe:
        json.dump(task, pipe)
    return process


def tell_lines(work: Callable[[Task], Iterator[Line]]) -> None:
    """Do the task on standard input, with limits that hold even if the service is gone, and tell how it goes."""
    os.nice(10)
    task = json.load(sys.stdin)
    limit_resources(task["seconds"])
    for line in work(task):
        print(json.dumps(line), flush=True)  # noqa: T201 (its one output)
