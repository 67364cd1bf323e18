"""Moving: what a step costs, who may leave a tile, where there is room (MOV, TIL-3, TIL-4, TIL-7, TIL-8, TIL-10)."""

from __future__ import annotations

from typing import NamedTuple

from companion.rules.actions import Leave, Move
from companion.rules.answers import Refusal
from companion.rules.board import Label
from companion.rules.draft import Draft
from companion.rules.effects.entry import tile_entered
from companion.rules.state import OUT, Activation, State, Warrior
from companion.rules.stats import has_talent, mvt_of, refuse_forbidden
from companion.rules.words import ELUSIVE, IMPRESSIVE, TROGLODYTE, Side

HOLE = "hole"


def refuse_step(state: State, warrior: Warrior) -> Refusal | None:
    """Has the warrior a step left to move or explore with (MOV-1, ACT-2, TIL-4, INI-3)?"""
    if state.modifiers:
        forbidden = refuse_forbidden(state, warrior, "move")
        if forbidden is not None:
            return forbidden
    mvt = mvt_of(state, warrior)
    activation = state.activation
    spent = 0
    if activation is not None and activation.warrior == warrior.id:
        if activation.moved_first and activation.fought:
            return Refusal("ACT-2", "moved_then_fought", {"warrior": warrior.id})
        if activation.halted:
            return Refusal(
                state.kind_of(warrior.tile).rule, "movement_over", {"warrior": warrior.id, "tile": warrior.tile}
            )
        spent = activation.spent
    if mvt - spent < 1:
        rule = "INI-3" if warrior.exhausted and not spent else "MOV-1"
        return Refusal(rule, "no_mvt", {"warrior": warrior.id, "mvt": mvt, "spent": spent})
    if spent and state.kind_of(warrior.tile).leaving_takes_all:
        return Refusal("TIL-4", "leaving_takes_all", {"warrior": warrior.id, "mvt": mvt, "spent": spent})
    return None


class Standoff(NamedTuple):
    """Two sides on one tile, as one of them sees it. `evasive`: some of its own are Elusive there."""

    own: int
    enemies: list[Warrior]
    impressive: list[Warrior]
    evasive: bool


def standoff(state: State, side: Side, tile: Label) -> Standoff | None:
    """Who stands against whom on a tile; None if no enemy is there."""
    own: list[Warrior] = []
    enemies: list[Warrior] = []
    for warrior in state.warriors.by_tile[tile]:
        if warrior.profile.side == side:
            own.append(warrior)
        else:
            enemies.append(warrior)
    if not enemies:
        return None
    impressive = [e for e in enemies if has_talent(state, e, IMPRESSIVE)]
    evasive = bool(impressive) and any(has_talent(state, w, ELUSIVE) for w in own)
    return Standoff(len(own), enemies, impressive, evasive)


def refuse_leaving(state: State, warrior: Warrior) -> Refusal | None:
    """May the warrior leave past the enemies on its tile? Counted afresh every time (FAQ-12)."""
    stand = standoff(state, warrior.profile.side, warrior.tile)
    return None if stand is None else refuse_past(state, warrior, stand)


def refuse_past(state: State, warrior: Warrior, stand: Standoff) -> Refusal | None:
    """The Blocking Rule, and the talents that bend it (MOV-4 to MOV-6).

    Where an Elusive warrior faces an Impressive one both talents are cancelled and the count decides for all (MOV-7).
    """
    own, enemies, impressive, evasive = stand
    if impressive and not evasive:
        return Refusal("MOV-6", "held_by_impressive", {"warrior": warrior.id, "culprits": [e.id for e in impressive]})
    if own >= len(enemies) or (not impressive and has_talent(state, warrior, ELUSIVE)):
        return None
    culprits = [e.id for e in enemies]
    facts = {"warrior": warrior.id, "own": own, "enemies": len(enemies), "culprits": culprits}
    return Refusal("MOV-4", "blocked", facts)


def room(state: State, side: Side, tile: Label) -> int:
    """How many more warriors of the side the tile can take (MOV-3)."""
    return state.game.tile_kinds[state.board.tiles[tile].kind].capacity - state.warriors.crowd(side, tile)


def full_tiles(state: State, side: Side) -> list[Label]:
    """Tiles that can take no more of the side."""
    kinds, tiles = state.game.tile_kinds, state.board.tiles
    found = []
    for tile, crowd in state.warriors.by_tile.items():
        most = kinds[tiles[tile].kind].capacity
        if len(crowd) >= most and state.warriors.crowd(side, tile) >= most:
            found.append(tile)
    return found


