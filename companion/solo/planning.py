"""What the companion does next: something by itself, or an order to the players' hands.

A decision is about one action; hands want to hear of it as one thing. So actions that belong together are one order:
a way and the attack at its end, all Action Dice, Troglodytes that enter on the same tile.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from companion.opponent.players import LEVELS, Player, decide
from companion.opponent.reasons import reason_of
from companion.protocol.intents import ConfirmEnd, DrawForMe, GameVerb, GiveOrder, RollForMe
from companion.protocol.opponent import Level, Opponent
from companion.protocol.views import HIDDEN_DECKS, PieceInput
from companion.rules.actions import (
    Action,
    Assign,
    Attack,
    Discard,
    EndPhase,
    Enter,
    Explore,
    Finish,
    Guard,
    Move,
    Pass,
    Place,
    Play,
    Resolve,
)
from companion.rules.engine import apply, waiting
from companion.rules.notation import Do, write
from companion.rules.state import State
from companion.rules.words import SIDES, Side

# More than any order has.
MOST_STEPS = 30
# What needs no hands. What follows of it (dice, a tile) does, or is told by the screen.
BY_ITSELF = (EndPhase, Finish, Pass, Resolve, Attack, Explore, Discard)
# Of these nobody has to take notice: they need no pause before them.
QUIET = (EndPhase, Finish, Pass, Resolve, Discard)

# The actions of the next order: `planned`, or the same asked elsewhere.
Think: TypeAlias = Callable[[Level, State, Side, int], list[Action]]
CompanionVerb: TypeAlias = GameVerb | GiveOrder | RollForMe | DrawForMe | ConfirmEnd


class NextStep(NamedTuple):
    """What is to be submitted, and by whom. Quiet: at once; all else waits until hands can have followed."""

    side: Side
    verb: CompanionVerb
    quiet: bool = False


def next_step(
    state: State, acts: int, opponent: Opponent, tiles: PieceInput, confirmed: frozenset[Side], think: Think
) -> NextStep | None:
    """None while the game waits for people: for their decision, or for their hands.

    `acts`: how many acts led here. With the seed of the game it makes the decision: going back to the same point
    leads to the same one.
    """
    asked = waiting(state)
    if asked.kind == "over":
        open_sides = [side for side in opponent.sides if side not in confirmed]
        return NextStep(open_sides[0], ConfirmEnd(confirm_end=True), quiet=True) if open_sides else None
    side = next((one for one in SIDES if one == asked.side), None)
    if side is None or side not in opponent.sides:
        return None
    seed = ((opponent.seed or 0) << 20) + acts * MOST_STEPS
    actions = think(opponent.level, state, side, seed)
    if actions:
        return _told(state, side, actions)
    if asked.kind == "roll":
        return NextStep(side, RollForMe(roll_for_me=True)) if opponent.rolls == "companion" else None
    if asked.kind == "draw" and (asked.what in HIDDEN_DECKS or tiles == "companion"):
        return NextStep(side, DrawForMe(draw_for_me=True))
    return None


def _told(state: State, side: Side, actions: list[Action]) -> NextStep:
    first = actions[0]
    steps = tuple(_written(state, action) for action in actions)
    if isinstance(first, BY_ITSELF) or (isinstance(first, Guard) and first.warrior is None):
        return NextStep(side, GameVerb(steps[0]), isinstance(first, QUIET))
    why = reason_of(state, side, first)
    return NextStep(side, GiveOrder(steps, {"key": why.key, "facts": dict(why.facts)}))


def _written(state: State, action: Action) -> Do:
    return write(action, state.game.cards[action.card].deck if isinstance(action, Play) else "")


# -- what belongs together ---------------------------------------------------------------------------------------------


def planned(level: Level, state: State, side: Side, seed: int) -> list[Action]:
    return plan(LEVELS[level], state, side, seed)


def plan(player: Player, state: State, side: Side, seed: int) -> list[Action]:
    """The next decision, and those after it that are one order with it. Empty where there is nothing to decide."""
    found: list[Action] = []
    while len(found) < MOST_STEPS:
        asked = waiting(state)
        if asked.side != side or (found and asked.kind != "choice"):
            break
        action = decide(player, state, side, seed + len(found))
        if action is None or (found and not _belongs(found[-1], action)):
            break
        found.append(action)
        state = apply(state, action).state
    return found


def _belongs(before: Action, action: Action) -> bool:
    """Is an action part of the order of the one before it?"""
    match before, action:
        case (Move(), Move() | Attack()):
            return before.warrior == action.warrior
        case (Assign(), Assign()) | (Place(), Place() | Resolve()):
            return True
        case (Enter(), Enter()):
            return before == action and not action.die
    return False
