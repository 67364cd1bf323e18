"""Interrupts: cards and Gifts that are played when something has just happened or is about to happen.

A card may name a moment as the time it is played: a roll has fallen, a hit is about to be taken, a tile was drawn or
laid, a warrior would die. Whatever comes to such a moment puts what follows on the agenda and calls `offer_moment`
(`effects`). Only who holds a card of the moment is asked, and play goes on at once where nobody does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.rules.actions import Action, Pass, Play
from companion.rules.cards import Clause
from companion.rules.draft import Draft
from companion.rules.drawing import held_cards
from companion.rules.effects import EffectContext, refuse_aim, ways_to_aim
from companion.rules.playing import (
    OWNER,
    gift_bearer,
    play_for,
    refuse_cost,
    refuse_gift_now,
)
from companion.rules.records import record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State, Warrior
from companion.rules.steps import Asks, not_now
from companion.rules.words import HUMAN, INITIATIVE, Side, start_of

# A Gift stays with the Redeemer: once a round, as in his activation, or dice could be rolled again without end.
GIFT_USED = "gift_used"


def interrupts(state: State, side: Side, moment: str) -> list[str]:
    """Cards the side holds, or may hold face down, and Gifts not used in this round, that are played at this moment."""
    decks = (deck for deck, owner in OWNER.items() if owner == side and state.hands.get(deck))
    held = [name for deck in decks for name in held_cards(state, deck)]
    if side == HUMAN:
        used = {mark.source for mark in state.marks if mark.name == GIFT_USED}
        held += [gift for warrior in state.warriors.of(HUMAN) for gift in warrior.gifts if gift not in used]
    return [name for name in held if moment in state.game.cards[name].when]


def offer(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """Ask whoever holds a card of the moment, the side whose phase it is first."""
    moment, side = clause.word("moment"), draft.state.side
    for asked in (*(other for other in draft.state.game.sides if other != side), side):
        if interrupts(draft.state, asked, moment):
            draft.push(Interrupt(asked, moment, context.target, context.tile))


@record
class Interrupt(Asks):
    """A side may play cards of the moment, each once, or let it pass."""

    side: Side
    moment: str
    target: str = ""
    tile: str = ""
    used: tuple[str, ...] = ()

    def asks(self, state: State) -> bool:
        return bool(self._plays(state))

    def run(self, draft: Draft) -> None:
        """No card of the moment can be played any more."""

    def waiting(self, state: State) -> Waiting:
        facts = {"moment": self.moment, "target": self.target, "tile": self.tile}
        return Waiting(self.side, "choice", "interrupt", "ACT-4", 0, facts)

    def _plays(self, state: State) -> list[Action]:
        cards = (state.game.cards[name] for name in dict.fromkeys(interrupts(state, self.side, self.moment)))
        ways = (way for card in cards for way in ways_to_aim(state, card, self._bearer(state, card.id)))
        return [way for way in ways if self.refusal(state, way) is None]

    def _bearer(self, state: State, card: str) -> Warrior | None:
        return gift_bearer(state, card) if state.game.cards[card].deck == "gift" else None

    def actions(self, state: State) -> Sequence[Action]:
        return [*self._plays(state), Pass()]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Play):
            return not_now(state, action, self.waiting(state))
        if action.card in self.used or action.card not in interrupts(state, self.side, self.moment):
            return Refusal("ACT-4", "not_of_the_moment", {"card": action.card})
        card = state.game.cards[action.card]
        refused = refuse_gift_now(state, card) if card.deck == "gift" else refuse_cost(state, card)
        return refused or refuse_aim(state, card, action, self._bearer(state, card.id))

    def take(self, draft: Draft, action: Action) -> None:
        if isinstance(action, Pass):
            return
        assert isinstance(action, Play)
        draft.push(replace(self, used=(*self.used, action.card)))
        bearer = self._bearer(draft.state, action.card)
        if bearer is not None:
            draft.mark(GIFT_USED, 1, start_of(INITIATIVE), action.card)
        context = EffectContext(
            source=action.card,
            side=self.side,
            bearer=bearer.id if bearer else "",
            target=action.target or self.target,
            tile=action.tile or self.tile,
            line=action.line,
        )
        play_for(draft, action, context)
