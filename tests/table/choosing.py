"""Random play by what a view says, and nothing else: used at the table and over the wire."""

from __future__ import annotations

import random
from typing import Any


def choose(view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A legal verb at random from what the view offers this seat."""
    asked = view["waiting"]
    if view["legal_roll"] is not None and rng.random() < 0.9:
        return {"roll_for_me": True}
    if asked["kind"] == "draw":
        return {"draw_for_me": True}
    verbs: list[dict[str, Any]] = view["legal"]
    if not verbs:
        return {"roll_for_me": True}
    ending = [verb for verb in verbs if "end_phase" in verb]
    return ending[0] if ending and rng.random() < 0.15 else rng.choice(verbs)


def choose_boldly(view: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The same with a Demon who attacks and Humans who hesitate: games come to an end."""
    verbs: list[dict[str, Any]] = view["legal"]
    wanted = ("attack", "enter", "place") if view["waiting"]["side"] == "demon" else ("end_phase",)
    for name in wanted:
        found = [verb for verb in verbs if name in verb]
        if found and view["legal_roll"] is None and rng.random() < (0.4 if name == "end_phase" else 0.95):
            return rng.choice(found)
    return choose(view, rng)
