"""Where the companion thinks: a level that takes its time does it in a process of its own, so that nobody waits.

The sockets, the camera and the games share one interpreter; a second of thought in it would be felt by all of them.
The process is started when it is first needed, answers one question at a time and ends with its input. Whatever goes
wrong with it, there is a decision: that of the script.
"""

from __future__ import annotations

import copyreg
import logging
import os
import pickle
import subprocess
import sys
import threading
from contextlib import suppress
from types import MappingProxyType
from typing import Any

from companion.opponent.players import AT_ONCE, LEVELS, Player
from companion.protocol.opponent import Level
from companion.rules.actions import Action
from companion.rules.records import frozen
from companion.rules.state import State
from companion.rules.words import Side
from companion.solo.planning import plan, planned

log = logging.getLogger("companion")

# Many times what a decision takes; a process that has not answered by then is ended.
LONGEST_S = 60.0
# Play goes first.
NICENESS = 5


def _thawed(mapping: MappingProxyType[Any, Any]) -> tuple[Any, ...]:
    return frozen, (dict(mapping),)


# A state is sent as it is, with its game; of all it is made of only this has no pickled form of its own.
copyreg.pickle(MappingProxyType, _thawed)


class Thinker:
    """Asked by one thread; `stop` may be called by any."""

    def __init__(self, longest_s: float = LONGEST_S) -> None:
        self._longest_s = longest_s
        self.process: subprocess.Popen[bytes] | None = None

    def plan(self, level: Level, state: State, side: Side, seed: int) -> list[Action]:
        """What one order is made of, as `planning.planned` has it."""
        if level in AT_ONCE:
            return planned(level, state, side, seed)
        try:
            return self._asked(LEVELS[level], state, side, seed)
        except (OSError, EOFError, pickle.UnpicklingError):
            log.exception("the thinking process failed; the script decides")
            self.stop()
            return planned("fair", state, side, seed)

    def _asked(self, player: Player, state: State, side: Side, seed: int) -> list[Action]:
        process = self.process or self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        # A process that is ended closes its output: the reading below fails instead of waiting for ever.
        limit = threading.Timer(self._longest_s, process.kill)
        limit.daemon = True
        limit.start()
        try:
            pickle.dump((player, state, side, seed), process.stdin)
            process.stdin.flush()
            found: list[Action] = pickle.load(process.stdout)
        finally:
            limit.cancel()
        return found

    def _started(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", __name__]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self.process

    def stop(self) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            # What was not written yet has nobody to read it.
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()


def main() -> None:
    """Answer until the input ends: with the service, however that ended."""
    os.nice(NICENESS)
    while True:
        try:
            player, state, side, seed = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        pickle.dump(plan(player, state, side, seed), sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
