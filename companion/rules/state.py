"""The state of a game: immutable, and everything that is known about the table.

Records the engine replaces all the time are NamedTuples: as immutable as frozen dataclasses and three times as quick to
replace (measured), which is what keeps random play faster than python-chess.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from companion.rules.answers import Outcome
from companion.rules.board import Board, Label, Tile
from companion.rules.cards import Card, Clause, Layer, Line, Profile, Square, TileKind, Turn
from companion.rules.house import HouseRules
from companion.rules.words import Figure, Moment, Phase, Side, Talent

if TYPE_CHECKING:
    from companion.rules.steps import Step

IN_PLAY, DEAD, OUT = "", "dead", "out"


class Warrior(NamedTuple):
    """A miniature and its card: where it stands, what it may do this round, what it has suffered."""

    id: str
    profile: Profile
    tile: Label
    line: Line
    talents: frozenset[Talent]
    die: int = 0
    exhausted: bool = False
    cancelled: tuple[int, ...] = ()
    wounds: int = 0
    health: int = 1
    objects: tuple[str, ...] = ()
    gifts: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    fate: str = IN_PLAY

    @property
    def side(self) -> Side:
        return self.profile.side

    @property
    def figure(self) -> Figure:
        return self.profile.figure


class Roster:
    """The warriors by id, and by tile. Immutable."""

    __slots__ = ("_by_tile", "all")

    def __init__(self, warriors: dict[str, Warrior]) -> None:
        self.all = warriors
        self._by_tile: dict[Label, list[Warrior]] | None = None

    @property
    def by_tile(self) -> dict[Label, list[Warrior]]:
        """Who stands where; worked out once a roster, in the order of the roster."""
        found = self._by_tile
        if found is None:
            found = {}
            for warrior in self.all.values():
                tile = warrior.tile
                if tile:
                    if tile in found:
                        found[tile].append(warrior)
                    else:
                        found[tile] = [warrior]
            self._by_tile = found
        return found

    def on(self, tile: Label) -> list[Warrior]:
        return self.by_tile.get(tile, [])

    def crowd(self, side: Side, tile: Label) -> int:
        """How many of a side stand on a tile."""
        count = 0
        for warrior in self.by_tile.get(tile, ()):
            if warrior.profile.side == side:
                count += 1
        return count

    def of(self, side: Side) -> list[Warrior]:
        return [w for w in self.all.values() if w.tile and w.profile.side == side]

    def put(self, warrior: Warrior) -> Roster:
        return Roster({**self.all, warrior.id: warrior})

    def without(self, warrior: str) -> Roster:
        return Roster({k: w for k, w in self.all.items() if k != warrior})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Roster) and self.all == other.all

    def __hash__(self) -> int:
        return hash(tuple(self.all))

    def __repr__(self) -> str:
        return f"Roster({self.all!r})"


class Modifier(NamedTuple):
    """Something in force on warriors: on one (its id), on a figure ("figure:troglodyte") or a side ("side:human")."""

    source: str
    scope: str
    until: Moment
    mvt: int = 0
    cbt: int = 0
    defence: int = 0
    gives: frozenset[Talent] = frozenset()
    takes: frozenset[Talent] = frozenset()
    hits_on: int = 0
    # What may not be done: "move" (any step), "explore", "fight".
    forbids: frozenset[str] = frozenset()


class Mark(NamedTuple):
    """Something to remember that is not about a warrior's values: extra dice, a promise of TP, a free entry."""

    name: str
    amount: int
    until: Moment
    source: str


class Activation(NamedTuple):
    """The warrior that is acting, and how far it has come."""

    warrior: str
    spent: int = 0
    moved: bool = False
    fought: bool = False
    # Had it moved when it fought? Then it may not move again (ACT-2).
    moved_first: bool = False
    halted: bool = False
    used: tuple[str, ...] = ()


class Condition(NamedTuple):
    """A way the game can end: the first whose clauses all hold says who won and why."""

    winner: str
    reason: str
    when: tuple[Clause, ...]


@dataclass(frozen=True, eq=False)
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

    @cached_property
    def watches_places(self) -> bool:
        """Does some condition of victory depend on where somebody stands?"""
        return any(clause.verb in ("on_tile", "carries") for c in self.conditions for clause in c.when)

    @cached_property
    def board_of_destiny(self) -> tuple[Square, ...]:
        """The Destiny squares in the order of the board, red as the owner or the pack says."""
        chosen = self.house.red_squares
        if chosen is None:
            return tuple(self.squares.values())
        return tuple(replace(square, red=square.id in chosen) for square in self.squares.values())


class State(NamedTuple):
    """Everything that is known about the table."""

    game: Game
    round: int
    turn: int
    agenda: tuple[Step, ...]
    board: Board
    warriors: Roster
    holes: frozenset[Label] = frozenset()
    entered: frozenset[Label] = frozenset()
    stack: tuple[Layer, ...] = ()
    discards: tuple[Label, ...] = ()
    # Tiles of the box that are on the table, and under which label.
    laid: Mapping[Label, Label] = {}
    tp: int = 0
    hands: Mapping[str, tuple[str, ...]] = {}
    decks: Mapping[str, tuple[str, ...]] = {}
    modifiers: tuple[Modifier, ...] = ()
    marks: tuple[Mark, ...] = ()
    activation: Activation | None = None
    acted: frozenset[str] = frozenset()
    red_used: frozenset[str] = frozenset()
    entries: Mapping[str, int] = {}
    # How many warriors of each card have been killed.
    fallen: Mapping[str, int] = {}
    outcome: Outcome | None = None

    @property
    def phase(self) -> Phase:
        return self.game.turns[self.turn].phase

    @property
    def side(self) -> Side:
        """The side whose phase it is."""
        return self.game.turns[self.turn].side

    def marked(self, name: str) -> int:
        """How much of a thing is remembered: the sum of its marks."""
        return sum(mark.amount for mark in self.marks if mark.name == name)

    def kind_of(self, tile: Label) -> TileKind:
        return self.game.tile_kinds[self.board.tiles[tile].kind]

    def with_agenda(self, agenda: tuple[Step, ...]) -> State:
        """`_replace(agenda=…)`, which every action does several times, at a third of its time."""
        return tuple.__new__(State, (*self[:_AGENDA], agenda, *self[_AGENDA + 1 :]))


_AGENDA = State._fields.index("agenda")
