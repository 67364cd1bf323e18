import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices.tray.checkup import Checkup, Finding, State
from companion.devices.tray.events import BUTTONS
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.simulator import SimulatedTray


@pytest.fixture
def simulated() -> Iterator[SimulatedTray]:
    tray = SimulatedTray(ModelBoard())
    tray.start()
    yield tray
    tray.stop()


def by_part(findings: list[Finding]) -> dict[str, State]:
    return {finding.part: finding.state for finding in findings}


def test_a_good_tray_is_good_in_every_part_and_dark_afterwards(simulated: SimulatedTray) -> None:
    found = by_part(list(Checkup(simulated.find).run()))
    assert found == dict.fromkeys(["tray", "light", "lamps", "buzzer", "reader"], State.OK)
    assert simulated.look().ring == (0, 0, 0)
    assert simulated.look().lamps == (0, 0, 0)


def test_each_button_and_a_card_are_asked_for(simulated: SimulatedTray) -> None:
    checkup = Checkup(simulated.find, patience_s=5)
    pressed = threading.Event()

    def player() -> None:
        pressed.wait(10)
        for name in BUTTONS.values():
            simulated.press(name, 30)
            time.sleep(0.1)
        simulated.put_card("04a1b2c3", "CL:AT0017I")

    thread = threading.Thread(target=player)
    thread.start()
    findings = []
    for finding in checkup.run():
        findings.append(finding)
        if finding.part == "reader":
            pressed.set()
    thread.join()
    found = by_part(findings)
    assert [found[f"button {name}"] for name in BUTTONS] == [State.OK] * 3
    assert found["card"] is State.OK


def test_a_button_nobody_presses_is_named_with_its_wires(simulated: SimulatedTray) -> None:
    findings = list(Checkup(simulated.find, patience_s=0.05).run())
    button = next(finding for finding in findings if finding.part == "button accept")
    assert button.state is State.FAIL
    assert "GND" in button.do


def test_trouble_with_the_reader_is_named(simulated: SimulatedTray) -> None:
    simulated.lose_reader(True)
    reader = list(Checkup(simulated.find).run())[-1]
    assert (reader.part, reader.state) == ("reader", State.FAIL)
    assert "SDA" in reader.do


def test_a_tray_without_reader_is_not_a_failure() -> None:
    board = ModelBoard()
    board.lose_reader(True)
    tray = SimulatedTray(board)
    tray.start()
    assert by_part(list(Checkup(tray.find).run()))["reader"] is State.MISSING
    tray.stop()


def test_no_tray_is_missing_and_a_stranger_is_a_failure(tmp_path: Path) -> None:
    assert by_part(list(Checkup(lambda: []).run())) == {"tray": State.MISSING}
    (finding,) = Checkup(lambda: [str(tmp_path / "nothing")]).run()
    assert finding.state is State.FAIL
    assert finding.do
