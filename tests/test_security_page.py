"""SECURITY.md: every claim names the test that holds it, and that test exists."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def claims() -> list[str]:
    """The rows of the tables whose last column says what holds them."""
    rows: list[str] = []
    held = False
    for line in (ROOT / "SECURITY.md").read_text().splitlines():
        if not line.startswith("|"):
            held = False
        elif line.endswith("| held by |"):
            held = True
        elif held and not line.startswith("|---"):
            rows.append(line)
    return rows


@lru_cache
def names_of_tests(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text())
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def test_every_claim_names_a_test_that_exists() -> None:
    rows = claims()
    assert len(rows) > 20
    for row in rows:
        named = TEST.findall(row)
        assert named, f"nothing holds: {row}"
        assert [f"{file}::{test}" for file, test in named if test not in names_of_tests(file)] == []
