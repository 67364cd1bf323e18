"""The action phases of both sides: one warrior at a time moves, explores, fights (ACT)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.rules.actions import Action, Attack, EndPhase, Explore, Finish, Leave, Move, Play
from companion.rules.answers import Refusal, Waiting
from companion.rules.board import BIT, EDGES
from companion.rules.combat import (
    attack,
    dice_of,
    refuse_attack,
    refuse_fight,
    targets_on,
    weapon_clause,
    weapons_of,
)
from companion.rules.draft import Draft
from companion.rules.effects.playing import play, plays, refuse_play
from companion.rules.exploring import drawable, explore, refuse_explore
from companion.rules.movement import (
    HOLE,
    holes,
    leave,
    move,
    refuse_leaving,
    refuse_move,
    refuse_out,
    refuse_step,
    room,
)
from companion.rules.phases import end_phase
from companion.rules.state import State, Warrior
from companion.rules.steps import Asks, not_now
from companion.rules.words import HUMAN, TROGLODYTE, Side

# The same few thousand actions come up again and again; an action is immutable, so one of each is enough.
_move = lru_cache(maxsize=None)(Move)
_attack = lru_cache(maxsize=None)(Attack)
_explore = lru_cache(maxsize=None)(Explore)
_finish = lru_cache(maxsize=None)(Finish)
END_PHASE = EndPhase()


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


@dataclass(frozen=True, slots=True)
class Acting(Asks):
    """The main choice of an action phase."""

    side: Side

    def waiting(self, state: State) -> Waiting:
        active = state.activation.warrior if state.activation else ""
        return Waiting(self.side, "choice", "activate", "ACT-1", 0, {"active": active})

    def actions(self, state: State) -> Sequence[Action]:
        found: list[Action] = [END_PHASE]
        acted = state.acted
        can_explore = self.side == HUMAN and bool(drawable(state))
        for warrior in state.warriors.all.values():
            if warrior.tile and warrior.profile.side == self.side and warrior.id not in acted:
                found.append(_finish(warrior.id))
                self._steps(state, warrior, can_explore, found)
                self._attacks(state, warrior, found)
        found += plays(state)
        return found

    def _steps(self, state: State, warrior: Warrior, can_explore: bool, found: list[Action]) -> None:
        """Moves, explorations and ways out: the same checks as `refusal`, each made once a warrior."""
        if refuse_step(state, warrior) is not None:
            return
        name = warrior.id
        board = state.board
        if refuse_leaving(state, warrior) is None:
            for tile in board.joined[warrior.tile]:
                if room(state, self.side, tile) > 0:
                    found.append(_move(name, tile))
            dark = board.unexplored[warrior.tile]
            if can_explore and dark:
                found += [_explore(name, edge) for edge in EDGES if dark & BIT[edge]]
            if refuse_out(state, warrior) is None:
                found.append(Leave(name))
        if warrior.profile.figure == TROGLODYTE and state.holes:
            through = holes(state)
            if warrior.tile in through:
                found += [_move(name, t, HOLE) for t in through if t != warrior.tile and room(state, self.side, t) > 0]

    def _attacks(self, state: State, warrior: Warrior, found: list[Action]) -> None:
        name = warrior.id
        enemies = targets_on(state, self.side, warrior.tile)
        if enemies and refuse_fight(state, warrior) is None:
            found += [_attack(name, target) for target in enemies]
        for weapon in weapons_of(state, warrior):
            if refuse_fight(state, warrior, weapon) is not None or dice_of(state, warrior, weapon) < 1:
                continue
            blast = weapon_clause(state, weapon, "blast") is not None
            near = state.board.joined[warrior.tile]
            for tile in near if blast else (warrior.tile, *near):
                if blast and state.warriors.on(tile):
                    found.append(_attack(name, "", weapon, tile))
                elif not blast:
                    found += [_attack(name, t, weapon, tile) for t in targets_on(state, self.side, tile)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, EndPhase):
            return None
        if isinstance(action, Play):
            return refuse_play(state, action)
        if not isinstance(action, Move | Explore | Attack | Leave | Finish):
            return not_now(self.waiting(state))
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

    def take(self, draft: Draft, action: Action) -> None:
        if isinstance(action, EndPhase):
            end_phase(draft)
            return
        draft.push(self)
        if isinstance(action, Move):
            move(draft, action)
        elif isinstance(action, Explore):
            explore(draft, action)
        elif isinstance(action, Attack):
            attack(draft, action)
        elif isinstance(action, Leave):
            leave(draft, action)
        elif isinstance(action, Play):
            play(draft, action)
        else:
            assert isinstance(action, Finish)
            draft.activate(action.warrior)
            draft.finish_activation()
            draft.say("finishes", warrior=action.warrior)
