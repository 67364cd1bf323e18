"""The chances of attacks: of the one whose dice are awaited, and of those that could be made."""

from __future__ import annotations

from math import comb
from typing import Any

from companion.rules.actions import Attack
from companion.rules.answers import Waiting
from companion.rules.combat import dice_of, to_hit
from companion.rules.state import State
from companion.rules.stats import has_talent
from companion.rules.words import FRANTIC

SIDES = 6


def odds(state: State, asked: Waiting) -> dict[str, Any] | None:
    """How many hits to expect of the attack whose dice are awaited; None for rolls without a target."""
    needed = asked.facts.get("to_hit")
    if asked.kind != "roll" or not isinstance(needed, int) or asked.number < 1:
        return None
    attacker = state.warriors.all.get(asked.facts.get("attacker", ""))
    frantic = asked.what == "combat" and attacker is not None and has_talent(state, attacker, FRANTIC)
    return chances(asked.number, needed, frantic)


def attack_odds(state: State, attack: Attack) -> dict[str, Any] | None:
    """The same for an attack that could be made; None for one at several targets at once."""
    if not attack.target:
        return None
    warrior = state.warriors.all[attack.warrior]
    needed = to_hit(state, warrior, attack.target, attack.tile or warrior.tile, attack.weapon)
    return chances(dice_of(state, warrior, attack.weapon), needed, has_talent(state, warrior, FRANTIC))


def chances(dice: int, needed: int, frantic: bool) -> dict[str, Any]:
    """How likely at least so many hits are. Frantic dice that miss are rolled once more (CBT-7).

    >>> chances(1, 4, False)
    {'dice': 1, 'to_hit': 4, 'expected': 0.5, 'at_least': [1.0, 0.5]}
    """
    chance = max(0, min(SIDES, SIDES + 1 - needed)) / SIDES
    if frantic:
        chance += (1 - chance) * chance
    exactly = [comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1)]
    at_least = [round(min(1.0, sum(exactly[k:])), 4) for k in range(dice + 1)]
    return {"dice": dice, "to_hit": needed, "expected": round(dice * chance, 2), "at_least": at_least}
