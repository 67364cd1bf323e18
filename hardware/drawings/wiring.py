"""Draws wiring.svg from pins.csv, so that the drawing cannot say anything else than the table."""

import csv
from dataclasses import dataclass
from pathlib import Path

from sheet import INK, Point, Sheet

HERE = Path(__file__).resolve().parents[1]
COLOURS = {
    "black": "#202020",
    "red": "#c62828",
    "green": "#2e7d32",
    "yellow": "#b58900",
    "blue": "#1565c0",
    "white": "#8a8a8a",
    "orange": "#e65100",
}
WIDTH, HEIGHT = 1240, 920
TOP, PITCH = 150, 31
PICO_LEFT, PICO_WIDTH = 530, 180
PART_WIDTH, ROW = 300, 40
LANE = 9
PINS_A_SIDE = 20
LAYOUT = {
    "Button lamps": ("left", 120),
    "Buttons": ("left", 370),
    "Status light and buzzer": ("left", 620),
    "Ring of 24 LEDs": ("right", 120),
    "Card reader PN532": ("right", 400),
}
NOTES = {
    "Button lamps": "330 Ω each, unless the lamp has one inside",
    "Buttons": "no resistors: the Pico has them inside",
    "Status light and buzzer": "passive buzzer, any 5 mm LED",
    "Ring of 24 LEDs": "470 µF between 5V and GND, close to the ring",
    "Card reader PN532": "its two switches: 1 = ON, 2 = OFF (I2C)",
}


@dataclass(frozen=True)
class Wire:
    part: str
    terminal: str
    gpio: str
    pico_pin: int
    colour: str
    in_line: str

    @property
    def label(self) -> str:
        signal = f"GP{self.gpio}" if self.gpio.isdigit() else self.gpio
        return f"{signal}, pin {self.pico_pin}"


def read_wires(table: Path) -> list[Wire]:
    with table.open(encoding="utf-8", newline="") as file:
        return [
            Wire(row["part"], row["terminal"], row["gpio"], int(row["pico_pin"]), row["wire"], row["in_line"])
            for row in csv.DictReader(file)
        ]


def pin_height(pin: int) -> float:
    """Pins 1 to 20 run down the left side of a Pico, 21 to 40 up the right side."""
    return TOP + PITCH * (pin - 1 if pin <= PINS_A_SIDE else 2 * PINS_A_SIDE - pin)


def draw_pico(sheet: Sheet, used: dict[int, Wire]) -> None:
    sheet.box((PICO_LEFT, TOP - 40), PICO_WIDTH, PITCH * PINS_A_SIDE + 45, "#dff0e0", 12)
    sheet.box((PICO_LEFT + 55, TOP - 62), 70, 46, "#d5d9df")
    sheet.text((PICO_LEFT + 90, TOP - 34), "USB", 15, "middle", True)
    sheet.text((PICO_LEFT + 90, pin_height(17) + 8), "Pico", 24, "middle", True)
    sheet.text((PICO_LEFT + 90, pin_height(20) + 26), "seen from above", 12, "middle")
    for pin in range(1, 2 * PINS_A_SIDE + 1):
        left = pin <= PINS_A_SIDE
        edge = PICO_LEFT if left else PICO_LEFT + PICO_WIDTH
        inside = edge + 14 if left else edge - 14
        wire = used.get(pin)
        sheet.dot((edge, pin_height(pin)), 6, "#f2c14e" if wire else "#ffffff")
        words = str(pin)
        if wire:
            name = f"GP{wire.gpio}" if wire.gpio.isdigit() else wire.gpio
            words = f"{pin} {name}" if left else f"{name} {pin}"
        sheet.text((inside, pin_height(pin) + 5), words, 13, "start" if left else "end", bool(wire))


def draw_part(sheet: Sheet, part: str, wires: list[Wire]) -> dict[int, Point]:
    """The part's box; returns where each Pico pin's wire ends at it."""
    side, top = LAYOUT[part]
    left = 40 if side == "left" else WIDTH - 40 - PART_WIDTH
    sheet.box((left, top - 34), PART_WIDTH, ROW * len(wires) + 64, "#f4f0e6", 10)
    sheet.text((left + 14, top - 10), part, 17, bold=True)
    sheet.text((left + 14, top + ROW * len(wires) + 18), NOTES[part], 11.5)
    ends: dict[int, Point] = {}
    for row, wire in enumerate(wires):
        y = top + 20 + ROW * row
        edge = left + PART_WIDTH if side == "left" else left
        sheet.dot((edge, y), 5, COLOURS[wire.colour])
        inner = edge - 14 if side == "left" else edge + 14
        anchor = "end" if side == "left" else "start"
        sheet.text((inner, y), wire.terminal, 14, anchor, True)
        sheet.text((inner, y + 14), f"{wire.colour}: {wire.label}", 11, anchor)
        ends[wire.pico_pin] = (edge, y)
    return ends


