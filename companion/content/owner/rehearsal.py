"""A rehearsal: a card played on a small table, every way it can be, and what that does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from companion.content.box import Box
from companion.content.owner.cards import HELD
from companion.content.position_models import Position
from companion.content.positions import place
from companion.protocol.card import (
    Rehearsal,
    RehearsedAnswer,
    RehearsedChange,
    RehearsedPlay,
    RehearsedWarrior,
)
from companion.protocol.json import Facts, Json
from companion.rules.actions import UNKNOWN, Action, Attack, Deadly, Draw, Play, Roll
from companion.rules.cards import Card, DeadlyEvent
from companion.rules.combat import CombatRoll
from companion.rules.damage import Blow, Landing
from companion.rules.death import Death
from companion.rules.effects import Fallen
from companion.rules.engine import apply, legal_actions, refusal, waiting
from companion.rules.exploring import Drawn, StepIn
from companion.rules.interrupts import Interrupt
from companion.rules.notation import write
from companion.rules.playing import OWNER, plays, refuse_moment
from companion.rules.results import Refusal, Waiting
from companion.rules.state import State, Warrior
from companion.rules.steps import Step
from companion.rules.threat import Entering
from companion.rules.warriors import talents_of, values
from companion.rules.words import (
    DEMON,
    DEMON_ACTION,
    DYING,
    HIT_COMING,
    HUMAN_ACTION,
    INITIATIVE,
    INTERRUPTS,
    ROLL_FALLEN,
    SQUAMATA,
    THREAT,
    TILE_DRAWN,
    TILE_LAID,
)

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
WARRIORS: Mapping[str, Facts] = {
    "redeemer": {"kind": "redeemer", "tile": "A", "die": 2},
    "brute-1": {"kind": "brute", "tile": "A", "die": 4, "cancelled": [2]},
    "troglodyte-1": {"kind": "troglodyte", "tile": "A"},
    "blade-1": {"kind": "blade", "tile": "B", "die": 3, "cancelled": [1, 6]},
    "blade-2": {"kind": "blade", "tile": "B", "die": 5},
    "troglodyte-2": {"kind": "troglodyte", "tile": "B"},
    "demon-1": {"kind": "demon", "tile": "C", "wounds": 1},
}
SQUAMATA_TABLE: Mapping[str, Facts] = {
    "kartikeya": {
        "kind": "kartikeya", "tile": "A", "line": {"mvt": 2, "cbt": 3, "def": 4},
        "parts": {part: {"resistance": 3} for part in ("head", "arms", "body", "legs")},
    },
    "troglodyte-1": {"kind": "troglodyte", "tile": "A"},
    "troglodyte-2": {"kind": "troglodyte", "tile": "B"},
    "demon-1": {"kind": "demon", "tile": "C", "wounds": 1},
}  # fmt: skip
PILE = [{"kind": "plain", "openings": "NESW"}]
# In which phase a card is rehearsed that may be played in several: its owner's own first.
PHASES = {
    "advantage": (HUMAN_ACTION, INITIATIVE, THREAT, DEMON_ACTION),
    "event": (THREAT, DEMON_ACTION, INITIATIVE, HUMAN_ACTION),
}
TP = 6


def rehearse(box: Box, name: str) -> Rehearsal:
    """Every way to play the card on the small table (the first twelve), as JSON."""
    card = box.rules_cards[name]
    state = small_table(box, card)
    found = list(islice(ways(state, card), MOST_WAYS))
    refused = None if found else _why_not(state, card)
    return {
        "phase": state.phase,
        "before": _warriors(state),
        "tp": state.tp,
        "carried": _carried(box, card) if card.deck in HELD else [],
        "ways": [_played(state, card, action) for action in found],
        "refused": None
        if refused is None
        else {"rule": refused.rule, "key": refused.key, "facts": dict(refused.facts)},
    }


def small_table(box: Box, card: Card, warriors: Mapping[str, Facts] = WARRIORS) -> State:
    """Everybody in place, the card where it can be used from."""
    if card.deck == "deadly":
        return _against_kartikeya(box, card)
    placed = {name: dict(warrior) for name, warrior in warriors.items()}
    held: dict[str, list[str]] = {}
    phase = HUMAN_ACTION
    if card.deck == "gift":
        placed["redeemer"] |= {"gifts": [card.id], "die": card.die or SCORE}
    elif card.deck == "object":
        bearer = next(name for name, warrior in placed.items() if warrior["kind"] in card.bearers)
        placed[bearer]["objects"] = [card.id]
    elif card.deck == "skill":
        placed["sicaria-1"] = {"kind": "sicaria", "tile": "B", "die": 2, "skills": [card.id]}
    else:
        in_phase = (p for p in PHASES[card.deck] if p in card.when or "any" in card.when)
        phase = next(in_phase, HUMAN_ACTION)
        held = {"advantages" if card.deck == "advantage" else "events": [card.id]}
    events = [other.id for other in box.rules_cards.values() if other.deck == "event" and other.id != card.id][:4]
    position = {
        "name": "rehearsal", "rules": [], "tiles": TILES, "pile": PILE, "warriors": placed, "phase": phase, "tp": TP,
        "event_deck": events, "steps": [], **held,
    }  # fmt: skip
    return at_its_moment(place(Position.model_validate(position), box), card)


def _against_kartikeya(box: Box, card: Card) -> State:
    """The Demon's turn against Kartikeya, with the points for an event of Deadly Destiny."""
    model = next(model for model in box.pack.deadly if model.id == card.id)
    price = model.price.value if model.price else 1
    phase = THREAT if THREAT in card.when else DEMON_ACTION
    position = {
        "name": "rehearsal", "rules": [], "tiles": TILES, "pile": PILE, "warriors": SQUAMATA_TABLE, "phase": phase,
        "tp": TP, "steps": [], "sides": [DEMON, SQUAMATA], "deadly_destiny": price, "deadly_events": {card.id: price},
    }  # fmt: skip
    state = place(Position.model_validate(position), box)
    event = DeadlyEvent(price, card.clauses, frozenset({phase}))
    state = state._replace(game=replace(state.game, deadly={card.id: event}))
    return state.with_agenda((Entering(),)) if phase == THREAT else state


