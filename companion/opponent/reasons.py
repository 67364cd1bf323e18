"""A word why: the aim behind an action, as a player would say it. Nothing here decides anything.

A reason tells nothing hidden: it is made of what lies on the table, and of the card that is just being played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.opponent.errands import Ways
from companion.opponent.script import Sight, look
from companion.rules.actions import Action, Assign, Attack, Bless, Cancel, Enter, Explore, Lay, Leave, Move, Place, Play
from companion.rules.board import Label
from companion.rules.combat import dice_of
from companion.rules.state import State, Warrior
from companion.rules.warriors import body_of, hits_on, values
from companion.rules.words import HUMAN, Side


class Reason(NamedTuple):
    """The key of a sentence, and what it is about."""

    key: str
    facts: Mapping[str, Any] = {}


# Said of what was chosen by trying it out.
BEST = Reason("best")
# A hit with every other die or more is likely.
LIKELY_HITS = 0.5


def reason_of(state: State, side: Side, action: Action) -> Reason:
    sight = look(state, side, Ways())
    tell = REASONS.get(type(action))
    return BEST if tell is None else tell(sight, action)


def _attack(sight: Sight, action: Attack) -> Reason:
    state = sight.state
    attacker = state.warriors.all[action.warrior]
    target = state.warriors.all.get(action.target)
    if target is None:
        return Reason("attack")
    dice = action.dice or dice_of(state, attacker, action.weapon)
    needed = hits_on(state, attacker) or values(state, target).defence
    hits = dice * max(0, 7 - needed) / 6
    if hits >= LIKELY_HITS * body_of(target).left(target):
        return Reason("attack_kill", {"target": target.id})
    return Reason("attack_weaken", {"target": target.id})


def _move(sight: Sight, action: Move) -> Reason:
    state = sight.state
    there = [w for w in state.warriors.on(action.to) if w.side != sight.side]
    if there:
        return Reason("reach", {"target": _weakest(there).id})
    if sight.side == HUMAN:
        aim = next((j.targets[0] for j in sight.journeys if j.steps > 0 and j.targets), "")
        return Reason("dark") if sight.into_dark or not aim else Reason("aim", {"tile": aim})
    near = _nearest(sight, action.to)
    return Reason("nearer", {"target": near.id}) if near else BEST


def _enter(sight: Sight, action: Enter) -> Reason:
    near = _nearest(sight, action.tile)
    return Reason("enter", {"target": near.id}) if near else BEST


def _nearest(sight: Sight, tile: Label) -> Warrior | None:
    """The enemy that is nearest to a tile; of several the weakest."""
    steps = sight.ways.to(sight.state.board, [tile])
    enemies = [w for w in sight.state.warriors.all.values() if w.tile in steps and w.side != sight.side]
    near = min((steps[w.tile] for w in enemies), default=0)
    return _weakest([w for w in enemies if steps[w.tile] == near]) if enemies else None


def _weakest(warriors: list[Warrior]) -> Warrior:
    return min(warriors, key=lambda w: (body_of(w).left(w), w.id))


def _place(sight: Sight, action: Place) -> Reason:
    square = sight.state.game.squares.get(action.square)
    verbs = {clause.verb for clause in square.clauses} if square else set()
    return Reason("destiny_tp" if "tp" in verbs else "destiny")


def _assign(sight: Sight, action: Assign) -> Reason:
    fights = sight.to_enemy.get(sight.state.warriors.all[action.warrior].tile, 9) == 0
    return Reason("dice_fight" if fights else "dice_walk")


def _play(sight: Sight, action: Play) -> Reason:
    target = sight.state.warriors.all.get(action.target)
    if target is None:
        return Reason("card")
    return Reason("card_helps" if target.side == sight.side else "card_hurts", {"target": target.id})


REASONS: Mapping[type, Callable[[Sight, Any], Reason]] = {
    Attack: _attack,
    Move: _move,
    Enter: _enter,
    Place: _place,
    Assign: _assign,
    Play: _play,
    Explore: lambda _sight, _action: Reason("dark"),
    Leave: lambda _sight, _action: Reason("out"),
    Cancel: lambda _sight, _action: Reason("line"),
    Bless: lambda _sight, _action: Reason("blessing"),
    Lay: lambda sight, _action: Reason("lay_near" if sight.side == HUMAN else "lay_far"),
}
