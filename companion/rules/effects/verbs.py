"""The palette's verbs: what a card, a tile, a Destiny square or a special rule can do, each a small function."""

from __future__ import annotations

from companion.rules.board import Label
from companion.rules.bodies import heal_line
from companion.rules.cards import Clause
from companion.rules.combat import begin_attack, dice_of
from companion.rules.conditions import holds
from companion.rules.damage import Blow, strike
from companion.rules.draft import Draft
from companion.rules.effects.aiming import candidates, victims_of
from companion.rules.effects.asking import ChooseWarrior, DrawCards, TableRoll
from companion.rules.effects.registry import Scene, Verb, perform, verb
from companion.rules.movement import arrive, halt, refuse_room
from companion.rules.state import Modifier, State
from companion.rules.supply import bring_in, in_stock
from companion.rules.words import DEMON, END_OF_ACTIVATION, Moment


def whom(clause: Clause, scene: Scene) -> str:
    """The warrior a clause is about: the one aimed at, or the bearer of the card."""
    return scene.bearer if clause.word("on", "target") == "bearer" else scene.target


def where(draft: Draft, scene: Scene) -> Label:
    """The tile a clause is about: the one aimed at, or the one the target stands on."""
    target = draft.state.warriors.all.get(scene.target)
    return scene.tile or (target.tile if target is not None else "")


def until(clause: Clause, default: Moment = END_OF_ACTIVATION) -> Moment:
    return clause.word("until", default)


def of_warrior(function: Verb) -> Verb:
    """A verb about one warrior: nothing happens to one that has died or left in the meantime."""

    def only_in_play(draft: Draft, clause: Clause, scene: Scene) -> None:
        warrior = draft.state.warriors.all.get(whom(clause, scene))
        if clause.word("scope") or (warrior is not None and warrior.tile):
            function(draft, clause, scene)

    return only_in_play


@verb("hit")
@of_warrior
def hit(draft: Draft, clause: Clause, scene: Scene) -> None:
    """The warrior suffers hits that come from no attack (FAQ-13)."""
    name = whom(clause, scene)
    blow = Blow(name, draft.warrior(name).tile, clause.number("amount"), scene.source)
    strike(draft, blow)


@verb("choose")
def choose(draft: Draft, clause: Clause, scene: Scene) -> None:
    """The side that plays, or the one named, picks a warrior, and the nested clauses happen to it."""
    who = clause.word("who", "human")
    if candidates(draft.state, who):
        by = clause.word("by")
        draft.push(ChooseWarrior(scene._replace(side=by) if by else scene, who, clause.facts["then"]))


@verb("each")
def each(draft: Draft, clause: Clause, scene: Scene) -> None:
    """The nested clauses happen to every warrior meant, in the order of the roster."""
    fewer = clause.number("fewer_cancelled_than", 0)
    for warrior in reversed(candidates(draft.state, clause.word("who", "human"))):
        if not fewer or len(warrior.cancelled) < fewer:
            perform(draft, clause.facts["then"], scene._replace(target=warrior.id))


@verb("if")
def if_holds(draft: Draft, clause: Clause, scene: Scene) -> None:
    """The nested clauses happen only if the pieces of the condition hold."""
    if holds(draft.state, clause.facts["when"]):
        perform(draft, clause.facts["then"], scene)


@verb("heal")
@of_warrior
def heal(draft: Draft, clause: Clause, scene: Scene) -> None:
    warrior = draft.warrior(whom(clause, scene))
    draft.put(heal_line(warrior, scene.line))
    draft.say("heals", warrior=warrior.id, line=scene.line)


@verb("bonus")
@of_warrior
def bonus(draft: Draft, clause: Clause, scene: Scene) -> None:
    """MVT, CBT or DEF up or down for a time: for one warrior, or for all of a scope."""
    modifier = Modifier(
        source=scene.source,
        scope=clause.word("scope") or whom(clause, scene),
        until=until(clause),
        mvt=clause.number("mvt", 0),
        cbt=clause.number("cbt", 0),
        defence=clause.number("def", 0),
    )
    draft.modify(modifier)


@verb("talent")
@of_warrior
def talent(draft: Draft, clause: Clause, scene: Scene) -> None:
    """A talent given or taken for a time."""
    modifier = Modifier(
        source=scene.source,
        scope=clause.word("scope") or whom(clause, scene),
        until=until(clause),
        gives=frozenset(clause.facts.get("gives", ())),
        takes=frozenset(clause.facts.get("takes", ())),
    )
    draft.modify(modifier)


@verb("hit_on")
@of_warrior
def hit_on(draft: Draft, clause: Clause, scene: Scene) -> None:
    """Combat dice hit from this score on, whatever the DEF (CARD-1)."""
    draft.modify(Modifier(scene.source, whom(clause, scene), until(clause), hits_on=clause.number("score")))


@verb("forbid")
@of_warrior
def forbid(draft: Draft, clause: Clause, scene: Scene) -> None:
    """A warrior, or all of a scope, may not move, explore or fight for a time."""
    scope = clause.word("scope") or whom(clause, scene)
    draft.modify(Modifier(scene.source, scope, until(clause), forbids=frozenset(clause.facts["forbids"])))


