"""The game as one seat may see it: the state, what is awaited, every legal verb and the chances of each attack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.protocol.json import Facts
from companion.protocol.views import (
    EffectJson,
    OutcomeJson,
    Seat,
    StateView,
    TileJson,
    ValuesJson,
    WaitingJson,
    WarriorJson,
    WarriorOptions,
)
from companion.rules.board import openings_text
from companion.rules.effects import cards_left
from companion.rules.engine import waiting
from companion.rules.movement import holes
from companion.rules.results import Outcome, Waiting
from companion.rules.state import Modifier, State, Warrior
from companion.rules.warriors import talents_of, values
from companion.table.offers import (
    blocking_json,
    destiny,
    entries,
    exhausting,
    odds,
    offer,
    target_name,
    warrior_options,
)
from companion.table.seats import sees_deck


def state_view(state: State, seat: Seat) -> StateView:
    """All of a view that follows from the state and the seat alone."""
    now = waiting(state)
    options = warrior_options(state, seat)
    return {
        "seat": seat,
        "scenario": state.game.name,
        "round": state.round,
        "phase": state.phase,
        "side": state.side,
        "turns": [{"phase": t.phase, "side": t.side} for t in state.game.turns],
        "waiting": _waiting(now),
        "tp": state.tp,
        "outcome": _outcome(state.outcome),
        "tiles": tiles(state),
        "warriors": [warrior_view(state, w, options.get(w.id)) for w in state.warriors.all.values()],
        "effects": effects(state),
        "hands": {deck: hand_view(state, deck, seat) for deck in state.hands},
        "decks": {**{deck: cards_left(state, deck) for deck in state.decks}, "tiles": stack_size(state)},
        "piles": {deck: sorted(cards) for deck, cards in state.decks.items() if sees_deck(seat, deck)},
        "discards": list(state.discards),
        "red_used": sorted(state.red_used),
        "house": house(state),
        **offer(state, now, seat),
        "odds": odds(state, now),
        "entries": entries(state),
        "destiny": destiny(state),
    }


def _waiting(now: Waiting) -> WaitingJson:
    return {
        "side": now.side,
        "kind": now.kind,
        "what": now.what,
        "rule": now.rule,
        "number": now.number,
        "facts": now.facts,
    }


def _outcome(outcome: Outcome | None) -> OutcomeJson | None:
    if outcome is None:
        return None
    return {"winner": outcome.winner, "reason": outcome.reason, "facts": outcome.facts}


def house(state: State) -> Facts:
    rules = state.game.house
    shown = {name: getattr(rules, name) for name in rules.__slots__}
    shown["red_squares"] = None if rules.red_squares is None else sorted(rules.red_squares)
    return shown


def tiles(state: State) -> list[TileJson]:
    with_hole = set(holes(state))
    return [
        {
            "label": tile.label,
            "kind": tile.kind,
            "at": list(tile.at),
            "openings": openings_text(tile.openings),
            "rotation": tile.rotation,
            "unexplored": openings_text(state.board.unexplored[tile.label]),
            "hole": tile.label in with_hole,
            "entered": tile.label in state.entered,
        }
        for tile in state.board.tiles.values()
    ]


def stack_size(state: State) -> int:
    left = sum(part.left for layer in state.stack for part in layer)
    return left or len(state.discards)


def hand_view(state: State, deck: str, seat: str) -> list[str] | int:
    """The cards for those who may see them, their number for everybody else."""
    return list(state.hands[deck]) if sees_deck(seat, deck) else len(state.hands[deck])


def line_view(line: Iterable[int]) -> ValuesJson:
    mvt, cbt, defence = line
    return {"mvt": mvt, "cbt": cbt, "def": defence}


def warrior_view(state: State, warrior: Warrior, options: WarriorOptions | None = None) -> WarriorJson:
    profile = warrior.profile
    activation = state.activation
    active = activation is not None and activation.warrior == warrior.id
    return {
        "id": warrior.id,
        "profile": profile.id,
        "figure": profile.figure,
        "side": profile.side,
        "tile": warrior.tile,
        "alive": bool(warrior.tile),
        "fate": warrior.fate,
        "die": warrior.die,
        "line": line_view(warrior.line),
        "now": line_view(values(state, warrior)),
        "exhausted": warrior.exhausted,
        "cancelled": list(warrior.cancelled),
        "wounds": warrior.wounds,
        "health": warrior.health,
        "talents": sorted(talents_of(state, warrior)),
        "objects": list(warrior.objects),
        "gifts": list(warrior.gifts),
        "tokens": list(warrior.tokens),
        "acted": warrior.id in state.acted,
        "active": active,
        "spent": activation.spent if active and activation is not None else 0,
        "condemned": profile.condemned,
        "lines": [list(line) for line in profile.lines] if profile.body == "lines" else None,
        "target": target_name(warrior),
        "exhausting": exhausting(state, warrior),
        "blocking": blocking_json(state, warrior),
        "options": options,
    }


def effects(state: State) -> list[EffectJson]:
    found: list[EffectJson] = [
        {"source": m.source, "until": m.until, "what": "modifier", "facts": modifier_facts(m)} for m in state.modifiers
    ]
    # What is counted is one thing with its sum, however often it was counted.
    counted: Counter[tuple[str, str, str]] = Counter()
    for mark in state.marks:
        counted[mark.source, mark.until, mark.name] += mark.amount
    marks: Iterable[EffectJson] = (
        {"source": source, "until": until, "what": name, "facts": {"amount": amount}}
        for (source, until, name), amount in counted.items()
    )
    return [*found, *marks]


def modifier_facts(modifier: Modifier) -> Facts:
    return {
        "scope": modifier.scope,
        "mvt": modifier.mvt,
        "cbt": modifier.cbt,
        "def": modifier.defence,
        "gives": sorted(modifier.gives),
        "takes": sorted(modifier.takes),
        "hits_on": modifier.hits_on,
        "forbids": sorted(modifier.forbids),
    }
