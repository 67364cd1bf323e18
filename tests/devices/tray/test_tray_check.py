import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.devices.tray.check import CheckFinding, check_found_tray
from companion.devices.tray.messages import BUTTONS
from companion.devices.tray.model_board import ModelBoard
from companion.devices.tray.simulator import SimulatedTray
from companion.protocol.devices import PartState


@pytest.fixture
def simulated() -> Iterator[SimulatedTray]:
    tray = SimulatedTray(ModelBoard())
    tray.start()
    yield tray
    tray.stop()


def by_part(findings: list[CheckFinding]) -> dict[str, PartState]:
    return {finding.part: finding.state for finding in findings}


def test_a_good_tray_is_good_in_every_part_and_dark_afterwards(simulated: SimulatedTray) -> None:
    found = by_part(list(check_found_tray(simulated.find)))
    assert found == dict.fromkeys(["tray", "light", "lamps", "buzzer", "reader"], "ok")
    assert simulated.look().ring == (0, 0, 0)
    assert simulated.look().lamps == (0, 0, 0)


def test_each_button_and_a_card_are_asked_for(simulated: SimulatedTray) -> None:
    check = check_found_tray(simulated.find, patience_s=5)
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
    for finding in check:
        findings.append(finding)
        if finding.part == "reader":
            pressed.set()
    thread.join()
    found = by_part(findings)
    assert [found[f"button {name}"] for name in BUTTONS] == ["ok"] * 3
    assert found["card"] == "ok"


def test_a_button_nobody_presses_is_named_with_its_wires(simulated: SimulatedTray) -> None:
    findings = list(check_found_tray(simulated.find, patience_s=0.05))
    button = next(finding for finding in findings if finding.part == "button accept")
    assert button.state == "fail"
    assert "GND" in button.do


def test_trouble_with_the_reader_is_named(simulated: SimulatedTray) -> None:
    simulated.lose_reader(True)
    reader = list(check_found_tray(simulated.find))[-1]
    assert (reader.part, reader.state) == ("reader", "fail")
    assert "SDA" in reader.do


def test_a_tray_without_reader_is_not_a_failure() -> None:
    board = ModelBoard()
    board.lose_reader(True)
    tray = SimulatedTray(board)
    tray.start()
    assert by_part(list(check_found_tray(tray.find)))["reader"] == "missing"
    tray.stop()


def test_no_tray_is_missing_and_a_stranger_is_a_failure(tmp_path: Path) -> None:
    assert by_part(list(check_found_tray(lambda: []))) == {"tray": "missing"}
    (finding,) = check_found_tray(lambda: [str(tmp_path / "nothing")])
    assert finding.state == "fail"
    assert finding.do
