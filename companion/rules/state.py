"""The state of a game: immutable, and everything that is known about the table.

Records the engine replaces all the time are NamedTuples: as immutable as frozen dataclasses and three times as quick to
replace (measured), which is what keeps random play faster than python-chess.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.rules.board import Board, Label
from companion.rules.cards import Layer, Line, Profile, TileKind
from companion.rules.game import Game
from companion.rules.records import frozen, in_snapshot, unchangeable
from companion.rules.results import Outcome
from companion.rules.words import IN_PLAY, Deed, Fate, Figure, Moment, Phase, Side, Talent

if TYPE_CHECKING:
    from companion.rules.steps import Step


@in_snapshot()
class BodyPart(NamedTuple):
    """A part of Kartikeya's body, or its Heavy Armor: destroyed by as many wounds as its resistance (FS-4)."""

    name: str
    resistance: int
    wounds: int = 0

    @property
    def destroyed(self) -> bool:
        return self.wounds >= self.resistance


@in_snapshot()
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
    fate: Fate = IN_PLAY
    skills: tuple[str, ...] = ()
    # Kartikeya: the parts of its body, and its Squamata tiles with the part each lies on ("" for none).
    parts: tuple[BodyPart, ...] = ()
    squamata: tuple[tuple[str, str], ...] = ()

    @property
    def side(self) -> Side:
        return self.profile.side

    @property
    def figure(self) -> Figure:
        return self.profile.figure


@unchangeable
class Roster:
    """The warriors by id, and by tile. Immutable: every change gives a new roster."""

    __slots__ = ("_by_tile", "all")

    all: MappingProxyType[str, Warrior]
    _by_tile: dict[Label, tuple[Warrior, ...]] | None

    def __init__(self, warriors: Mapping[str, Warrior]) -> None:
        _set(self, "all", MappingProxyType(dict(warriors)))
        _set(self, "_by_tile", None)

    def _tiles(self) -> dict[Label, tuple[Warrior, ...]]:
        """Who stands where; worked out once a roster, in the order of the roster."""
        found: dict[Label, tuple[Warrior, ...]] = {}
        for warrior in self.all.values():
            tile = warrior.tile
            if tile:
                found[tile] = (*found[tile], warrior) if tile in found else (warrior,)
        _set(self, "_by_tile", found)
        return found

    @property
    def by_tile(self) -> Mapping[Label, tuple[Warrior, ...]]:
        """Who stands where."""
        return MappingProxyType(self._by_tile or self._tiles())

    def on(self, tile: Label) -> tuple[Warrior, ...]:
        return (self._by_tile or self._tiles()).get(tile, ())

    def crowd(self, side: Side, tile: Label) -> int:
        """How many of a side stand on a tile."""
        count = 0
        for warrior in (self._by_tile or self._tiles()).get(tile, ()):
            if warrior.profile.side == side:
                count += 1
        return count

    def of(self, side: Side) -> list[Warrior]:
        return [w for w in self.all.values() if w.tile and w.profile.side == side]

    def put(self, warrior: Warrior) -> Roster:
        # Every action puts a warrior, so this is the quick way: `|` copies ten times as fast as `{**…}` does here.
        after = Roster.__new__(Roster)
        _set(after, "all", MappingProxyType(self.all | {warrior.id: warrior}))
        _set(after, "_by_tile", None)
        return after

    def without(self, warrior: str) -> Roster:
        return Roster({k: w for k, w in self.all.items() if k != warrior})

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the warriors it is made of."""
        return Roster, (dict(self.all),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Roster) and self.all == other.all

    def __hash__(self) -> int:
        return hash(tuple(self.all))

    def __repr__(self) -> str:
        in_play = [f"{w.id} on {w.tile}" for w in self.all.values() if w.tile]
        return f"<Roster: {', '.join(in_play) or 'nobody in play'}>"


_set = object.__setattr__


@in_snapshot()
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
    forbids: frozenset[Deed] = frozenset()
    # Let go: Impressive enemies do not hold it (MOV-6).
    released: bool = False
    # MVT that cannot be raised, only lowered (Reptilian Reflexes, FS-5).
    mvt_is: int = 0


@in_snapshot()
class Mark(NamedTuple):
    """Something to remember that is not about a warrior's values: extra dice, a promise of TP, a free entry."""

    name: str
    amount: int
    until: Moment
    source: str


@in_snapshot()
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
    # Dice set aside for attacks that have been used (FS-3).
    dice: int = 0


NOTHING: Final[Mapping[Any, Any]] = frozen({})


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
    laid: Mapping[Label, Label] = NOTHING
    tp: int = 0
    hands: Mapping[str, tuple[str, ...]] = NOTHING
    decks: Mapping[str, tuple[str, ...]] = NOTHING
    modifiers: tuple[Modifier, ...] = ()
    marks: tuple[Mark, ...] = ()
    activation: Activation | None = None
    acted: frozenset[str] = frozenset()
    red_used: frozenset[str] = frozenset()
    entries: Mapping[str, int] = NOTHING
    # How many warriors of each card have been killed.
    fallen: Mapping[str, int] = NOTHING
    # Tokens that lie face down on tiles, by name; what they show is in the deck of that name until one is turned.
    tile_tokens: Mapping[Label, tuple[str, ...]] = NOTHING
    outcome: Outcome | None = None
    # Miraculous Water left on the Healing Fountains.
    water: Mapping[Label, int] = NOTHING
    # Deadly Destiny: points held, and events of the table that have been used (FS-6).
    deadly: int = 0
    deadly_used: frozenset[str] = frozenset()

    @property
    def phase(self) -> Phase:
        return self.game.turns[self.turn].phase

    @property
    def side(self) -> Side:
        """The side whose phase it is."""
        return self.game.turns[self.turn].side

    def __repr__(self) -> str:
        """One line: the scenario, where the round stands, and whom the game waits for."""
        waiting = self.agenda[-1].waiting(self) if self.agenda else None
        awaited = f"{waiting.side} {waiting.kind} {waiting.what}" if waiting else "nothing awaited"
        return f"<State {self.game.name}: round {self.round}, {self.phase}, {awaited}>"

    def frozen(self) -> State:
        """The same state with mappings that nobody can change; the engine begins every game with it."""
        return self._replace(
            laid=frozen(self.laid),
            hands=frozen(self.hands),
            decks=frozen(self.decks),
            entries=frozen(self.entries),
            fallen=frozen(self.fallen),
            tile_tokens=frozen(self.tile_tokens),
            water=frozen(self.water),
        )

    def marked(self, name: str) -> int:
        """How much of a thing is remembered: the sum of its marks."""
        return sum(mark.amount for mark in self.marks if mark.name == name) if self.marks else 0

    def kind_of(self, tile: Label) -> TileKind:
        return self.game.tile_kinds[self.board.tiles[tile].kind]

    def changed(self, changes: Mapping[str, Any]) -> State:
        """`_replace(**changes)`, at a third of its time."""
        values: list[Any] = list(self)
        for name, value in changes.items():
            values[_PLACES[name]] = value
        return tuple.__new__(State, values)

    def with_agenda(self, agenda: tuple[Step, ...]) -> State:
        """`_replace(agenda=…)`, which every action does several times, at a third of its time."""
        return tuple.__new__(State, (*self[:_AGENDA], agenda, *self[_AGENDA + 1 :]))


_PLACES: Final = {name: place for place, name in enumerate(State._fields)}
_AGENDA: Final = _PLACES["agenda"]