def at_its_moment(state: State, card: Card) -> State:
    """A card that interrupts is rehearsed when something is about to happen that it is for; others at once."""
    moment = next((moment for moment in INTERRUPTS if moment in card.when), "")
    if not moment or card.when - set(INTERRUPTS):
        return state
    blow = Blow("redeemer", "A", 1, "combat", attack=True, attacker="troglodyte-1")
    before: dict[str, Step] = {
        ROLL_FALLEN: Fallen(CombatRoll(blow, DEMON, 1, SCORE, False), (SCORE,)),
        HIT_COMING: Landing((blow,)),
        TILE_DRAWN: Drawn("redeemer", "N", "pile-1"),
        TILE_LAID: StepIn("redeemer", "A", "B"),
        DYING: Death("redeemer", "combat"),
    }
    asked = Interrupt(OWNER[card.deck], moment, "redeemer", "A")
    return state.with_agenda((*state.agenda, before[moment], asked))


def ways(state: State, card: Card) -> Iterator[Action]:
    """Plays of the card that are legal; for a weapon, the attacks with it."""
    if card.deck == "deadly":
        yield from (a for a in legal_actions(state) if isinstance(a, Deadly))
        return
    possible = legal_actions(state) if waiting(state).what == "interrupt" else plays(state)
    for action in possible:
        if isinstance(action, Play) and action.card == card.id and refusal(state, action) is None:
            yield action
    if waiting(state).kind == "choice":
        yield from (a for a in legal_actions(state) if isinstance(a, Attack) and a.weapon == card.id)


def _why_not(state: State, card: Card) -> Refusal | None:
    if card.deck in HELD:
        return None
    if card.deck == "deadly":
        return refusal(state, Deadly(card.id))
    return refuse_moment(state, card) or Refusal(card.rule, "wrong_target", {"card": card.id, "who": card.aim.who})


def _carried(box: Box, card: Card) -> list[RehearsedChange]:
    """What an Object or a Skill changes by being there."""
    with_it = small_table(box, card)
    bearer = next(w for w in with_it.warriors.all.values() if w.objects or w.skills)
    without = with_it._replace(warriors=with_it.warriors.put(bearer._replace(objects=(), skills=())))
    return list(_changes(without, with_it))


