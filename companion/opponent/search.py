"""A player who tries things out: each of the better actions, and what comes of it until the next round.

What the script marks best is followed by play-outs of the script on both sides, with hidden cards, dice and tiles drawn
anew for each and the same for all actions, to the end of the round. Actions that do badly are given up halfway. What
the script would do is left only for what was better by more than luck.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from companion.opponent import script
from companion.opponent.errands import Ways
from companion.opponent.knowledge import imagine
from companion.opponent.playout import Work, play_on
from companion.opponent.prospects import prospects
from companion.rules.actions import Action, EndPhase, Finish, Release
from companion.rules.engine import apply
from companion.rules.state import State
from companion.rules.words import Side

# Play-outs of each action before any is given up.
FEWEST = 3
# Actions of play-outs a decision at the table.
WORK = 2_500
# How much better another action must be, in standard errors of the difference.
MARGIN = 0.5


@dataclass(slots=True)
class WeighedAction:
    """An action and the chances its play-outs led to."""

    action: Action
    chances: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        return sum(self.chances) / len(self.chances)


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """Thinks for so many actions of play-outs a decision, about so many candidates; with none it is the script."""

    work: int = WORK
    most: int = 6
    rounds: int = 1

    def choose(self, state: State, side: Side, legal: Sequence[Action], rng: random.Random) -> Action:
        ways = Ways()
        candidates = self.candidates(state, side, legal, rng, ways)
        if len(candidates) > 1 and self.work > 0:
            self._try_out(candidates, state, side, rng.getrandbits(48), ways)
        return preferred(candidates).action

    def candidates(
        self, state: State, side: Side, legal: Sequence[Action], rng: random.Random, ways: Ways
    ) -> list[WeighedAction]:
        """What the script marks best, its own choice first; and to end the phase."""
        marks = script.marked(state, side, legal, ways)
        order = sorted(range(len(legal)), key=lambda n: (-marks[n], rng.random()))
        # To stand still is to end the phase, and nobody gains by letting go.
        found = [legal[n] for n in order if not isinstance(legal[n], Finish | Release)] or [legal[order[0]]]
        ends = [action for action in found[self.most :] if isinstance(action, EndPhase)]
        return [WeighedAction(action) for action in (*found[: self.most], *ends)]

    def _try_out(self, candidates: list[WeighedAction], state: State, side: Side, seed: int, ways: Ways) -> None:
        """Play-outs of all, then of the better half, and so on (successive halving)."""
        alive, number, work = list(candidates), 0, Work(self.work)
        share = self.work / math.ceil(math.log2(len(candidates)))
        while len(alive) > 1 and work.left > 0:
            until, fewest = work.left - share, number + FEWEST
            while work.left > max(0.0, until) or number < fewest:
                for candidate in alive:
                    candidate.chances.append(self._tried(candidate.action, state, side, seed + number, work, ways))
                number += 1
            # The script's own choice stays to the end: all others are compared with it.
            first, *others = alive
            others.sort(key=lambda candidate: -candidate.mean)
            alive = [first, *others[: len(others) // 2]]

    def _tried(self, action: Action, state: State, side: Side, seed: int, work: Work, ways: Ways) -> float:
        rng = random.Random(seed)
        begun = apply(imagine(state, side, rng), action).state
        ended = play_on(begun, rng, ways, rounds=state.round + self.rounds - begun.round, work=work)
        return prospects(ended, side, ways)


def preferred(candidates: list[WeighedAction]) -> WeighedAction:
    """The best of those that were better than the first by more than luck, in the play-outs both had."""
    first, most, best = candidates[0], 0.0, candidates[0]
    for other in candidates[1:]:
        gains = [its - own for its, own in zip(other.chances, first.chances, strict=False)]
        if not gains:
            continue
        mean = sum(gains) / len(gains)
        error = math.sqrt(sum((gain - mean) ** 2 for gain in gains)) / len(gains)
        if mean > max(most, MARGIN * error):
            most, best = mean, other
    return best
