"""Trials of scenarios: random games in a process of their own, watched from a thread. One at a time."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Mapping
from typing import Literal

from companion.content.owner.overlay import Overlay
from companion.content.trial import RandomGame
from companion.protocol.messages import TRIAL_GAMES
from companion.protocol.refusal import Refused
from companion.protocol.scenario import TrialFault, TrialJson, TrialRounds

MOST_FAULTS = 5
# Finished trials that can still be asked about.
KEPT = 8
# A trial that takes longer than this is ended: two hundred games take about a minute.
LONGEST_S = 900


class Trial:
    """The games of one scenario so far."""

    def __init__(self, name: str, overlay: Overlay, scenario: str, games: int) -> None:
        self.name = name
        self._scenario, self._of = scenario, games
        self._lock = threading.Lock()
        self._results: list[RandomGame] = []
        self._state: Literal["running", "done", "stopped", "failed"] = "running"
        self._process = _begun({"overlay": overlay.to_json(), "scenario": scenario, "games": games})
        self._watch = threading.Thread(target=self._follow, name=f"trial {name}", daemon=True)
        self._watch.start()
        self._alarm = threading.Timer(LONGEST_S, self.stop)
        self._alarm.daemon = True
        self._alarm.start()

    def _follow(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            with self._lock:
                self._results.append(RandomGame(**json.loads(line)))
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

    def to_json(self) -> TrialJson:
        with self._lock:
            results, state = list(self._results), self._state
        ended = [game for game in results if not game.fault]
        faults: list[TrialFault] = [{"game": i, "fault": game.fault} for i, game in enumerate(results) if game.fault]
        winners = Counter(game.winner for game in ended)
        return {
            "scenario": self._scenario,
            "state": state,
            "done": len(results),
            "of": self._of,
            "winners": {"human": winners["human"], "demon": winners["demon"], "draw": winners["draw"]},
            "rounds": _rounds([game.rounds for game in ended]),
            "faulty": len(faults),
            "faults": faults[:MOST_FAULTS],
        }


def _rounds(rounds: list[int]) -> TrialRounds | None:
    if not rounds:
        return None
    return {"least": min(rounds), "mean": round(sum(rounds) / len(rounds), 1), "most": max(rounds)}


class Trials:
    """Thread-safe. A new trial ends the one that is still running: there are cores enough for the table only."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._number = 0
        self._trials: dict[str, Trial] = {}

    def start(self, overlay: Overlay, scenario: str, games: int = TRIAL_GAMES) -> str:
        with self._lock:
            for trial in self._trials.values():
                trial.stop()
            self._number += 1
            name = str(self._number)
            self._trials[name] = Trial(name, overlay, scenario, games)
            for old in list(self._trials)[:-KEPT]:
                del self._trials[old]
            return name

    def trial(self, name: str) -> Trial:
        with self._lock:
            if name not in self._trials:
                raise Refused("box/no_such_trial", "no_such_trial", {"trial": name[:20]})
            return self._trials[name]

    def close(self) -> None:
        with self._lock:
            trials = list(self._trials.values())
        for trial in trials:
            trial.stop()
            trial.wait(5)


def _begun(task: Mapping[str, object]) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "companion.content.trial"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, process_group=0)
    assert process.stdin is not None
    with process.stdin as pipe:
        json.dump(task, pipe)
    return process
