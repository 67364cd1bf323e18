"""The action phases of both sides: one warrior at a time moves, explores, fights (ACT)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.actions import Action, Attack, Explore, Finish, Leave, Move
from companion.rules.answers import Refusal, Waiting
from companion.rules.combat import attack, refuse_attack
from companion.rules.draft import Draft
from companion.rules.exploring import explore, refuse_explore
from companion.rules.movement import leave, move, refuse_move, refuse_out
from companion.rules.open_steps import MainChoice
from companion.rules.options import list_steps_and_attacks
from companion.rules.state import State
from companion.rules.steps import not_now
from companion.rules.words import Side


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
class Acting(MainChoice):
    """The main choice of an action phase."""

    side: Side

    def waiting(self, state: State) -> Waiting:
        active = state.activation.warrior if state.activation else ""
        return Waiting(self.side, "choice", "activate", "ACT-1", 0, {"active": active})

    def own_actions(self, state: State) -> list[Action]:
        found: list[Action] = []
        list_steps_and_attacks(state, self.side, found)
        return found

    def own_refusal(self, state: State, action: Action) -> Refusal | None:
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
        elif isinstance(action, Leave):
            leave(draft, action)
        else:
            assert isinstance(action, Finish)
            draft.pass_by(action.warrior)
            draft.say("finishes", warrior=action.warrior)
