"""The palette knows every verb and piece of the engine, and our own packs keep to it."""

from __future__ import annotations

from companion.content.palette import PIECE_FORMS, VERB_FORMS, plain_forms, unknown_words
from companion.content.sense import ABOUT_A_WARRIOR


def test_every_verb_and_piece_of_the_engine_has_a_form() -> None:
    assert unknown_words() == set()


def test_the_tablet_gets_every_form() -> None:
    forms = plain_forms()
    assert set(forms["verbs"]) == set(VERB_FORMS)
    assert set(forms["pieces"]) == set(PIECE_FORMS)
    assert forms["verbs"]["hit"]["facts"]["amount"] == {"kind": "number", "least": 1, "most": 9, "default": 1}
    assert forms["verbs"]["token"]["facts"]["name"] == {"kind": "name", "required": True}
    assert forms["verbs"]["ranged"]["object"]


def test_needs_are_of_verbs_that_exist() -> None:
    assert set(ABOUT_A_WARRIOR) <= set(VERB_FORMS)
