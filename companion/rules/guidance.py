"""What a warrior may do, for the tablet to show: why not, how far, which way.

Everything follows from the checks of `movement`, `exploring` and `combat`; nothing here decides a rule of its own. It
goes with every view, so what the warriors of a side share is worked out once.
"""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.acting import Acting
from companion.rules.actions import Finish, Move
from companion.rules.board import Label
from companion.rules.combat import refuse_fight, targets_on, weapon_clause, weapons_of
from companion.rules.effects import ANY
from companion.rules.engine import apply, refusal
from companion.rules.exploring import tiles_left
from companion.rules.movement import (
    HOLE,
    full_tiles,
    holes,
    is_released,
    refuse_leaving,
    refuse_room,
    refuse_step,
    standoff,
)
from companion.rules.results import Refusal
from companion.rules.state import State, Warrior
from companion.rules.warriors import has_talent, mvt_of, refuse_forbidden
from companion.rules.words import ELUSIVE, END_OF_ACTIVATION, HUMAN, TROGLODYTE, Side


class Reach(NamedTuple):
    """A tile that can be reached in this activation: what it costs, the way there, which steps of it go by a Hole."""

    cost: int
    way: tuple[Label, ...]
    through_holes: tuple[int, ...] = ()
    # Tiles before the end where something happens to whoever enters, and a cheaper way over such tiles.
    over: tuple[Label, ...] = ()
    shortcut: Reach | None = None

    @property
    def tile(self) -> Label:
        return self.way[-1]

    def moves(self, warrior: str) -> list[Move]:
        """The way as actions, one after the other."""
        return [Move(warrior, tile, HOLE if n in self.through_holes else "") for n, tile in enumerate(self.way)]


class Blocking(NamedTuple):
    """The Blocking Rule on a warrior's tile, talents counted in. `rule` is the one that decides."""

    own: int
    enemies: int
    rule: str
    blocked: bool
    culprits: tuple[str, ...]
    impressive: tuple[str, ...] = ()
    elusive: tuple[str, ...] = ()


class Guidance(NamedTuple):
    """What one warrior may do now. A refusal says why not at all; None: it may."""

    move: Refusal | None
    explore: Refusal | None
    attack: Refusal | None
    mvt: int
    mvt_left: int
    # What the next step costs: 1, or everything from a Flooded Tunnel.
    step_cost: int
    reach: tuple[Reach, ...] = ()
    blocking: Blocking | None = None


def guide(state: State, side: Side) -> dict[str, Guidance]:
    """What the warriors of a side may do, by id, for all that are in play."""
    whole = SideGuide(state, side)
    return {warrior.id: whole.guide(warrior) for warrior in state.warriors.of(side)}


def blocking(state: State, warrior: Warrior) -> Blocking | None:
    """The Blocking Rule for a warrior where it stands; None if no enemy is there."""
    stand = standoff(state, warrior.profile.side, warrior.tile)
    if stand is None:
        return None
    if is_released(state, warrior):
        stand = stand._replace(impressive=[], elusive=[])
    elusive = has_talent(state, warrior, ELUSIVE)
    return Blocking(
        own=stand.own,
        enemies=len(stand.enemies),
        rule=stand.decided_by(elusive),
        blocked=stand.blocks(elusive),
        culprits=tuple(w.id for w in (stand.impressive if not stand.elusive else ()) or stand.enemies),
        impressive=tuple(w.id for w in stand.impressive),
        elusive=tuple(w.id for w in stand.elusive) or ((warrior.id,) if elusive else ()),
    )


class SearchStart(NamedTuple):
    """Where a search begins, and all that matters of the warrior: who is alike shares one search."""

    tile: Label
    walks: bool
    falls: bool
    elusive: bool
    more: int
    troglodyte: bool
    released: bool


