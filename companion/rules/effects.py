"""Effects: what a card, tile, Destiny square or special rule does, on whom, and what it has to ask.

An effect is a list of clauses, each a verb with its facts. The verbs are functions in `card_verbs`; every draft
carries them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from companion.rules.actions import Action, Hit, Play, Roll
from companion.rules.board import Label
from companion.rules.cards import Card, Clause
from companion.rules.draft import Draft
from companion.rules.records import frozen, in_snapshot, record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State, Warrior
from companion.rules.steps import Asks, Rolls, Runs, not_now, refuse_dice
from companion.rules.warriors import in_use
from companion.rules.words import DEMON, END_OF_ACTIVATION, ROLL_FALLEN, SIDES, Moment, Side


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
    weapon: str = ""


def rule_of(state: State, context: EffectContext) -> str:
    """The rule an effect goes by: that of its card or tile, of the Board of Destiny, or the scenario's own."""
    source = context.source
    if source in state.game.cards:
        return state.game.cards[source].rule
    if source in state.game.squares:
        return "THR-2"
    if source in state.game.tile_kinds:
        return state.game.tile_kinds[source].rule
    # What a scenario says of a place: the Stash does what the scenario says (TIL-1).
    kind = state.kind_of(context.tile) if context.tile in state.board.tiles else None
    return kind.rule if kind is not None and kind.id == "stash" else "SET-1"


CardVerb: TypeAlias = "Callable[[Draft, Clause, EffectContext], None]"


def perform(draft: Draft, clauses: Iterable[Clause], context: EffectContext) -> None:
    """Do what the clauses say, one after the other."""
    for clause in clauses:
        draft.verbs[clause.verb](draft, clause, context)


# -- what a clause is about -------------------------------------------------------------------------------------------


def whom(clause: Clause, context: EffectContext) -> str:
    """The warrior a clause is about: the one aimed at, or the bearer of the card."""
    return context.bearer if clause.word("on", "target") == "bearer" else context.target


def where(draft: Draft, context: EffectContext) -> Label:
    """The tile a clause is about: the one aimed at, or the one the target stands on."""
    target = draft.state.warriors.all.get(context.target)
    return context.tile or (target.tile if target is not None else "")


def until(clause: Clause, default: Moment = END_OF_ACTIVATION) -> Moment:
    return clause.word("until", default)


def of_warrior(function: CardVerb) -> CardVerb:
    """A verb about one warrior: nothing happens to one that has died or left in the meantime."""

    def only_in_play(draft: Draft, clause: Clause, context: EffectContext) -> None:
        warrior = draft.state.warriors.all.get(whom(clause, context))
        if clause.word("scope") or (warrior is not None and warrior.tile):
            function(draft, clause, context)

    return only_in_play


# -- moments at which a card can interrupt (`interrupts`) --------------------------------------------------------------


def offer_moment(draft: Draft, moment: Moment, target: str = "", tile: Label = "") -> None:
    """Whoever holds a card of this moment is asked before the top of the agenda is done."""
    if draft.state.game.interrupts:
        context = EffectContext(source=moment, side=draft.state.side, target=target, tile=tile)
        perform(draft, (Clause("offer", frozen({"moment": moment})),), context)


@record
class Rolling(Asks):
    """Base of the steps that wait for a roll. `fallen` says what the dice do, once no card wants them otherwise."""

    def fallen(self, draft: Draft, dice: tuple[int, ...]) -> None:
        raise NotImplementedError


@record
class Fallen(Runs):
    """Dice that have fallen and count, unless a card has them rolled again."""

    roll: Rolling
    dice: tuple[int, ...]

    def run(self, draft: Draft) -> None:
        self.roll.fallen(draft, self.dice)


def let_fall(draft: Draft, roll: Rolling, dice: tuple[int, ...]) -> None:
    if draft.state.game.interrupts:
        draft.push(Fallen(roll, dice))
        offer_moment(draft, ROLL_FALLEN)
    else:
        roll.fallen(draft, dice)


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


# Whoever is not of the Demon's side: a word of the engine's own.
ENEMY_OF_THE_DEMON = "enemy_of_the_demon"


def is_a(warrior: Warrior, who: str) -> bool:
    """Does a word of the cards mean this warrior? "Condemned" never means the Redeemer (FAQ-7)."""
    if who == "warrior":
        return True
    if who == ENEMY_OF_THE_DEMON:
        return warrior.side != DEMON
    if who == "condemned":
        return warrior.profile.condemned
    if who in SIDES:
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
        if makes_attack(card):
            return refuse_victim(state, card, target, action)
    elif action.target and not card.by_hand:
        return Refusal(card.rule, "needs_no_target", facts)
    if aim.tile and action.tile not in state.board.tiles:
        return Refusal(card.rule, "wrong_tile", {"card": card.id, "tile": action.tile})
    return None


def makes_attack(card: Card) -> bool:
    """Does the card make a Condemned attack its own side?"""
    return any(clause.verb == "attacks_ally" for clause in card.clauses)


def refuse_victim(state: State, card: Card, possessed: Warrior, action: Play) -> Refusal | None:
    victims = [w.id for w in victims_of(state, possessed)]
    if action.weapon and action.weapon not in in_use(state, possessed, "ranged"):
        return Refusal(card.rule, "no_such_weapon", {"warrior": possessed.id, "weapon": action.weapon})
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
        # A possessed warrior uses what it carries, a Blunderbuss too, but no Grenade (CARD-11).
        weapons = ("", *in_use(state, target, "ranged")) if makes_attack(card) else ("",)
        for line, tile, weapon in product(target.cancelled if aim.line else (0,), tiles, weapons):
            yield Play(card.id, target.id, tile, line, weapon=weapon)


# -- effects that have to ask ------------------------------------------------------------------------------------------


@record
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
        return Waiting(self.context.side, "choice", "hit", rule_of(state, self.context), 1, facts)

    def actions(self, state: State) -> Sequence[Action]:
        return [Hit(w.id) for w in self.candidates(state)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Hit):
            return not_now(state, action, self.waiting(state))
        if any(w.id == action.warrior for w in self.candidates(state)):
            return None
        facts = {"card": self.context.source, "target": action.warrior, "who": self.who}
        return Refusal(rule_of(state, self.context), "wrong_target", facts)

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Hit)
        draft.happens("chosen", warrior=action.warrior, source=self.context.source)
        perform(draft, self.then, self.context._replace(target=action.warrior))


@record
class TableRoll(Rolling):
    """A die whose score is looked up in a table: the Booby-Trapped Tunnel (TIL-5), or a ten-sided one (SET-4)."""

    context: EffectContext
    table: tuple[Mapping[str, Any], ...]
    sides: int = 6

    def waiting(self, state: State) -> Waiting:
        facts = {"source": self.context.source, "target": self.context.target}
        return Waiting(
            self.context.side, "roll", self.context.source, rule_of(state, self.context), 1, facts, self.sides
        )

    def actions(self, state: State) -> Sequence[Action]:
        return Rolls(Roll, 1, 1, sides=self.sides)

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Roll):
            return not_now(state, action, self.waiting(state))
        return refuse_dice(action.dice, 1, 1, rule_of(state, self.context), self.sides)

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Roll)
        score = action.dice[0]
        draft.happens("rolls", what=self.context.source, dice=[score])
        let_fall(draft, self, action.dice)

    def fallen(self, draft: Draft, dice: tuple[int, ...]) -> None:
        for row in self.table:
            if dice[0] in row["scores"]:
                perform(draft, row["then"], self.context)
