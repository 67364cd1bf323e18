"""The script: a list of priorities a person can read. Each action gets a mark; the best is done, ties by lot.

It looks at the state as it is and never ahead, except for choices that are over at once (which line to give up, how to
lay a tile): those are tried, and the better state wins.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.opponent.errands import Journey, Ways, enemy_tiles, errands_of, journey
from companion.opponent.value import value
from companion.rules.actions import (
    Action,
    Assign,
    Attack,
    Bless,
    EndPhase,
    Enter,
    Explore,
    Finish,
    Leave,
    Move,
    Place,
    Play,
    Resolve,
)
from companion.rules.board import Label, beyond
from companion.rules.cards import Line
from companion.rules.combat import dice_of
from companion.rules.engine import apply
from companion.rules.state import State, Warrior
from companion.rules.warriors import body_of, hits_on, values
from companion.rules.words import HUMAN, TROGLODYTE, TROGLODYTES, Side

# An action that is worse than nothing.
NEVER = -100.0


class Sight(NamedTuple):
    """What the script looks at before it marks anything: where everybody should go, and where the enemies are."""

    state: State
    side: Side
    ways: Ways
    journeys: tuple[Journey, ...]
    # Steps to the enemy, and to where this side wants to be.
    to_enemy: dict[Label, int]
    to_aim: dict[Label, int]
    into_dark: bool
    leaves: bool


def look(state: State, side: Side, ways: Ways) -> Sight:
    errands = errands_of(state.game)
    to_enemy = ways.to(state.board, enemy_tiles(state, side))
    if side != HUMAN:
        return Sight(state, side, ways, (), to_enemy, to_enemy, False, False)
    journeys = tuple(journey(state, errand, ways) for errand in errands)
    unfinished = [j for j in journeys if j.steps > 0]
    targets, behind = (unfinished[0].targets, unfinished[0].behind) if unfinished else ((), ())
    to_aim = ways.to(state.board, targets) if targets else ways.to_the_dark(state.board, behind)
    leaves = any(errand.leave for errand in errands)
    return Sight(state, side, ways, journeys, to_enemy, to_aim, not targets, leaves)


def choose(state: State, side: Side, legal: Sequence[Action], rng: random.Random, ways: Ways) -> Action:
    """The action the script does; of equal ones any."""
    marks = marked(state, side, legal, ways)
    best = max(marks)
    return legal[rng.choice([n for n, mark in enumerate(marks) if mark > best - 1e-9])]


def marked(state: State, side: Side, legal: Sequence[Action], ways: Ways) -> list[float]:
    """A mark for each action, in points of the script's own."""
    sight = look(state, side, ways)
    return [MARKS.get(type(action), by_trial)(sight, action) for action in legal]


def worth_playing(state: State, side: Side, cards: Sequence[Action], ways: Ways) -> list[Action]:
    """Cards worth playing before the dice are rolled."""
    return [action for action, mark in zip(cards, marked(state, side, cards, ways), strict=True) if mark > 0]


# -- both sides --------------------------------------------------------------------------------------------------------


def by_trial(sight: Sight, action: Any) -> float:
    """Choices that are over at once: the state they lead to."""
    return value(apply(sight.state, action).state, sight.side, sight.ways)


def attack(sight: Sight, action: Attack) -> float:
    """1. Strike whoever is in reach, where most is won by it; before a step, for the way may be blocked."""
    state = sight.state
    warrior = state.warriors.all[action.warrior]
    tile = action.tile or warrior.tile
    dice = dice_of(state, warrior, action.weapon)
    score = hits_on(state, warrior)
    best = NEVER
    for enemy in state.warriors.on(tile):
        if enemy.profile.side == sight.side or not _is_meant(action, enemy):
            continue
        needed = score or values(state, enemy).defence
        hits = dice * max(0, 7 - needed) / 6
        best = max(best, 20 + 6 * min(hits / body_of(enemy).left(enemy), 1.0) + 2 * hits + _prize(sight, enemy))
    friends = sum(w.profile.side == sight.side for w in state.warriors.on(tile)) if not action.target else 0
    return best - 10 * friends


def _is_meant(action: Attack, enemy: Warrior) -> bool:
    if not action.target:
        return True
    return enemy.id == action.target or (action.target == TROGLODYTES and enemy.profile.figure == TROGLODYTE)


def _prize(sight: Sight, enemy: Warrior) -> float:
    """The quarry of the scenario, and of the Humans the one their aim needs."""
    errands = errands_of(sight.state.game)
    if sight.side == HUMAN:
        return 6.0 * any(errand.quarry == enemy.profile.id for errand in errands)
    return 3.0 * any(errand.who in (enemy.figure, enemy.profile.id) for errand in errands if errand.who != HUMAN)


def move(sight: Sight, action: Move) -> float:
    """2. Nearer to the aim; the Demon's aim is the Humans. A step that brings nobody nearer is not made."""
    state = sight.state
    here = state.warriors.all[action.warrior].tile
    gain = sight.to_aim.get(here, 30) - sight.to_aim.get(action.to, 30)
    if sight.side == HUMAN:
        enemies = sum(w.profile.side != HUMAN for w in state.warriors.on(action.to))
        hunted = any(journey.targets and action.to in journey.targets for journey in sight.journeys)
        return 10.0 * gain - (0.0 if hunted else 4.0 * enemies) if gain > 0 else -5.0
    return 10.0 * gain + _weakest(state, action.to, sight.side) if gain > 0 else -5.0


