"""Work that may take long is done in a process of its own: play goes on meanwhile, and what never ends is given up.

A module that is run like this has a `main` that answers one task: `answer_task` on that side, `Apart.run` on this one.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from typing import Any

from companion.protocol.refusal import RefusalJson, Refused

# The longest honest work (a thousand labels, a game of twenty thousand records) takes 10 s here, on a small computer
# three times as long.
LONGEST_S = 60.0
MOST_MEMORY = 1_000_000_000
# numpy would start threads for every core, and each takes 90 MB of the addresses that the limit counts: on six cores
# nothing was left for the work.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
# For somebody else's work to end.
PATIENCE_S = 5.0

Task = Mapping[str, Any]


class Apart:
    """One piece of work at a time: there are cores enough for the table only. Thread-safe."""

    def __init__(self, longest_s: float = LONGEST_S, patience_s: float = PATIENCE_S) -> None:
        self._longest_s, self._patience_s = longest_s, patience_s
        self._turn = threading.Lock()

    def run(self, module: str, task: Task) -> bytes:
        """What the module answers; `Refused` as it refuses, or because it took too long or others were first."""
        if not self._turn.acquire(timeout=self._patience_s):
            raise Refused("server/busy", "busy")
        try:
            command = [sys.executable, "-m", module]
            work = json.dumps({**task, "seconds": self._longest_s}).encode()
            ran = subprocess.run(
                command,
                input=work,
                capture_output=True,
                timeout=self._longest_s,
                check=False,
                env={**os.environ, **ONE_THREAD},
            )
        except subprocess.TimeoutExpired as error:
            raise _too_long(self._longest_s) from error
        finally:
            self._turn.release()
        head, _, answer = ran.stdout.partition(b"\n")
        if ran.returncode < 0:
            # Ended by a limit of its own.
            raise _too_long(self._longest_s)
        if ran.returncode:
            raise RuntimeError(f"{module} failed: {ran.stderr.decode(errors='replace')[-2000:]}")
        refusal: RefusalJson | None = json.loads(head)
        if refusal is not None:
            raise Refused(refusal["code"], refusal["key"], refusal["facts"])
        return answer


def _too_long(seconds: float) -> Refused:
    return Refused("server/too_long", "took_too_long", {"seconds": round(seconds)})


def answer_task(work: Callable[[Task], bytes]) -> None:
    """Do the task on standard input, with limits that hold even if the service is gone, and write what came of it."""
    os.nice(10)
    task = json.load(sys.stdin)
    limit_resources(task["seconds"])
    refusal: RefusalJson | None = None
    answer = b""
    try:
        answer = work(task)
    except Refused as refused:
        refusal = refused.to_json()
    sys.stdout.buffer.write(json.dumps(refusal).encode() + b"\n" + answer)


def limit_resources(seconds: float) -> None:
    """For this process: so much processor time, and memory for any honest work."""
    most = max(1, round(seconds))
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