# -- playing it out ----------------------------------------------------------------------------------------------------


def _played(state: State, card: Card, action: Action) -> RehearsedPlay:
    """The card is played, and what it asks for answered as simply as can be."""
    before = waiting(state)
    after, happenings = apply(state, action)
    happened = [*happenings]
    answers: list[RehearsedAnswer] = []
    while len(answers) < MOST_ANSWERS and after.outcome is None and not _settled(after, state, before):
        question = waiting(after)
        answer = simplest(after, question)
        after, happenings = apply(after, answer)
        happened += happenings
        answers.append({"side": question.side, "kind": question.kind, "what": question.what, "answer": write(answer)})
    return {
        "do": write(action, card.deck),
        "answers": answers,
        "happenings": [{"key": key, "facts": dict(facts)} for key, facts in happened],
        "after": _warriors(after),
        "tp": after.tp,
        "changed": sorted(_changes(state, after), key=lambda change: change["of"]),
    }


def _settled(after: State, before: State, awaited: Waiting) -> bool:
    """Nothing of the card is left to be answered: the table waits for what it waited for."""
    now = waiting(after)
    if awaited.what == "interrupt":
        # The moment has passed, and what it came before is done.
        return len(after.agenda) <= len(before.agenda) - 2
    return len(after.agenda) <= len(before.agenda) and (now.kind, now.what) == (awaited.kind, awaited.what)


def simplest(state: State, question: Waiting) -> Action:
    """The first answer there is; every die shows the same score."""
    if question.kind == "roll":
        return Roll((SCORE,) * question.number)
    legal = legal_actions(state)
    return next((a for a in legal if not (isinstance(a, Draw) and a.what == UNKNOWN)), legal[0])


# -- what is different -------------------------------------------------------------------------------------------------


def _warriors(state: State) -> dict[str, RehearsedWarrior]:
    """Every warrior as it stands."""
    return {name: _as_it_stands(state, warrior) for name, warrior in state.warriors.all.items()}


def _as_it_stands(state: State, warrior: Warrior) -> RehearsedWarrior:
    mvt, cbt, defence = values(state, warrior)
    return {
        "profile": warrior.profile.id, "figure": warrior.figure, "tile": warrior.tile, "fate": warrior.fate,
        "now": {"mvt": mvt, "cbt": cbt, "def": defence}, "talents": sorted(talents_of(state, warrior)),
        "cancelled": list(warrior.cancelled), "wounds": warrior.wounds + sum(part.wounds for part in warrior.parts),
        "tokens": list(warrior.tokens),
        "exhausted": warrior.exhausted,
    }  # fmt: skip


def _changes(before: State, after: State) -> Iterator[RehearsedChange]:
    """What differs, piece by piece: `of` a warrior, or of the table (""); null where there is nothing."""
    old, new = _warriors(before), _warriors(after)
    for name in {**old, **new}:
        if name not in old or name not in new:
            yield {"of": name, "what": "in_play", "before": name in old, "after": name in new}
            continue
        now: Mapping[str, Any] = new[name]
        was: Mapping[str, Any] = old[name]
        yield from _differences(name, {key: (was[key], now[key]) for key in was})
    yield from _differences("", {
        "tp": (before.tp, after.tp),
        "event": (len(before.hands["event"]), len(after.hands["event"])),
        "advantage": (len(before.hands["advantage"]), len(after.hands["advantage"])),
        "marks": (_marks(before), _marks(after)),
        "effects": (_effects(before), _effects(after)),
    })  # fmt: skip


def _differences(of: str, pairs: Mapping[str, tuple[Json, Json]]) -> Iterator[RehearsedChange]:
    for what, (was, now) in pairs.items():
        if was != now:
            yield {"of": of, "what": what, "before": was, "after": now}


def _effects(state: State) -> Json:
    """What is in force on warriors and shows in no value: dice that hit whatever the DEF, what is forbidden."""
    hidden = [m for m in state.modifiers if m.hits_on or m.forbids]
    return [{"scope": m.scope, "hits_on": m.hits_on, "forbids": sorted(m.forbids), "until": m.until} for m in hidden]


def _marks(state: State) -> Json:
    return [{"name": mark.name, "amount": mark.amount, "until": mark.until} for mark in state.marks]
