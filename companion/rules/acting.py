"""The action phases of both sides: one warrior at a time moves, explores, fights (ACT).

The checks are those of `movement`, `exploring` and `combat`. What may be done is listed tile by tile: what all warriors
of a tile share (who stands against them, where there is room, whom they could attack) is worked out once, because the
list is asked for after every step.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from companion.rules.actions import Action, Attack, Deadly, Explore, Finish, Leave, Move, Release
from companion.rules.board import BIT, EDGES, Label
from companion.rules.combat import attack, refuse_attack, refuse_fight, targets_on, weapon_clause, weapons_of
from companion.rules.deadly import deadly_events, play_deadly, refuse_deadly
from companion.rules.draft import Draft
from companion.rules.exploring import explore, refuse_explore, tiles_left
from companion.rules.movement import (
    HOLE,
    full_tiles,
    held_warriors,
    holes,
    leave,
    move,
    refuse_move,
    refuse_out,
    refuse_past,
    refuse_release,
    refuse_step,
    release,
    standoff,
)
from companion.rules.playing import MainChoice
from companion.rules.records import record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State, Warrior
from companion.rules.steps import not_now
from companion.rules.warriors import dice_left, mvt_of, refuse_forbidden, splits_attacks
from companion.rules.words import DEMON, HUMAN, TROGLODYTE, Side


def refuse_actor(state: State, name: str, side: Side) -> Refusal | None:
    """May this warrior act now at all (ACT-1, RND)?"""
    warrior = state.warriors.all.get(name)
    if warrior is None:
        return Refusal("ACT-1", "no_such_warrior", {"warrior": name})
    if not warrior.tile:
        return Refusal("ACT-1", "not_in_play", {"warrior": name, "fate": warrior.fate})
    if warrior.profile.side != side:
        return Refusal("RND", "not_your_phase", {"warrior": name, "phase": state.phase})
    if name in state.acted:
        return Refusal("ACT-1", "already_activated", {"warrior": name})
    return None


@record
class Acting(MainChoice):
    """The main choice of an action phase."""

    side: Side

    def waiting(self, state: State) -> Waiting:
        active = state.activation.warrior if state.activation else ""
        return Waiting(self.side, "choice", "activate", "ACT-1", 0, {"active": active})

    def own_actions(self, state: State) -> list[Action]:
        found: list[Action] = []
        list_steps_and_attacks(state, self.side, found)
        found += [Release(w.id) for w in held_warriors(state, self.side)]
        return found + deadly_events(state) if self.side == DEMON else found

    def own_refusal(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, Release):
            return refuse_release(state, action.warrior)
        if isinstance(action, Deadly) and self.side == DEMON:
            return refuse_deadly(state, action)
        if not isinstance(action, Move | Explore | Attack | Leave | Finish):
            return not_now(state, action, self.waiting(state))
        refused = refuse_actor(state, action.warrior, self.side)
        if refused is not None or isinstance(action, Finish):
            return refused
        warrior = state.warriors.all[action.warrior]
        if isinstance(action, Move):
            return refuse_move(state, warrior, action)
        if isinstance(action, Explore):
            return refuse_explore(state, warrior, action)
        if isinstance(action, Attack):
            return refuse_attack(state, warrior, action)
        return refuse_out(state, warrior)

    def own_take(self, draft: Draft, action: Action) -> None:
        if isinstance(action, Move):
            move(draft, action)
        elif isinstance(action, Explore):
            explore(draft, action)
        elif isinstance(action, Attack):
            attack(draft, action)
        elif isinstance(action, Release):
            release(draft, action)
        elif isinstance(action, Deadly):
            play_deadly(draft, action)
        elif isinstance(action, Leave):
            leave(draft, action)
        else:
            assert isinstance(action, Finish)
            draft.pass_by(action.warrior)
            draft.happens("finishes", warrior=action.warrior)


# -- listing what may be done ------------------------------------------------------------------------------------------


# The same few thousand actions come up again and again; an action is immutable, so one of each is enough.


@lru_cache(maxsize=100_000)
def _moves(name: str, ways: tuple[Label, ...], via: str = "") -> tuple[Action, ...]:
    return tuple(Move(name, to, via) for to in ways)


@lru_cache(maxsize=100_000)
def _explorations(name: str, dark: int) -> tuple[Action, ...]:
    return tuple(Explore(name, edge) for edge in EDGES if dark & BIT[edge])


@lru_cache(maxsize=100_000)
def _attacks(name: str, targets: tuple[str, ...], weapon: str = "", tile: Label = "") -> tuple[Action, ...]:
    return tuple(Attack(name, target, weapon, tile) for target in targets)


def _split_attacks(state: State, warrior: Warrior, targets: tuple[str, ...]) -> list[Action]:
    numbers = range(1, dice_left(state, warrior) + 1)
    return [Attack(warrior.id, target, dice=dice) for target in targets for dice in numbers]


_finish = lru_cache(maxsize=100_000)(Finish)


@dataclass(slots=True)
class Lister:
    """One listing in the making: what is the same for every tile is looked up once."""

    state: State
    side: Side
    found: list[Action]
    full: list[Label]
    through: list[Label]
    may_explore: bool
    active: str
    has_cards: bool
    # Does some card forbid somebody something? Hardly ever, so it is looked up once.
    forbidding: bool


def list_steps_and_attacks(state: State, side: Side, found: list[Action]) -> None:
    human = side == HUMAN
    lister = Lister(
        state,
        side,
        found,
        full=full_tiles(state, side),
        through=holes(state) if side == DEMON else [],
        may_explore=side in state.game.explorers and tiles_left(state),
        active=state.activation.warrior if state.activation else "",
        has_cards=human and bool(state.hands.get("advantage")),
        forbidding=any(m.forbids for m in state.modifiers),
    )
    acted = state.acted
    for tile, crowd in state.warriors.by_tile.items():
        ready = [w for w in crowd if w.profile.side == side and w.id not in acted]
        if ready:
            _list_on_tile(lister, tile, ready)


def _list_on_tile(lister: Lister, tile: Label, ready: list[Warrior]) -> None:
    state, side, found = lister.state, lister.side, lister.found
    board = state.board
    stand = standoff(state, side, tile)
    ways = board.joined[tile]
    if lister.full:
        ways = tuple(t for t in ways if t not in lister.full)
    falls = tuple(t for t in lister.through if t != tile and t not in lister.full) if tile in lister.through else ()
    dark = board.unexplored[tile] if lister.may_explore else 0
    targets = tuple(targets_on(state, side, tile)) if stand else ()
    way_out = state.game.escape and state.kind_of(tile).way_out
    for warrior in ready:
        name = warrior.id
        found.append(_finish(name))
        # Whoever has not begun yet needs nothing but MVT for a first step.
        begun = lister.forbidding or name == lister.active
        if refuse_step(state, warrior) is None if begun else mvt_of(state, warrior) > 0:
            if stand is None or refuse_past(state, warrior, stand) is None:
                found += _moves(name, ways)
                if dark and (not lister.forbidding or refuse_forbidden(state, warrior, "explore") is None):
                    found += _explorations(name, dark)
                if way_out and refuse_out(state, warrior) is None:
                    found.append(Leave(name))
            if falls and warrior.profile.figure == TROGLODYTE:
                found += _moves(name, falls, HOLE)
        if targets and refuse_fight(state, warrior) is None:
            found += _split_attacks(state, warrior, targets) if splits_attacks(warrior) else _attacks(name, targets)
        if warrior.objects or lister.has_cards:
            _list_ranged(state, warrior, found)


def _list_ranged(state: State, warrior: Warrior, found: list[Action]) -> None:
    near = state.board.joined[warrior.tile]
    for weapon in weapons_of(state, warrior):
        if refuse_fight(state, warrior, weapon) is not None:
            continue
        if weapon_clause(state, weapon, "blast"):
            found += [Attack(warrior.id, "", weapon, tile) for tile in near if state.warriors.on(tile)]
        else:
            for tile in (warrior.tile, *near):
                targets = tuple(targets_on(state, warrior.profile.side, tile))
                found += _attacks(warrior.id, targets, weapon, tile)
