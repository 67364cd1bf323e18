"""The Threat phase: Dice of Destiny, then warriors for Threat Points (THR)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.actions import Action, Enter
from companion.rules.answers import Refusal, Waiting
from companion.rules.board import Label
from companion.rules.cards import Profile
from companion.rules.destiny import PlaceDestiny
from companion.rules.draft import Draft
from companion.rules.movement import refuse_room
from companion.rules.open_steps import MainChoice, OpeningRoll
from companion.rules.state import State
from companion.rules.steps import not_now
from companion.rules.supply import bring_in, in_stock
from companion.rules.words import DEMON, DICE_IN_BOX, HUMAN

DICE_OF_DESTINY = 3


def destiny_dice(state: State) -> int:
    """3 Dice of Destiny and the extra ones; a card may set a limit and cancel the extras (THR-1, CARD-9)."""
    limits = [m.amount for m in state.marks if m.name == "destiny_limit"]
    if limits:
        return min(DICE_OF_DESTINY, *limits)
    return min(DICE_IN_BOX, DICE_OF_DESTINY + state.marked("destiny_dice"))


@dataclass(frozen=True, slots=True)
class RollDestiny(OpeningRoll):
    side, what, rule = DEMON, "destiny", "THR-1"

    def count(self, state: State) -> int:
        return destiny_dice(state)

    def fallen(self, draft: Draft, dice: tuple[int, ...]) -> None:
        draft.push(Entering(), PlaceDestiny(dice))


def reinforcement(state: State, name: str) -> Profile | None:
    """The card meant by its id or by its figure, among those the scenario lets in."""
    for card in state.game.reinforcements:
        profile = state.game.profiles[card]
        if name in (profile.id, profile.figure):
            return profile
    return None


def refuse_price(state: State, profile: Profile) -> Refusal | None:
    """TP, the number the scenario allows, and the miniature itself (THR-3, SET-3)."""
    if state.tp < profile.cost:
        return Refusal("THR-3", "too_few_tp", {"warrior": profile.id, "tp": state.tp, "needed": profile.cost})
    most = state.game.reinforcements[profile.id]
    brought = state.entries.get(profile.id, 0)
    if most and brought >= most:
        return Refusal("THR-3", "no_more_allowed", {"warrior": profile.id, "entered": brought, "most": most})
    if not in_stock(state, profile):
        most = state.game.stock.get(profile.figure, 0)
        return Refusal("SET-3", "none_in_box", {"warrior": profile.figure, "most": most})
    return None


def refuse_place(state: State, profile: Profile, tile: Label) -> Refusal | None:
    """An unexplored opening and no Human there, unless a square or the tile says otherwise (THR-4, TIL-9, MOV-3)."""
    if tile not in state.board.tiles:
        return Refusal("THR-4", "no_such_tile", {"tile": tile})
    if profile.figure not in state.kind_of(tile).always_enter:
        if not state.board.unexplored[tile] and not state.marked("burrowing"):
            return Refusal("THR-4", "no_unexplored_opening", {"tile": tile})
        if not state.marked("taste_for_blood"):
            humans = [w.id for w in state.warriors.on(tile) if w.side == HUMAN]
            if humans:
                return Refusal("THR-4", "human_on_tile", {"tile": tile, "culprits": humans})
    return refuse_room(state, profile.side, tile)


@dataclass(frozen=True, slots=True)
class Entering(MainChoice):
    """TP are spent on warriors, Events are played, the phase ends (THR-3, THR-5)."""

    def waiting(self, state: State) -> Waiting:
        return Waiting(DEMON, "choice", "enter", "THR-3", 0, {"tp": state.tp})

    def own_actions(self, state: State) -> list[Action]:
        found: list[Action] = []
        for name in state.game.reinforcements:
            profile = state.game.profiles[name]
            if refuse_price(state, profile) is None:
                found += [Enter(name, tile) for tile in state.board.tiles if refuse_place(state, profile, tile) is None]
        return found

    def own_refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Enter):
            return not_now(state, action, self.waiting(state))
        profile = reinforcement(state, action.profile)
        if profile is None:
            return Refusal("THR-3", "not_in_scenario", {"warrior": action.profile})
        return refuse_price(state, profile) or refuse_place(state, profile, action.tile)

    def own_take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Enter)
        profile = reinforcement(draft.state, action.profile)
        assert profile is not None
        entries = dict(draft.state.entries)
        entries[profile.id] = entries.get(profile.id, 0) + 1
        draft.set(tp=draft.state.tp - profile.cost, entries=entries)
        bring_in(draft, profile, action.tile)
