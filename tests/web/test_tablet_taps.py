"""How many taps a round costs: played with a finger, held against the budget in `taps.json`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.service_rig import RunningService
from tests.web.browser_rig import Tablet
from tests.web.played_round import PlayedRound

BUDGET = Path(__file__).with_name("taps.json")


def initiative(round_: PlayedRound) -> None:
    with round_.action("give the Action Dice"):
        round_.waits_for("action")
        round_.dice(5, 3, 3, 2)
        round_.waits_for("assign")
        for line in ("redeemer/5", "brute-1/3", "blade-1/3"):
            round_.tap(f"[data-give='{line}']:not([disabled])", moves=True)
        # The last die had only one warrior to go to, and the page says so.
        round_.page.wait_for_selector("[data-forced]:has-text('Blade 2')")
    with round_.action("end a phase"):
        round_.tap("[data-forward]", moves=True)


def humans(round_: PlayedRound) -> None:
    round_.waits_for("activate")
    with round_.action("attack"):
        round_.tap("[data-warrior='brute-1']")
        round_.tap("[data-option=attack]", moves=True)
        round_.dice(3, 6)
    with round_.action("move two steps"):
        # No finger taps a card that it does not see: the result lies over it for two seconds.
        round_.page.wait_for_selector("[data-result]", state="detached")
        round_.tap("[data-card='blade-2']")
        round_.tap("[data-tile='4']", moves=True)
    with round_.action("move and explore"):
        round_.tap("[data-warrior='blade-1']")
        round_.tap("[data-tile='3']", moves=True)
        round_.tap("[data-opening='3/E']", moves=True)
    with round_.action("draw and lay a tile"):
        round_.tap("[data-draw-for-me]", moves=True)
        round_.tap("[data-rotation]:not([disabled]) >> nth=1")
        round_.tap("[data-lay]", moves=True)
    with round_.action("attack and miss"):
        # The only one left is chosen already.
        round_.page.wait_for_selector("[data-warrior='redeemer'][aria-pressed='true']")
        round_.tap("[data-option=attack]", moves=True)
        round_.dice(1)
    with round_.action("end a phase"):
        round_.tap("[data-forward]", moves=True)
    assert round_.places(["blade-2", "blade-1"]) == ["4", "5"]


def threat(round_: PlayedRound) -> None:
    round_.waits_for("destiny")
    round_.dice(4, 2, 6)
    with round_.action("place the Dice of Destiny"):
        round_.tap("[data-square=sounds_from_the_deep]", moves=True)
        round_.tap("[data-forward]", moves=True)
    with round_.action("bring in two Troglodytes"):
        round_.tap("[data-enter=troglodyte]")
        round_.tap("[data-tile][tabindex='0']", moves=True)
        round_.tap("[data-tile][tabindex='0']", moves=True)
    with round_.action("end a phase"):
        round_.tap("[data-forward]", moves=True)


def demons(round_: PlayedRound) -> None:
    round_.waits_for("activate")
    with round_.action("move two steps"):
        round_.tap("[data-warrior='demon-1']")
        round_.tap("[data-tile='9']", moves=True)
    with round_.action("attack with two hits"):
        round_.tap("[data-option=attack]", moves=True)
        round_.dice(5, 1, 6)
    with round_.action("take two hits, one by a Bodyguard"):
        round_.tap("[data-line='redeemer/2']")
        round_.tap("[data-line='brute-1/2']")
        round_.tap("[data-confirm]", moves=True)
    with round_.action("attack"):
        round_.tap("[data-warrior='troglodyte-3']")
        round_.tap("[data-option=attack]:has-text('Brute')", moves=True)
        round_.dice(6)
    with round_.action("take one hit"):
        round_.tap("[data-line='brute-1/5']")
        round_.tap("[data-confirm]", moves=True)
    with round_.action("move one step"):
        round_.tap("[data-warrior='troglodyte-1']")
        round_.tap("[data-tile][tabindex='0']", moves=True)
    with round_.action("end a phase"):
        round_.tap("[data-forward]", moves=True)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    """The pile of this seed has a tile with two ways to lay it on top."""
    running = RunningService(tmp_path / "data", seed=13)
    yield running
    running.stop()


def test_a_round_costs_no_more_taps_than_written_down(service: RunningService, tablet: Callable[..., Tablet]) -> None:
    round_ = PlayedRound(service, tablet("wide"))
    for part in (initiative, humans, threat, demons):
        part(round_)
    assert round_.table.view("both")["round"] == 5
    assert dict(round_.taps) == json.loads(BUDGET.read_text())["now"]


def test_the_budget_only_gets_better() -> None:
    written = json.loads(BUDGET.read_text())
    assert written["before"].keys() == written["now"].keys()
    assert all(written["now"][action] <= taps for action, taps in written["before"].items())