def refuse_room(state: State, side: Side, tile: Label) -> Refusal | None:
    if room(state, side, tile) > 0:
        return None
    kind = state.kind_of(tile)
    own = [w.id for w in state.warriors.on(tile) if w.profile.side == side]
    return Refusal("MOV-3", "tile_full", {"tile": tile, "here": len(own), "most": kind.capacity, "culprits": own})


def holes(state: State) -> list[Label]:
    """Tiles with a Hole: a marker on them, or printed (TIL-10, FAQ-2)."""
    found = set(state.holes)
    for kind, labels in state.board.by_kind.items():
        if state.game.tile_kinds[kind].hole:
            found.update(labels)
    return sorted(found)


def refuse_way(state: State, warrior: Warrior, action: Move) -> Refusal | None:
    """Is there a way from the warrior's tile to the other (MOV-2, TIL-10)?"""
    if action.to not in state.board.tiles:
        return Refusal("MOV-2", "no_such_tile", {"tile": action.to})
    if action.via == HOLE:
        through = holes(state)
        if warrior.profile.figure != TROGLODYTE:
            return Refusal("TIL-10", "troglodytes_only", {"warrior": warrior.id})
        if warrior.tile not in through or action.to not in through:
            return Refusal("TIL-10", "no_hole", {"warrior": warrior.id, "from": warrior.tile, "tile": action.to})
        if action.to == warrior.tile:
            return Refusal("TIL-10", "same_tile", {"tile": action.to})
        return None
    if action.via:
        return Refusal("MOV-2", "unknown_way", {"via": action.via})
    if action.to not in state.board.joined[warrior.tile]:
        return Refusal("MOV-2", "not_joined", {"from": warrior.tile, "tile": action.to})
    return None


def refuse_move(state: State, warrior: Warrior, action: Move) -> Refusal | None:
    return (
        refuse_way(state, warrior, action)
        or refuse_step(state, warrior)
        or (None if action.via == HOLE else refuse_leaving(state, warrior))
        or refuse_room(state, warrior.profile.side, action.to)
    )


def refuse_out(state: State, warrior: Warrior) -> Refusal | None:
    """Out of the catacombs: a step like any other, from a tile that is a way out (SET-1)."""
    if not state.kind_of(warrior.tile).way_out or not state.game.escape:
        return Refusal("SET-1", "no_way_out", {"warrior": warrior.id, "tile": warrior.tile})
    return refuse_step(state, warrior) or refuse_leaving(state, warrior)


def spend_step(draft: Draft, warrior: Warrior) -> Activation:
    """The cost of leaving the warrior's tile, by moving or exploring: 1, or everything from a Flooded Tunnel."""
    activation = draft.activate(warrior.id)
    state = draft.state
    cost = mvt_of(state, warrior) if state.kind_of(warrior.tile).leaving_takes_all else 1
    activation = activation._replace(spent=activation.spent + cost, moved=True)
    draft.set(activation=activation)
    return activation


def move(draft: Draft, action: Move) -> None:
    warrior = draft.warrior(action.warrior)
    spend_step(draft, warrior)
    draft.say("moves", warrior=warrior.id, **{"from": warrior.tile}, tile=action.to, via=action.via)
    arrive(draft, warrior, action.to)


def arrive(draft: Draft, warrior: Warrior, tile: Label) -> None:
    """The warrior stands on the tile; what the tile does to those who enter happens."""
    draft.put(warrior._replace(tile=tile))
    draft.decisive = draft.decisive or draft.state.game.watches_places
    if draft.state.kind_of(tile).ends_movement:
        halt(draft, warrior.id)
    tile_entered(draft, warrior.id, tile)


def halt(draft: Draft, name: str) -> None:
    """The warrior's movement ends now."""
    activation = draft.state.activation
    if activation is not None and activation.warrior == name:
        draft.set(activation=activation._replace(halted=True))


def leave(draft: Draft, action: Leave) -> None:
    warrior = draft.warrior(action.warrior)
    spend_step(draft, warrior)
    draft.put(warrior._replace(tile="", fate=OUT))
    draft.decisive = True
    draft.say("leaves", warrior=warrior.id, tile=warrior.tile)
    draft.finish_activation()
