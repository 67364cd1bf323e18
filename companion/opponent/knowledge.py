"""What a seat may know: the hands of the others and the dice to come are drawn anew, never looked at."""

from __future__ import annotations

import random
from collections.abc import Mapping

from companion.rules.actions import UNKNOWN, Action, Draw, Play, Release, Reroll, Roll
from companion.rules.engine import legal_actions
from companion.rules.exploring import drawable, top_layer
from companion.rules.records import frozen
from companion.rules.results import Waiting
from companion.rules.state import State
from companion.rules.steps import Rolls
from companion.rules.words import DEMON, HUMAN, Side

# Whose cards a deck holds.
HOLDERS: Mapping[str, Side] = {"event": DEMON}


def own_actions(state: State, side: Side) -> list[Action]:
    """What the side may do that the game waits for. A card of the other side, or letting go, is not its own."""
    legal = legal_actions(state)
    return [action for action in (legal.also if isinstance(legal, Rolls) else legal) if is_own(state, side, action)]


def is_own(state: State, side: Side, action: Action) -> bool:
    if isinstance(action, Play):
        return HOLDERS.get(state.game.cards[action.card].deck, HUMAN) == side
    return not isinstance(action, Release)


def imagine(state: State, seat: Side, rng: random.Random) -> State:
    """A state that looks the same from this seat: cards that others hold are dealt anew from all it has not seen.

    What comes out depends on what the seat sees and on the randomness only: cards are put in order before they are
    dealt, so neither the true hand nor the order of a deck can be told from it.
    """
    hands, decks = dict(state.hands), dict(state.decks)
    for deck, cards in state.decks.items():
        hand = hands.get(deck, ())
        seen = HOLDERS.get(deck, HUMAN) == seat
        held = [] if seen else [card for card in hand if card != UNKNOWN]
        unseen = sorted((*cards, *held))
        if not seen and hand:
            dealt = rng.sample(unseen, min(len(hand), len(unseen)))
            for card in dealt:
                unseen.remove(card)
            hands[deck] = tuple(sorted(dealt))
        decks[deck] = tuple(unseen)
    return state._replace(hands=frozen(hands), decks=frozen(decks))


def acting(asked: Waiting) -> Side:
    """The side that acts, of a game that is not over."""
    assert asked.side != "draw"
    assert asked.side != ""
    return asked.side


def is_chance(asked: Waiting) -> bool:
    """Does the table answer, and no player?"""
    return asked.kind in ("roll", "draw")


def fall(state: State, asked: Waiting, rng: random.Random) -> Action:
    """How the dice fall, or what comes off a deck or the stack. A re-roll that may be made is made."""
    if asked.kind == "roll":
        dice = tuple(rng.randint(1, asked.sides) for _ in range(asked.number))
        return Reroll(dice) if asked.what == "reroll" else Roll(dice)
    if asked.what == "tile":
        return Draw(top_tile(state, rng))
    return Draw(rng.choice(state.decks[asked.what]))


def top_tile(state: State, rng: random.Random) -> str:
    """The tile on top: each of the first layer that is not used up is as likely as any other."""
    possible = drawable(state)
    top = top_layer(state)
    if top == len(state.stack):
        return rng.choice(possible)
    weights = [part.left for part in state.stack[top]]
    part = rng.choices(state.stack[top], weights)[0]
    return rng.choice([label for label in part.tiles if label in possible] or possible)
