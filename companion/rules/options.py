"""What the warriors of a side may do in an action phase, listed tile by tile.

The checks are those of `movement`, `exploring` and `combat`; what all warriors of a tile share (who stands against
them, where there is room, whom they could attack) is worked out once a tile: this list is asked for after every step.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from companion.rules.actions import Action, Attack, Explore, Finish, Leave, Move
from companion.rules.board import BIT, EDGES, Label
from companion.rules.combat import refuse_fight, targets_on, weapon_clause, weapons_of
from companion.rules.exploring import drawable
from companion.rules.movement import HOLE, holes, refuse_leaving, refuse_out, refuse_step, room, standoff
from companion.rules.state import State, Warrior
from companion.rules.words import HUMAN, TROGLODYTE, Side

# The same few thousand actions come up again and again; an action is immutable, so one of each is enough.
_move = lru_cache(maxsize=None)(Move)
_attack = lru_cache(maxsize=None)(Attack)
_explore = lru_cache(maxsize=None)(Explore)
_finish = lru_cache(maxsize=None)(Finish)


def list_steps_and_attacks(state: State, side: Side, found: list[Action]) -> None:
    acted = state.acted
    tiles_left = side == HUMAN and bool(drawable(state))
    through = holes(state) if side != HUMAN else ()
    for tile, crowd in state.warriors.by_tile.items():
        ready = [w for w in crowd if w.profile.side == side and w.id not in acted]
        if ready:
            _list_on_tile(state, side, tile, ready, tiles_left, through, found)


def _list_on_tile(
    state: State,
    side: Side,
    tile: Label,
    ready: list[Warrior],
    tiles_left: bool,
    through: Sequence[Label],
    found: list[Action],
) -> None:
    stand = standoff(state, side, tile)
    ways = [t for t in state.board.joined[tile] if room(state, side, t) > 0]
    dark = _edges(state.board.unexplored[tile]) if tiles_left else ()
    falls = [t for t in through if t != tile and room(state, side, t) > 0] if tile in through else ()
    targets = targets_on(state, side, tile) if stand.enemies else ()
    way_out = state.game.escape and state.kind_of(tile).way_out
    for warrior in ready:
        name = warrior.id
        found.append(_finish(name))
        if refuse_step(state, warrior) is None:
            if refuse_leaving(state, warrior, stand) is None:
                for to in ways:
                    found.append(_move(name, to))
                for edge in dark:
                    found.append(_explore(name, edge))
                if way_out and refuse_out(state, warrior) is None:
                    found.append(Leave(name))
            if falls and warrior.profile.figure == TROGLODYTE:
                found += [_move(name, to, HOLE) for to in falls]
        if targets and refuse_fight(state, warrior) is None:
            for target in targets:
                found.append(_attack(name, target))
        if side == HUMAN:
            _list_ranged(state, warrior, found)


@lru_cache(maxsize=16)
def _edges(openings: int) -> tuple[str, ...]:
    return tuple(edge for edge in EDGES if openings & BIT[edge])


def _list_ranged(state: State, warrior: Warrior, found: list[Action]) -> None:
    near = state.board.joined[warrior.tile]
    for weapon in weapons_of(state, warrior):
        if refuse_fight(state, warrior, weapon) is not None:
            continue
        if weapon_clause(state, weapon, "blast"):
            found += [_attack(warrior.id, "", weapon, tile) for tile in near if state.warriors.on(tile)]
        else:
            for tile in (warrior.tile, *near):
                targets = targets_on(state, warrior.profile.side, tile)
                found += [_attack(warrior.id, target, weapon, tile) for target in targets]
