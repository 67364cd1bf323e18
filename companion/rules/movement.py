"""Moving and coming into play: what a step costs, who may leave a tile, where there is room, what happens on arrival.

(MOV, TIL-3 to TIL-8, TIL-10, EXP-4, SET-3)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.rules.actions import Action, Enter, Leave, Move, Release
from companion.rules.board import Label
from companion.rules.cards import Profile
from companion.rules.draft import Draft
from companion.rules.effects import ANY, EffectContext, on_special, perform, rule_of
from companion.rules.records import record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import Activation, Modifier, State, Warrior
from companion.rules.steps import Asks, not_now
from companion.rules.warriors import has_talent, mvt_of, refuse_forbidden, with_die
from companion.rules.words import DEMON, ELUSIVE, HUMAN, IMPRESSIVE, OUT, TROGLODYTE, Side, end_of

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
    """Two sides on one tile, for one of them. `elusive`: its own that cancel Impressive, where an enemy is that."""

    own: int
    enemies: list[Warrior]
    impressive: list[Warrior]
    elusive: list[Warrior]

    def decided_by(self, elusive: bool) -> str:
        """The rule that decides whether a warrior may leave, Elusive itself or not (MOV-4 to MOV-7)."""
        if self.impressive:
            # Where an Elusive warrior faces an Impressive one both talents are cancelled for all: the count decides.
            return "MOV-7" if self.elusive else "MOV-6"
        return "MOV-5" if elusive and self.own < len(self.enemies) else "MOV-4"

    def blocks(self, elusive: bool) -> bool:
        """Must a warrior stay, Elusive itself or not?"""
        if self.impressive:
            return not self.elusive or self.own < len(self.enemies)
        return self.own < len(self.enemies) and not elusive


def standoff(state: State, side: Side, tile: Label, visitor: Warrior | None = None) -> Standoff | None:
    """Who stands against whom on a tile; None if no enemy is there. `visitor` is counted as if it stood there too."""
    own: list[Warrior] = [] if visitor is None else [visitor]
    enemies: list[Warrior] = []
    for warrior in state.warriors.on(tile):
        if warrior.profile.side == side:
            own.append(warrior)
        else:
            enemies.append(warrior)
    if not enemies:
        return None
    impressive = [e for e in enemies if has_talent(state, e, IMPRESSIVE)]
    elusive = [w for w in own if has_talent(state, w, ELUSIVE)] if impressive else []
    return Standoff(len(own), enemies, impressive, elusive)


def is_released(state: State, warrior: Warrior) -> bool:
    """Has the owner of the Impressive enemies let this warrior go?"""
    return any(m.released and m.scope == warrior.id for m in state.modifiers)


def held_by(state: State, warrior: Warrior) -> list[Warrior]:
    """The Impressive enemies that keep a warrior from leaving its tile (MOV-6); none where the count decides."""
    stand = standoff(state, warrior.profile.side, warrior.tile)
    if stand is None or not stand.impressive or stand.elusive or is_released(state, warrior):
        return []
    return stand.impressive


def held_warriors(state: State, side: Side) -> list[Warrior]:
    """Everybody of the side whom Impressive enemies hold, tile by tile, for most have nobody who does."""
    found: set[str] = set()
    for tile, crowd in state.warriors.by_tile.items():
        stand = standoff(state, side, tile) if len(crowd) > 1 else None
        if stand is not None and stand.impressive and not stand.elusive:
            found.update(w.id for w in crowd if w.profile.side == side and not is_released(state, w))
    return [w for w in state.warriors.of(side) if w.id in found] if found else []


def refuse_release(state: State, name: str) -> Refusal | None:
    """Only who is held can be let go, by the owner of those who hold it, while its side acts."""
    warrior = state.warriors.all.get(name)
    if warrior is None or not warrior.tile:
        return Refusal("MOV-6", "no_such_warrior", {"warrior": name})
    if warrior.side != state.side or not held_by(state, warrior):
        return Refusal("MOV-6", "not_held", {"warrior": name})
    return None


def release(draft: Draft, action: Release) -> None:
    """Let go until the end of the phase: then Impressive holds it as before."""
    draft.modify(Modifier("impressive", action.warrior, end_of(draft.state.phase), released=True))
    draft.happens("released", warrior=action.warrior)


def refuse_leaving(state: State, warrior: Warrior) -> Refusal | None:
    """May the warrior leave past the enemies on its tile? Counted afresh every time (FAQ-12)."""
    stand = standoff(state, warrior.profile.side, warrior.tile)
    return None if stand is None else refuse_past(state, warrior, stand)


def refuse_past(state: State, warrior: Warrior, stand: Standoff) -> Refusal | None:
    """The Blocking Rule, and the talents that bend it (MOV-4 to MOV-7)."""
    if stand.impressive and is_released(state, warrior):
        stand = stand._replace(impressive=[], elusive=[])
    if not stand.blocks(not stand.impressive and has_talent(state, warrior, ELUSIVE)):
        return None
    if stand.impressive and not stand.elusive:
        culprits = [e.id for e in stand.impressive]
        return Refusal("MOV-6", "held_by_impressive", {"warrior": warrior.id, "culprits": culprits})
    culprits = [e.id for e in stand.enemies]
    facts = {"warrior": warrior.id, "own": stand.own, "enemies": len(culprits), "culprits": culprits}
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
    draft.happens("moves", warrior=warrior.id, **{"from": warrior.tile}, tile=action.to, via=action.via)
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
    draft.happens("leaves", warrior=warrior.id, tile=warrior.tile)
    draft.leaves_play(warrior.id)


# -- entering a tile (TIL-5, TIL-6, EXP-4) -----------------------------------------------------------------------------


def tile_entered(draft: Draft, name: str, tile: Label) -> None:
    """What the tile does to a warrior of the Demon; for a Human what the scenario says and a first entry sets off."""
    kind, side = draft.state.kind_of(tile), draft.warrior(name).side
    context = EffectContext(source=kind.id, side=trapper(draft.state, side), target=name, tile=tile)
    if side == DEMON:
        perform(draft, kind.on_demon_entry, context)
    elif side == HUMAN:
        for entered in (kind.id, ANY):
            on_special(draft, f"enter:{entered}", name, tile)
    first = kind.on_first_demon_entry if side == DEMON else kind.on_first_entry if side in kind.set_off_by else ()
    if not first or tile in draft.state.entered or not stands_on(draft, name, tile):
        return
    draft.set(entered=draft.state.entered | {tile})
    draft.happens("first_entry", warrior=name, tile=tile, kind=kind.id)
    perform(draft, first, context)


def trapper(state: State, side: Side) -> Side:
    """Who rolls for what a tile does: the Demon; without one, the other player."""
    if DEMON in state.game.sides:
        return DEMON
    return next(other for other in state.game.sides if other != side)


def stands_on(draft: Draft, name: str, tile: Label) -> bool:
    """Is the warrior still there, after what a special rule has done?"""
    warrior = draft.state.warriors.all.get(name)
    return warrior is not None and warrior.tile == tile


# -- miniatures of the box (SET-3) -------------------------------------------------------------------------------------


def left_in_box(state: State, profile: Profile) -> int:
    """How many miniatures of that figure are left in the box. Some cards share one miniature."""
    used = sum(1 for w in state.warriors.all.values() if w.tile and w.figure == profile.figure)
    return max(0, state.game.stock.get(profile.figure, 0) - used)


def fresh_id(state: State, profile: Profile) -> str:
    number = 1
    while f"{profile.figure}-{number}" in state.warriors.all:
        number += 1
    return f"{profile.figure}-{number}"


@record
class PlaceBeside(Asks):
    """House rule: a warrior a tile has no room for comes onto a joined tile of the Demon's choice."""

    context: EffectContext
    profile: str
    tile: Label

    def places(self, state: State) -> list[Label]:
        side = state.game.profiles[self.profile].side
        return [to for to in state.board.joined.get(self.tile, ()) if refuse_room(state, side, to) is None]

    def asks(self, state: State) -> bool:
        return len(self.places(state)) > 1

    def run(self, draft: Draft) -> None:
        """One place is no choice; without any it stays in the box."""
        for to in self.places(draft.state):
            bring_in(draft, draft.state.game.profiles[self.profile], to)

    def waiting(self, state: State) -> Waiting:
        facts = {"source": self.context.source, "warrior": self.profile, "tile": self.tile}
        return Waiting(DEMON, "choice", "beside", rule_of(state, self.context), 1, facts)

    def actions(self, state: State) -> Sequence[Action]:
        return [Enter(self.profile, to) for to in self.places(state)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Enter):
            return not_now(state, action, self.waiting(state))
        if action.tile in self.places(state) and action.profile == self.profile:
            return None
        return Refusal(rule_of(state, self.context), "not_beside", {"tile": action.tile})

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Enter)
        bring_in(draft, draft.state.game.profiles[self.profile], action.tile)


def bring_in(draft: Draft, profile: Profile, tile: Label, die: int = 0) -> Warrior:
    """A warrior of the card enters play on the tile, a Hellhound with its free die (DP-3)."""
    warrior = Warrior(
        id=fresh_id(draft.state, profile),
        profile=profile,
        tile=tile,
        line=profile.resting,
        talents=profile.talents,
        health=profile.health,
    )
    if die:
        warrior = with_die(warrior, die)
    draft.put(warrior)
    draft.decisive = True
    draft.happens("enters", warrior=warrior.id, kind=profile.id, tile=tile)
    if profile.side == DEMON:
        tile_entered(draft, warrior.id, tile)
    return warrior
