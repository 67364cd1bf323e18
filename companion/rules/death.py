"""Death and what follows from it (ACT-5, SET-3, FS-5)."""

from __future__ import annotations

from companion.rules.draft import Draft
from companion.rules.effects import offer_moment, on_special
from companion.rules.records import frozen, record
from companion.rules.state import Warrior
from companion.rules.steps import Runs
from companion.rules.words import DEAD, DYING, HUMAN, HUMAN_ACTION, TROGLODYTE
from companion.rules.wounds import feed


@record
class Death(Runs):
    """A warrior dies, unless a card spares it; `line` is the one it then keeps."""

    warrior: str
    source: str
    line: int = 0

    def run(self, draft: Draft) -> None:
        warrior = draft.state.warriors.all.get(self.warrior)
        if warrior is not None and warrior.tile:
            perish(draft, warrior, self.source)


def die(draft: Draft, warrior: Warrior, source: str, line: int = 0) -> None:
    if not draft.state.game.interrupts:
        perish(draft, warrior, source)
        return
    draft.push(Death(warrior.id, source, line))
    offer_moment(draft, DYING, warrior.id, warrior.tile)


def spare(draft: Draft, death: Death) -> None:
    """The warrior lives: with the line it would have lost last, or as it was before the wound."""
    warrior = draft.warrior(death.warrior)
    if death.line:
        draft.put(warrior._replace(cancelled=tuple(n for n in warrior.cancelled if n != death.line)))
    draft.happens("spared", warrior=warrior.id)


def perish(draft: Draft, warrior: Warrior, source: str) -> None:
    """A Human stays known as dead, its Objects gone with it (ACT-5); other miniatures go back to the stock (SET-3)."""
    tile = warrior.tile
    if warrior.side == HUMAN:
        draft.put(warrior._replace(tile="", fate=DEAD))
    else:
        draft.set(warriors=draft.state.warriors.without(warrior.id))
    draft.decisive = True
    draft.happens("dies", warrior=warrior.id, kind=warrior.profile.id, tile=tile, source=source)
    draft.leaves_play(warrior.id)
    if warrior.figure == TROGLODYTE:
        reward_of_the_legion(draft)
    fallen = draft.state.fallen
    draft.set(fallen=frozen({**fallen, warrior.profile.id: fallen.get(warrior.profile.id, 0) + 1}))
    feed(draft, source)
    on_special(draft, f"death:{warrior.side}", warrior.id, tile)
    on_special(draft, f"death:{warrior.profile.id}", warrior.id, tile)


def reward_of_the_legion(draft: Draft) -> None:
    """They Are Legion pays once if a Troglodyte dies in the Human action phase that follows."""
    state = draft.state
    owed = state.marked("legion_reward")
    if owed and state.phase == HUMAN_ACTION:
        draft.unmark("legion_reward")
        draft.gain_tp(owed, "they_are_legion")
