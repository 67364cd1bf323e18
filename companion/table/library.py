"""The box as the table uses it: first states, shuffled piles, what the tablet may know about it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from companion.content import Box, load_box
from companion.content.setup import SetupError, new_game, shuffled, shuffled_deck
from companion.rules.state import State
from companion.table.options import GameRequest
from companion.table.problems import TableRefusal

TILES = "tile"
# Raised when a journal written by an older engine would play differently now.
RULES_VERSION = "1"


class Library:
    """One box, read once."""

    def __init__(self, box: Box | None = None) -> None:
        self.box = box or load_box()
        self.rules = RULES_VERSION
        self.content = self.box.version
        self._stand_ins = lru_cache(maxsize=64)(self.box.stand_ins)

    def first_state(self, request: GameRequest) -> State:
        """The state after set-up; a `TableRefusal` says what cannot be set up like this."""
        try:
            return new_game(self.box, request.scenario, request.options())
        except SetupError as error:
            raise TableRefusal("setup/refused", "setup_refused", {"reason": str(error)}) from error

    def order(self, state: State, pile: str, rng: random.Random) -> tuple[str, ...]:
        """A shuffled order of the stack of tiles, or of a deck of cards, as they stand in this state."""
        return shuffled(state, rng) if pile == TILES else shuffled_deck(state, pile, rng)

    def stand_ins(self, scenario: str) -> list[str]:
        return self._stand_ins(scenario)

    def tag_names(self) -> dict[str, str]:
        """Which tag is on which piece: "tile-17" on tile "17", "card-3" on the card with that copy's number."""
        tiles = {f"tile-{tile.number}": str(tile.number) for tile in self.box.tiles}
        cards = {f"card-{tag}": card.id for card in self.box.cards.values() for tag in card.tags}
        return {**tiles, **cards}

    def public(self) -> Mapping[str, Any]:
        return self.box.public()
