"""Kinds of faults in the texts that a pattern can find, in all three languages."""

from __future__ import annotations

import re

import pytest

from companion.rules.language import LANGUAGES
from tests.web.test_tablet_catalogue import catalogue

# Sentences about warriors that come into play.
ENTERING = ("effect.", "rule.THR", "waiting.choice.enter", "enter.", "happening.enters", "refused.enter")
FORMS = {"en": (2,), "fr": (2,), "ru": (3,)}
COUNTED = re.compile(r"\{\w+#([^}]*)\}")

# What each language must not say, and what it says instead.
WRONG = {
    "en": {
        r"\s[:;?!]": "no space before a sign",
        r"\bone of \{\w+#": "“one of 1 lit tile”",
        r"\{culprits\} (?:is|holds|has)\b": "a list of names is not one",
        r"\bturn of:": "“the turn of: Human”",
        r"\} %": "percents are written by Intl",
    },
    "fr": {
        r"\bguerriers?\b": "combattant",
        r"\b(?:jetons?|marqueurs?)\b": "pion",
        r"\bTouchez la carte\b": "the map is “le plan”",
        r"\{\w+\} (?:est|a été) (?:béni|sorti|mort|tombé|choisi|épargné|épuisé|soigné|retiré)\b": "a Brute is “elle”",
        r"\bMVT\b": "DPT",
        r"\bdés de destinée\b": "dé de destin; the board and its squares are “de destinée”",
        r"^(?:lance|place|choisis|défausse) (?:les|un|une|\{number)": "players are “vous”",
    },
    "ru": {
        r"\bсветл\w+ (?:плитк|«)": "lit is «подсвеченная»",
        r"\{\w+\} (?:очков|шагов|кубиков|плиток)\b": "«1 очков»",
        r"\b(?:тайл|жетон)\w*": "плитка, маркер",
        r"\bпопадани\w+": "a hit is «удар»",
        r"\b(?:истощ|вычеркн)\w+": "обессилен, отменена",
        r"\b(?:светящ|освещ)\w+ (?:лини|плитк|мест)": "lit is «подсвеченная»",
        r"\b(?:рана|раны|ран|рану)\b": "a wound is «ранение»",
        r"\b(?:MVT|CBT|DEF)\b": "ДВЖ, АТК, ЗАЩ",
        r"\s[:;?!]": "no space before a sign",
    },
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_known_fault_comes_back(language: str) -> None:
    found = [
        f"{key}: “{text}” ({why})"
        for key, text in catalogue(language).items()
        for pattern, why in WRONG[language].items()
        if re.search(pattern, re.sub(r"\{\w+\?[^}]*\}", "", text))
    ]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_counted_words_have_all_their_forms(language: str) -> None:
    """One and more in English and French; one, few and many in Russian."""
    counted = [(key, forms.split("|")) for key, text in catalogue(language).items() for forms in COUNTED.findall(text)]
    assert len(counted) > 30
    assert [key for key, forms in counted if len(forms) not in FORMS[language]] == []


def test_entering_is_not_the_exit() -> None:
    """«Выход» is the tile; warriors enter by «вход»."""
    russian = catalogue("ru")
    entering = [key for key in russian if key.startswith(ENTERING)]
    assert [key for key in entering if re.search(r"\b[Вв](?:ыход|ывед|ывести)", russian[key])] == []
