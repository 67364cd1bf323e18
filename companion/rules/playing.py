"""Playing a Gift, an Advantage or an Event: when it may be played, on whom, and what it does (ACT-4, THR-6, INI-4).

The two kinds of moments of a phase at which cards may be played are here too: its opening roll, and the choices of its
player. The phases are made of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.rules.actions import UNKNOWN, Action, EndPhase, Play, Roll
from companion.rules.cards import Card
from companion.rules.conditions import holds
from companion.rules.draft import Draft
from companion.rules.drawing import held_cards, out_of_hand
from companion.rules.effects import EffectContext, Rolling, let_fall, perform, refuse_aim, ways_to_aim
from companion.rules.records import record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State, Warrior
from companion.rules.steps import Asks, Rolls, not_now, refuse_dice
from companion.rules.words import DEMON, HUMAN, HUMAN_ACTION, REDEEMER, Side

OWNER: dict[str, Side] = {"advantage": HUMAN, "event": DEMON, "gift": HUMAN}


def is_held(state: State, card: Card) -> bool:
    """Is the card in its owner's hand, openly or as one of the cards kept face down?"""
    hand = state.hands.get(card.deck, ())
    return card.id in hand or (UNKNOWN in hand and card.id in state.decks.get(card.deck, ()))


def gift_bearer(state: State, card: str) -> Warrior | None:
    for warrior in state.warriors.all.values():
        if warrior.tile and card in warrior.gifts:
            return warrior
    return None


def refuse_play(state: State, action: Play) -> Refusal | None:
    card = state.game.cards.get(action.card)
    if card is None or card.deck not in OWNER:
        return Refusal("ACT-4", "no_such_card", {"card": action.card})
    bearer = gift_bearer(state, card.id) if card.deck == "gift" else None
    return refuse_moment(state, card) or refuse_aim(state, card, action, bearer)


def refuse_moment(state: State, card: Card) -> Refusal | None:
    """Is the card there to be played, and is this its moment?"""
    if card.id in state.game.cards_out and state.game.has_squamata:
        return Refusal("FS-6", "removed_card", {"card": card.id})
    if any(clause.verb == "blast" for clause in card.clauses):
        return Refusal("CBT-9", "use_as_weapon", {"card": card.id})
    if card.deck == "gift":
        return refuse_gift(state, card)
    if not is_held(state, card):
        return Refusal("THR-6" if card.deck == "event" else "ACT-4", "not_in_hand", {"card": card.id})
    if state.phase not in card.when and "any" not in card.when:
        return Refusal(card.rule, "not_the_moment", {"card": card.id, "when": sorted(card.when), "phase": state.phase})
    return refuse_cost(state, card)


def refuse_cost(state: State, card: Card) -> Refusal | None:
    """Can the card be paid for, and does what it says must hold?"""
    if state.tp < card.cost:
        return Refusal(card.rule, "card_costs_tp", {"card": card.id, "tp": state.tp, "needed": card.cost})
    return refuse_condition(state, card)


def refuse_condition(state: State, card: Card) -> Refusal | None:
    """What the card itself says must hold before it may be played."""
    if card.condition and not holds(state, card.condition):
        return Refusal(card.rule, "condition_not_met", {"card": card.id})
    return None


def refuse_gift(state: State, card: Card) -> Refusal | None:
    """Usable while the Redeemer's die shows its score, he is not Exhausted, and it is his moment (INI-4, FAQ-8)."""
    bearer = gift_bearer(state, card.id)
    if bearer is None or bearer.figure != REDEEMER:
        return Refusal("INI-4", "gift_not_held", {"card": card.id})
    facts = {"card": card.id, "warrior": bearer.id}
    # A Gift for the middle of something is not for his activation.
    elsewhere = bool(card.when) and card.when.isdisjoint(("activation", "activation_start"))
    if state.phase != HUMAN_ACTION or bearer.id in state.acted or elsewhere:
        return Refusal(card.rule, "not_his_activation", facts)
    refused = refuse_gift_now(state, card)
    activation = state.activation
    if refused is not None or activation is None or activation.warrior != bearer.id:
        return refused
    if card.id in activation.used:
        return Refusal(card.rule, "gift_used", facts)
    if "activation_start" in card.when and (activation.moved or activation.fought):
        return Refusal(card.rule, "only_at_start", facts)
    return None


def refuse_gift_now(state: State, card: Card) -> Refusal | None:
    """Does the Redeemer's die show the Gift's score, and is he not Exhausted on it (INI-4)?"""
    bearer = gift_bearer(state, card.id)
    if bearer is None:
        return Refusal("INI-4", "gift_not_held", {"card": card.id})
    facts = {"card": card.id, "warrior": bearer.id}
    if bearer.exhausted:
        return Refusal("INI-4", "gift_while_exhausted", facts)
    if card.die is not None and bearer.die and bearer.die != card.die:
        return Refusal("INI-4", "gift_die", {**facts, "die": bearer.die, "needed": card.die})
    if state.game.house.gift_line == "token" and (card.die or bearer.die) in bearer.cancelled:
        return Refusal("INI-4", "gift_line_cancelled", {**facts, "line": card.die or bearer.die})
    return refuse_condition(state, card)


