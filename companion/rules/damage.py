"""Damage: the one path every hit takes, whatever caused it.

hits of a cause → guards asked, hit by hit → doubling → wounds, deaths, or lines for the player to pick → death and its
effects. (CBT-4 to CBT-6, CBT-8, TIL-2, CARD-5, CARD-13, FAQ-1, FAQ-13, ACT-5)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from companion.rules.actions import Action, Guard, Hit
from companion.rules.allotting import AllotHits, AllotWounds
from companion.rules.board import Label
from companion.rules.death import die
from companion.rules.draft import Draft
from companion.rules.effects import offer_moment
from companion.rules.records import in_snapshot, record
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State, Warrior
from companion.rules.steps import Asks, Runs, not_now
from companion.rules.warriors import body_of, has_talent, in_use
from companion.rules.words import (
    BODYGUARD,
    HIT_COMING,
    TROGLODYTE,
    TROGLODYTES,
    Side,
)

GRENADE = "grenade"


@in_snapshot()
class Blow(NamedTuple):
    """Hits about to land on a target of a tile: a warrior, or all its Troglodytes as one.

    `attack` is false for hits that come from no attack (a trap, a tile): nobody can guard against those.
    """

    target: str
    tile: Label
    hits: int
    source: str
    attack: bool = False
    attacker: str = ""
    weapon: str = ""
    # Its hits are single effects of doubled hits, each of which somebody else may take (house rule).
    halved: bool = False


@in_snapshot()
class Taker(NamedTuple):
    """Who takes how many hits of a blow, and whether in somebody else's place."""

    blow: Blow
    name: str
    hits: int
    guarding: bool = False


def strike(draft: Draft, *blows: Blow) -> None:
    """Let the blows of one attack (or one trap) land: all guards are asked first."""
    landing = tuple(blow for blow in blows if blow.hits > 0)
    for blow in landing:
        draft.happens("hits", target=blow.target, tile=blow.tile, hits=blow.hits, source=blow.source)
    if not draft.state.game.interrupts:
        ask_guards(draft, tuple(split_up(draft.state, blow) for blow in landing), ())
        return
    draft.push(Landing(landing))
    for blow in landing:
        offer_moment(draft, HIT_COMING, blow.target, blow.tile)


@record
class Landing(Runs):
    """Hits that are about to be taken, unless a card prevents them."""

    blows: tuple[Blow, ...]

    def run(self, draft: Draft) -> None:
        left = tuple(split_up(draft.state, blow) for blow in self.blows if blow.hits > 0)
        if left:
            ask_guards(draft, left, ())


def split_up(state: State, blow: Blow) -> Blow:
    """By house rule the two effects of a doubled hit are asked for one by one, and may go to different guards."""
    if state.game.house.doubled_hit != "split" or factor(state, blow) == 1:
        return blow
    return blow._replace(hits=blow.hits * factor(state, blow), halved=True)


def ask_guards(draft: Draft, blows: tuple[Blow, ...], settled: tuple[Taker, ...]) -> None:
    """The next blow that somebody could step in for is asked about; when none is left all hits land."""
    for i, blow in enumerate(blows):
        guarding = Guarding(blow, (), blows[i + 1 :], settled)
        if guarding.candidates(draft.state):
            draft.push(guarding)
            return
        settled = (*settled, Taker(blow, blow.target, blow.hits))
    land(draft, settled)


# -- guards ------------------------------------------------------------------------------------------------------------


def guards(state: State, blow: Blow) -> list[Warrior]:
    """Allies on the target's tile who may step in for it (CBT-8, FAQ-13)."""
    if not blow.attack or (blow.weapon == GRENADE and state.game.house.bodyguard_grenade == "forbidden"):
        return []
    here = state.warriors.on(blow.tile)
    swarm = blow.target == TROGLODYTES
    side = next(w for w in here if w.id == blow.target or (swarm and w.figure == TROGLODYTE)).side
    fanatics = any(w.side == side and "guarded_by_troglodytes" in w.profile.traits for w in here)
    return [
        w
        for w in here
        if w.side == side
        and w.id not in (blow.target, blow.attacker)
        and not (swarm and w.figure == TROGLODYTE)
        and (has_talent(state, w, BODYGUARD) or (fanatics and w.figure == TROGLODYTE))
    ]


@record
class Guarding(Asks):
    """Each hit of an attack that a guard could take is asked for, one by one, before any hit lands."""

    blow: Blow
    answers: tuple[str | None, ...]
    later: tuple[Blow, ...] = ()
    settled: tuple[Taker, ...] = ()

    def side(self, state: State) -> Side:
        return guards(state, self.blow)[0].side

    def candidates(self, state: State) -> list[Warrior]:
        """Guards who are not dead yet of the hits they have taken on already."""
        each = factor(state, self.blow, guarding=True)
        return [
            w
            for w in guards(state, self.blow)
            if self.answers.count(w.id) * each + self._owed(state, w.id) < body_of(w).left(w)
        ]

    def _owed(self, state: State, name: str) -> int:
        """What earlier blows of the same attack do to a warrior."""
        return sum(t.hits * factor(state, t.blow, t.guarding) for t in self.settled if t.name == name)

    def waiting(self, state: State) -> Waiting:
        able = [w.id for w in self.candidates(state)]
        facts = {"target": self.blow.target, "hit": len(self.answers) + 1, "guards": able}
        return Waiting(self.side(state), "choice", "guard", "CBT-8", self.blow.hits - len(self.answers), facts)

    def actions(self, state: State) -> Sequence[Action]:
        return [*(Guard(w.id) for w in self.candidates(state)), Guard(None)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Guard):
            return not_now(state, action, self.waiting(state))
        if action.warrior is None or any(w.id == action.warrior for w in self.candidates(state)):
            return None
        return Refusal("CBT-8", "cannot_guard", {"warrior": action.warrior, "target": self.blow.target})

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Guard)
        if action.warrior is not None:
            draft.happens("guards", warrior=action.warrior, target=self.blow.target)
        after = replace(self, answers=(*self.answers, action.warrior))
        if len(after.answers) < self.blow.hits and after.candidates(draft.state):
            draft.push(after)
        else:
            ask_guards(draft, self.later, (*self.settled, *after.takers()))

    def takers(self) -> tuple[Taker, ...]:
        stepped_in = dict.fromkeys(a for a in self.answers if a is not None)
        found = [Taker(self.blow, name, self.answers.count(name), guarding=True) for name in stepped_in]
        rest = self.blow.hits - sum(t.hits for t in found)
        return (*([Taker(self.blow, self.blow.target, rest)] if rest else []), *found)


