"""Death: the warrior leaves play, and what follows from that."""

from __future__ import annotations

from companion.rules.draft import Draft
from companion.rules.effects.special import on_special
from companion.rules.state import DEAD, Warrior
from companion.rules.words import HUMAN, HUMAN_ACTION, TROGLODYTE


def die(draft: Draft, warrior: Warrior, source: str) -> None:
    """A Human stays known as dead, its Objects gone with it (ACT-5); other miniatures go back to the stock (SET-3)."""
    tile = warrior.tile
    if warrior.side == HUMAN:
        draft.put(warrior._replace(tile="", fate=DEAD))
    else:
        draft.set(warriors=draft.state.warriors.without(warrior.id))
    draft.decisive = True
    draft.say("dies", warrior=warrior.id, kind=warrior.profile.id, tile=tile, source=source)
    draft.stop_acting(warrior.id)
    if warrior.figure == TROGLODYTE:
        reward_of_the_legion(draft)
    fallen = draft.state.fallen
    draft.set(fallen={**fallen, warrior.profile.id: fallen.get(warrior.profile.id, 0) + 1})
    on_special(draft, f"death:{warrior.side}", warrior.id, tile)
    on_special(draft, f"death:{warrior.profile.id}", warrior.id, tile)


def reward_of_the_legion(draft: Draft) -> None:
    """They Are Legion pays once if a Troglodyte dies in the Human action phase that follows."""
    state = draft.state
    owed = state.marked("legion_reward")
    if owed and state.phase == HUMAN_ACTION:
        draft.unmark("legion_reward")
        draft.gain_tp(owed, "they_are_legion")
