"""Seats: who sits where, what each may see and do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.rules.answers import Waiting
from companion.rules.effects.playing import OWNER
from companion.rules.state import State

HUMAN: Final = "human"
DEMON: Final = "demon"
TABLE: Final = "table"
HOST: Final = "host"
# One tablet that holds both players' seats.
BOTH: Final = "both"
SEATS: Final = (HUMAN, DEMON, TABLE, HOST, BOTH)

# The players in whose hand the cards of a deck are hidden.
HIDDEN_DECKS: Final[Mapping[str, str]] = {"advantage": HUMAN, "event": DEMON}


def plays(seat: str, side: str) -> bool:
    """Does the seat act for the side?"""
    return seat in (side, BOTH)


def sees_deck(seat: str, deck: str) -> bool:
    """May the seat see which cards of a deck are drawn or held?"""
    owner = HIDDEN_DECKS.get(deck)
    return owner is None or plays(seat, owner)


def side_of(state: State, asked: Waiting, do: Mapping[str, Any]) -> str:
    """The side a verb belongs to: cards are played by their owner at any time, all else by the side awaited."""
    name = do.get("play", do.get("gift"))
    card = state.game.cards.get(name) if isinstance(name, str) else None
    return OWNER[card.deck] if card is not None and card.deck in OWNER else asked.side
