"""Every rule id of the catalogue is asked about by some test, and the engine names no id that is not in it."""

import json
import re
from pathlib import Path

import pytest

from companion.rules.catalogue import RULES

TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "companion"
ID = re.compile(r"\b(?:SET|INI|ACT|MOV|EXP|CBT|THR|TIL|CARD|FAQ)-\d+\b|\"RND\"")


def ids_in(text: str) -> set[str]:
    return {found.strip('"') for found in ID.findall(text)}


def named_by_tests() -> set[str]:
    named: set[str] = set()
    for path in (TESTS / "positions").glob("*.json"):
        named |= set(json.loads(path.read_text())["rules"])
    for path in TESTS.rglob("test_*.py"):
        if path.name != "test_catalogue.py":
            named |= ids_in(path.read_text())
    return named


@pytest.mark.parametrize("rule", RULES)
def test_rule_is_tested(rule: str) -> None:
    assert rule in named_by_tests()


def test_engine_names_only_known_rules() -> None:
    files = [*SOURCE.rglob("*.py"), *(SOURCE / "content" / "packs" / "base").rglob("*.toml")]
    for path in files:
        assert ids_in(path.read_text()) <= RULES.keys(), path.name


def test_positions_name_only_known_rules() -> None:
    for path in (TESTS / "positions").glob("*.json"):
        assert set(json.loads(path.read_text())["rules"]) <= RULES.keys(), path.name
