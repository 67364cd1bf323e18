"""Trials of scenarios: games in a process of their own, watched from here. One at a time."""

from __future__ import annotations

import threading
from collections import Counter

from companion.content.owner.overlay import Overlay
from companion.ongoing import Lane, Line, Ongoing
from companion.opponent.balance import share_of
from companion.opponent.trial import TrialGame
from companion.protocol.messages import TRIAL_GAMES
from companion.protocol.refusal import Refused
from companion.protocol.scenario import TrialFault, TrialJson, TrialLeader, TrialRounds
from companion.rules.words import SIDES, Winner

MODULE = "companion.opponent.trial"
MOST_FAULTS = 5
# Finished trials that can still be asked about.
KEPT = 8
# A trial that takes longer than this is ended: two hundred games take about ten seconds, on a Raspberry Pi a minute.
LONGEST_S = 900
WINNERS: tuple[Winner, ...] = (*SIDES, "draw")


class Trial:
    """The games of one scenario so far."""

    def __init__(self, lane: Lane, overlay: Overlay, scenario: str, games: int) -> None:
        self._scenario, self._of = scenario, games
        self._lock = threading.Lock()
        self._games: list[TrialGame] = []
        task = {"overlay": overlay.to_json(), "scenario": scenario, "games": games}
        self._work = lane.start("trial", lambda: Ongoing(MODULE, task, self._take, LONGEST_S))

    def _take(self, line: Line) -> None:
        with self._lock:
            self._games.append(TrialGame(**line))

    def stop(self) -> None:
        self._work.stop()

    def wait(self, seconds: float) -> None:
        self._work.wait(seconds)

    def to_json(self) -> TrialJson:
        state = self._work.state
        with self._lock:
            games = list(self._games)
        fair = [game for game in games if not game.by_lot]
        ended = [game for game in fair if game.winner]
        faults: list[TrialFault] = [{"game": i, "fault": game.fault} for i, game in enumerate(games) if game.fault]
        winners = Counter(game.winner for game in ended)
        return {
            "scenario": self._scenario,
            "state": state,
            "done": len(fair),
            "of": self._of,
            "winners": {winner: winners[winner] for winner in WINNERS},
            "leader": _leader(winners, sum(not game.fault for game in fair)),
            "endless": sum(not game.winner and not game.fault for game in fair),
            "rounds": _rounds([game.rounds for game in ended]),
            "by_lot": len(games) - len(fair),
            "faulty": len(faults),
            "faults": faults[:MOST_FAULTS],
        }


def _leader(winners: Counter[str], games: int) -> TrialLeader | None:
    """Who wins most, of all games that did not break."""
    if not winners:
        return None
    most = max(WINNERS, key=lambda winner: winners[winner])
    share = share_of(winners[most], games)
    return {"winner": most, "share": share.share, "either_way": share.either_way}


def _rounds(rounds: list[int]) -> TrialRounds | None:
    if not rounds:
        return None
    return {"least": min(rounds), "mean": round(sum(rounds) / len(rounds), 1), "most": max(rounds)}


class Trials:
    """Thread-safe."""

    def __init__(self, lane: Lane) -> None:
        self._lane = lane
        self._lock = threading.Lock()
        self._number = 0
        self._trials: dict[str, Trial] = {}

    def start(self, overlay: Overlay, scenario: str, games: int = TRIAL_GAMES) -> str:
        with self._lock:
            begun = Trial(self._lane, overlay, scenario, games)
            self._number += 1
            name = str(self._number)
            self._trials[name] = begun
            for old in list(self._trials)[:-KEPT]:
                del self._trials[old]
            return name

    def trial(self, name: str) -> Trial:
        with self._lock:
            if name not in self._trials:
                raise Refused("box/no_such_trial", "no_such_trial", {"trial": name[:20]})
            return self._trials[name]
