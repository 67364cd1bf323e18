"""The box as the table uses it: first states, shuffled piles, what the tablet may know about it."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any, Protocol

from companion.content import Box, load_box
from companion.content.owner import Overlay, OwnerError, box_with
from companion.content.owner.check import open_values
from companion.content.owner.edits import value_of
from companion.content.owner.overlay import check_overlay, plain_box, values_of
from companion.content.setup import SetupError, new_game, shuffled, shuffled_deck
from companion.content.takeover import game_with, taken_over
from companion.rules.engine import Applied
from companion.rules.state import Game, State
from companion.table.options import GameRequest
from companion.table.problems import TableRefusal

TILES = "tile"
# Raised when a journal written by an older engine would play differently now.
RULES_VERSION = "1"
# Boxes of other values that games on this table are played with.
KEPT_BOXES = 8
KEPT_ANSWERS = 64


class Shelf(Protocol):
    """Where boxes come from: the one that is chosen now, and the one a game was begun with."""

    def current(self) -> Library: ...

    def of(self, overlay: Overlay) -> Library: ...


class Library:
    """One box, read once; `overlay` is what its owner says about it. A shelf with this one box chosen."""

    def __init__(self, box: Box | None = None, overlay: Overlay | None = None) -> None:
        self.box = box or load_box()
        self.overlay: Overlay = values_of(overlay or {})
        self.rules = RULES_VERSION
        self.content = self.box.version
        self._tag_names = self._tags()
        self._unconfirmed: dict[tuple[str, str], list[str]] = {}
        self._stand_ins = lru_cache(maxsize=64)(partial(open_values, self.box))

    def current(self) -> Library:
        return self

    def of(self, overlay: Overlay) -> Library:
        same = isinstance(overlay, Mapping) and values_of(overlay) == self.overlay
        return self if same else library_of(overlay)

    def first_state(self, request: GameRequest) -> State:
        """The state after set-up; a `TableRefusal` says what cannot be set up like this."""
        try:
            return new_game(self.box, request.scenario, request.options())
        except SetupError as error:
            why = {"reason": str(error), "code": error.code, "facts": error.facts}
            raise TableRefusal("setup/refused", "setup_refused", why) from error

    def taken_over(self, state: State) -> Applied:
        """A game that goes on with the values of this box; `MalformedState` where it cannot."""
        return taken_over(state, self.box)

    def game_after(self, before: Game) -> Game:
        """What does not change in a game that was taken over by this box."""
        return game_with(before, self.box)

    def order(self, state: State, pile: str, rng: random.Random) -> tuple[str, ...]:
        """A shuffled order of the stack of tiles, or of a deck of cards, as they stand in this state."""
        return shuffled(state, rng) if pile == TILES else shuffled_deck(state, pile, rng)

    def stand_ins(self, scenario: str) -> list[str]:
        """Paths of the values that matter to a scenario and that nobody has confirmed."""
        return self._stand_ins(scenario)

    def unconfirmed(self, scenario: str, chosen: Library) -> list[str]:
        """Stand-ins of this box, less those whose very value the owner has confirmed since in the chosen box."""
        if chosen is self:
            return self.stand_ins(scenario)
        key = (scenario, chosen.content)
        if key not in self._unconfirmed:
            if len(self._unconfirmed) >= KEPT_ANSWERS:
                self._unconfirmed.clear()
            self._unconfirmed[key] = self._still_unconfirmed(scenario, chosen)
        return self._unconfirmed[key]

    def _still_unconfirmed(self, scenario: str, chosen: Library) -> list[str]:
        mine, theirs = plain_box(self.box), plain_box(chosen.box)
        if scenario not in chosen.box.scenarios:
            return self.stand_ins(scenario)
        still = set(chosen.stand_ins(scenario))
        return [p for p in self.stand_ins(scenario) if p in still or value_of(mine, p) != value_of(theirs, p)]

    def tag_names(self) -> Mapping[str, str]:
        return self._tag_names

    def _tags(self) -> dict[str, str]:
        """Which tag is on which piece: "tile-17" on tile "17", "card-3" on the card with that copy's number."""
        tiles = {f"tile-{tile.number}": str(tile.number) for tile in self.box.tiles}
        cards = {f"card-{tag}": card.id for card in self.box.cards.values() for tag in card.tags}
        return {**tiles, **cards}

    def public(self) -> Mapping[str, Any]:
        return self.box.public()


def refused_box(error: OwnerError) -> TableRefusal:
    return TableRefusal("box/refused", "box_refused", error.plain())


def library_of(overlay: Overlay) -> Library:
    """The library of a box with an owner's values; a `TableRefusal` names the value that cannot be used."""
    try:
        check_overlay(overlay)
        return _library(json.dumps(values_of(overlay), sort_keys=True))
    except OwnerError as error:
        raise refused_box(error) from error


@lru_cache(maxsize=KEPT_BOXES)
def _library(spelled: str) -> Library:
    overlay = json.loads(spelled)
    return Library(box_with(overlay), overlay)