def lanes(pins: list[int], ends: dict[int, Point]) -> dict[int, int]:
    """Which lane each wire turns in, counted from the Pico, so that wires going the same way never cross."""
    up = sorted((pin for pin in pins if ends[pin][1] < pin_height(pin)), key=pin_height)
    down = sorted((pin for pin in pins if ends[pin][1] >= pin_height(pin)), key=pin_height, reverse=True)
    return {pin: lane for group in (up, down) for lane, pin in enumerate(group)}


def draw_in_line(sheet: Sheet, end: Point, side: str, parts: str) -> None:
    """What sits in the wire, the last part nearest to its end: resistors, and the level shifter."""
    edge = end[0] + 14 if side == "left" else end[0] - 14
    for part in reversed(parts.split(" + ")):
        wide = 54 if part.endswith("Ω") else 76
        left = edge if side == "left" else edge - wide
        sheet.box((left, end[1] - 8), wide, 16, "#ffffff" if part.endswith("Ω") else "#cfd6e4", 3)
        sheet.text((left + wide / 2, end[1] + 4.5), part, 11.5, "middle")
        edge += wide + 6 if side == "left" else -wide - 6


# The chip's own pins, left from the top down and right from the bottom up, and what each is connected to.
SHIFTER = (
    ("1", "1OE", "GND"),
    ("2", "1A", "GP28"),
    ("3", "1Y", "330 Ω, then DI"),
    ("4 5", "2OE 2A", "GND"),
    ("6", "2Y", "free"),
    ("7", "GND", "GND"),
    ("8", "3Y", "free"),
    ("9 10", "3A 3OE", "GND"),
    ("11", "4Y", "free"),
    ("12 13", "4A 4OE", "GND"),
    ("14", "VCC", "5V of the ring"),
)


def draw_shifter(sheet: Sheet, at: Point) -> None:
    """A list rather than a picture: chips in other housings have the same numbers."""
    left, top = at
    sheet.box((left, top), PART_WIDTH, 232, "#cfd6e4", 10)
    sheet.text((left + 14, top + 24), "Level shifter 74AHCT125", 17, bold=True)
    sheet.text((left + 14, top + 42), "pin 1 is left of the notch, 14 opposite of it", 11.5)
    for row, (pins, names, to) in enumerate(SHIFTER):
        y = top + 64 + 15.5 * row
        sheet.text((left + 14, y), pins, 12, bold=True)
        sheet.text((left + 70, y), names, 12)
        sheet.text((left + 150, y), to, 12, bold=to != "free")


def draw_wires(sheet: Sheet, side: str, wires: list[Wire], ends: dict[int, Point]) -> None:
    turn = lanes([wire.pico_pin for wire in wires], ends)
    for wire in wires:
        start_x = PICO_LEFT if side == "left" else PICO_LEFT + PICO_WIDTH
        away = -1 if side == "left" else 1
        lane_x = start_x + away * (24 + LANE * turn[wire.pico_pin])
        end = ends[wire.pico_pin]
        y = pin_height(wire.pico_pin)
        sheet.line([(start_x, y), (lane_x, y), (lane_x, end[1]), end], COLOURS[wire.colour], 3.2)
        if wire.in_line:
            draw_in_line(sheet, end, side, wire.in_line)


def draw(table: Path = HERE / "pins.csv") -> str:
    wires = read_wires(table)
    sheet = Sheet(WIDTH, HEIGHT, "Wiring of the tray")
    sheet.text((40, 44), "Wiring of the tray", 26, bold=True)
    sheet.text((40, 68), "Every wire is named at both ends; the colours are only a suggestion.", 14)
    draw_pico(sheet, {wire.pico_pin: wire for wire in wires})
    for side in ("left", "right"):
        ends: dict[int, Point] = {}
        own = [wire for wire in wires if LAYOUT[wire.part][0] == side]
        for part in LAYOUT:
            rows = [wire for wire in own if wire.part == part]
            if rows:
                ends |= draw_part(sheet, part, rows)
        draw_wires(sheet, side, own, ends)
    draw_shifter(sheet, (WIDTH - 40 - PART_WIDTH, 630))
    sheet.text((WIDTH - 340, 886), "The ring gets 5 V straight from USB (VBUS);", 13, colour=INK)
    sheet.text((WIDTH - 340, 906), "the firmware keeps it below 350 mA.", 13)
    return sheet.svg()


if __name__ == "__main__":
    (HERE / "wiring.svg").write_text(draw(), encoding="utf-8")
