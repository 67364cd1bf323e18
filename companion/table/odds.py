"""The chances of the roll that is awaited."""

from __future__ import annotations

from math import comb
from typing import Any

from companion.rules.answers import Waiting
from companion.rules.state import State
from companion.rules.stats import has_talent
from companion.rules.words import FRANTIC

SIDES = 6


def odds(state: State, asked: Waiting) -> dict[str, Any] | None:
    """How many hits to expect of an attack, and how likely at least so many are; None for rolls without a target."""
    needed = asked.facts.get("to_hit")
    if asked.kind != "roll" or not isinstance(needed, int) or asked.number < 1:
        return None
    chance = max(0, min(SIDES, SIDES + 1 - needed)) / SIDES
    attacker = state.warriors.all.get(asked.facts.get("attacker", ""))
    if asked.what == "combat" and attacker is not None and has_talent(state, attacker, FRANTIC):
        chance += (1 - chance) * chance
    dice = asked.number
    exactly = [comb(dice, k) * chance**k * (1 - chance) ** (dice - k) for k in range(dice + 1)]
    at_least = [round(min(1.0, sum(exactly[k:])), 4) for k in range(dice + 1)]
    return {"dice": dice, "to_hit": needed, "expected": round(dice * chance, 2), "at_least": at_least}
