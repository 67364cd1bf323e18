"""A warrior as it is now: its values and talents with everything in force, and how it takes hits."""

from __future__ import annotations

from typing import Protocol

from companion.rules.cards import ALL_LINES, Card, Line
from companion.rules.results import Refusal
from companion.rules.state import Modifier, State, Warrior
from companion.rules.words import TALENTS, Deed, Talent

HIGHEST_DEF = 6


def concerns(modifier: Modifier, warrior: Warrior) -> bool:
    scope = modifier.scope
    return scope == warrior.id or scope == "figure:" + warrior.profile.figure or scope == "side:" + warrior.profile.side


def values(state: State, warrior: Warrior) -> Line:
    """MVT, CBT and DEF in force. An Exhausted warrior keeps all bonuses but its objects' (INI-3)."""
    mvt, cbt, defence = warrior.line
    for modifier in state.modifiers:
        if concerns(modifier, warrior):
            mvt += modifier.mvt
            cbt += modifier.cbt
            defence += modifier.defence
    if warrior.objects and not warrior.exhausted:
        for card in borne(state, warrior):
            for clause in card.clauses:
                if clause.verb == "carried_bonus":
                    mvt += clause.number("mvt", 0)
                    cbt += clause.number("cbt", 0)
                    defence += clause.number("def", 0)
    return Line(max(0, mvt), max(0, cbt), min(HIGHEST_DEF, defence))


def mvt_of(state: State, warrior: Warrior) -> int:
    if not state.modifiers and not warrior.objects:
        return warrior.line[0]
    return values(state, warrior)[0]


def has_talent(state: State, warrior: Warrior, talent: Talent) -> bool:
    """Whether a talent holds now. An Exhausted Human has none (INI-3, CBT-11)."""
    if warrior.exhausted:
        return False
    held = talent in warrior.talents
    for modifier in state.modifiers:
        if (talent in modifier.gives or talent in modifier.takes) and concerns(modifier, warrior):
            if talent in modifier.takes:
                return False
            held = True
    return held


def talents_of(state: State, warrior: Warrior) -> frozenset[Talent]:
    return frozenset(t for t in TALENTS if has_talent(state, warrior, t))


def borne(state: State, warrior: Warrior) -> list[Card]:
    """The warrior's Objects that name it as a bearer; in anybody else's hands an Object does nothing."""
    cards = (state.game.cards[name] for name in warrior.objects)
    return [card for card in cards if warrior.profile.figure in card.bearers]


def in_use(state: State, warrior: Warrior, verb: str) -> list[str]:
    """Objects of the warrior that do such a thing now: none while it is Exhausted (INI-3)."""
    if not warrior.objects or warrior.exhausted:
        return []
    return [card.id for card in borne(state, warrior) if any(clause.verb == verb for clause in card.clauses)]


def hits_on(state: State, warrior: Warrior) -> int:
    """The score on which this warrior's dice hit whatever the DEF (CARD-1); 0 if nothing says so."""
    for modifier in state.modifiers:
        if modifier.hits_on and concerns(modifier, warrior):
            return modifier.hits_on
    return 0


def refuse_forbidden(state: State, warrior: Warrior, what: Deed) -> Refusal | None:
    """Does something in force forbid this warrior to move, explore or fight?"""
    for modifier in state.modifiers:
        if what in modifier.forbids and concerns(modifier, warrior):
            card = state.game.cards.get(modifier.source)
            facts = {"warrior": warrior.id, "card": modifier.source, "what": what}
            return Refusal(card.rule if card else "SET-1", "forbidden", facts)
    return None


# -- bodies: how a warrior takes hits ----------------------------------------------------------------------------------


class Body(Protocol):
    asks: bool

    def left(self, warrior: Warrior) -> int:
        """Hits until it is dead."""
        ...

    def after(self, warrior: Warrior, hits: int) -> Warrior | None:
        """The warrior after hits it takes without a choice; None when they kill it."""
        ...


class OneHit:
    asks = False

    def left(self, warrior: Warrior) -> int:
        return 1

    def after(self, warrior: Warrior, hits: int) -> Warrior | None:
        return None if hits > 0 else warrior


class Wounds:
    asks = False

    def left(self, warrior: Warrior) -> int:
        return warrior.health - warrior.wounds

    def after(self, warrior: Warrior, hits: int) -> Warrior | None:
        wounds = warrior.wounds + hits
        return None if wounds >= warrior.health else warrior._replace(wounds=wounds)


class Lines:
    asks = True

    def left(self, warrior: Warrior) -> int:
        return len(ALL_LINES) - len(warrior.cancelled)

    def after(self, warrior: Warrior, hits: int) -> Warrior | None:
        raise AssertionError(f"{warrior.id} gives up lines of its player's choice ({hits} hits)")


BODIES: dict[str, Body] = {"one_hit": OneHit(), "wounds": Wounds(), "lines": Lines()}


def body_of(warrior: Warrior) -> Body:
    return BODIES[warrior.profile.body]


def heal_line(warrior: Warrior, line: int) -> Warrior:
    """A healed line loses its token; if it is the line of the warrior's die it is Exhausted no more (INI-5)."""
    if line not in warrior.cancelled:
        return warrior
    warrior = warrior._replace(cancelled=tuple(n for n in warrior.cancelled if n != line))
    if warrior.exhausted and warrior.die == line:
        return warrior._replace(exhausted=False, line=warrior.profile.lines[line - 1])
    return warrior
