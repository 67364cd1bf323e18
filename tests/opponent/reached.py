"""States that games come to: random play for a while, in every scenario of the box."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache

from companion.content import Box, load_box, new_game
from companion.rules.actions import UNKNOWN
from companion.rules.engine import apply, legal_actions, waiting
from companion.rules.records import frozen
from companion.rules.results import Waiting
from companion.rules.state import State
from companion.rules.words import HUMAN, Side


@lru_cache(maxsize=1)
def box() -> Box:
    return load_box()


def scenarios() -> list[str]:
    """Those of two sides; Kartikeya's side has no script."""
    return [name for name in box().scenarios if not new_game(box(), name).game.has_squamata]


def walk(scenario: str, seed: int, most: int = 400) -> Iterator[State]:
    """State by state, as random play goes."""
    rng = random.Random(seed)
    state = new_game(box(), scenario)
    for _ in range(most):
        yield state
        if state.outcome is not None:
            return
        state = apply(state, rng.choice(legal_actions(state))).state


def sampled(number: int, seed: int = 1, names: Sequence[str] = ()) -> Iterator[tuple[State, Waiting]]:
    """So many states in which somebody chooses, spread over the scenarios: those of two sides, or those named."""
    names, found = names or scenarios(), 0
    while True:
        for name in names:
            seed += 1
            for state in walk(name, seed):
                asked = waiting(state)
                if asked.kind == "choice":
                    yield state, asked
                    found += 1
                    if found == number:
                        return


def dealt(state: State, seat: Side, rng: random.Random) -> State:
    """A truth that looks the same from the seat: two cards in the other's hand, decks in any order."""
    hands, decks = dict(state.hands), dict(state.decks)
    deck = "event" if seat == HUMAN else "advantage"
    cards = sorted(card for card in (*hands[deck], *decks[deck]) if card != UNKNOWN)
    rng.shuffle(cards)
    hands[deck], decks[deck] = tuple(cards[:2]), tuple(cards[2:])
    for name, left in decks.items():
        decks[name] = tuple(rng.sample(left, len(left)))
    return state._replace(hands=frozen(hands), decks=frozen(decks))
