"""What does not change during a game: the box as it is played, the scenario and the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from companion.rules.board import Label, Tile
from companion.rules.cards import Card, Clause, DeadlyEvent, Profile, Space, Square, TileKind, Turn
from companion.rules.records import frozen
from companion.rules.words import HUMAN, INTERRUPTS, SQUAMATA, Figure, Side, Winner

# The edition of these rules. A game keeps the one it was begun under: what it allowed then was done, and must replay.
EDITION = 2


@dataclass(frozen=True, slots=True)
class HouseRules:
    red_destiny: str = "per_threat_phase"
    # Squares the owner reads as red; None: as the content pack says.
    red_squares: frozenset[str] | None = None
    bodyguard_grenade: str = "allowed"
    bodyguard_hungry: str = "takes_2"
    calm: str = "per_die"
    dark_destiny: str = "per_die"
    # A Gift is off while the Redeemer is Exhausted on its line, or whenever its line has a damage token.
    gift_line: str = "exhausted"
    # A booby trap's Troglodyte that has no room on the tile: nothing happens, or it comes onto a joined tile.
    booby_full: str = "nothing"
    # A doubled hit is taken whole by one Bodyguard, or its two effects may be split.
    doubled_hit: str = "whole"
    destiny_dice: str = "may_stay_out"


CHOICES: dict[str, tuple[str, ...]] = {
    "red_destiny": ("per_threat_phase", "per_game"),
    "bodyguard_grenade": ("allowed", "forbidden"),
    "bodyguard_hungry": ("takes_2", "takes_1"),
    "calm": ("per_die", "one_only"),
    "dark_destiny": ("per_die", "one_die"),
    "gift_line": ("exhausted", "token"),
    "booby_full": ("nothing", "beside"),
    "doubled_hit": ("whole", "split"),
    "destiny_dice": ("may_stay_out", "all_placed"),
}


def house_rules(switches: dict[str, object]) -> HouseRules:
    """Switches by name, checked; an unknown name or value is a ValueError that lists what is possible."""
    values: dict[str, object] = {}
    for name, value in switches.items():
        if name == "red_squares":
            if not isinstance(value, list | tuple | frozenset | set) or not all(isinstance(v, str) for v in value):
                raise ValueError("house rule red_squares: a list of Destiny square ids is needed")
            values[name] = frozenset(value)
        elif name not in CHOICES:
            raise ValueError(f"unknown house rule {name!r}; known: {', '.join((*CHOICES, 'red_squares'))}")
        elif value not in CHOICES[name]:
            raise ValueError(f"house rule {name}: {value!r} is not one of {', '.join(CHOICES[name])}")
        else:
            values[name] = value
    return HouseRules(**values)  # type: ignore[arg-type]


class Condition(NamedTuple):
    """A way the game can end: the first whose clauses all hold says who won and why."""

    winner: Winner
    reason: str
    when: tuple[Clause, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """What does not change during a game: the box as it is played, the scenario and the house rules."""

    turns: tuple[Turn, ...]
    profiles: Mapping[str, Profile]
    cards: Mapping[str, Card]
    tile_kinds: Mapping[str, TileKind]
    squares: Mapping[str, Square]
    tiles: Mapping[Label, Tile] = field(default_factory=dict)
    stock: Mapping[Figure, int] = field(default_factory=dict)
    # How many of each card are in the box.
    copies: Mapping[str, int] = field(default_factory=dict)
    # Cards of warriors the Demon may bring in, with how many times in the game (0: as often as the stock allows).
    reinforcements: Mapping[str, int] = field(default_factory=dict)
    hole_markers: int = 3
    house: HouseRules = HouseRules()
    conditions: tuple[Condition, ...] = ()
    # Special rules of the scenario: moment ("start:initiative", "death:human", …) and what then happens.
    special: tuple[tuple[str, Clause], ...] = ()
    name: str = ""
    # Does the scenario let warriors leave the catacombs by a way out?
    escape: bool = False
    # Who may explore: the Humans, and whom the scenario lets (EXP, DP-1).
    explorers: frozenset[Side] = frozenset({HUMAN})
    # The spaces of the Squamata board by part; a part without any takes every die and gives nothing (FS-2).
    squamata_board: Mapping[str, tuple[Space, ...]] = field(default_factory=dict)
    # Wounds that destroy each part of Kartikeya's body, as printed (FS-4).
    resistances: Mapping[str, int] = field(default_factory=dict)
    # The part each Squamata tile lies on; "" for none (FS-5).
    squamata_tiles: Mapping[str, str] = field(default_factory=dict)
    # The table of Deadly Destiny (FS-6), and cards that are out of this game.
    deadly: Mapping[str, DeadlyEvent] = field(default_factory=dict)
    cards_out: frozenset[str] = frozenset()
    # Events the Demon may hold; 0: any number (DP-1).
    hand_limit: int = 0
    # Does the game begin with separate parts of the board? They may not be walled off from each other.
    separate_parts: bool = False
    # Tokens laid in secret and turned, by name: what each of them shows.
    tokens: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    # 1: as release 0.1.0 played. What was mended since holds in games begun since (`mended`).
    edition: int = EDITION

    def __post_init__(self) -> None:
        for name in (
            *("profiles", "cards", "tile_kinds", "squares", "tiles", "stock"),
            "copies",
            "reinforcements",
            "tokens",
            "squamata_board",
            "resistances",
            "squamata_tiles",
            "deadly",
        ):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @property
    def mended(self) -> bool:
        """Was the game begun after the rules of edition 1 were set right? Older games are played on as they began."""
        return self.edition > 1

    def __repr__(self) -> str:
        return f"<Game {self.name}: {len(self.profiles)} profiles, {len(self.cards)} cards, {len(self.tiles)} tiles>"

    @cached_property
    def watches_places(self) -> bool:
        """Does some condition of victory depend on where somebody stands?"""
        return bool(self.watched_kinds)

    @cached_property
    def tiles_set_defence(self) -> bool:
        """Is there any kind of tile that changes the DEF of those who stand on it? The base box has none."""
        return any(kind.defence or kind.most_defence < 6 for kind in self.tile_kinds.values())

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Who plays, in turn order."""
        return tuple(dict.fromkeys(turn.side for turn in self.turns))

    @cached_property
    def has_squamata(self) -> bool:
        return SQUAMATA in self.sides

    @cached_property
    def interrupts(self) -> bool:
        """Is there any card in the box that is played at such a moment? Most boxes have none."""
        return any(not card.when.isdisjoint(INTERRUPTS) for card in self.cards.values())

    @cached_property
    def watched_kinds(self) -> frozenset[str]:
        """Kinds of tiles on which somebody's standing may end the game; "" for a token on whatever tile."""
        clauses = (clause for condition in self.conditions for clause in condition.when)
        return frozenset(clause.word("kind") for clause in clauses if clause.verb in ("on_tile", "carries"))

    @cached_property
    def board_of_destiny(self) -> tuple[Square, ...]:
        """The Destiny squares in the order of the board, red as the owner or the pack says."""
        chosen = self.house.red_squares
        if chosen is None:
            return tuple(self.squares.values())
        return tuple(replace(square, red=square.id in chosen) for square in self.squares.values())
