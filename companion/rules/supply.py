"""The miniatures of the box: who is left to bring in, and bringing it in (SET-3)."""

from __future__ import annotations

from companion.rules.board import Label
from companion.rules.cards import EXHAUSTED, Profile
from companion.rules.draft import Draft
from companion.rules.state import State, Warrior


def in_stock(state: State, profile: Profile) -> bool:
    """Is a miniature of that figure left in the box? Some cards share one miniature."""
    used = sum(1 for w in state.warriors.all.values() if w.tile and w.figure == profile.figure)
    return used < state.game.stock.get(profile.figure, 0)


def fresh_id(state: State, profile: Profile) -> str:
    number = 1
    while f"{profile.figure}-{number}" in state.warriors.all:
        number += 1
    return f"{profile.figure}-{number}"


def bring_in(draft: Draft, profile: Profile, tile: Label) -> Warrior:
    """A warrior of the card enters play on the tile."""
    warrior = Warrior(
        id=fresh_id(draft.state, profile),
        profile=profile,
        tile=tile,
        # A warrior that lives by its die has none yet: it stands as if Exhausted until the next Initiative.
        line=EXHAUSTED if profile.body == "lines" else profile.lines[0],
        talents=profile.talents,
        health=profile.health,
    )
    draft.put(warrior)
    draft.decisive = True
    draft.say("enters", warrior=warrior.id, kind=profile.id, tile=tile)
    return warrior
