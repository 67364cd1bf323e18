import argparse
import csv
import importlib
import re
import sys
from pathlib import Path

import pytest

from companion.cli import COMMANDS

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
    [
        "Raspberry Pi 4 or 5",
        "Camera Module 3",
        "Pico",
        "24 WS2812",
        "74AHCT125",
        "PN532",
        "button",
        "NTAG213",
        "buzzer",
        "Felt",
    ],
)
def test_nothing_is_missing(needed: str) -> None:
    assert any(needed in row["part"] for row in parts())


def test_there_are_as_many_resistors_as_the_wiring_needs() -> None:
    with (HARDWARE / "pins.csv").open(encoding="utf-8", newline="") as file:
        in_line = [part for row in csv.DictReader(file) for part in row["in_line"].split(" + ") if part.endswith("Ω")]
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


def amounts(page: str, column: str) -> dict[str, int]:
    """The milliamperes of the table with this column, by its first cell."""
    rows = [line.strip("| \n").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    begin = next(number for number, row in enumerate(rows) if column in row)
    found: dict[str, int] = {}
    for row in rows[begin + 1 :]:
        amount = re.fullmatch(r"\**(\d+) mA\**", row[1]) if len(row) > 1 else None
        if amount is None:
            break
        found[row[0].strip("*")] = int(amount[1])
    return found


def test_the_budget_of_current_adds_up_and_knows_the_firmware_s_limit() -> None:
    budget = amounts((HARDWARE / "README.md").read_text(encoding="utf-8"), "draws at most")
    together = budget.pop("together")
    assert sum(budget.values()) == together
    pins = (HARDWARE.parent / "firmware" / "tray" / "pins.py").read_text(encoding="utf-8")
    assert f"RING_MILLIAMPS = {budget['ring of 24 LEDs']}\n" in pins


def test_the_board_is_flashed_before_its_parts_are_tried() -> None:
    page = (HARDWARE / "assembly.md").read_text(encoding="utf-8")
    assert 0 < page.index("then `companion flash`") < page.index("companion flash --try")


PAGES = [*sorted(HARDWARE.glob("*.md")), HARDWARE.parent / "firmware" / "README.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_commands_can_be_typed_as_they_are_printed(page: Path) -> None:
    """Every `companion …` on the page is a command with options that it knows."""
    text = page.read_text(encoding="utf-8")
    typed = re.findall(r"`(?:\.venv/bin/)?companion ([^`\n]+)`|^companion (flash \S+ \S+)", text, re.MULTILINE)
    for words in [(inline or line).split() for inline, line in typed]:
        module = importlib.import_module(f"companion.cli.{COMMANDS[words[0]].module}")
        parser = argparse.ArgumentParser(exit_on_error=False)
        getattr(module, f"add_{words[0]}")(parser)
        parser.parse_args(words[1:])
    for target in re.findall(r"`make (\w+)", text):
        assert re.search(rf"^{target}:", (HARDWARE.parent / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
