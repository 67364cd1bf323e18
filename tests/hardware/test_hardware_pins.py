"""The wiring: table, drawing and firmware must say the same, and a Pico must be able to do it."""

import ast
import csv
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]
HARDWARE = ROOT / "hardware"
sys.path.insert(0, str(HARDWARE / "drawings"))

import steps  # noqa: E402
import wiring  # noqa: E402

SETTINGS = {"READER_I2C", "READER_HERTZ", "RING_LEDS", "RING_MILLIAMPS"}
GROUND = {3, 8, 13, 18, 23, 28, 33, 38}
POWER = {"VBUS": 40, "3V3": 36}


def firmware_numbers() -> dict[str, int]:
    tree = ast.parse((ROOT / "firmware" / "tray" / "pins.py").read_text())
    assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
    return {ast.unparse(node.targets[0]): ast.literal_eval(node.value) for node in assigned}


def table() -> list[dict[str, str]]:
    with (HARDWARE / "pins.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def board_pin(gpio: int) -> int:
    """Where a GPIO comes out on a Pico: on the left two signals, then a ground pin and four signals in turn."""
    if gpio <= 15:
        return gpio + 1 + (gpio + 2) // 4
    return {16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34}[gpio]


def test_the_table_and_the_firmware_name_the_same_pins() -> None:
    numbers = firmware_numbers()
    wired = {row["name"]: int(row["gpio"]) for row in table() if row["name"]}
    assert wired == {name: number for name, number in numbers.items() if name not in SETTINGS}


def test_each_signal_is_on_the_board_pin_the_table_says() -> None:
    for row in table():
        pin = int(row["pico_pin"])
        if row["gpio"] == "GND":
            assert pin in GROUND
        elif row["gpio"] in POWER:
            assert pin == POWER[row["gpio"]]
        else:
            assert pin == board_pin(int(row["gpio"]))


def test_no_pin_is_used_twice() -> None:
    pins = [row["pico_pin"] for row in table()]
    assert len(set(pins)) == len(pins)


def test_the_reader_s_pins_can_do_i2c() -> None:
    numbers = firmware_numbers()
    assert numbers["READER_SDA"] % 4 == 2 * numbers["READER_I2C"]
    assert numbers["READER_SCL"] == numbers["READER_SDA"] + 1


def test_lamps_and_buzzer_do_not_share_a_clock() -> None:
    """Two pins of one PWM slice have one frequency: a tone must not change the lamps."""
    numbers = firmware_numbers()
    lamps = {numbers[name] // 2 % 8 for name in numbers if name.startswith("LAMP_")}
    assert numbers["BUZZER"] // 2 % 8 not in lamps


def test_only_power_parts_hang_on_five_volts() -> None:
    assert [row["part"] for row in table() if row["gpio"] == "VBUS"] == ["Ring of 24 LEDs"]
    assert firmware_numbers()["RING_LEDS"] == 24


def test_the_wiring_drawing_is_made_from_this_table() -> None:
    drawn = (HARDWARE / "wiring.svg").read_text(encoding="utf-8")
    assert drawn == wiring.draw(), "run hardware/drawings/wiring.py"
    for row in table():
        signal = f"GP{row['gpio']}" if row["gpio"].isdigit() else row["gpio"]
        assert f"{row['wire']}: {signal}, pin {row['pico_pin']}" in drawn
        assert row["terminal"] in drawn


@pytest.mark.parametrize("name", steps.DRAWINGS)
def test_the_drawings_of_the_assembly_are_up_to_date_and_stay_on_their_sheet(name: str) -> None:
    drawn = (HARDWARE / name).read_text(encoding="utf-8")
    assert drawn == steps.DRAWINGS[name](), "run hardware/drawings/steps.py"
    assert name in (HARDWARE / "assembly.md").read_text(encoding="utf-8")
    for line in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}polyline"):
        for point in (line.get("points") or "").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= steps.WIDTH
            assert 0 <= y <= steps.HEIGHT
