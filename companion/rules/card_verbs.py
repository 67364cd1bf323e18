"""Card verbs: what a card, a tile, a Destiny square or a special rule can do.

A verb is one function with its form beside it: `@verb` names the facts it can have. Every draft carries `VERBS`, where
`perform` looks them up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.rules.cards import (
    AMOUNT,
    BY,
    CHANGE,
    DICE,
    LASTS,
    NAME,
    ON,
    PROFILE,
    SCOPE,
    SOME_DEEDS,
    SOME_TALENTS,
    THEN,
    WHEN,
    WHO,
    Clause,
    Fact,
    Form,
    number,
)
from companion.rules.combat import begin_attack, dice_of
from companion.rules.conditions import holds
from companion.rules.damage import Blow, strike
from companion.rules.deadly import TurnEvent, gain_points
from companion.rules.draft import Draft
from companion.rules.drawing import DrawCards, SearchTomb, TurnToken
from companion.rules.effects import (
    ENEMY_OF_THE_DEMON,
    CardVerb,
    ChooseWarrior,
    EffectContext,
    TableRoll,
    candidates,
    of_warrior,
    perform,
    until,
    victims_of,
    where,
    whom,
)
from companion.rules.interrupt_verbs import another_tile, prevent, roll_again, spare_the_dying
from companion.rules.interrupts import offer
from companion.rules.movement import PlaceBeside, arrive, bring_in, halt, left_in_box, refuse_room
from companion.rules.records import frozen
from companion.rules.state import Modifier
from companion.rules.warriors import heal_line
from companion.rules.words import DEMON, HUMAN, SIDES

VERBS: Final[dict[str, CardVerb]] = {}
FORMS: Final[dict[str, Form]] = {}

# Verbs that only describe an Object or weapon; the stats and the combat read them.
DESCRIBING: Final[dict[str, Form]] = {
    "carried_bonus": {"mvt": CHANGE, "cbt": CHANGE, "def": CHANGE},
    "ranged": {"cbt": CHANGE},
    "blast": {"dice": number(1, 12)},
    "slays": {"figure": Fact("figure", DEMON)},
    "initiative_dice": {"amount": AMOUNT},
    "carried_talents": {"gives": SOME_TALENTS},
}


def inner_verb(name: str) -> Callable[[CardVerb], CardVerb]:
    """A verb of the engine's own, that no card can name."""

    def enter(function: CardVerb) -> CardVerb:
        VERBS[name] = function
        return function

    return enter


def verb(word: str, /, **form: Fact) -> Callable[[CardVerb], CardVerb]:
    """A verb that cards can name, with the facts it can have (`name` is one of them)."""
    FORMS[word] = form
    return inner_verb(word)


