"""The game as one seat may see it: the state, what is awaited, every legal verb and the chances of each attack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from companion.protocol.json import Facts
from companion.protocol.offers import ValuesJson
from companion.protocol.views import (
    EffectJson,
    OutcomeJson,
    Seat,
    StackPart,
    StateView,
    TileJson,
    WaitingJson,
    WarriorJson,
    WarriorOptions,
)
from companion.rules.actions import Pass
from companion.rules.board import openings_text
from companion.rules.drawing import cards_left
from companion.rules.engine import apply, waiting
from companion.rules.invariants import off_the_rules
from companion.rules.movement import holes
from companion.rules.results import Outcome, Waiting
from companion.rules.state import Modifier, State, Warrior
from companion.rules.threat import destiny_dice
from companion.rules.warriors import dice_left, splits_attacks, talents_of, tile_works, values
from companion.rules.words import DEMON
from companion.table.offers import (
    blocking_json,
    destiny,
    entries,
    exhausting,
    hits,
    odds,
    offer,
    refusal_json,
    target_name,
    warrior_options,
)
from companion.table.seats import plays_side, sees_deck
from companion.table.squamata_board import deadly, instinct, parts_json


def state_view(state: State, seat: Seat, hands: bool = False) -> StateView:
    """All of a view that follows from the state and the seat alone; `hands`: it rolls and draws for the companion."""
    now = waiting(state)
    options = warrior_options(state, seat)
    return {
        "seat": seat,
        "scenario": state.game.name,
        "round": state.round,
        "phase": state.phase,
        "side": state.side,
        "turns": [{"phase": t.phase, "side": t.side} for t in state.game.turns],
        "waiting": _waiting(seen_waiting(state, now, seat)),
        "tp": state.tp,
        "destiny_dice": destiny_dice(state) if any(turn.side == DEMON for turn in state.game.turns) else 0,
        "outcome": _outcome(state.outcome),
        "tiles": tiles(state),
        "warriors": [warrior_view(state, w, options.get(w.id)) for w in state.warriors.all.values()],
        "effects": effects(state),
        "hands": {deck: hand_view(state, deck, seat) for deck in state.hands},
        "decks": {**{deck: cards_left(state, deck) for deck in state.decks}, "tiles": stack_size(state)},
        "piles": {deck: sorted(cards) for deck, cards in state.decks.items() if sees_deck(seat, deck)},
        "stack": stack(state),
        "discards": list(state.discards),
        "off_rules": [found for off in off_the_rules(state) if (found := refusal_json(off))],
        "red_used": sorted(state.red_used),
        "house": house(state),
        **offer(state, now, seat, hands),
        "odds": odds(state, now),
        "entries": entries(state),
        "brought_in": dict(state.entries),
        "destiny": destiny(state),
        "hits": hits(state),
        "instinct": instinct(state, seat),
        "deadly": deadly(state),
    }


def seen_waiting(state: State, now: Waiting, seat: str) -> Waiting:
    """What a seat sees the game wait for. That somebody is asked about a card they hold is for them alone.

    Others see what follows where the same side is awaited for it anyway; else only that the game waits for that side.
    """
    if now.what != "interrupt" or plays_side(seat, now.side):
        return now
    after = state
    while waiting(after).what == "interrupt":
        after = apply(after, Pass()).state
    following = waiting(after)
    return following if following.side == now.side else Waiting(now.side, "choice", "moment", "RND")


def _waiting(now: Waiting) -> WaitingJson:
    return {
        "side": now.side,
        "kind": now.kind,
        "what": now.what,
        "rule": now.rule,
        "number": now.number,
        "facts": now.facts,
        "sides": now.sides,
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
            "tokens": list(state.tile_tokens.get(tile.label, ())),
            "water": state.water.get(tile.label),
        }
        for tile in state.board.tiles.values()
    ]


def stack_size(state: State) -> int:
    left = sum(part.left for layer in state.stack for part in layer)
    return left or len(state.discards)


def stack(state: State) -> list[list[StackPart]]:
    """What anybody at the table knows of the stack: its layers, and what is not in them any more."""
    gone = {*state.laid, *state.discards}
    layers = ([part for part in layer if part.left] for layer in state.stack)
    return [
        [{"left": part.left, "tiles": [label for label in part.tiles if label not in gone]} for part in layer]
        for layer in layers
        if layer
    ]


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
        "skills": list(warrior.skills),
        "parts": parts_json(warrior),
        "squamata": [name for name, _ in warrior.squamata if tile_works(warrior, name)],
        "dice_left": dice_left(state, warrior) if splits_attacks(warrior) and warrior.tile else None,
        "acted": warrior.id in state.acted,
        "active": active,
        "spent": activation.spent if active and activation is not None else 0,
        "condemned": profile.condemned,
        "lines": [list(line) for line in profile.lines] if profile.body == "lines" or profile.instinct else None,
        "instinct": line_view(profile.instinct) if profile.instinct else None,
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
        "released": modifier.released,
    }
