"""Effects that have to ask: a warrior to choose, cards to draw, a die for a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.actions import UNKNOWN, Action, Draw, Hit, Roll
from companion.rules.answers import Refusal, Waiting
from companion.rules.board import Label
from companion.rules.cards import Clause
from companion.rules.draft import Draft
from companion.rules.effects.aiming import candidates
from companion.rules.effects.registry import Scene, perform
from companion.rules.state import State, Warrior
from companion.rules.steps import Asks, Rolls, not_now, refuse_dice
from companion.rules.words import DEMON, HUMAN


@dataclass(frozen=True, slots=True)
class ChooseWarrior(Asks):
    """The side that plays chooses a warrior for what then happens: the Trap and the like."""

    scene: Scene
    who: str
    then: tuple[Clause, ...]
    on_tile: Label = ""
    but: str = ""

    def candidates(self, state: State) -> list[Warrior]:
        found = candidates(state, self.who)
        return [w for w in found if w.id != self.but and (not self.on_tile or w.tile == self.on_tile)]

    def asks(self, state: State) -> bool:
        return bool(self.candidates(state))

    def run(self, draft: Draft) -> None:
        """Nobody is left to choose."""

    def waiting(self, state: State) -> Waiting:
        facts = {"source": self.scene.source, "candidates": [w.id for w in self.candidates(state)]}
        return Waiting(self.scene.side, "choice", "hit", "THR-2", 1, facts)

    def actions(self, state: State) -> Sequence[Action]:
        return [Hit(w.id) for w in self.candidates(state)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Hit):
            return not_now(state, action, self.waiting(state))
        if any(w.id == action.warrior for w in self.candidates(state)):
            return None
        return Refusal("THR-2", "wrong_target", {"card": self.scene.source, "target": action.warrior, "who": self.who})

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Hit)
        draft.say("chosen", warrior=action.warrior, source=self.scene.source)
        perform(draft, self.then, self.scene._replace(target=action.warrior))


def cards_left(state: State, deck: str) -> int:
    """Cards still in the deck: those not seen yet, less those held face down."""
    return len(state.decks.get(deck, ())) - state.hands.get(deck, ()).count(UNKNOWN)


@dataclass(frozen=True, slots=True)
class DrawCards(Asks):
    """Cards off a deck into the hand of its side; an empty deck stays empty (FAQ-3)."""

    deck: str
    count: int
    source: str

    def asks(self, state: State) -> bool:
        return cards_left(state, self.deck) > 0

    def waiting(self, state: State) -> Waiting | None:
        left = min(self.count, cards_left(state, self.deck))
        if left < 1:
            return None
        rule = "THR-6" if self.deck == "event" else "ACT-4"
        return Waiting(DEMON if self.deck == "event" else HUMAN, "draw", self.deck, rule, left, {"source": self.source})

    def run(self, draft: Draft) -> None:
        """Nothing left to draw."""

    def actions(self, state: State) -> Sequence[Action]:
        return [*(Draw(card) for card in dict.fromkeys(state.decks[self.deck])), Draw(UNKNOWN)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        waiting = self.waiting(state)
        assert waiting is not None
        if not isinstance(action, Draw):
            return not_now(state, action, waiting)
        if action.what == UNKNOWN or action.what in state.decks[self.deck]:
            return None
        return Refusal(waiting.rule, "not_in_deck", {"card": action.what, "deck": self.deck})

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Draw)
        state = draft.state
        if action.what != UNKNOWN:
            deck = list(state.decks[self.deck])
            deck.remove(action.what)
            draft.set(decks={**state.decks, self.deck: tuple(deck)})
        draft.set(hands={**state.hands, self.deck: (*state.hands.get(self.deck, ()), action.what)})
        draft.say("draws_card", deck=self.deck, card=action.what)
        if self.count > 1:
            draft.push(DrawCards(self.deck, self.count - 1, self.source))


@dataclass(frozen=True, slots=True)
class TableRoll(Asks):
    """A die whose score is looked up in a table: the Booby-Trapped Tunnel (TIL-5)."""

    scene: Scene
    table: tuple[Mapping[str, Any], ...]

    def waiting(self, state: State) -> Waiting:
        facts = {"source": self.scene.source, "target": self.scene.target}
        return Waiting(self.scene.side, "roll", self.scene.source, "TIL-5", 1, facts)

    def actions(self, state: State) -> Sequence[Action]:
        return Rolls(Roll, 1, 1)

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Roll):
            return not_now(state, action, self.waiting(state))
        return refuse_dice(action.dice, 1, 1, "TIL-5")

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Roll)
        score = action.dice[0]
        draft.say("rolls", what=self.scene.source, dice=[score])
        for row in self.table:
            if score in row["scores"]:
                perform(draft, row["then"], self.scene)