def describe(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """Nothing happens: the verb says what an Object or weapon is."""


VERBS.update(dict.fromkeys(DESCRIBING, describe))


@verb("hit", on=ON, amount=AMOUNT)
@of_warrior
def hit(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """The warrior suffers hits that come from no attack (FAQ-13)."""
    name = whom(clause, context)
    blow = Blow(name, draft.warrior(name).tile, clause.number("amount"), context.source)
    strike(draft, blow)


@verb("choose", who=WHO, by=BY, then=THEN)
def choose(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """The side that plays, or the one named, picks a warrior, and the nested clauses happen to it."""
    who = clause.word("who", "human")
    if who == HUMAN and context.source in draft.state.game.squares and draft.state.game.has_squamata:
        # Against Kartikeya the Trap is for any enemy (FS-6).
        who = ENEMY_OF_THE_DEMON
    if candidates(draft.state, who):
        by = next((side for side in SIDES if side == clause.word("by")), context.side)
        draft.push(ChooseWarrior(context._replace(side=by), who, clause.facts["then"]))


@verb("each", who=WHO, fewer_cancelled_than=number(0, 6, 0), then=THEN)
def each(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """The nested clauses happen to every warrior meant, in the order of the roster."""
    fewer = clause.number("fewer_cancelled_than", 0)
    for warrior in reversed(candidates(draft.state, clause.word("who", "human"))):
        if not fewer or len(warrior.cancelled) < fewer:
            perform(draft, clause.facts["then"], context._replace(target=warrior.id))


@verb("if", when=WHEN, then=THEN)
def if_holds(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """The nested clauses happen only if the pieces of the condition hold."""
    if holds(draft.state, clause.facts["when"]):
        perform(draft, clause.facts["then"], context)


@verb("heal", on=ON)
@of_warrior
def heal(draft: Draft, clause: Clause, context: EffectContext) -> None:
    warrior = draft.warrior(whom(clause, context))
    draft.put(heal_line(warrior, context.line))
    draft.happens("heals", warrior=warrior.id, line=context.line)


@verb("bonus", on=ON, scope=SCOPE, mvt=CHANGE, cbt=CHANGE, **{"def": CHANGE}, until=LASTS)
@of_warrior
def bonus(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """MVT, CBT or DEF up or down for a time: for one warrior, or for all of a scope."""
    modifier = Modifier(
        source=context.source,
        scope=clause.word("scope") or whom(clause, context),
        until=until(clause),
        mvt=clause.number("mvt", 0),
        cbt=clause.number("cbt", 0),
        defence=clause.number("def", 0),
    )
    draft.modify(modifier)


@verb("talent", on=ON, scope=SCOPE, gives=SOME_TALENTS, takes=SOME_TALENTS, until=LASTS)
@of_warrior
def talent(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """A talent given or taken for a time."""
    modifier = Modifier(
        source=context.source,
        scope=clause.word("scope") or whom(clause, context),
        until=until(clause),
        gives=frozenset(clause.facts.get("gives", ())),
        takes=frozenset(clause.facts.get("takes", ())),
    )
    draft.modify(modifier)


@verb("hit_on", on=ON, score=number(1, 6), until=LASTS)
@of_warrior
def hit_on(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """Combat dice hit from this score on, whatever the DEF (CARD-1)."""
    draft.modify(Modifier(context.source, whom(clause, context), until(clause), hits_on=clause.number("score")))


@verb("forbid", on=ON, scope=SCOPE, forbids=SOME_DEEDS, until=LASTS)
@of_warrior
def forbid(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """A warrior, or all of a scope, may not move, explore or fight for a time."""
    scope = clause.word("scope") or whom(clause, context)
    draft.modify(Modifier(context.source, scope, until(clause), forbids=frozenset(clause.facts["forbids"])))


@verb("tp", amount=number(-20, 20, 1))
def tp(draft: Draft, clause: Clause, context: EffectContext) -> None:
    draft.gain_tp(clause.number("amount"), context.source)


@verb("draw", deck=Fact("word", "event", of=("event", "advantage")), amount=AMOUNT)
def draw(draft: Draft, clause: Clause, context: EffectContext) -> None:
    deck = clause.word("deck", "event")
    if deck == "event" and draft.state.game.has_squamata:
        gain_points(draft, clause.number("amount"))
        return
    draft.push(DrawCards(deck, clause.number("amount"), context.source))


@verb("extra_dice", roll=Fact("word", "destiny", of=("destiny", "action")), amount=AMOUNT)
def extra_dice(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """More dice in the next roll of a kind: "destiny" or "action"."""
    kind = clause.word("roll", "destiny")
    draft.mark(f"{kind}_dice", clause.number("amount"), f"roll:{kind}", context.source)


@verb("limit_dice", roll=Fact("word", "destiny", of=("destiny",)), at_most=number(1, 12))
def limit_dice(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """No more than so many Dice of Destiny in the next Threat phase, extras cancelled (CARD-9)."""
    draft.mark("destiny_limit", clause.number("at_most"), "roll:destiny", context.source)


@verb("remember", name=NAME, amount=number(0, 99, 1), until=LASTS)
def remember(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """A mark that some rule asks about: a free entry, a promised reward, tiles the Human lays."""
    draft.mark(clause.word("name"), clause.number("amount"), until(clause), context.source)


@verb("end_movement", on=ON)
@of_warrior
def end_movement(draft: Draft, clause: Clause, context: EffectContext) -> None:
    halt(draft, whom(clause, context))


@verb("token", on=ON, name=NAME)
@of_warrior
def token(draft: Draft, clause: Clause, context: EffectContext) -> None:
    warrior = draft.warrior(whom(clause, context))
    draft.put(warrior._replace(tokens=(*warrior.tokens, clause.word("name"))))
    draft.decisive = True
    draft.happens("token", warrior=warrior.id, token=clause.word("name"))


@verb("lay_tokens", name=NAME, amount=AMOUNT)
def lay_tokens(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """Tokens are laid face down on the tile, as many as there are left: nobody knows what each of them shows."""
    name, tile, state = clause.word("name"), where(draft, context), draft.state
    lying = sum(tokens.count(name) for tokens in state.tile_tokens.values())
    count = min(clause.number("amount"), len(state.decks.get(name, ())) - lying)
    if tile and count > 0:
        tokens = (*state.tile_tokens.get(tile, ()), *(name,) * count)
        draft.set(tile_tokens=frozen({**state.tile_tokens, tile: tokens}))
        draft.happens("lays_tokens", tile=tile, token=name, amount=count)


@verb("turn_token", name=NAME, shows=NAME, then=THEN)
def turn_token(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """One of the tokens on the tile is turned; if it shows this, the nested clauses happen."""
    name, tile = clause.word("name"), where(draft, context)
    if name in draft.state.tile_tokens.get(tile, ()):
        turning = context._replace(tile=tile)
        draft.push(TurnToken(turning, name, clause.word("shows"), clause.facts["then"]))


@verb("search_tomb")
@of_warrior
def search_tomb(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """The warrior finds an Object nobody uses, or its player an Advantage (DP-5)."""
    draft.push(SearchTomb(context))


@verb("turn_event")
def turn_event(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """An event of the Deadly Destiny table that was used may be used again (FS-7)."""
    if draft.state.deadly_used:
        draft.push(TurnEvent())


@verb("place", profile=PROFILE)
def place(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """A warrior is put on the tile, if the stock has one and there is room (SET-3, MOV-3)."""
    profile = draft.state.game.profiles[clause.word("profile")]
    tile = where(draft, context)
    if not tile or not left_in_box(draft.state, profile):
        return
    if not refuse_room(draft.state, profile.side, tile):
        bring_in(draft, profile, tile)
    elif context.source in draft.state.game.tile_kinds and draft.state.game.house.booby_full == "beside":
        draft.push(PlaceBeside(context, profile.id, tile))


@verb("remove", on=ON)
@of_warrior
def remove(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """A warrior is taken off the table without being killed."""
    name = whom(clause, context)
    draft.leaves_play(name)
    draft.set(warriors=draft.state.warriors.without(name))
    draft.decisive = True
    draft.happens("removed", warrior=name)


@verb("rise", profile=PROFILE)
def rise(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """The fallen come back for the other side; where there is no room the Demon first takes one off the tile."""
    profile = draft.state.game.profiles[clause.word("profile")]
    tile = where(draft, context)
    if not tile or not left_in_box(draft.state, profile):
        return
    if refuse_room(draft.state, profile.side, tile):
        then = (Clause("remove", frozen({})), Clause("place", frozen({"profile": profile.id})))
        draft.push(ChooseWarrior(context._replace(side=DEMON, tile=tile), DEMON, then, on_tile=tile))
    else:
        bring_in(draft, profile, tile)


@verb("move", on=ON)
@of_warrior
def move_target(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """The warrior is put on another tile, past whatever stands in its way; the room there counts (MOV-3)."""
    warrior = draft.warrior(whom(clause, context))
    if not refuse_room(draft.state, warrior.side, context.tile):
        draft.happens("moves", warrior=warrior.id, **{"from": warrior.tile}, tile=context.tile, via=context.source)
        arrive(draft, warrior, context.tile)


@verb("roll_table", die=Fact("word", "d6", of=tuple(DICE)), table=Fact("table"))
def roll_table(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """A die is rolled and its score looked up: scores and the clauses that then happen."""
    draft.push(TableRoll(context, tuple(clause.facts["table"]), DICE[clause.word("die", "d6")]))


@verb("attacks_ally")
@of_warrior
def attacks_ally(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """A Condemned at once attacks another Human on its tile, guarding nobody itself (CARD-11)."""
    victims = [w.id for w in victims_of(draft.state, draft.warrior(context.target))]
    if context.victim or len(victims) == 1:
        turn_on(draft, context._replace(victim=context.victim or victims[0]))
    else:
        then = (Clause("turns_on_target", frozen({})),)
        attacker = context._replace(bearer=context.target)
        draft.push(
            ChooseWarrior(attacker, "human", then, on_tile=draft.warrior(context.target).tile, but=context.target)
        )


# -- what only an interrupt can do ------------------------------------------------------------------------------------


verb("roll_again")(roll_again)
verb("prevent", amount=AMOUNT)(prevent)
verb("another_tile")(another_tile)
verb("spare")(spare_the_dying)
inner_verb("offer")(offer)


@inner_verb("turns_on_target")
def turns_on_target(draft: Draft, clause: Clause, context: EffectContext) -> None:
    """The bearer attacks the warrior that was chosen."""
    turn_on(draft, context._replace(target=context.bearer, victim=context.target))


def turn_on(draft: Draft, context: EffectContext) -> None:
    attacker = draft.warrior(context.target)
    armed = {"weapon": context.weapon} if context.weapon else {}
    draft.happens("turns_on", warrior=attacker.id, target=context.victim, **armed)
    if dice_of(draft.state, attacker, context.weapon) > 0:
        begin_attack(draft, attacker, context.victim, attacker.tile, context.weapon, context.side)
