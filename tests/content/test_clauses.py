"""The palette knows every verb and piece of the engine, and our own packs keep to it."""

from __future__ import annotations

from companion.content.checks import ABOUT_A_WARRIOR
from companion.content.clauses import PIECE_FORMS, VERB_FORMS, forms_to_json


def test_the_tablet_gets_every_form() -> None:
    verbs, pieces = forms_to_json()
    assert set(verbs) == set(VERB_FORMS)
    assert set(pieces) == set(PIECE_FORMS)
    assert verbs["hit"]["facts"]["amount"] == {"kind": "number", "least": 1, "most": 9, "default": 1}
    assert verbs["token"]["facts"]["name"] == {"kind": "name", "required": True}
    assert verbs["ranged"]["object"]


def test_needs_are_of_verbs_that_exist() -> None:
    assert set(ABOUT_A_WARRIOR) <= set(VERB_FORMS)
