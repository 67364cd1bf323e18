"""The palette: every verb a card, tile, square or special rule can use, by name.

A verb is a function of the change in the making, the clause that names it and the scene it is played in. A new card is
a list of clauses in a content pack; a new verb is one decorated function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from companion.rules.board import Label
from companion.rules.cards import Clause
from companion.rules.draft import Draft
from companion.rules.words import Side


class Scene(NamedTuple):
    """Who plays what on whom: the card or tile, the side, the bearer, and what was chosen."""

    source: str
    side: Side
    bearer: str = ""
    target: str = ""
    tile: Label = ""
    line: int = 0
    victim: str = ""


Verb: TypeAlias = Callable[[Draft, Clause, Scene], None]

VERBS: dict[str, Verb] = {}

# Verbs that only describe an Object or weapon; the stats and the combat read them, nothing performs them.
DESCRIBING = frozenset({"carried_bonus", "ranged", "blast", "slays", "initiative_dice"})


def verb(name: str) -> Callable[[Verb], Verb]:
    """Enter a function into the palette under this name."""

    def enter(function: Verb) -> Verb:
        if name in VERBS:
            raise ValueError(f"the verb {name!r} is in the palette already")
        VERBS[name] = function
        return function

    return enter


def known(name: str) -> bool:
    return name in VERBS or name in DESCRIBING


def perform(draft: Draft, clauses: Iterable[Clause], scene: Scene) -> None:
    """Do what the clauses say, one after the other."""
    for clause in clauses:
        if clause.verb not in DESCRIBING:
            VERBS[clause.verb](draft, clause, scene)
