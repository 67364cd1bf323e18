"""A warrior as it is now: its values and talents with everything in force, and how it takes hits."""

from __future__ import annotations

from typing import Protocol

from companion.rules.cards import ALL_LINES, EXHAUSTED, Card, Line
from companion.rules.results import Refusal
from companion.rules.state import BodyPart, Modifier, State, Warrior
from companion.rules.words import BERSERK, DICE_IN_BOX, HEAVY_ARMOR, STEEL_BLADES, TALENTS, Deed, Talent

HIGHEST_DEF = 6
BERSERK_WOUNDS = 2
# More than any value can be.
NO_LIMIT = 99


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
    objects = borne(state, warrior) if warrior.objects and not warrior.exhausted else ()
    for card in (*objects, *skills_of(state, warrior)):
        for clause in card.clauses:
            if clause.verb == "carried_bonus":
                mvt += clause.number("mvt", 0)
                cbt += clause.number("cbt", 0)
                defence += clause.number("def", 0)
    if warrior.parts:
        cbt += squamata_cbt(warrior)
        mvt = _fixed_mvt(state, warrior, mvt)
    if state.game.tiles_set_defence and warrior.tile:
        kind = state.kind_of(warrior.tile)
        defence = min(kind.defence or defence, kind.most_defence)
    return Line(max(0, mvt), max(0, cbt), min(HIGHEST_DEF, defence))


def tile_works(warrior: Warrior, tile: str) -> bool:
    """Does a Squamata tile count? One on a destroyed part is lost with it (FS-4)."""
    broken = {part.name for part in warrior.parts if part.destroyed}
    return any(name == tile and part not in broken for name, part in warrior.squamata)


def body_parts(warrior: Warrior) -> list[BodyPart]:
    """The parts of the body itself: Heavy Armor is none."""
    return [part for part in warrior.parts if part.name != HEAVY_ARMOR]


def squamata_cbt(warrior: Warrior) -> int:
    """What Squamata tiles add: Steel Blades, and Berserk for every part with two wounds or more (FS-5)."""
    found = 2 if tile_works(warrior, STEEL_BLADES) else 0
    if tile_works(warrior, BERSERK):
        found += sum(part.wounds >= BERSERK_WOUNDS for part in body_parts(warrior))
    return found


def _fixed_mvt(state: State, warrior: Warrior, mvt: int) -> int:
    """Reptilian Reflexes: a MVT that nothing raises, and that may be lowered (FS-5)."""
    own = [modifier for modifier in state.modifiers if concerns(modifier, warrior)]
    fixed = next((modifier.mvt_is for modifier in own if modifier.mvt_is), 0)
    return fixed + sum(min(0, modifier.mvt) for modifier in own) if fixed else mvt


def most_values(state: State, warrior: Warrior) -> Line:
    """Above which no die can raise the values of the turn: a fixed MVT, and the DEF the tile allows."""
    kind = state.kind_of(warrior.tile) if warrior.tile else None
    defence = min(kind.defence or HIGHEST_DEF, kind.most_defence) if kind is not None else HIGHEST_DEF
    fixed = _fixed_mvt(state, warrior, NO_LIMIT)
    return Line(max(0, fixed), NO_LIMIT, defence)


def splits_attacks(warrior: Warrior) -> bool:
    """Kartikeya sets its dice aside and uses them as it goes (FS-3)."""
    return warrior.profile.body == "parts"


def dice_left(state: State, warrior: Warrior) -> int:
    """Dice set aside that have not been used in this activation."""
    if warrior.id in state.acted:
        return 0
    activation = state.activation
    used = activation.dice if activation is not None and activation.warrior == warrior.id else 0
    return max(0, min(DICE_IN_BOX, values(state, warrior).cbt) - used)


def mvt_of(state: State, warrior: Warrior) -> int:
    if not state.modifiers and not warrior.objects and not warrior.skills and not warrior.parts:
        return warrior.line[0]
    return values(state, warrior)[0]


def has_talent(state: State, warrior: Warrior, talent: Talent) -> bool:
    """Whether a talent holds now. An Exhausted Human has none (INI-3, CBT-11)."""
    if warrior.exhausted:
        return False
    held = talent in warrior.talents or (bool(warrior.skills) and talent in _skill_talents(state, warrior))
    for modifier in state.modifiers:
        if (talent in modifier.gives or talent in modifier.takes) and concerns(modifier, warrior):
            if talent in modifier.takes:
                return False
            held = True
    return held


def talents_of(state: State, warrior: Warrior) -> frozenset[Talent]:
    return frozenset(t for t in TALENTS if has_talent(state, warrior, t))


def skills_of(state: State, warrior: Warrior) -> list[Card]:
    """The Skills of a Sicaria; they hold as long as it lives, Exhausted or not (DP-4)."""
    return [state.game.cards[name] for name in warrior.skills]


def _skill_talents(state: State, warrior: Warrior) -> frozenset[str]:
    clauses = (clause for card in skills_of(state, warrior) for clause in card.clauses)
    return frozenset(t for clause in clauses if clause.verb == "carried_talents" for t in clause.facts["gives"])


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


class Parts:
    asks = True

    def left(self, warrior: Warrior) -> int:
        return sum(max(0, part.resistance - part.wounds) for part in warrior.parts)

    def after(self, warrior: Warrior, hits: int) -> Warrior | None:
        raise AssertionError(f"{warrior.id} is wounded where its player says ({hits} hits)")


BODIES: dict[str, Body] = {"one_hit": OneHit(), "wounds": Wounds(), "lines": Lines(), "parts": Parts()}


def body_of(warrior: Warrior) -> Body:
    return BODIES[warrior.profile.body]


def with_die(warrior: Warrior, die: int) -> Warrior:
    """The line of the die, or Exhausted if that line is cancelled (INI-2, INI-3)."""
    exhausted = die in warrior.cancelled
    line = EXHAUSTED if exhausted else warrior.profile.lines[die - 1]
    return warrior._replace(die=die, line=line, exhausted=exhausted)


def heal_line(warrior: Warrior, line: int) -> Warrior:
    """A healed line loses its token; if it is the line of the warrior's die it is Exhausted no more (INI-5)."""
    if line not in warrior.cancelled:
        return warrior
    warrior = warrior._replace(cancelled=tuple(n for n in warrior.cancelled if n != line))
    if warrior.exhausted and warrior.die == line:
        return warrior._replace(exhausted=False, line=warrior.profile.lines[line - 1])
    return warrior
