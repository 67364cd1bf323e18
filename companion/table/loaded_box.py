"""A box ready to play with: first states, shuffled piles, labels, what the tablet may know about it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Protocol, get_args

from companion.content.box import Box
from companion.content.models import TomlTable
from companion.content.owner.box_check import open_values
from companion.content.owner.building import base_box, box_with, data_of
from companion.content.owner.overlay import Overlay, overlay_from
from companion.content.owner.values import value_or_none
from companion.content.setup import game_with, new_game, shuffled, shuffled_deck, taken_over
from companion.protocol.answers import AuctionAnswer
from companion.protocol.box import BoxJson
from companion.protocol.devices import PieceKind
from companion.protocol.messages import AuctionRequest, GameRequest
from companion.protocol.refusal import Refused
from companion.protocol.sight import BoxPiece
from companion.rules.engine import Applied
from companion.rules.game import EDITION, Game
from companion.rules.language import LANGUAGES, sentences
from companion.rules.state import State
from companion.table.new_game import auction_of, options_of

TILES = "tile"
PIECE_KINDS: Mapping[str, PieceKind] = {kind: kind for kind in get_args(PieceKind)}
# The edition of the rules, as records have it: a game is played on under the one in its first record.
RULES_VERSION = str(EDITION)
EDITIONS = {str(edition): edition for edition in range(1, EDITION + 1)}
# Boxes of other values that games on this table are played with, and boxes that are being edited.
KEPT_BOXES = 12
KEPT_ANSWERS = 64


class BoxProvider(Protocol):
    """Where boxes come from: the one that is chosen now, and the one a game was begun with."""

    def current(self) -> LoadedBox: ...

    def of(self, overlay: TomlTable) -> LoadedBox: ...


class LoadedBox:
    """One box, built once. By itself it is a `BoxProvider` with this box chosen."""

    def __init__(self, box: Box | None = None, overlay: Overlay | None = None) -> None:
        self.box = box or base_box()
        self.overlay = overlay or Overlay()
        self.rules = RULES_VERSION
        self.content = self.box.version
        self._tag_names = self._tags()
        self._card_names = {
            f"card-{card.tags[0]}": tuple(card.name.values()) for card in self.box.cards.values() if card.tags
        }
        self._unconfirmed: dict[tuple[str, str], list[str]] = {}
        self._stand_ins = lru_cache(maxsize=64)(partial(open_values, self.box))

    def current(self) -> LoadedBox:
        return self

    def of(self, overlay: TomlTable) -> LoadedBox:
        """The box of a journal's overlay; `Refused` if it cannot be used any more."""
        stated = overlay_from(overlay)
        return self if stated == self.overlay else load_overlay(stated)

    def require(self, scenario: str) -> None:
        """`Refused` for a scenario that is not in the box."""
        if scenario not in self.box.scenarios:
            raise Refused("box/no_such_scenario", "no_such_scenario", {"scenario": scenario[:40]})

    # -- games ---------------------------------------------------------------------------------------------------------

    def first_state(self, request: GameRequest, rules: str = RULES_VERSION) -> State:
        """The state after set-up under an edition of the rules; `Refused` says what cannot be set up like this."""
        return new_game(self.box, request.scenario, options_of(request, EDITIONS.get(rules, EDITION)))

    def auction(self, request: AuctionRequest) -> AuctionAnswer:
        """What the rules say of an auction so far, with the cards of this box."""
        return auction_of(self.box, request)

    def taken_over(self, state: State) -> Applied:
        """A game that goes on with the values of this box; `MalformedState` where it cannot."""
        return taken_over(state, self.box)

    def game_after(self, before: Game) -> Game:
        """What does not change in a game that was taken over by this box."""
        return game_with(before, self.box)

    def order(self, state: State, pile: str, rng: random.Random) -> tuple[str, ...]:
        """A shuffled order of the stack of tiles, or of a deck of cards, as they stand in this state."""
        return shuffled(state, rng) if pile == TILES else shuffled_deck(state, pile, rng)

    # -- values nobody has confirmed -----------------------------------------------------------------------------------

    def stand_ins(self, scenario: str) -> list[str]:
        """Paths of the values that matter to a scenario and that nobody has confirmed."""
        return self._stand_ins(scenario)

    def unconfirmed(self, scenario: str, chosen: LoadedBox) -> list[str]:
        """Stand-ins of this box, less those whose very value the owner has confirmed since in the chosen box."""
        if chosen is self:
            return self.stand_ins(scenario)
        key = (scenario, chosen.content)
        if key not in self._unconfirmed:
            if len(self._unconfirmed) >= KEPT_ANSWERS:
                self._unconfirmed.clear()
            self._unconfirmed[key] = self._still_unconfirmed(scenario, chosen)
        return self._unconfirmed[key]

    def _still_unconfirmed(self, scenario: str, chosen: LoadedBox) -> list[str]:
        if scenario not in chosen.box.scenarios:
            return self.stand_ins(scenario)
        mine, theirs = data_of(self.box), data_of(chosen.box)
        still = set(chosen.stand_ins(scenario))
        return [
            path
            for path in self.stand_ins(scenario)
            if path in still or value_or_none(mine, path) != value_or_none(theirs, path)
        ]

    # -- labels --------------------------------------------------------------------------------------------------------

    def tag_names(self) -> Mapping[str, str]:
        return self._tag_names

    def kind_of_tag(self, tag: str) -> PieceKind:
        """A tile, a card by its deck, or unknown."""
        name = self._tag_names.get(tag)
        if name is None:
            return "unknown"
        return PIECE_KINDS[self.box.cards[name].deck] if name in self.box.cards else "tile"

    def pieces(self) -> tuple[BoxPiece, ...]:
        """What can be known by its face, in the order to teach it: odd tiles first, plain ones after them, then cards.

        Whoever stops early has then taught those that matter most.
        """
        kinds = Counter(tile.kind for tile in self.box.tiles)
        tiles = sorted(self.box.tiles, key=lambda tile: (kinds[tile.kind], tile.number))
        laid = [
            BoxPiece(
                f"tile-{tile.number}",
                str(tile.number),
                "tile",
                f"tile/{tile.kind}/{_turned_alike(tile.openings)}",
                tile.kind,
                tile.openings,
            )
            for tile in tiles
        ]
        cards = [
            BoxPiece(f"card-{card.tags[0]}", card.id, "card", f"card/{card.id}", card.deck)
            for card in self.box.cards.values()
            if card.tags
        ]
        backs = [BoxPiece(f"back-{deck}", deck, "back", f"back/{deck}", deck) for deck in _in_order(cards)]
        return (*laid, *cards, *([BoxPiece("back-tile", TILES, "back", "back/tile", TILES)] if laid else []), *backs)

    def card_names(self) -> Mapping[str, Sequence[str]]:
        """All names of each card by its first label, the owner's among them."""
        return self._card_names

    def _tags(self) -> dict[str, str]:
        """Which tag is on which piece: "tile-17" on tile "17", "card-3" on the card with that copy's number."""
        tiles = {f"tile-{tile.number}": str(tile.number) for tile in self.box.tiles}
        cards = {f"card-{tag}": card.id for card in self.box.cards.values() for tag in card.tags}
        return tiles | cards

    def to_json(self) -> BoxJson:
        return self.box.to_json(lambda scenario: len(self.stand_ins(scenario)))


@lru_cache(maxsize=KEPT_BOXES)
def load_overlay(overlay: Overlay) -> LoadedBox:
    """The box with an owner's values; `Refused` names the value that cannot be used. The same one is built once."""
    return LoadedBox(box_with(overlay), overlay)


def _turned_alike(openings: str) -> str:
    """The same text for all tiles that are alike when turned."""
    turns = ["".join(sorted("NESW"["NESW".index(side) - quarter] for side in openings)) for quarter in range(4)]
    return min(turns)


def _in_order(cards: Sequence[BoxPiece]) -> list[str]:
    return list(dict.fromkeys(card.sort for card in cards))


def shape_name(openings: str, language: str) -> str:
    """How hands know a tile, however it is turned; in English where the language is not known.

    >>> shape_name("NS", "en"), shape_name("ES", "fr")
    ('straight', 'coude')
    """
    two = "straight" if openings in ("NS", "EW") else "bend"
    shape = {1: "dead_end", 2: two, 3: "junction"}.get(len(openings), "cross")
    words = sentences(next((known for known in LANGUAGES if known == language), "en"))
    return words[f"shape.{shape}"]
