"""How a warrior takes hits: one that dies of any hit, one that gathers wounds, one that gives up lines.

A body says how much it can still take and either takes hits at once or asks its player to allot them. A new kind of
warrior (body parts instead of lines) is one more body here and one more step that asks.
"""

from __future__ import annotations

from typing import Protocol

from companion.rules.cards import ALL_LINES
from companion.rules.state import Warrior


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
