"""What the tablet says, by the key of the sentence: a test of what happens does not break when a word is put better."""

from __future__ import annotations

import functools
import json
import re
from pathlib import Path

I18N = Path(__file__).parents[2] / "web" / "src" / "i18n"


@functools.cache
def _catalogue(language: str) -> dict[str, str]:
    files = (I18N / language).glob("*.json")
    return {key: text for file in files for key, text in json.loads(file.read_text()).items()}


def words(key: str, language: str = "en") -> str:
    """The longest part of a sentence in which nothing is filled in."""
    return max(re.split(r"\{[^{}]*\}", _catalogue(language)[key]), key=len).strip()
