"""Trials of scenarios: random games in a process of their own, watched from a thread. One at a time."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.table.problems import TableRefusal

GAMES = 200
MOST_GAMES = 1000
MOST_FAULTS = 5
# Finished trials that can still be asked about.
KEPT = 8
# A trial that takes longer than this is ended: two hundred games take about a minute.
LONGEST_S = 900


class Trial:
    """The games of one scenario so far."""

    def __init__(self, name: str, task: Mapping[str, Any]) -> None:
        self.name = name
        self._scenario, self._of = str(task["scenario"]), int(task["games"])
        self._lock = threading.Lock()
        self._results: list[dict[str, Any]] = []
        self._state = "running"
        self._process = _begun(task)
        self._watch = threading.Thread(target=self._follow, name=f"trial {name}", daemon=True)
        self._watch.start()
        self._alarm = threading.Timer(LONGEST_S, self.stop)
        self._alarm.daemon = True
        self._alarm.start()

    def _follow(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._lock:
                self._results.append(json.loads(line))
        code = self._process.wait()
        self._process.stdout.close()
        self._alarm.cancel()
        with self._lock:
            if self._state == "running":
                self._state = "done" if code == 0 and len(self._results) == self._of else "failed"

    def stop(self) -> None:
        with self._lock:
            if self._state != "running":
                return
            self._state = "stopped"
        self._process.terminate()

    def wait(self, seconds: float) -> None:
        self._watch.join(seconds)

    def told(self) -> dict[str, Any]:
        with self._lock:
            results, state = list(self._results), self._state
        rounds = [r["rounds"] for r in results if not r["fault"]]
        faults = [{"game": i, "fault": r["fault"]} for i, r in enumerate(results) if r["fault"]]
        winners = Counter(r["winner"] for r in results if not r["fault"])
        return {
            "scenario": self._scenario,
            "state": state,
            "done": len(results),
            "of": self._of,
            "winners": {winner: winners[winner] for winner in ("human", "demon", "draw")},
            "rounds": {"least": min(rounds), "mean": round(sum(rounds) / len(rounds), 1), "most": max(rounds)}
            if rounds
            else None,
            "faulty": len(faults),
            "faults": faults[:MOST_FAULTS],
        }


class Trials:
    """Thread-safe. A new trial ends the one that is still running: there are cores enough for the table only."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = 0
        self._trials: dict[str, Trial] = {}

    def start(self, overlay: Mapping[str, Any], scenario: str, games: int = GAMES) -> str:
        with self._lock:
            for trial in self._trials.values():
                trial.stop()
            self._number += 1
            name = str(self._number)
            self._trials[name] = Trial(name, {"overlay": overlay, "scenario": scenario, "games": games})
            for old in list(self._trials)[:-KEPT]:
                del self._trials[old]
            return name

    def trial(self, name: str) -> Trial:
        with self._lock:
            if name not in self._trials:
                raise TableRefusal("box/no_such_trial", "no_such_trial", {"trial": name[:20]})
            return self._trials[name]

    def close(self) -> None:
        with self._lock:
            trials = list(self._trials.values())
        for trial in trials:
            trial.stop()
            trial.wait(5)


def _begun(task: Mapping[str, Any]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "companion.content.trial"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, process_group=0)
    assert process.stdin is not None
    with process.stdin as pipe:
        json.dump(task, pipe)
    return process