# -- landing -----------------------------------------------------------------------------------------------------------


def factor(state: State, blow: Blow, guarding: bool = False) -> int:
    """Hungry Tunnels double hits obtained in combat, never a Grenade's (TIL-2, FAQ-1)."""
    if not blow.attack or blow.halved or blow.weapon == GRENADE or not state.kind_of(blow.tile).doubles_hits:
        return 1
    return 1 if guarding and state.game.house.bodyguard_hungry == "takes_1" else 2


def land(draft: Draft, takers: tuple[Taker, ...]) -> None:
    """Hits become wounds, deaths, or lines to pick: those of one warrior together."""
    to_pick: dict[str, int] = {}
    to_wound: dict[str, int] = {}
    for taker in takers:
        blow = taker.blow
        effects = taker.hits * factor(draft.state, blow, taker.guarding)
        if taker.name == TROGLODYTES:
            fall(draft, blow.tile, effects, blow.source)
            continue
        victim = draft.state.warriors.all.get(taker.name)
        if victim is None:
            continue
        if victim.parts:
            to_wound[victim.id] = to_wound.get(victim.id, 0) + effects
        elif body_of(victim).asks:
            to_pick[victim.id] = to_pick.get(victim.id, 0) + effects
        else:
            wound(draft, victim, hammered(draft.state, blow, victim, taker.hits, effects), blow.source)
    if to_pick:
        draft.push(AllotHits(tuple(to_pick.items()), takers[0].blow.source))
    for name, hits in to_wound.items():
        draft.push(AllotWounds(name, hits, takers[0].blow.source))


def swarm(state: State, tile: Label) -> list[Warrior]:
    """The Troglodytes of a tile, plain ones before those that carry a token."""
    crowd = [w for w in state.warriors.on(tile) if w.figure == TROGLODYTE]
    return sorted(crowd, key=lambda w: len(w.tokens))


def fall(draft: Draft, tile: Label, hits: int, source: str) -> None:
    """Hits on the Troglodytes of a tile: where it makes a difference who falls, their player says (CBT-4)."""
    choosing = ChooseFallen(tile, hits, source)
    if draft.state.game.mended and choosing.differs(draft.state):
        draft.push(choosing)
    else:
        for warrior in swarm(draft.state, tile)[:hits]:
            die(draft, warrior, source)


@record
class ChooseFallen(Asks):
    """The player of the Troglodytes names one that falls, as long as some have tokens and not all fall (CBT-4)."""

    tile: Label
    hits: int
    source: str

    def differs(self, state: State) -> bool:
        crowd = swarm(state, self.tile)
        return 0 < self.hits < len(crowd) and len({tuple(sorted(w.tokens)) for w in crowd}) > 1

    def asks(self, state: State) -> bool:
        return self.differs(state)

    def run(self, draft: Draft) -> None:
        """Those that are left are alike by now, or gone."""
        fall(draft, self.tile, self.hits, self.source)

    def waiting(self, state: State) -> Waiting:
        crowd = swarm(state, self.tile)
        facts = {"source": self.source, "tile": self.tile, "candidates": [w.id for w in crowd]}
        return Waiting(crowd[0].side, "choice", "fall", "CBT-4", self.hits, facts)

    def actions(self, state: State) -> Sequence[Action]:
        return [Hit(w.id) for w in swarm(state, self.tile)]

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not isinstance(action, Hit):
            return not_now(state, action, self.waiting(state))
        if any(w.id == action.warrior for w in swarm(state, self.tile)):
            return None
        return Refusal("CBT-4", "not_among_the_hit", {"warrior": action.warrior, "tile": self.tile})

    def take(self, draft: Draft, action: Action) -> None:
        assert isinstance(action, Hit)
        draft.push(replace(self, hits=self.hits - 1))
        die(draft, draft.warrior(action.warrior), self.source)


def hammered(state: State, blow: Blow, warrior: Warrior, hits: int, effects: int) -> int:
    """A Demon hit by the bearer of the Blessed Hammer is killed outright; some print an exception (CARD-5, CARD-13)."""
    attacker = state.warriors.all.get(blow.attacker)
    if attacker is None or not blow.attack:
        return effects
    slain = [c.word("figure") for name in in_use(state, attacker, "slays") for c in state.game.cards[name].clauses]
    if warrior.figure not in slain:
        return effects
    each = warrior.profile.traits.get("hammer_wounds", 0)
    doubling = effects // hits
    return hits * each * doubling if each else body_of(warrior).left(warrior)


def wound(draft: Draft, warrior: Warrior, hits: int, source: str) -> None:
    after = body_of(warrior).after(warrior, hits)
    if after is None:
        die(draft, warrior, source)
    else:
        draft.put(after)
        draft.happens("wounded", warrior=warrior.id, wounds=after.wounds, health=after.health)
