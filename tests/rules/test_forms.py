"""What a card may be given, number by number: the bounds the editor offers and the packs are checked against."""

from __future__ import annotations

import pytest

from companion.rules.card_verbs import DESCRIBING, FORMS
from companion.rules.cards import ALL_LINES, DICE, EXHAUSTED, Fact, number
from companion.rules.conditions import FORMS as CONDITIONS
from companion.rules.language import _value

# Verb → fact → least, most, and what it is if nothing is said (None: it must be said).
NUMBERS: dict[str, dict[str, tuple[int, int, int | None]]] = {
    "hit": {"amount": (1, 9, 1)},
    "each": {"fewer_cancelled_than": (0, 6, 0)},
    "bonus": {"mvt": (-9, 9, 0), "cbt": (-9, 9, 0), "def": (-9, 9, 0)},
    "hit_on": {"score": (1, 6, None)},
    "tp": {"amount": (-20, 20, 1)},
    "draw": {"amount": (1, 9, 1)},
    "extra_dice": {"amount": (1, 9, 1)},
    "limit_dice": {"at_most": (1, 12, None)},
    "remember": {"amount": (0, 99, 1)},
    "lay_tokens": {"amount": (1, 9, 1)},
    "prevent": {"amount": (1, 9, 1)},
    "carried_bonus": {"mvt": (-9, 9, 0), "cbt": (-9, 9, 0), "def": (-9, 9, 0)},
    "ranged": {"cbt": (-9, 9, 0)},
    "blast": {"dice": (1, 12, None)},
    "initiative_dice": {"amount": (1, 9, 1)},
}


@pytest.mark.parametrize("verb", NUMBERS)
def test_numbers_of_a_verb(verb: str) -> None:
    form = {**FORMS, **DESCRIBING}[verb]
    found = {name: (fact.least, fact.most, fact.default) for name, fact in form.items() if fact.kind == "number"}
    assert found == NUMBERS[verb]


@pytest.mark.parametrize("piece", CONDITIONS)
def test_bounds_of_a_condition(piece: str) -> None:
    form = CONDITIONS[piece]
    assert [(form[name].least, form[name].most, form[name].default) for name in ("at_least", "at_most")] == [
        (0, 99, 0),
        (0, 99, 99),
    ]


def test_a_fact_as_the_editor_gets_it() -> None:
    assert number(1, 6).to_json() == {"kind": "number", "least": 1, "most": 6, "required": True}
    assert number(1, 6, 2).to_json() == {"kind": "number", "least": 1, "most": 6, "default": 2}
    assert Fact("word", "a", of=("a", "b")).to_json() == {"kind": "word", "of": ["a", "b"], "default": "a"}
    assert Fact("name").to_json() == {"kind": "name", "required": True}
    assert Fact("number").to_json() == {"kind": "number", "least": 0, "most": 99, "required": True}


def test_dice_lines_and_who_is_exhausted() -> None:
    assert (DICE, tuple(ALL_LINES), tuple(EXHAUSTED)) == ({"d6": 6, "d10": 10}, (1, 2, 3, 4, 5, 6), (0, 0, 3))


def test_yes_and_no_among_the_facts_of_a_sentence() -> None:
    """So that a hole with two texts takes the first for yes, the second for no."""
    assert [_value("by_hand", value, "en", {}) for value in (True, False, None, 0, 3)] == [1, "", "", 0, 3]
