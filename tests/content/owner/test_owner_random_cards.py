"""Cards put together at random from the palette: what the checks let through can always be played."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.content.checks import WHEN, names_of
from companion.content.clauses import PIECE_FORMS, VERB_FORMS
from companion.content.owner.building import base_box, box_with
from companion.content.owner.cards import preview, read_card_sheet, with_card
from companion.content.owner.overlay import Overlay
from companion.content.owner.rehearsal import rehearse
from companion.protocol.refusal import Refused
from companion.rules.cards import Fact, Form

NAMES = names_of(base_box().pack).known
TOKENS = ("relic", "tough", "human_lays", "burrowing")


def value(fact: Fact, rng: random.Random, depth: int) -> Any:
    if fact.kind == "number":
        return rng.randint(fact.least, min(fact.most, 12))
    if fact.kind == "word":
        return rng.choice(fact.of)
    if fact.kind == "words":
        return rng.sample(fact.of, rng.randint(0, len(fact.of)))
    if fact.kind == "then":
        return clauses(rng, VERB_FORMS, depth + 1)
    if fact.kind == "when":
        return pieces(rng)
    if fact.kind == "table":
        return [{"scores": [score], "then": clauses(rng, VERB_FORMS, depth + 1)} for score in (4, 5)]
    return rng.choice(sorted(NAMES.get(fact.kind, TOKENS)))


def clauses(rng: random.Random, forms: dict[str, Form], depth: int = 0) -> list[dict[str, Any]]:
    verbs = [verb for verb in forms if depth < 2 or not {"then", "table"} & set(forms[verb])]
    return [clause(rng.choice(verbs), forms, rng, depth) for _ in range(rng.randint(1, 3))]


def pieces(rng: random.Random) -> list[dict[str, Any]]:
    made = [clause(rng.choice(list(PIECE_FORMS)), PIECE_FORMS, rng, 0) for _ in range(rng.randint(1, 2))]
    return [{"at_least": 0, **piece} for piece in made]


def clause(verb: str, forms: dict[str, Form], rng: random.Random, depth: int) -> dict[str, Any]:
    told = {
        key: value(fact, rng, depth) for key, fact in forms[verb].items() if fact.default is None or rng.random() < 0.5
    }
    return {"verb": verb, **told}


def sheet(rng: random.Random) -> dict[str, Any]:
    deck = rng.choice(["gift", "advantage", "event", "event"])
    aim = {"who": rng.choice(["", "condemned", "human", "warrior", "demon", "troglodyte"])}
    made: dict[str, Any] = {
        "deck": deck,
        "name": {"en": "Random"},
        "when": [rng.choice(WHEN[deck])],
        "aim": {**aim, "line": rng.random() < 0.3, "tile": rng.choice(["", "any"])},
        "effect": clauses(rng, VERB_FORMS),
        "die": 4,
    }
    if rng.random() < 0.3:
        made["condition"] = pieces(rng)
    if deck == "event" and rng.random() < 0.3:
        made["cost"] = {"tp": 2}
    return made


@pytest.mark.parametrize("seed", [1, 2])
def test_a_card_that_is_let_through_can_be_played_every_way(seed: int) -> None:
    rng = random.Random(seed)
    played = ways = 0
    for _ in range(25):
        try:
            overlay, name = with_card(Overlay(), base_box(), read_card_sheet(sheet(rng)))
            box = box_with(overlay)
        except Refused:
            continue
        told = rehearse(box, name)
        deck = box.rules_cards[name].deck
        assert preview(deck, next(c for c in getattr(box.pack, deck) if c.id == name))["deck"] == deck
        assert told["ways"] or told["refused"]
        played += 1
        ways += len(told["ways"])
    assert played >= 5
    assert ways >= 10
