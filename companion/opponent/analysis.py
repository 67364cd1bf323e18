"""A game looked back on: the win chance step by step, where it turned, what would have been better, and luck.

Only for a game that is over for good: decisions are judged by what their side knew, the curve by what anybody saw. The
points of the curve are few and rough at first; those beside which the chance changes most get more play-outs. Each
point is drawn toward what positions of this game that look as good came to, as far as its own play-outs are few.

Luck is the chance after a roll or a draw less the chance before it, summed. Play-outs are too few for a sum over so
many rolls, so it is taken by how good positions look once a roll has had its effect, turned into chances of this game.
What a roll may bring is looked at the same way before it fell, so fair dice bring nothing in the long run.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.opponent.coach import EITHER_WAY, choices, share_of_effort, tried_out
from companion.opponent.errands import Ways
from companion.opponent.knowledge import imagine
from companion.opponent.looks import Look, fitted, logistic, look_of, settled
from companion.opponent.playout import MOST_ROUNDS, play_on, points_for
from companion.opponent.segments import PlayedAct, Segment, mover_of, segments_of
from companion.protocol.opponent import Mover
from companion.rules.actions import Action
from companion.rules.state import State
from companion.rules.words import DEMON, HUMAN, Side

# Play-outs of every point; then of so many points beside the largest changes.
FIRST = 24
REFINED = ((24, 120), (8, 400))
# Continuations by which a position is looked at once it has settled.
LOOKS = 64
# A turning point is a change of so much, so many standard errors away from none: the largest of a hundred are taken.
TURN = 0.08
BEYOND_NOISE = 2.8
MOST_TURNS = 5
# Of a turning point by choice: so many of its decisions are tried again.
MOST_RETRIED = 6
# As many play-outs weigh as much as what positions that look alike came to.
PRIOR = 30


class Point(NamedTuple):
    """The chance of the first side after a step, with limits; `seq` 0 is the set-up."""

    seq: int
    round: int
    chance: float
    either_way: float


class Better(NamedTuple):
    """What would have been better than a decision: by how much, with limits, and the chance of its side."""

    seq: int
    side: Side
    action: Action
    chance: float
    gain: float
    either_way: float


class TurningSegment(NamedTuple):
    """A segment after which the chance was another one."""

    seq: int
    round: int
    mover: Mover
    side: Side
    before: float
    after: float
    either_way: float
    better: Better | None


class Luck(NamedTuple):
    """What dice and draws brought the first side, by the side that threw them; the rest of the way is decisions."""

    by_side: dict[Side, float]
    either_way: float


class Analysis(NamedTuple):
    """How far it is, and what is known so far."""

    done: int
    of: int
    points: tuple[Point, ...]
    turns: tuple[TurningSegment, ...] | None = None
    luck: Luck | None = None
    # Nothing more comes.
    whole: bool = False


def analysed(steps: Sequence[PlayedAct], seed: int, effort: float = 1.0) -> Iterator[Analysis]:
    """The analysis of a whole game, better from one answer to the next."""
    return _Analyst(steps, seed, effort).run()


# -- points ------------------------------------------------------------------------------------------------------------


class _Measured:
    """A state of the game: what its play-outs brought so far, and how good it looks once it has settled."""

    def __init__(self, seq: int, state: State) -> None:
        self.seq, self.state = seq, state
        self.points: list[float] = []
        # Of continuations: how good they look, or the points of one that is over.
        self.looks: list[Look] = []

    @property
    def over(self) -> bool:
        return self.state.outcome is not None

    @property
    def variance(self) -> float:
        """Of the mean. Two results far apart are added, so that ten alike are not certainty."""
        if self.over:
            return 0.0
        both = [*self.points, 0.0, 1.0]
        return statistics.pvariance(both) / len(both)


class _Analyst:
    def __init__(self, steps: Sequence[PlayedAct], seed: int, effort: float) -> None:
        self._seed, self._effort = seed, effort
        self._first = share_of_effort(FIRST, effort)
        self._refined = [(most, share_of_effort(playouts, effort)) for most, playouts in REFINED]
        self._looks = share_of_effort(LOOKS, effort)
        self._side = steps[0].before.game.sides[0]
        self._segments = segments_of(steps)
        ends = [_Measured(segment.steps[-1].seq, segment.steps[-1].after) for segment in self._segments]
        self._points = [_Measured(0, steps[0].before), *ends]
        # From how good a position looks to its chance.
        self._slope, self._base, self._middle = 0.0, 0.0, 0.0
        self._done = 0
        more = sum(min(most, len(self._points)) * (playouts - self._first) for most, playouts in self._refined)
        self._of = len(self._points) * (self._first + self._looks) + more

    def run(self) -> Iterator[Analysis]:
        for point in self._points:
            self._look(point)
            self._play_out(point, self._first)
            if self._done % 10 == 0:
                yield self._told()
        self._fit()
        yield self._told()
        for most, playouts in self._refined:
            for point in self._beside_largest(most):
                self._play_out(point, playouts)
                yield self._told()
        self._fit()
        luck = self._luck()
        yield self._told(luck=luck)
        turns: list[TurningSegment] = []
        for segment, before, after in self._turning():
            turns.append(self._turn(segment, before, after))
            yield self._told(tuple(turns), luck)
        yield self._told(tuple(turns), luck)._replace(whole=True)

    def _told(self, turns: tuple[TurningSegment, ...] | None = None, luck: Luck | None = None) -> Analysis:
        points = tuple(
            Point(point.seq, point.state.round, self._chance(point), EITHER_WAY * math.sqrt(point.variance))
            for point in self._points
            if point.points or point.over
        )
        return Analysis(min(self._done, self._of), self._of, points, turns, luck)

    def _seen(self, state: State, number: int) -> tuple[State, random.Random]:
        """The state as somebody sees it who may look into no hand."""
        rng = random.Random(self._seed * 1_000_003 + number)
        return imagine(imagine(state, HUMAN, rng), DEMON, rng), rng

    def _play_out(self, point: _Measured, playouts: int) -> None:
        for number in range(len(point.points), playouts):
            self._done += 1
            if not point.over:
                seen, rng = self._seen(point.state, number)
                point.points.append(points_for(play_on(seen, rng, Ways(), MOST_ROUNDS), self._side))

    def _look(self, point: _Measured) -> None:
        for number in range(self._looks):
            self._done += 1
            if not point.over:
                seen, rng = self._seen(point.state, number)
                point.looks.append(look_of(settled(seen, rng, Ways()), self._side))

    # -- chances ---------------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        """Logistic regression of all play-outs so far on how good their positions look."""
        data = []
        for point in self._points:
            looks = [look.value for look in point.looks if look.points is None]
            if looks:
                data.append((statistics.fmean(looks), statistics.fmean(point.points), len(point.points)))
        self._middle = statistics.fmean(look for look, _, _ in data) if data else 0.0
        self._slope, self._base = fitted([(look - self._middle, share, number) for look, share, number in data])

    def _as_it_looks(self, point: _Measured) -> tuple[float, float]:
        """The chance by its looks, and the variance of it."""
        if point.over:
            return points_for(point.state, self._side), 0.0
        found = [
            logistic(self._base + self._slope * (look.value - self._middle)) if look.points is None else look.points
            for look in point.looks
        ]
        return statistics.fmean(found), statistics.pvariance(found) / len(found)

    def _chance(self, point: _Measured) -> float:
        """Its own play-outs, and what positions that look alike came to, as far as these are few."""
        if point.over:
            return points_for(point.state, self._side)
        own = statistics.fmean(point.points)
        if not self._slope and not self._base:
            return own
        return (len(point.points) * own + PRIOR * self._as_it_looks(point)[0]) / (len(point.points) + PRIOR)

    def _pairs(self) -> Iterator[tuple[Segment, _Measured, _Measured]]:
        for segment, (before, after) in zip(self._segments, pairwise(self._points), strict=True):
            yield segment, before, after

    def _changed(self, before: _Measured, after: _Measured) -> float:
        return self._chance(after) - self._chance(before)

    def _beside_largest(self, most: int) -> list[_Measured]:
        """Points beside the largest changes, in the order of the game."""
        largest = sorted(self._pairs(), key=lambda pair: -abs(self._changed(pair[1], pair[2])))
        wanted = list(dict.fromkeys(point for _, before, after in largest for point in (before, after)))[:most]
        return sorted(wanted, key=lambda point: point.seq)

    # -- luck ------------------------------------------------------------------------------------------------------

    def _luck(self) -> Luck:
        by_side: dict[Side, float] = dict.fromkeys(self._points[0].state.game.sides, 0.0)
        variance = 0.0
        for segment, before, after in self._pairs():
            if segment.mover == "dice":
                (expected, one), (found, other) = self._as_it_looks(before), self._as_it_looks(after)
                by_side[segment.side] += found - expected
                variance += one + other
        return Luck(by_side, EITHER_WAY * math.sqrt(variance))

    # -- turning points ----------------------------------------------------------------------------------------------

    def _turning(self) -> list[tuple[Segment, _Measured, _Measured]]:
        """Where the chance changed by much, and surely; in the order of the game."""
        turned = []
        for pair in self._pairs():
            _, before, after = pair
            change = abs(self._changed(before, after))
            noise = math.sqrt(before.variance + after.variance)
            if change >= TURN and change > BEYOND_NOISE * noise:
                turned.append((change, pair))
        turned.sort(key=lambda one: -one[0])
        return sorted((pair for _, pair in turned[:MOST_TURNS]), key=lambda pair: pair[2].seq)

    def _turn(self, segment: Segment, before: _Measured, after: _Measured) -> TurningSegment:
        better = self._better(segment) if segment.mover == "choice" else None
        told = next((step for step in segment.steps if better and step.seq == better.seq), segment.steps[0])
        return TurningSegment(
            told.seq,
            told.before.round,
            segment.mover,
            segment.side,
            self._chance(before),
            self._chance(after),
            EITHER_WAY * math.sqrt(before.variance + after.variance),
            better,
        )

    def _better(self, segment: Segment) -> Better | None:
        """The decision of the segment that lost most beyond noise, and what would have been best instead."""
        found: list[Better] = []
        decided = [step for step in segment.steps if mover_of(step)]
        for step in decided[-MOST_RETRIED:]:
            better = better_than(step, segment.side, self._seed, self._effort)
            if better is not None:
                found.append(better)
        return max(found, key=lambda one: one.gain, default=None)


def better_than(step: PlayedAct, side: Side, seed: int, effort: float = 1.0) -> Better | None:
    """What its side could have done instead; None where nothing is surely better, from what it knew."""
    assert step.action is not None
    actions = choices(step.before, side, seed)
    if not actions:
        # A card out of turn: there is nothing to compare it with.
        return None
    if step.action not in actions:
        actions.append(step.action)
    *_, (tried, _) = tried_out(step.before, side, actions, seed, effort, keep=step.action)
    done = next(one for one in tried if one.action == step.action)
    best = tried[0]
    gain, either_way = done.behind(best)
    # The best of several is lucky too: a little more than its limits is asked of it.
    if best is done or gain < TURN / 2 or gain < 1.2 * either_way:
        return None
    return Better(step.seq, side, best.action, best.mean, gain, either_way)
