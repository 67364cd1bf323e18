"""Orders of the companion: what it wants hands to do next, how a tablet gets it, and what it comes to once it is done.

An order is decided elsewhere (`companion.solo`) and belongs to one point of the game: whatever happens next, an undo
too, makes it void, and the companion decides anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from companion.protocol.intents import Cause
from companion.protocol.json import Sentence
from companion.protocol.opponent import CompanionJson, GhostJson, Opponent, OrderJson
from companion.protocol.views import HIDDEN_DECKS
from companion.rules.combat import dice_of
from companion.rules.engine import waiting
from companion.rules.notation import Do
from companion.rules.results import Waiting
from companion.rules.state import State
from companion.rules.words import SIDES, Side
from companion.table.physical_table import by_hand
from companion.table.seats import sides_of
from companion.table.several import Entry, act_entry

BY_COMPANION: Cause = {"kind": "companion"}


class Order(NamedTuple):
    """Acts that one tap stands for, decided after the act `at`, and the states before and after them."""

    at: int
    side: Side
    steps: tuple[Do, ...]
    why: Sentence
    before: State
    after: State

    @property
    def roll(self) -> Waiting | None:
        """The roll that is awaited once the order is done: its dice may lie in the tray before anybody taps."""
        asked = waiting(self.after)
        return asked if asked.kind == "roll" and asked.side == self.side else None


class Outlook(NamedTuple):
    """A game as the companion finds it when it decides: where it stands, by how many acts, and what is open."""

    version: int
    acts: int
    state: State
    order: Order | None
    # The sides that agree that the game is over.
    confirmed: frozenset[Side]
    # A reading waits for a tap.
    reading: bool


def ordered(state: State, at: int, steps: Sequence[Do], why: Sentence) -> Order:
    """`Refused` where a step is against the rules."""
    asked = waiting(state)
    assert asked.side in SIDES
    after = carried_out(state, steps)[-1].state
    assert after is not None
    return Order(at, asked.side, tuple(steps), why, state, after)


def carried_out(state: State, steps: Sequence[Do]) -> tuple[Entry, ...]:
    """The acts of an order, one after the other."""
    found: list[Entry] = []
    for step in steps:
        entry = act_entry(state, waiting(state), step, BY_COMPANION)
        assert entry.state is not None
        found.append(entry)
        state = entry.state
    return tuple(found)


# -- hands -------------------------------------------------------------------------------------------------------------


def lends_hands(opponent: Opponent | None, seat: str, now: Waiting) -> bool:
    """Does this seat roll, or draw a tile, for the companion? Its cards it draws itself, off a deck of its own.

    Nor does it where the companion rolls by itself: two that roll the same dice would be one too many.
    """
    if opponent is None or now.side not in opponent.sides or not sides_of(seat).difference(opponent.sides):
        return False
    if now.kind == "roll":
        return opponent.rolls == "player"
    return now.kind == "draw" and now.what not in HIDDEN_DECKS


# -- as a tablet gets it -----------------------------------------------------------------------------------------------


def companion_json(opponent: Opponent | None, order: Order | None, now: Waiting, seat: str) -> CompanionJson | None:
    if opponent is None:
        return None
    return {
        "sides": opponent.sides,
        "level": opponent.level,
        "rolls": opponent.rolls,
        "thinking": order is None and now.kind == "choice" and now.side in opponent.sides,
        "order": None if order is None else _order_json(order, seat),
        "hands": lends_hands(opponent, seat, now),
    }


def _order_json(order: Order, seat: str) -> OrderJson:
    return {
        "side": order.side,
        "title": _title(order),
        "on_table": by_hand(order.before, order.after, seat),
        "steps": list(order.steps),
        "ghosts": _ghosts(order.before, order.after),
        "why": order.why,
        "dice": order.roll.number if order.roll else 0,
    }


def _title(order: Order) -> Sentence:
    """The order in one sentence: its key is the verb, or what several acts come to together."""
    first, last = order.steps[0], order.steps[-1]
    verb = next(iter(first))
    if verb == "move":
        walked = [step for step in order.steps if "move" in step]
        facts = {"warrior": first["move"], "tile": walked[-1]["to"]}
        if "attack" not in last:
            return {"key": "walk", "facts": facts}
        attacker = order.before.warriors.all[str(first["move"])]
        dice = order.roll.number if order.roll else dice_of(order.before, attacker, str(last.get("with", "")))
        return {"key": "walk_attack", "facts": {**facts, "target": last.get("target", ""), "dice": dice}}
    if verb == "enter":
        figure = order.before.game.profiles[str(first["enter"])].figure
        return {"key": "enter", "facts": {**first, "what": figure, "number": len(order.steps)}}
    if verb == "place":
        return {"key": "place", "facts": {"placed": _placed(order.steps)}}
    if verb == "lay":
        return {"key": "lay", "facts": {**waiting(order.before).facts, "rotation": first["rotation"]}}
    return {"key": verb, "facts": {**first, "what": "on" if first.get("target") else ""}}


def _placed(steps: Sequence[Do]) -> list[Do]:
    """Which Dice of Destiny go where."""
    placed = [step for step in steps if "place" in step]
    return [
        {"place": square, "dice": [die for step in group for die in step["dice"]]}
        for square, group in groupby(placed, key=lambda step: step["place"])
    ]


def _ghosts(before: State, after: State) -> list[GhostJson]:
    """Miniatures that stand elsewhere afterwards."""
    return [
        {
            "warrior": name,
            "figure": warrior.figure,
            "side": warrior.side,
            "tile": warrior.tile,
            "come_from": before.warriors.all[name].tile if name in before.warriors.all else "",
        }
        for name, warrior in after.warriors.all.items()
        if warrior.tile and (name not in before.warriors.all or before.warriors.all[name].tile != warrior.tile)
    ]
