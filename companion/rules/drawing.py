"""Cards into hands and out of them, tokens turned, Objects found: what comes off a deck is named by the players.

(ACT-4, THR-6, FAQ-3, DP-1, DP-5)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.rules.actions import UNKNOWN, Action, Discard, Draw
from companion.rules.cards import Clause
from companion.rules.draft import Draft
from companion.rules.effects import EffectContext, perform, rule_of
from companion.rules.records import frozen, record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State
from companion.rules.steps import Asks, not_now
from companion.rules.words import DEMON, HUMAN, Side


def held_cards(state: State, deck: str) -> Iterable[str]:
    """Cards that may be in a hand: those known to be in it, and those that may be in it face down."""
    hand = state.hands.get(deck, ())
    held = dict.fromkeys(c for c in hand if c != UNKNOWN)
    if UNKNOWN in hand:
        held |= dict.fromkeys(state.decks.get(deck, ()))
    return held


def out_of_hand(draft: Draft, deck: str, card: str) -> None:
    """Out of the hand for good: played and discarded cards are never shuffled back (FAQ-3)."""
    state = draft.state
    hand = list(state.hands[deck])
    if card in hand:
        hand.remove(card)
    else:
        hand.remove(UNKNOWN)
        cards = list(state.decks[deck])
        cards.remove(card)
        draft.set(decks=frozen({**state.decks, deck: tuple(cards)}))
    draft.set(hands=frozen({**draft.state.hands, deck: tuple(hand)}))


def cards_left(state: State, deck: str) -> int:
    """Cards still in the deck: those nobody has turned up yet, less those held face down."""
    return len(state.decks.get(deck, ())) - state.hands.get(deck, ()).count(UNKNOWN)


@record
class DrawCards(Asks):
    """Cards off a deck into the hand of its side; an empty deck stays empty (FAQ-3).

    With a limit of the hand a card is discarded first where there is no room for another (DP-1).
    """

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
        side: Side = DEMON if self.deck == "event" else HUMAN
        if self.full(state):
            facts = {"deck": self.deck, "most": state.game.hand_limit}
            return Waiting(side, "choice", "discard", "DP-1", 1, facts)
        return Waiting(side, "draw", self.deck, rule, left, {"source": self.source})

    def full(self, state: State) -> bool:
        most = state.game.hand_limit
        return bool(most) and self.deck == "event" and len(state.hands.get(self.deck, ())) >= most

    def run(self, draft: Draft) -> None:
        """Nothing left to draw."""

    def actions(self, state: State) -> Sequence[Action]:
        if self.full(state):
            return [Discard(card) for card in held_cards(state, self.deck)]
        return [*(Draw(card) for card in dict.fromkeys(state.decks[self.deck])), Draw(UNKNOWN)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        waiting = self.waiting(state)
        assert waiting is not None
        if self.full(state) and isinstance(action, Discard):
            held = action.card in held_cards(state, self.deck)
            return None if held else Refusal("DP-1", "not_in_hand", {"card": action.card})
        if self.full(state) or not isinstance(action, Draw):
            return not_now(state, action, waiting)
        if action.what == UNKNOWN or action.what in state.decks[self.deck]:
            return None
        return Refusal(waiting.rule, "not_in_deck", {"card": action.what, "deck": self.deck})

    def take(self, draft: Draft, action: Action) -> None:
        if isinstance(action, Discard):
            draft.push(self)
            out_of_hand(draft, self.deck, action.card)
            draft.happens("discards_card", deck=self.deck, card=action.card)
            return
        assert isinstance(action, Draw)
        state = draft.state
        if action.what != UNKNOWN:
            deck = list(state.decks[self.deck])
            deck.remove(action.what)
            draft.set(decks=frozen({**state.decks, self.deck: tuple(deck)}))
        draft.set(hands=frozen({**state.hands, self.deck: (*state.hands.get(self.deck, ()), action.what)}))
        draft.happens("draws_card", deck=self.deck, card=action.what)
        if self.count > 1:
            draft.push(DrawCards(self.deck, self.count - 1, self.source))


@record
class SearchTomb(Asks):
    """An Object nobody uses is drawn: the warrior carries it, or its player draws an Advantage instead (DP-5)."""

    context: EffectContext

    def waiting(self, state: State) -> Waiting:
        facts = {"warrior": self.context.target, "tile": self.context.tile, "source": self.context.source}
        return Waiting(HUMAN, "draw", "object", rule_of(state, self.context), 1, facts)

    def asks(self, state: State) -> bool:
        warrior = state.warriors.all.get(self.context.target)
        return bool(state.decks.get("object")) and warrior is not None and bool(warrior.tile)

    def run(self, draft: Draft) -> None:
        """No Object is left: nothing can be carried, so an Advantage is drawn."""
        if not draft.state.decks.get("object"):
            draft.push(DrawCards("advantage", 1, self.context.source))

    def actions(self, state: State) -> Sequence[Action]:
        return [Draw(card) for card in dict.fromkeys(state.decks["object"])]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Draw):
            return not_now(state, action, self.waiting(state))
        if action.what in state.decks["object"]:
            return None
        return Refusal(rule_of(state, self.context), "not_in_deck", {"card": action.what, "deck": "object"})

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Draw)
        decks, name = draft.state.decks, action.what
        cards = list(decks["object"])
        cards.remove(name)
        draft.set(decks=frozen({**decks, "object": tuple(cards)}))
        warrior = draft.warrior(self.context.target)
        carried = warrior.figure in draft.state.game.cards[name].bearers
        draft.happens("finds", warrior=warrior.id, tile=self.context.tile, card=name, carried=carried)
        if carried:
            draft.put(warrior._replace(objects=(*warrior.objects, name)))
        else:
            draft.push(DrawCards("advantage", 1, self.context.source))


@record
class TurnToken(Asks):
    """A token that lies face down is turned: what it shows comes from the table, like a card that is drawn."""

    context: EffectContext
    token: str
    shows: str
    then: tuple[Clause, ...]

    def waiting(self, state: State) -> Waiting:
        facts = {"warrior": self.context.target, "tile": self.context.tile, "source": self.context.source}
        return Waiting(HUMAN, "draw", self.token, rule_of(state, self.context), 1, facts)

    def asks(self, state: State) -> bool:
        lies = self.token in state.tile_tokens.get(self.context.tile, ())
        return lies and bool(state.decks.get(self.token))

    def run(self, draft: Draft) -> None:
        """The token is gone by now."""

    def actions(self, state: State) -> Sequence[Action]:
        return [Draw(face) for face in dict.fromkeys(state.decks[self.token])]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Draw):
            return not_now(state, action, self.waiting(state))
        if action.what in state.decks[self.token]:
            return None
        return Refusal(rule_of(state, self.context), "no_such_token", {"token": self.token})

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Draw)
        state, tile = draft.state, self.context.tile
        faces, lying = list(state.decks[self.token]), list(state.tile_tokens[tile])
        faces.remove(action.what)
        lying.remove(self.token)
        draft.set(
            decks=frozen({**state.decks, self.token: tuple(faces)}),
            tile_tokens=frozen({**state.tile_tokens, tile: tuple(lying)}),
        )
        draft.happens("turns_token", warrior=self.context.target, tile=tile, token=self.token, shows=action.what)
        if action.what == self.shows:
            perform(draft, self.then, self.context)
