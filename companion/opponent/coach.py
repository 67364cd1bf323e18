"""What would you do? Actions tried out from what a seat may know, the best with their chances.

Every action is played out in the same imagined worlds as the others, so what differs between two of them is the action.
Most are given up after a few play-outs; the best get many. Whatever the number, its limits are told.
"""

from __future__ import annotations

import json
import math
import random
import statistics
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.opponent import script
from companion.opponent.errands import Ways
from companion.opponent.knowledge import imagine, own_actions
from companion.opponent.playout import Chance, play_on, points_for, win_chance
from companion.opponent.reasons import Reason, reason_of
from companion.rules.actions import Action
from companion.rules.engine import apply, refusal, waiting
from companion.rules.notation import write
from companion.rules.state import State
from companion.rules.words import TROGLODYTE, Side

# How many actions are left in each stage, and how many play-outs each of them then has.
STAGES = ((10, 8), (5, 24), (3, 100))
# Play-outs of the game as it stands.
NOW = 100
SHOWN = 3
# The half width of a 95 % interval, in standard errors.
EITHER_WAY = 1.96


class TriedAction(NamedTuple):
    """An action, and the points its play-outs brought; those of one number are of one imagined world."""

    action: Action
    points: tuple[float, ...]

    @property
    def mean(self) -> float:
        return statistics.fmean(self.points) if self.points else 0.0

    @property
    def either_way(self) -> float:
        return _either_way(self.points)

    def behind(self, other: TriedAction) -> tuple[float, float]:
        """How much worse it is than another one, with limits: on the worlds both have seen."""
        apart = [theirs - own for own, theirs in zip(self.points, other.points, strict=False)]
        return (statistics.fmean(apart), _either_way(apart, spread=1.0)) if apart else (0.0, 1.0)


def _either_way(points: Sequence[float], spread: float = 0.25) -> float:
    """Two results that lie far apart are added, so that ten alike are not certainty."""
    number = len(points) + 2
    about = statistics.fmean(points) if points else 0.5
    squares = sum((one - about) ** 2 for one in points) + 2 * spread
    return EITHER_WAY * math.sqrt(squares / number / number)


class Advice(NamedTuple):
    """How far the coach is, and what it found so far, the best action first; and how good the player's own idea is."""

    done: int
    of: int
    now: Chance | None
    tried: tuple[TriedAction, ...]
    idea: TriedAction | None = None


def advise(state: State, side: Side, seed: int, effort: float = 1.0, idea: Sequence[Action] = ()) -> Iterator[Advice]:
    """The chance as the game stands, then actions to do, better known from one answer to the next.

    An idea of the player's, the acts of one tap, comes before them: in the same imagined worlds, as often as the best.
    """
    actions = choices(state, side, seed)
    now_of, idea_of = share_of_effort(NOW, effort), share_of_effort(STAGES[-1][1], effort) if idea else 0
    done, of = now_of + idea_of, now_of + idea_of + _cost(len(actions), effort)
    yield Advice(0, of, None, ())
    now = win_chance(state, side, side, now_of, seed)
    yield Advice(now_of, of, now, ())
    rated = None
    if idea:
        points = tuple(_played(state, side, idea, seed, number) for number in range(idea_of))
        rated = TriedAction(idea[-1], points)
        yield Advice(done, of, now, (), rated)
    for tried, playouts in tried_out(state, side, actions, seed, effort):
        done += playouts
        yield Advice(done, of, now, tuple(tried), rated)


def choices(state: State, side: Side, seed: int) -> list[Action]:
    """What a side could do: of what is alike one, and no more than the script thinks most of. Empty before a roll."""
    if waiting(state).kind != "choice" or waiting(state).side != side:
        return []
    seen = imagine(state, side, random.Random(seed))
    legal = list({_alike(seen, action): action for action in own_actions(seen, side)}.values())
    most = STAGES[0][0]
    if len(legal) <= most:
        return legal
    marks = script.marked(seen, side, legal, Ways())
    best = sorted(range(len(legal)), key=lambda n: -marks[n])[:most]
    return [legal[n] for n in sorted(best)]


def _alike(state: State, action: Action) -> str:
    """The same for all Troglodytes of a tile: nobody tells them apart."""
    text = json.dumps(write(action), sort_keys=True)
    for warrior in state.warriors.all.values():
        if warrior.profile.figure == TROGLODYTE and f'"{warrior.id}"' in text:
            alike = (warrior.profile.id, warrior.tile, warrior.id in state.acted, state.activation)
            text = text.replace(f'"{warrior.id}"', repr(alike))
    return text


def tried_out(
    state: State, side: Side, actions: Sequence[Action], seed: int, effort: float, keep: Action | None = None
) -> Iterator[tuple[list[TriedAction], int]]:
    """After each action that was played out further: all that are left, the best first, and how many play-outs it took.

    `keep` is never given up: it was done, and is to be compared.
    """
    tried = [TriedAction(action, ()) for action in actions]
    for left, usual in STAGES:
        playouts = share_of_effort(usual, effort)
        tried.sort(key=lambda one: -one.mean)
        kept = [one for one in tried[left:] if one.action == keep]
        tried = [*tried[:left], *kept]
        for n, one in enumerate(tried):
            more = range(len(one.points), playouts)
            tried[n] = one._replace(points=(*one.points, *(_played(state, side, (one.action,), seed, k) for k in more)))
            yield sorted(tried, key=lambda one: -one.mean), len(more)


def _played(state: State, side: Side, actions: Sequence[Action], seed: int, number: int) -> float:
    """The points of one play-out that begins with an action, and those after it unless something came between."""
    rng = random.Random(seed * 1_000_003 + number)
    begun = apply(imagine(state, side, rng), actions[0]).state
    for action in actions[1:]:
        if refusal(begun, action) is not None:
            break
        begun = apply(begun, action).state
    return points_for(play_on(begun, rng, Ways()), side)


def share_of_effort(playouts: int, effort: float) -> int:
    """How many of the usual play-outs are made; with fewer, limits are wider."""
    return max(2, round(playouts * effort))


def _cost(actions: int, effort: float) -> int:
    """How many play-outs so many actions take."""
    total, before = 0, 0
    for left, usual in STAGES:
        playouts = share_of_effort(usual, effort)
        total += min(left, actions) * (playouts - before)
        before = playouts
    return total


def why(state: State, side: Side, action: Action, seed: int) -> Reason:
    """A word for an action, from what the seat may know."""
    return reason_of(imagine(state, side, random.Random(seed)), side, action)
