import csv
import sys
from pathlib import Path

import pytest

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
sys.path.insert(0, str(HARDWARE))

import parts_table  # noqa: E402


def parts() -> list[dict[str, str]]:
    with (HARDWARE / "parts.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_part_says_what_it_is_for_and_what_could_replace_it() -> None:
    for row in parts():
        assert None not in row
        assert all(row.values()), row


@pytest.mark.parametrize(
    "needed",
    ["Raspberry Pi 4 or 5", "Camera Module 3", "Pico", "24 WS2812", "PN532", "button", "NTAG213", "buzzer", "Felt"],
)
def test_nothing_is_missing(needed: str) -> None:
    assert any(needed in row["part"] for row in parts())


def test_there_are_as_many_resistors_as_the_wiring_needs() -> None:
    with (HARDWARE / "pins.csv").open(encoding="utf-8", newline="") as file:
        in_line = [row["in_line"] for row in csv.DictReader(file) if row["in_line"]]
    listed = {row["part"].removeprefix("Resistor "): int(row["number"]) for row in parts() if "Resistor" in row["part"]}
    assert listed == {value: in_line.count(value) for value in set(in_line)}


@pytest.mark.parametrize("name", parts_table.PAGES)
def test_the_pages_show_the_tables(name: str) -> None:
    page = (HARDWARE / name).read_text(encoding="utf-8")
    assert page == parts_table.with_tables(page, parts_table.PAGES[name]), "run hardware/parts_table.py"


@pytest.mark.parametrize("page", sorted(path.name for path in HARDWARE.glob("*.md")))
def test_links_lead_somewhere(page: str) -> None:
    text = (HARDWARE / page).read_text(encoding="utf-8")
    targets = [piece.split(")")[0] for piece in text.split("](")[1:]]
    assert [target for target in targets if not (HARDWARE / target).exists()] == []


def test_the_steps_are_numbered_without_a_gap() -> None:
    lines = (HARDWARE / "assembly.md").read_text(encoding="utf-8").splitlines()
    numbers = [int(line.split(".")[0]) for line in lines if line.split(".")[0].isdigit()]
    assert numbers == list(range(1, len(numbers) + 1))
