"""Drawing for the players: from a pile that was shuffled once and written down, so an undone draw comes again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.rules.actions import UNKNOWN, Draw
from companion.rules.engine import legal_actions
from companion.rules.state import State
from companion.table.environment import Shuffler
from companion.table.loaded_box import TILES, LoadedBox


def may_be_drawn(state: State) -> list[str]:
    """What may come off the pile the game waits for, each once."""
    return [a.what for a in legal_actions(state) if isinstance(a, Draw) and a.what != UNKNOWN]


def next_in(pile: Sequence[str] | None, state: State, what: str) -> str | None:
    """The first of the pile that can still be on top; None when the pile must be shuffled (anew)."""
    if pile is None or (what == TILES and discards_are_the_stack(state)):
        return None
    possible = set(may_be_drawn(state))
    # Cards come in copies: as many of each as have left the deck are passed over.
    gone = Counter(pile) - Counter(state.decks[what]) if what in state.decks else Counter[str]()
    for thing in pile:
        if gone[thing]:
            gone[thing] -= 1
        elif thing in possible:
            return thing
    return None


def top_of(order: Sequence[str], state: State) -> str | None:
    """The first of a freshly shuffled pile; None if nothing can be drawn at all."""
    possible = set(may_be_drawn(state))
    return next((thing for thing in order if thing in possible), None)


def discards_are_the_stack(state: State) -> bool:
    """All layers are used up: what was discarded is shuffled anew, and its old order must not show (EXP-6)."""
    return bool(state.discards) and not any(part.left for layer in state.stack for part in layer)


def fresh_order(loaded_box: LoadedBox, state: State, what: str, source: Shuffler) -> tuple[str, ...]:
    """A new order of the pile; at least everything that may be drawn now is in it."""
    rng = source.randomness()
    order = list(loaded_box.order(state, what, rng))
    missing = [thing for thing in may_be_drawn(state) if thing not in order]
    if not order and missing:
        order = rng.sample(missing, len(missing))
    return tuple(order)
