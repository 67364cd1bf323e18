"""A warrior's values and talents as they hold now, with everything in force."""

from __future__ import annotations

from companion.rules.cards import Line
from companion.rules.state import Modifier, State, Warrior
from companion.rules.words import TALENTS, Talent

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
        for name in warrior.objects:
            for clause in state.game.cards[name].clauses:
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


def carried(state: State, warrior: Warrior, verb: str) -> str:
    """The first object of the warrior with such a clause, "" if none; objects do nothing while it is Exhausted."""
    if warrior.objects and not warrior.exhausted:
        for name in warrior.objects:
            if any(clause.verb == verb for clause in state.game.cards[name].clauses):
                return name
    return ""


def hits_on(state: State, warrior: Warrior) -> int:
    """The score on which this warrior's dice hit whatever the DEF (CARD-1); 0 if nothing says so."""
    for modifier in state.modifiers:
        if modifier.hits_on and concerns(modifier, warrior):
            return modifier.hits_on
    return 0
