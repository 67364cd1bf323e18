"""Thinking in a process of its own: the same decisions as here, and one in every case."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from companion.opponent.knowledge import acting
from companion.opponent.players import LEVELS
from companion.opponent.search import SearchPlayer
from companion.rules.engine import waiting
from companion.rules.snapshot import to_json
from companion.rules.state import State
from companion.solo.planning import planned
from companion.solo.thinking import Thinker
from tests.opponent.reached import walk


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    # As little thought as there is.
    monkeypatch.setitem(LEVELS, "hard", SearchPlayer(work=1))
    made = Thinker()
    yield made
    made.stop()


def choices(scenario: str, number: int) -> list[State]:
    """States in which somebody chooses, early in a game."""
    return [state for state in walk(scenario, 3) if waiting(state).kind == "choice"][:number]


def test_what_is_thought_elsewhere_is_what_would_be_thought_here(thinker: Thinker) -> None:
    state = next(state for state in choices("forge", 40) if waiting(state).what == "activate")
    side, before = acting(waiting(state)), to_json(state)
    found = thinker.plan("hard", state, side, 2)
    assert found
    assert found == planned("hard", state, side, 2)
    assert to_json(state) == before


def test_a_level_that_needs_no_time_needs_no_process(thinker: Thinker) -> None:
    [state] = choices("survivors", 1)
    side = acting(waiting(state))
    assert thinker.plan("fair", state, side, 1) == planned("fair", state, side, 1)
    assert thinker.process is None


def test_without_its_process_the_script_decides(thinker: Thinker) -> None:
    [state] = choices("survivors", 1)
    side = acting(waiting(state))
    thinker.process = subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert thinker.plan("hard", state, side, 1) == planned("fair", state, side, 1)
    assert thinker.process is None, "the next question starts a new one"


def test_thought_that_never_ends_is_given_up() -> None:
    impatient = Thinker(longest_s=0.0)
    [state] = choices("survivors", 1)
    side = acting(waiting(state))
    assert impatient.plan("hard", state, side, 1) == planned("fair", state, side, 1)
    assert impatient.process is None