def plays(state: State) -> list[Action]:
    """Every card that can be played now, every way."""
    found: list[Action] = []
    for deck in ("advantage", "event"):
        if state.hands.get(deck):
            for name in held_cards(state, deck):
                _list_ways(state, state.game.cards[name], None, found)
    if state.phase == HUMAN_ACTION:
        for warrior in state.warriors.all.values():
            if warrior.gifts and warrior.tile and not warrior.exhausted and warrior.id not in state.acted:
                for name in warrior.gifts:
                    card = state.game.cards[name]
                    if card.die is None or not warrior.die or card.die == warrior.die:
                        _list_ways(state, card, warrior, found)
    return found


def _list_ways(state: State, card: Card, bearer: Warrior | None, found: list[Action]) -> None:
    if refuse_moment(state, card) is None:
        ways = ways_to_aim(state, card, bearer)
        found += [action for action in ways if refuse_aim(state, card, action, bearer) is None]


def play(draft: Draft, action: Play) -> None:
    card = draft.state.game.cards[action.card]
    bearer = ""
    if card.deck == "gift":
        holder = gift_bearer(draft.state, card.id)
        assert holder is not None
        bearer = holder.id
        activation = draft.activate(bearer)
        draft.set(activation=activation._replace(used=(*activation.used, card.id)))
    named = (action.target, action.tile, action.line, action.victim, action.weapon)
    play_for(draft, action, EffectContext(card.id, OWNER[card.deck], bearer, *named))


def play_for(draft: Draft, action: Play, context: EffectContext) -> None:
    """The card is spent and paid for, and does what it says."""
    card = draft.state.game.cards[action.card]
    if card.deck != "gift":
        out_of_hand(draft, card.deck, card.id)
    draft.happens("plays", card=card.id, deck=card.deck, target=action.target, tile=action.tile, by_hand=card.by_hand)
    if card.cost:
        draft.gain_tp(-card.cost, card.id)
    perform(draft, card.clauses, context)


# -- moments that are open to cards ------------------------------------------------------------------------------------


END_PHASE = EndPhase()


@record
class OpeningRoll(Rolling):
    """The roll a phase begins with; cards may be played before it."""

    def waiting(self, state: State) -> Waiting:
        """Who rolls how many dice, and for what."""
        raise NotImplementedError

    def fallen(self, draft: Draft, dice: tuple[int, ...]) -> None:
        """What follows, with the dice in order."""
        raise NotImplementedError

    def before(self, state: State) -> list[Action]:
        """What else may be done before the roll, besides cards."""
        return []

    def refuse_before(self, state: State, action: Action) -> Refusal | None:
        return not_now(state, action, self.waiting(state))

    def take_before(self, draft: Draft, action: Action) -> None:
        raise AssertionError(f"{action} cannot be done before the roll")

    def actions(self, state: State) -> Sequence[Action]:
        count = self.waiting(state).number
        return Rolls(Roll, count, count, (*self.before(state), *plays(state)))

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, Play):
            return refuse_play(state, action)
        if not isinstance(action, Roll):
            return self.refuse_before(state, action)
        asked = self.waiting(state)
        return refuse_dice(action.dice, asked.number, asked.number, asked.rule)

    def take(self, draft: Draft, action: Action) -> None:
        if isinstance(action, Play):
            draft.push(self)
            play(draft, action)
            return
        if not isinstance(action, Roll):
            draft.push(self)
            self.take_before(draft, action)
            return
        what = self.waiting(draft.state).what
        draft.happens("rolls", what=what, dice=list(action.dice))
        draft.expire(f"roll:{what}")
        let_fall(draft, self, tuple(sorted(action.dice)))


@record
class MainChoice(Asks):
    """What a player may do in a phase until they end it: the phase's own actions, and cards."""

    def own_actions(self, state: State) -> list[Action]:
        raise NotImplementedError

    def own_refusal(self, state: State, action: Action) -> Refusal | None:
        raise NotImplementedError

    def own_take(self, draft: Draft, action: Action) -> None:
        raise NotImplementedError

    def actions(self, state: State) -> Sequence[Action]:
        found = self.own_actions(state)
        found.append(END_PHASE)
        found += plays(state)
        return found

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if isinstance(action, EndPhase):
            return None
        if isinstance(action, Play):
            return refuse_play(state, action)
        return self.own_refusal(state, action)

    def take(self, draft: Draft, action: Action) -> None:
        if isinstance(action, EndPhase):
            draft.phase_over = True
            return
        draft.push(self)
        if isinstance(action, Play):
            play(draft, action)
        else:
            self.own_take(draft, action)

    def waiting(self, state: State) -> Waiting:
        raise NotImplementedError