def _weakest(state: State, tile: Label, side: Side) -> float:
    """More for a tile on which somebody of the enemy is nearly dead."""
    return max((6.0 - body_of(w).left(w) for w in state.warriors.on(tile) if w.profile.side != side), default=0.0)


def explore(sight: Sight, action: Explore) -> float:
    """3. Into the dark, if what is looked for is not on the board yet: the first who can."""
    if not sight.into_dark:
        return -5.0
    board = sight.state.board
    here = sight.state.warriors.all[action.warrior].tile
    x, y = beyond(board.tiles[here].at, action.edge)
    goals = [board.tiles[goal].at for journey in sight.journeys for goal in journey.behind]
    return 8.0 - 0.3 * min((abs(x - to_x) + abs(y - to_y) for to_x, to_y in goals), default=0)


def leave(sight: Sight, action: Leave) -> float:
    """0. Out, if that is the aim."""
    return 100.0 if sight.leaves else NEVER


def play(sight: Sight, action: Play) -> float:
    """4. A card whose effect we know, as soon as it may be played, on the one it helps or hurts most."""
    card = sight.state.game.cards[action.card]
    if card.by_hand or not card.clauses:
        return NEVER
    target = sight.state.warriors.all.get(action.target)
    fight = 0.0
    if target is not None:
        near = sight.to_enemy.get(target.tile, 9) if target.side == sight.side else 0
        fight = 2.0 / (1 + near) - 0.1 * body_of(target).left(target)
    return 30.0 + fight if sight.to_enemy or card.deck != "gift" else 1.0 + fight


def finish(sight: Sight, action: Finish) -> float:
    return -1.0


def end_phase(sight: Sight, action: EndPhase) -> float:
    return 0.0


# -- the Humans' Initiative --------------------------------------------------------------------------------------------


def assign(sight: Sight, action: Assign) -> float:
    """The die that does most for its warrior beside the others it could get: to fight with, or to walk with."""
    warrior = sight.state.warriors.all[action.warrior]
    needs = [
        _use(sight, warrior, line) for n, line in enumerate(warrior.profile.lines, 1) if n not in warrior.cancelled
    ]
    mean = sum(needs) / len(needs) if needs else 0.0
    if action.die in warrior.cancelled:
        return _use(sight, warrior, Line(0, 0, 3)) - mean
    return _use(sight, warrior, warrior.profile.lines[action.die - 1]) - mean


def _use(sight: Sight, warrior: Warrior, line: Line) -> float:
    near = sight.to_enemy.get(warrior.tile, 9)
    if near == 0:
        return 2.0 * line.cbt + 2.0 * line.defence + 0.5 * line.mvt
    return 3.0 * min(line.mvt, 2) + 1.0 * line.cbt + (1.5 if near < 3 else 0.7) * line.defence


def bless(sight: Sight, action: Bless) -> float:
    """CBT where it fights, MVT where it walks."""
    near = sight.to_enemy.get(sight.state.warriors.all[action.warrior].tile, 9)
    return 5.0 - 0.1 * near if (near == 0) == (action.bonus == "cbt") else 1.0


# -- the Threat phase --------------------------------------------------------------------------------------------------


# What a Die of Destiny is worth on each kind of effect.
WORTH = {"tp": 1.2, "draw": 1.5, "extra_dice": 1.6, "choose": 9.0, "talent": 2.5, "bonus": 2.5, "remember": 1.5}


def place(sight: Sight, action: Place) -> float:
    """Threat Points first while there are few Troglodytes; what makes them better once there are."""
    square = sight.state.game.squares.get(action.square)
    if square is None:
        return 1.0 + 0.2 * sum(action.dice)
    many = min(1.0, len(sight.state.warriors.of(sight.side)) / 5)
    worth = 0.0
    for clause in square.clauses:
        amount = clause.number("amount", 1) if clause.verb in ("tp", "draw", "extra_dice") else 1
        times = len(action.dice) if square.per_die else 1
        about = many if clause.verb in ("talent", "bonus") else 1.0
        worth += WORTH.get(clause.verb, 1.0) * amount * times * about
    return worth - 1.0 * len(action.dice)


def resolve(sight: Sight, action: Resolve) -> float:
    return 0.0


def enter(sight: Sight, action: Enter) -> float:
    """As near to the Humans as may be; the great ones first."""
    profile = sight.state.game.profiles[action.profile]
    great = 6.0 if profile.figure != TROGLODYTE else 0.0
    return 12.0 + great + 0.1 * action.die - 2.0 * min(6, sight.to_enemy.get(action.tile, 9))


MARKS: dict[type, Callable[[Sight, Any], float]] = {
    Attack: attack,
    Move: move,
    Explore: explore,
    Leave: leave,
    Play: play,
    Finish: finish,
    EndPhase: end_phase,
    Assign: assign,
    Bless: bless,
    Place: place,
    Resolve: resolve,
    Enter: enter,
}
