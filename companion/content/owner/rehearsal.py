"""A rehearsal: a card played on a small table, every way it can be, and what that does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from companion.content.box import Box
from companion.content.placing import place
from companion.content.positions import Position
from companion.rules.actions import UNKNOWN, Action, Attack, Draw, Play, Roll
from companion.rules.answers import Refusal, Waiting
from companion.rules.cards import Card
from companion.rules.effects.playing import plays, refuse_moment
from companion.rules.engine import apply, legal_actions, refusal, waiting
from companion.rules.notation.verbs import write
from companion.rules.state import State, Warrior
from companion.rules.stats import talents_of, values
from companion.rules.words import DEMON_ACTION, HUMAN_ACTION, INITIATIVE, THREAT

MOST_WAYS = 12
MOST_ANSWERS = 20
# The score every die of a rehearsal shows.
SCORE = 4
TILES = {
    "A": {"kind": "plain", "at": [0, 0], "openings": "NESW"},
    "B": {"kind": "plain", "at": [1, 0], "openings": "NESW"},
    "C": {"kind": "plain", "at": [2, 0], "openings": "NESW"},
}
# Everybody a card could be about, two of them hurt, so that there is something to heal and somebody to hit.
WARRIORS: Mapping[str, Mapping[str, Any]] = {
    "redeemer": {"kind": "redeemer", "tile": "A", "die": 2},
    "brute-1": {"kind": "brute", "tile": "A", "die": 4, "cancelled": [2]},
    "troglodyte-1": {"kind": "troglodyte", "tile": "A"},
    "blade-1": {"kind": "blade", "tile": "B", "die": 3, "cancelled": [1, 6]},
    "blade-2": {"kind": "blade", "tile": "B", "die": 5},
    "troglodyte-2": {"kind": "troglodyte", "tile": "B"},
    "demon-1": {"kind": "demon", "tile": "C", "wounds": 1},
}
PILE = [{"kind": "plain", "openings": "NESW"}]
# In which phase a card is rehearsed that may be played in several: its owner's own first.
PHASES = {
    "advantage": (HUMAN_ACTION, INITIATIVE, THREAT, DEMON_ACTION),
    "event": (THREAT, DEMON_ACTION, INITIATIVE, HUMAN_ACTION),
}
TP = 6


def rehearse(box: Box, name: str) -> dict[str, Any]:
    """Every way to play the card on the small table (the first twelve), as JSON."""
    card = box.rules_cards[name]
    state = small_table(box, card)
    found = list(islice(ways(state, card), MOST_WAYS))
    refused = None if found else _why_not(state, card)
    return {
        "phase": state.phase,
        "before": pictures(state),
        "tp": state.tp,
        "carried": _carried(box, card) if card.deck == "object" else [],
        "ways": [_played(state, card, action) for action in found],
        "refused": None if refused is None else refused._asdict(),
    }


def small_table(box: Box, card: Card, warriors: Mapping[str, Mapping[str, Any]] = WARRIORS) -> State:
    """Everybody in place, the card where it can be used from."""
    placed = {name: dict(warrior) for name, warrior in warriors.items()}
    held: dict[str, Any] = {}
    phase = HUMAN_ACTION
    if card.deck == "gift":
        placed["redeemer"] |= {"gifts": [card.id], "die": card.die or SCORE}
    elif card.deck == "object":
        bearer = next(name for name, warrior in placed.items() if warrior["kind"] in card.bearers)
        placed[bearer]["objects"] = [card.id]
    else:
        phase = next(p for p in PHASES[card.deck] if p in card.when or "any" in card.when)
        held = {"advantages" if card.deck == "advantage" else "events": [card.id]}
    events = [other.id for other in box.rules_cards.values() if other.deck == "event" and other.id != card.id][:4]
    position = {
        "name": "rehearsal", "rules": [], "tiles": TILES, "pile": PILE, "warriors": placed, "phase": phase, "tp": TP,
        "event_deck": events, "steps": [], **held,
    }  # fmt: skip
    return place(Position.model_validate(position), box)


def ways(state: State, card: Card) -> Iterator[Action]:
    """Plays of the card that are legal; for a weapon, the attacks with it."""
    for action in plays(state):
        if isinstance(action, Play) and action.card == card.id and refusal(state, action) is None:
            yield action
    if waiting(state).kind == "choice":
        yield from (a for a in legal_actions(state) if isinstance(a, Attack) and a.weapon == card.id)


def _why_not(state: State, card: Card) -> Refusal | None:
    if card.deck == "object":
        return None
    return refuse_moment(state, card) or Refusal(card.rule, "wrong_target", {"card": card.id, "who": card.aim.who})


def _carried(box: Box, card: Card) -> list[dict[str, Any]]:
    """What an Object changes by being carried."""
    with_it = small_table(box, card)
    bearer = next(w for w in with_it.warriors.all.values() if w.objects)
    without = with_it._replace(warriors=with_it.warriors.put(bearer._replace(objects=())))
    return list(changes(without, with_it))


# -- playing it out ----------------------------------------------------------------------------------------------------


def _played(state: State, card: Card, action: Action) -> dict[str, Any]:
    """The card is played, and what it asks for answered as simply as can be."""
    asked = waiting(state)
    after, happenings = apply(state, action)
    told = [*happenings]
    answers: list[dict[str, Any]] = []
    while len(answers) < MOST_ANSWERS and after.outcome is None and not _settled(after, state, asked):
        question = waiting(after)
        answer = simplest(after, question)
        after, happenings = apply(after, answer)
        told += happenings
        answers.append({"side": question.side, "kind": question.kind, "what": question.what, "answer": write(answer)})
    return {
        "do": write(action, card.deck),
        "answers": answers,
        "happenings": [{"key": key, "facts": dict(facts)} for key, facts in told],
        "after": pictures(after),
        "tp": after.tp,
        "changed": sorted(changes(state, after), key=lambda change: str(change["of"])),
    }


def _settled(after: State, before: State, asked: Waiting) -> bool:
    """Nothing of the card is left to be answered: the table waits for what it waited for."""
    now = waiting(after)
    return len(after.agenda) <= len(before.agenda) and (now.kind, now.what) == (asked.kind, asked.what)


def simplest(state: State, asked: Waiting) -> Action:
    if asked.kind == "roll":
        return Roll((SCORE,) * asked.number)
    legal = legal_actions(state)
    return next((a for a in legal if not (isinstance(a, Draw) and a.what == UNKNOWN)), legal[0])


# -- what is different -------------------------------------------------------------------------------------------------


def pictures(state: State) -> dict[str, dict[str, Any]]:
    """Every warrior as it stands."""
    return {name: _picture(state, warrior) for name, warrior in state.warriors.all.items()}


def _picture(state: State, warrior: Warrior) -> dict[str, Any]:
    mvt, cbt, defence = values(state, warrior)
    return {
        "profile": warrior.profile.id, "figure": warrior.figure, "tile": warrior.tile, "fate": warrior.fate,
        "now": {"mvt": mvt, "cbt": cbt, "def": defence}, "talents": sorted(talents_of(state, warrior)),
        "cancelled": list(warrior.cancelled), "wounds": warrior.wounds, "tokens": list(warrior.tokens),
        "exhausted": warrior.exhausted,
    }  # fmt: skip


def changes(before: State, after: State) -> Iterator[dict[str, Any]]:
    """What differs, piece by piece: `of` a warrior, or of the table (""); null where there is nothing."""
    old, new = pictures(before), pictures(after)
    for name in {**old, **new}:
        if name not in old or name not in new:
            yield {"of": name, "what": "in_play", "before": name in old, "after": name in new}
            continue
        for key, was in old[name].items():
            if was != new[name][key]:
                yield {"of": name, "what": key, "before": was, "after": new[name][key]}
    for what, was, now in (
        ("tp", before.tp, after.tp),
        ("event", len(before.hands["event"]), len(after.hands["event"])),
        ("advantage", len(before.hands["advantage"]), len(after.hands["advantage"])),
        ("marks", _marks(before), _marks(after)),
        ("effects", _effects(before), _effects(after)),
    ):
        if was != now:
            yield {"of": "", "what": what, "before": was, "after": now}


def _effects(state: State) -> list[dict[str, Any]]:
    """What is in force on warriors and shows in no value: dice that hit whatever the DEF, what is forbidden."""
    hidden = [m for m in state.modifiers if m.hits_on or m.forbids]
    return [{"scope": m.scope, "hits_on": m.hits_on, "forbids": sorted(m.forbids), "until": m.until} for m in hidden]


def _marks(state: State) -> list[dict[str, Any]]:
    return [{"name": mark.name, "amount": mark.amount, "until": mark.until} for mark in state.marks]