class SideGuide:
    """The table for one side: what the guidance of all its warriors shares."""

    def __init__(self, state: State, side: Side) -> None:
        self.state = state
        self.side = side
        step = state.agenda[-1]
        self.acting = isinstance(step, Acting) and step.side == side
        self.active = state.activation.warrior if state.activation else ""
        self.full = frozenset(full_tiles(state, side)) if self.acting else frozenset()
        self.holes = holes(state) if self.acting and side != HUMAN else []
        self.explores = side in state.game.explorers
        self.tiles_left = self.explores and tiles_left(state)
        # The first step of another warrior ends the activation of the one before, and what lasted as long.
        self.later = state
        if self.active and any(m.until == END_OF_ACTIVATION for m in state.modifiers):
            self.later = state._replace(modifiers=tuple(m for m in state.modifiers if m.until != END_OF_ACTIVATION))
        self._searched: dict[tuple[SearchStart, bool], dict[Label, Reach]] = {}
        self._quiet: dict[Label, bool] = {}

    def guide(self, warrior: Warrior) -> Guidance:
        state = self.state
        active = state.activation if self.active == warrior.id else None
        mvt = mvt_of(state, warrior)
        cost = mvt if state.kind_of(warrior.tile).leaving_takes_all else 1
        left = max(0, mvt - (active.spent if active else 0))
        refused = None if self.acting else refusal(state, Finish(warrior.id))
        if self.acting and warrior.id in state.acted:
            refused = refusal(state, Finish(warrior.id))
        if refused is not None:
            return Guidance(refused, refused, refused, mvt, left, cost, (), blocking(state, warrior))
        step = refuse_step(state, warrior)
        block = refuse_leaving(state, warrior)
        reach = self.reach(warrior, step, block)
        return Guidance(
            move=None if reach else step or block or self._nowhere(warrior),
            explore=self._refuse_explore(warrior, step, block),
            attack=self._refuse_attack(warrior),
            mvt=mvt,
            mvt_left=left,
            step_cost=cost,
            reach=reach,
            blocking=blocking(state, warrior),
        )

    # -- why not ---------------------------------------------------------------------------------------------------

    def _nowhere(self, warrior: Warrior) -> Refusal:
        """A warrior that has a step and nowhere to go: no way leads on, or the tiles are full."""
        for tile in self.state.board.joined[warrior.tile]:
            full = refuse_room(self.state, self.side, tile)
            if full is not None:
                return full
        return Refusal("MOV-2", "no_way_on", {"warrior": warrior.id, "tile": warrior.tile})

    def _refuse_explore(self, warrior: Warrior, step: Refusal | None, block: Refusal | None) -> Refusal | None:
        state = self.state
        if not self.explores:
            return Refusal("ACT-3", "demons_never_explore", {"warrior": warrior.id})
        if not state.board.unexplored[warrior.tile]:
            return Refusal("EXP-2", "no_unexplored_opening", {"tile": warrior.tile})
        refused = refuse_forbidden(state, warrior, "explore") or step or block
        if refused is None and not self.tiles_left:
            return Refusal("EXP-6", "no_tiles", {"warrior": warrior.id, "tile": warrior.tile})
        return refused

    def _refuse_attack(self, warrior: Warrior) -> Refusal | None:
        """Has it fought, or no dice to fight with? Only then: is nobody in reach?"""
        state = self.state
        refused = refuse_fight(state, warrior)
        if refused is None and targets_on(state, self.side, warrior.tile):
            return None
        for weapon in weapons_of(state, warrior):
            if refuse_fight(state, warrior, weapon) is None and self._in_reach(warrior, weapon):
                return None
        return refused or Refusal("CBT-1", "nobody_in_reach", {"warrior": warrior.id, "tile": warrior.tile})

    def _in_reach(self, warrior: Warrior, weapon: str) -> bool:
        near = self.state.board.joined[warrior.tile]
        if weapon_clause(self.state, weapon, "blast"):
            return any(self.state.warriors.on(tile) for tile in near)
        return any(targets_on(self.state, self.side, tile) for tile in (warrior.tile, *near))

    # -- how far ---------------------------------------------------------------------------------------------------

    def reach(self, warrior: Warrior, step: Refusal | None, block: Refusal | None) -> tuple[Reach, ...]:
        """Every tile the warrior can get to in this activation by moves alone, each by a shortest way.

        A way through something that happens to those who enter (a trap) is taken only where there is no other.
        """
        if step is not None:
            return ()
        state, later = self.state, self.state if self.active == warrior.id else self.later
        spent = state.activation.spent if state.activation and self.active == warrior.id else 0
        mvt = mvt_of(later, warrior)
        everything = state.kind_of(warrior.tile).leaving_takes_all
        more = 0 if everything or refuse_forbidden(later, warrior, "move") else max(0, mvt - spent - 1)
        troglodyte = warrior.profile.figure == TROGLODYTE
        falls = troglodyte and warrior.tile in self.holes
        start = SearchStart(
            tile=warrior.tile,
            walks=block is None,
            falls=falls,
            elusive=has_talent(later, warrior, ELUSIVE),
            more=more,
            troglodyte=troglodyte,
            released=is_released(later, warrior),
        )
        found = self._search(warrior, start, later)
        if everything:
            found = {tile: reach._replace(cost=mvt) for tile, reach in found.items()}
        loud = [reach for tile, reach in found.items() if not self._is_quiet(warrior.tile, tile)]
        return _with_shortcuts(found, self._beyond(warrior, loud)) if loud else tuple(found.values())

    def _search(self, warrior: Warrior, start: SearchStart, later: State) -> dict[Label, Reach]:
        """Step by step outwards from the start; warriors that differ in nothing that matters share one search."""
        key = (start, later is self.state)
        found = self._searched.get(key)
        if found is not None:
            return found
        tile, walks, falls, elusive, more, troglodyte, released = start
        found = {}
        self._step_out(found, Reach(0, ()), tile, walks, falls, tile)
        front = list(found.values())
        for _ in range(more):
            before = len(found)
            for reach in front:
                here = reach.tile
                if not self._goes_on(tile, here):
                    continue
                stand = standoff(later, self.side, here, warrior)
                if stand is not None and released:
                    stand = stand._replace(impressive=[], elusive=[])
                walks = stand is None or not stand.blocks(elusive)
                self._step_out(found, reach, here, walks, troglodyte and here in self.holes, tile)
            front = list(found.values())[before:]
        self._searched[key] = found
        return found

    def _step_out(
        self, found: dict[Label, Reach], reach: Reach, here: Label, walks: bool, falls: bool, start: Label
    ) -> None:
        """One more step from a tile, to every tile that was not found yet and has room."""
        ways = [(to, False) for to in self.state.board.joined[here]] if walks else []
        ways += [(to, True) for to in self.holes] if falls else []
        for to, fallen in ways:
            if to != start and to not in found and to not in self.full:
                through = (*reach.through_holes, len(reach.way)) if fallen else reach.through_holes
                found[to] = Reach(reach.cost + 1, (*reach.way, to), through)

    def _goes_on(self, start: Label, tile: Label) -> bool:
        """May a warrior that has come to the tile step on, as far as the tile is concerned?"""
        kind = self.state.kind_of(tile)
        return not kind.ends_movement and not kind.leaving_takes_all and self._is_quiet(start, tile)

    def _is_quiet(self, start: Label, tile: Label) -> bool:
        """Does nothing happen when a warrior that stood on `start` enters the tile?"""
        watched = self.state.game.watched_kinds
        if watched and self.state.board.tiles[start].kind in watched:
            return False
        quiet = self._quiet.get(tile)
        if quiet is None:
            quiet = self._quiet[tile] = self._nothing_happens(tile)
        return quiet

    def _nothing_happens(self, tile: Label) -> bool:
        state = self.state
        kind = state.kind_of(tile)
        if kind.id in state.game.watched_kinds:
            return False
        if self.side != HUMAN:
            return not kind.on_demon_entry
        if kind.on_first_entry and tile not in state.entered:
            return False
        moments = (f"enter:{kind.id}", f"enter:{ANY}")
        return not any(moment in moments for moment, _ in state.game.special)

    def _beyond(self, warrior: Warrior, loud: list[Reach]) -> dict[Label, Reach]:
        """What lies past tiles where something happens: the steps are tried out, then it goes on from there."""
        found: dict[Label, Reach] = {}
        for reach in loud:
            state = self.state
            for move in reach.moves(warrior.id):
                state = apply(state, move).state
            after = state.warriors.all.get(warrior.id)
            step = state.agenda[-1]
            if after is None or after.tile != reach.tile or not isinstance(step, Acting) or step.side != self.side:
                continue
            onward = SideGuide(state, self.side)
            for more in onward.reach(after, refuse_step(state, after), refuse_leaving(state, after)):
                through = (*reach.through_holes, *(len(reach.way) + n for n in more.through_holes))
                whole = Reach(
                    reach.cost + more.cost, reach.way + more.way, through, (*reach.over, reach.tile, *more.over)
                )
                if whole.tile != warrior.tile and (whole.tile not in found or whole.cost < found[whole.tile].cost):
                    found[whole.tile] = whole
        return found


def _with_shortcuts(quiet: dict[Label, Reach], risky: dict[Label, Reach]) -> tuple[Reach, ...]:
    """The quiet way to each tile before one over tiles where something happens; that one beside it if it costs less."""
    both = {
        tile: reach._replace(shortcut=risky[tile]) if tile in risky and risky[tile].cost < reach.cost else reach
        for tile, reach in quiet.items()
    }
    return tuple({**risky, **both}.values())
