"""The faults are what they say, and the reasons name faults that can be made."""

from __future__ import annotations

import ast
import random

import pytest

from companion.rules import threat
from tests.mutants.__main__ import EQUIVALENT, key_of, reasons
from tests.mutants.coverage import Coverage, Ran
from tests.mutants.faults import ROOT, Mutant, all_mutants
from tests.mutants.trial import put_in

MUTANTS = all_mutants()


def of_line(path: str, line: str) -> set[tuple[str, str]]:
    return {(m.old.strip(), m.new) for m in MUTANTS if m.path.endswith(path) and m.source_line() == line}


@pytest.mark.parametrize(
    ("path", "line", "changes"),
    [
        ("movement.py", "if mvt - spent < 1:", {("<", "<="), ("<", ">="), ("1", "2")}),
        ("movement.py", "if spent and state.kind_of(warrior.tile).leaving_takes_all:", {("and", "or")}),
        ("movement.py", "if action.to not in state.board.tiles:", {("not in", "in")}),
        ("movement.py", "if not enemies:", {("not", "")}),
        ("threat.py", "DICE_OF_DESTINY = 3", {("3", "4")}),
    ],
)
def test_the_faults_of_a_line(path: str, line: str, changes: set[tuple[str, str]]) -> None:
    assert of_line(path, line) == changes


def test_every_fault_is_still_a_program_and_another_one() -> None:
    for mutant in random.Random(1).sample(MUTANTS, 40):
        before = ast.dump(ast.parse((ROOT / mutant.path).read_text(encoding="utf-8")))
        assert ast.dump(ast.parse(mutant.source())) != before, mutant


def test_a_fault_is_put_into_a_function_that_lives() -> None:

    fault = next(
        m for m in MUTANTS if m.path.endswith("threat.py") and m.source_line() == "return sum(die & 1 for die in dice)"
    )
    code = threat._odd.__code__
    try:
        put_in(fault)
        assert threat._odd((2, 3)) == 4
    finally:
        threat._odd.__code__ = code
    assert threat._odd((2, 3)) == 1


def test_tests_that_run_the_line_come_first_and_quick_ones_before_slow_ones() -> None:
    late = Mutant("a.py", 7, 0, 1, "1", "2", 7, 8, False)
    tests = {
        "slow": Ran(2.0, frozenset({("a.py", 8)})),
        "quick": Ran(0.1, frozenset({("a.py", 7)})),
        "far": Ran(0.1, frozenset({("b.py", 7), ("a.py", 9)})),
    }
    assert Coverage(tests, frozenset()).tests_for(late) == ["quick", "slow"]
    assert Coverage(tests, frozenset({("a.py", 7)})).tests_for(late) == ["quick", "slow", "far"]
    assert Coverage(tests, frozenset()).tests_for(late._replace(at_import=True)) == ["quick", "slow", "far"]


def test_every_reason_is_about_a_fault_that_can_be_made() -> None:
    """A line that was changed since needs a new look."""
    known = {key_of(mutant) for mutant in MUTANTS}
    assert EQUIVALENT.exists()
    assert [key for key in reasons() if key not in known] == []
