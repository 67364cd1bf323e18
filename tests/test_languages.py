"""The languages: named in several places, the same in each."""

from __future__ import annotations

import json
import re
from pathlib import Path

from companion.content.models import NameModel
from companion.rules.language import LANGUAGES

ROOT = Path(__file__).parents[1]
I18N = ROOT / "web" / "src" / "i18n"


def test_every_place_names_the_same_languages() -> None:
    wanted = sorted(LANGUAGES)
    settings = (ROOT / "web" / "src" / "state" / "settings.svelte.ts").read_text()
    chosen = re.search(r"const LANGUAGES[^=]*= \[([^\]]*)\]", settings)
    assert chosen
    places = {
        "names in packs": sorted(NameModel.model_fields),
        "sentences of the rules": sorted(f.stem for f in (ROOT / "companion" / "rules" / "sentences").glob("*.json")),
        "words of the tablet": sorted(f.name for f in I18N.iterdir() if f.is_dir()),
        "modules of the tablet": sorted(f.stem for f in I18N.glob("[a-z][a-z].ts")),
        "settings of the tablet": sorted(re.findall(r'"(\w+)"', chosen[1])),
    }
    assert places == dict.fromkeys(places, wanted)


def test_every_language_is_offered_by_its_name() -> None:
    for language in LANGUAGES:
        words = json.loads((I18N / language / "words.json").read_text())
        assert {f"language.{one}" for one in LANGUAGES} <= set(words)