@verb("tp")
def tp(draft: Draft, clause: Clause, scene: Scene) -> None:
    draft.gain_tp(clause.number("amount"), scene.source)


@verb("draw")
def draw(draft: Draft, clause: Clause, scene: Scene) -> None:
    deck = clause.word("deck", "event")
    draft.push(DrawCards(deck, clause.number("amount"), scene.source))


@verb("extra_dice")
def extra_dice(draft: Draft, clause: Clause, scene: Scene) -> None:
    """More dice in the next roll of a kind: "destiny" or "action"."""
    kind = clause.word("roll", "destiny")
    draft.mark(f"{kind}_dice", clause.number("amount"), f"roll:{kind}", scene.source)


@verb("limit_dice")
def limit_dice(draft: Draft, clause: Clause, scene: Scene) -> None:
    """No more than so many Dice of Destiny in the next Threat phase, extras cancelled (CARD-9)."""
    draft.mark("destiny_limit", clause.number("at_most"), "roll:destiny", scene.source)


@verb("remember")
def remember(draft: Draft, clause: Clause, scene: Scene) -> None:
    """A mark that some rule asks about: a free entry, a promised reward, tiles the Human lays."""
    draft.mark(clause.word("name"), clause.number("amount"), until(clause), scene.source)


@verb("end_movement")
@of_warrior
def end_movement(draft: Draft, clause: Clause, scene: Scene) -> None:
    halt(draft, whom(clause, scene))


@verb("token")
@of_warrior
def token(draft: Draft, clause: Clause, scene: Scene) -> None:
    warrior = draft.warrior(whom(clause, scene))
    draft.put(warrior._replace(tokens=(*warrior.tokens, clause.word("name"))))
    draft.decisive = True
    draft.say("token", warrior=warrior.id, token=clause.word("name"))


@verb("place")
def place(draft: Draft, clause: Clause, scene: Scene) -> None:
    """A warrior is put on the tile, if the stock has one and there is room (SET-3, MOV-3)."""
    profile = draft.state.game.profiles[clause.word("profile")]
    tile = where(draft, scene)
    if tile and in_stock(draft.state, profile) and not refuse_room(draft.state, profile.side, tile):
        bring_in(draft, profile, tile)


@verb("remove")
@of_warrior
def remove(draft: Draft, clause: Clause, scene: Scene) -> None:
    """A warrior is taken off the table without being killed."""
    name = whom(clause, scene)
    draft.stop_acting(name)
    draft.set(warriors=draft.state.warriors.without(name))
    draft.decisive = True
    draft.say("removed", warrior=name)


@verb("rise")
def rise(draft: Draft, clause: Clause, scene: Scene) -> None:
    """The fallen come back for the other side; where there is no room the Demon first takes one off the tile."""
    profile = draft.state.game.profiles[clause.word("profile")]
    tile = where(draft, scene)
    if not tile or not in_stock(draft.state, profile):
        return
    if refuse_room(draft.state, profile.side, tile):
        then = (Clause("remove", {}), Clause("place", {"profile": profile.id}))
        draft.push(ChooseWarrior(scene._replace(side=DEMON, tile=tile), DEMON, then, on_tile=tile))
    else:
        bring_in(draft, profile, tile)


@verb("move")
@of_warrior
def move_target(draft: Draft, clause: Clause, scene: Scene) -> None:
    """The warrior is put on another tile, past whatever stands in its way; the room there counts (MOV-3)."""
    warrior = draft.warrior(whom(clause, scene))
    if not refuse_room(draft.state, warrior.side, scene.tile):
        draft.say("moves", warrior=warrior.id, **{"from": warrior.tile}, tile=scene.tile, via=scene.source)
        arrive(draft, warrior, scene.tile)


@verb("roll_table")
def roll_table(draft: Draft, clause: Clause, scene: Scene) -> None:
    """A die is rolled and its score looked up: scores and the clauses that then happen."""
    draft.push(TableRoll(scene, tuple(clause.facts["table"])))


@verb("attacks_ally")
@of_warrior
def attacks_ally(draft: Draft, clause: Clause, scene: Scene) -> None:
    """A Condemned at once attacks another Human on its tile, guarding nobody itself (CARD-11)."""
    victims = [w.id for w in victims_of(draft.state, draft.warrior(scene.target))]
    if scene.victim or len(victims) == 1:
        turn_on(draft, scene._replace(victim=scene.victim or victims[0]))
    else:
        then = (Clause("turns_on_target", {}),)
        asked = scene._replace(bearer=scene.target)
        draft.push(ChooseWarrior(asked, "human", then, on_tile=draft.warrior(scene.target).tile, but=scene.target))


@verb("turns_on_target")
def turns_on_target(draft: Draft, clause: Clause, scene: Scene) -> None:
    """The bearer attacks the warrior that was chosen."""
    turn_on(draft, scene._replace(target=scene.bearer, victim=scene.target))


def turn_on(draft: Draft, scene: Scene) -> None:
    attacker = draft.warrior(scene.target)
    draft.say("turns_on", warrior=attacker.id, target=scene.victim)
    if has_dice(draft.state, attacker.id):
        begin_attack(draft, attacker, scene.victim, attacker.tile, "", scene.side)


def has_dice(state: State, name: str) -> bool:
    return dice_of(state, state.warriors.all[name], "") > 0
