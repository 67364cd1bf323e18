"""The editors of cards and scenarios have words for everything they offer."""

from __future__ import annotations

import pytest

from companion.content.owner.scenario_parts import SPECIAL_PARTS, VICTORY_PARTS
from companion.rules import card_verbs, conditions
from companion.rules.language import LANGUAGES
from tests.web.test_tablet_catalogue import catalogue

VERBS = {**card_verbs.FORMS, **card_verbs.DESCRIBING}
# Verbs with a sentence for each direction: "verb.tp.more", "verb.tp.less".
SEVERAL = ("tp", "talent")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verb_piece_and_part_has_words(language: str) -> None:
    words = catalogue(language)
    wanted = {f"palette.verb.{verb}" for verb in VERBS} | {f"verb.{verb}" for verb in VERBS if verb not in SEVERAL}
    wanted |= {f"{kind}.{piece}" for kind in ("palette.piece", "piece") for piece in conditions.FORMS}
    wanted |= {f"scenario.part.special.{part['id']}" for part in SPECIAL_PARTS}
    wanted |= {f"scenario.part.victory.{part['id']}" for part in VICTORY_PARTS}
    assert sorted(wanted - set(words)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_of_a_verb_has_a_name(language: str) -> None:
    facts = {fact for form in (*VERBS.values(), *conditions.FORMS.values()) for fact in form}
    nested = {"then", "when", "table"}
    assert sorted(fact for fact in facts - nested if f"boxpage.field.{fact}" not in catalogue(language)) == []
