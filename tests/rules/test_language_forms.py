"""The form of a word that goes with a number, and what a sentence makes of what is missing."""

from __future__ import annotations

import pytest

from companion.rules import explain
from companion.rules.language import Language, fill
from companion.rules.results import Refusal

ONE, FEW, MANY = "удар", "удара", "ударов"
RUSSIAN = {
    ONE: (1, 21, 31, 101, 121, 1001),
    FEW: (2, 3, 4, 22, 23, 24, 32, 102, 103, 104, 122, 1004),
    MANY: (0, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19, 20, 25, 30, 100, 105, 111, 112, 113, 114, 211, 1012),
}


@pytest.mark.parametrize(("form", "count"), [(form, n) for form, counts in RUSSIAN.items() for n in counts])
def test_russian_has_three_forms(form: str, count: int) -> None:
    assert fill("{n#удар|удара|ударов}", {"n": count}, "ru") == f"{count} {form}"


@pytest.mark.parametrize(
    ("language", "count", "text"),
    [("en", 0, "0 hits"), ("en", 1, "1 hit"), ("en", 2, "2 hits"), ("en", 21, "21 hits"),
     ("fr", 0, "0 hit"), ("fr", 1, "1 hit"), ("fr", 2, "2 hits")],
)  # fmt: skip
def test_none_is_one_in_french_and_many_in_english(language: Language, count: int, text: str) -> None:
    assert fill("{n#hit|hits}", {"n": count}, language) == text


def test_what_is_missing_leaves_nothing() -> None:
    assert fill("a{x}b", {}, "en") == "ab"
    assert fill("a{x}b", {"x": 0}, "en") == "a0b"
    assert fill("{n#hit|hits}", {}, "en") == "0 hits"
    assert fill("{n#удар}", {"n": 7}, "ru") == "7 удар"
    assert fill("{x?yes|no}", {"x": 1}, "en") == "yes"
    assert fill("{x?yes|no}", {"x": ""}, "en") == "no"
    assert fill("{x?yes|no|never}", {}, "en") == "no"
    assert fill("{x?yes}", {}, "en") == ""


def where(x: int, y: int) -> str:
    return explain(Refusal("EXP-3", "tile_in_play", {"tile": "7", "x": x, "y": y}))


def test_a_place_is_so_far_from_the_start() -> None:
    assert where(0, 0) == "Tile 7 is already on the table: at the start."
    assert where(1, 0) == "Tile 7 is already on the table: 1 east of the start."
    assert where(-3, 1) == "Tile 7 is already on the table: 1 south, 3 west of the start."
    assert where(0, -1) == "Tile 7 is already on the table: 1 north of the start."


def test_a_sentence_begins_with_a_capital_and_names_are_spaced() -> None:
    assert explain(Refusal("ACT-1", "no_such_key", {})) == "No_such_key"
    refused = Refusal("ACT-4", "not_in_hand", {"card": "demonic_possession"})
    assert "Demonic possession" in explain(refused)
    assert "POSSESSION" in explain(refused, names={"demonic_possession": "POSSESSION"})


def test_a_place_needs_both_of_its_numbers() -> None:
    """A fact that is only half there leaves the sentence without a place, and is no fault."""
    half = {explain(Refusal("EXP-3", "tile_in_play", {"tile": "7", **facts})) for facts in ({}, {"x": 1}, {"y": 1})}
    assert len(half) == 1
    assert explain(Refusal("EXP-3", "tile_in_play", {"tile": "7", "x": 1, "y": 1})) not in half
