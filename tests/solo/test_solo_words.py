"""Whatever the companion can order, and every reason it can give, has a sentence in every language."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.rules.language import LANGUAGES
from companion.rules.notation import VERBS
from companion.solo.planning import BY_ITSELF

ROOT = Path(__file__).parents[2]
# Dice and draws are no orders, nor is letting go, which it never does; a way is told as one thing.
NO_ORDERS = {"roll", "reroll", "draw", "release", "move", "assign", "destiny"}


def orders() -> set[str]:
    verbs = set(VERBS) - NO_ORDERS - {action.verb for action in BY_ITSELF}
    return {f"order.{verb}" for verb in (*verbs, "walk", "walk_attack")}


def reasons() -> set[str]:
    text = (ROOT / "companion" / "opponent" / "reasons.py").read_text()
    called = [call for call in text.splitlines() if "Reason(" in call]
    return {f"why.{key}" for call in called for key in re.findall(r'"([a-z_]+)"', call.split("Reason(", 1)[1])}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_order_and_every_reason_has_words(language: str) -> None:
    words = json.loads((ROOT / "web" / "src" / "i18n" / language / "solo.json").read_text())
    wanted = orders() | {key for key in reasons() if key not in ("why.target", "why.tile", "why.tp")}
    assert len(wanted) > 35
    assert sorted(wanted - set(words)) == []
