"""A whole service with a simulated tray: presses act in the game, and the tray's misfortunes do not touch it."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.devices.tray.driver import TrayDriver
from companion.devices.tray.messages import TrayEvent
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.simulator import SimulatedTray
from companion.devices.tray_source import ChosenTray, TraySource
from companion.protocol.intents import Intent, read_verb
from companion.protocol.messages import GameRequest
from companion.server.service import Service, Settings
from companion.table.table import Table


class Evening:
    """A game of The Survivors in its first Human action phase, with a simulated tray on the table."""

    def __init__(self, data: Path) -> None:
        self.simulator = SimulatedTray(ModelBoard())
        self.source = TraySource("sim", {}, data / "cards.json", self._choose)
        self.service = Service(Settings(data, sources=(self.source,), simulated={"tray": True}))
        self.service.start()
        self.table: Table = self.service.games.begin(GameRequest(scenario="survivors"))
        self.service.use(self.table)
        self._numbers = iter(range(1000))
        for do in ({"draw_for_me": True}, {"roll": [1, 2, 3, 4]}):
            self.do(do)
        warriors = ("redeemer", "brute-1", "blade-1", "blade-2")
        self.do({"assign": dict(zip(warriors, (2, 3, 1, 4), strict=True))})

    def _choose(self, word: str, on_event: Callable[[TrayEvent], None]) -> ChosenTray:
        return ChosenTray(TrayDriver(on_event, self.simulator.find), self.simulator)

    def do(self, do: dict[str, object]) -> None:
        answer = self.table.submit("both", Intent(f"test-{next(self._numbers)}", self.table.version, read_verb(do)))
        assert answer.ok, answer

    def wait_for(self, condition: Callable[[], object]) -> None:
        end = time.monotonic() + 15
        while not condition():
            assert time.monotonic() < end, "it did not come about"
            time.sleep(0.02)

    def connected(self) -> bool:
        return self.source.driver.status.state == "connected"


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    try:
        evening.wait_for(evening.connected)
        yield evening
    finally:
        evening.service.close()


def test_next_ends_the_phase_and_a_long_correct_undoes_it(evening: Evening) -> None:
    assert evening.table.state.phase == "initiative"
    evening.simulator.press("next")
    evening.wait_for(lambda: evening.table.state.phase == "human_action")
    evening.simulator.press("correct", 1000)
    evening.wait_for(lambda: evening.table.state.phase == "initiative")


def test_next_finishes_the_warrior_that_is_acting(evening: Evening) -> None:
    evening.do({"end_phase": True})
    # Tile 9 is plain, with four openings: nothing happens on it but the Blade standing there.
    for do in ({"explore": "blade-1", "edge": "N"}, {"draw": "9"}, {"lay": "", "rotation": 0}):
        evening.do(do)
    acting = evening.table.state.activation
    assert acting is not None
    assert acting.warrior == "blade-1"
    evening.simulator.press("next")
    evening.wait_for(lambda: "blade-1" in evening.table.state.acted)


def test_the_cause_of_a_press_is_in_the_journal(evening: Evening) -> None:
    evening.simulator.press("next")
    evening.wait_for(lambda: evening.table.state.phase == "human_action")
    assert evening.table.records()[-1].cause["kind"] == "button"


def test_resets_and_replugs_do_not_touch_the_game(evening: Evening) -> None:
    version = evening.table.version
    evening.simulator.reset()
    evening.simulator.unplug(0.2, same_name=False)
    evening.wait_for(lambda: not evening.connected())
    evening.do({"end_phase": True})
    evening.wait_for(evening.connected)
    assert evening.table.version == version + 1
    evening.simulator.press("next")
    evening.wait_for(lambda: evening.table.state.phase == "threat")
    assert evening.table.version == version + 2
