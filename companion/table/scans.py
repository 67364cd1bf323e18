"""Scanned tags at the table: what a tile or card can do at this moment, and why it can do nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.rules.answers import Waiting
from companion.rules.state import State
from companion.table.seats import HIDDEN_DECKS, sees_deck
from companion.table.sources import DICE, Reading

# What a source may say of a tag the box does not know (`facts["standing"]`).
OTHER_SET: Final = "other_set"
UNKNOWN_TAG: Final = "unknown_tag"


def wrong_piece(state: State, asked: Waiting, reading: Reading) -> tuple[str, dict[str, Any]] | None:
    """Why this piece is not the one that is awaited, as a note and its facts; None if the rules may judge it."""
    if reading.kind == DICE:
        return None
    is_tile, is_card = reading.tag in state.game.tiles, reading.tag in state.game.cards
    if not is_tile and not is_card:
        return str(reading.facts.get("standing", UNKNOWN_TAG)), {"tag": reading.tag}
    named = {"tile": reading.tag} if is_tile else {"card": reading.tag}
    if asked.kind == "draw":
        wanted = is_tile if asked.what == "tile" else is_card
        return None if wanted else ("tile_awaited" if asked.what == "tile" else "card_awaited", named)
    if asked.what == "lay" and is_tile:
        drawn = asked.facts.get("tile")
        return None if drawn == reading.tag else ("other_tile", {**named, "drawn": drawn})
    return "nobody_asked", named


def hides(state: State, asked: Waiting, reading: Reading, seat: str) -> bool:
    """Whoever shows a hidden card to the reader, to draw it or to play it, does not show it to the other player."""
    if reading.kind == DICE:
        return False
    card = state.game.cards.get(reading.tag)
    decks = {asked.what, card.deck if card else ""}
    return any(deck in HIDDEN_DECKS and not sees_deck(seat, deck) for deck in decks)


def card_offers(legal: Sequence[Mapping[str, Any]], reading: Reading) -> list[Mapping[str, Any]]:
    """What the scanned card can do now: every legal verb that uses it."""
    if reading.kind == DICE:
        return []
    return [do for do in legal if reading.tag in (do.get("play"), do.get("gift"), do.get("with"))]
