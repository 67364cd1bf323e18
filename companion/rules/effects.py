"""Effects: what a card, tile, Destiny square or special rule does, on whom, and what it has to ask.

An effect is a list of clauses, each a verb with its facts. The verbs are functions in `card_verbs`; every draft
carries them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from companion.rules.actions import UNKNOWN, Action, Draw, Hit, Play, Roll
from companion.rules.board import Label
from companion.rules.cards import Card, Clause
from companion.rules.draft import Draft
from companion.rules.records import frozen, in_snapshot
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State, Warrior
from companion.rules.steps import Asks, Rolls, not_now, refuse_dice
from companion.rules.words import DEMON, HUMAN, Side


@in_snapshot("Scene")
class EffectContext(NamedTuple):
    """Who plays what on whom: the card or tile, the side, the bearer, and what was chosen."""

    source: str
    side: Side
    bearer: str = ""
    target: str = ""
    tile: Label = ""
    line: int = 0
    victim: str = ""


CardVerb: TypeAlias = "Callable[[Draft, Clause, EffectContext], None]"


def perform(draft: Draft, clauses: Iterable[Clause], context: EffectContext) -> None:
    """Do what the clauses say, one after the other."""
    for clause in clauses:
        draft.verbs[clause.verb](draft, clause, context)


# -- special rules of a scenario (SET-1) -------------------------------------------------------------------------------


# A special rule may set off another, which may set off the first: so deep, and so many in one action, and no more.
DEEPEST = 12
MOST = 200
# In place of a kind of tile: whichever it is.
ANY = "any"


def on_special(draft: Draft, moment: str, target: str = "", tile: Label = "") -> None:
    """Everything the scenario ties to this moment: "start:initiative", "death:human" and the like."""
    state = draft.state
    if not state.game.special or draft.depth >= DEEPEST:
        return
    draft.depth += 1
    for when, clause in state.game.special:
        if when == moment and draft.set_off < MOST:
            draft.set_off += 1
            perform(draft, (clause,), EffectContext(source=state.game.name, side=state.side, target=target, tile=tile))
    draft.depth -= 1


# -- whom and what a card may be played on -----------------------------------------------------------------------------


def is_a(warrior: Warrior, who: str) -> bool:
    """Does a word of the cards mean this warrior? "Condemned" never means the Redeemer (FAQ-7)."""
    if who == "warrior":
        return True
    if who == "condemned":
        return warrior.profile.condemned
    if who in (HUMAN, DEMON):
        return warrior.side == who
    return who in (warrior.figure, warrior.profile.id)


def candidates(state: State, who: str) -> list[Warrior]:
    return [w for w in state.warriors.all.values() if w.tile and is_a(w, who)]


def victims_of(state: State, possessed: Warrior) -> list[Warrior]:
    """Whom a possessed Condemned can be made to attack: the other Humans on its tile (CARD-11)."""
    return [w for w in state.warriors.on(possessed.tile) if w.side == possessed.side and w.id != possessed.id]


def in_reach(state: State, card: Card, bearer: Warrior | None, target: Warrior) -> bool:
    if bearer is None or card.aim.reach == "any":
        return True
    if card.aim.reach == "same_tile":
        return target.tile == bearer.tile
    return target.tile == bearer.tile or target.tile in state.board.joined[bearer.tile]


def refuse_aim(state: State, card: Card, action: Play, bearer: Warrior | None) -> Refusal | None:
    aim = card.aim
    facts = {"card": card.id, "target": action.target}
    if aim.who:
        target = state.warriors.all.get(action.target)
        if target is None or not target.tile or not is_a(target, aim.who):
            return Refusal(card.rule, "wrong_target", {**facts, "who": aim.who})
        if not in_reach(state, card, bearer, target):
            return Refusal(card.rule, "target_out_of_reach", facts)
        if aim.line and action.line not in target.cancelled:
            return Refusal(card.rule, "line_not_cancelled", {**facts, "line": action.line})
        if any(c.verb == "attacks_ally" for c in card.clauses):
            return refuse_victim(state, card, target, action)
    elif action.target and not card.by_hand:
        return Refusal(card.rule, "needs_no_target", facts)
    if aim.tile and action.tile not in state.board.tiles:
        return Refusal(card.rule, "wrong_tile", {"card": card.id, "tile": action.tile})
    return None


def refuse_victim(state: State, card: Card, possessed: Warrior, action: Play) -> Refusal | None:
    victims = [w.id for w in victims_of(state, possessed)]
    if not victims or (action.victim and action.victim not in victims):
        facts = {"card": card.id, "target": possessed.id, "victim": action.victim}
        return Refusal(card.rule, "no_victim", facts)
    return None


def ways_to_aim(state: State, card: Card, bearer: Warrior | None) -> Iterator[Play]:
    """Candidate ways; those out of reach or against the card are sorted out by `refuse_play`."""
    aim = card.aim
    tiles = tuple(state.board.tiles) if aim.tile else ("",)
    if not aim.who:
        for tile in tiles:
            yield Play(card.id, tile=tile)
        return
    for target in candidates(state, aim.who):
        if not in_reach(state, card, bearer, target):
            continue
        for line in target.cancelled if aim.line else (0,):
            for tile in tiles:
                yield Play(card.id, target.id, tile, line)


# -- effects that have to ask ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChooseWarrior(Asks):
    """The side that plays chooses a warrior for what then happens: the Trap and the like."""

    context: EffectContext
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
        facts = {"source": self.context.source, "candidates": [w.id for w in self.candidates(state)]}
        return Waiting(self.context.side, "choice", "hit", "THR-2", 1, facts)

    def actions(self, state: State) -> Sequence[Action]:
        return [Hit(w.id) for w in self.candidates(state)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Hit):
            return not_now(state, action, self.waiting(state))
        if any(w.id == action.warrior for w in self.candidates(state)):
            return None
        return Refusal(
            "THR-2", "wrong_target", {"card": self.context.source, "target": action.warrior, "who": self.who}
        )

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Hit)
        draft.happens("chosen", warrior=action.warrior, source=self.context.source)
        perform(draft, self.then, self.context._replace(target=action.warrior))


def cards_left(state: State, deck: str) -> int:
    """Cards still in the deck: those nobody has turned up yet, less those held face down."""
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
            draft.set(decks=frozen({**state.decks, self.deck: tuple(deck)}))
        draft.set(hands=frozen({**state.hands, self.deck: (*state.hands.get(self.deck, ()), action.what)}))
        draft.happens("draws_card", deck=self.deck, card=action.what)
        if self.count > 1:
            draft.push(DrawCards(self.deck, self.count - 1, self.source))


@dataclass(frozen=True, slots=True)
class TableRoll(Asks):
    """A die whose score is looked up in a table: the Booby-Trapped Tunnel (TIL-5)."""

    context: EffectContext
    table: tuple[Mapping[str, Any], ...]

    def waiting(self, state: State) -> Waiting:
        facts = {"source": self.context.source, "target": self.context.target}
        return Waiting(self.context.side, "roll", self.context.source, "TIL-5", 1, facts)

    def actions(self, state: State) -> Sequence[Action]:
        return Rolls(Roll, 1, 1)

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Roll):
            return not_now(state, action, self.waiting(state))
        return refuse_dice(action.dice, 1, 1, "TIL-5")

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Roll)
        score = action.dice[0]
        draft.happens("rolls", what=self.context.source, dice=[score])
        for row in self.table:
            if score in row["scores"]:
                perform(draft, row["then"], self.context)
