"""Draws the pictures of assembly.md. Sizes are those of params.scad, rounded: they explain, they are no plans."""

from collections.abc import Callable
from pathlib import Path

from iso import View
from sheet import Sheet

HERE = Path(__file__).resolve().parents[1]
WIDTH, HEIGHT = 900, 620
PLASTIC, FLOOR, FELT, WOOD = "#e3ddd0", "#cfc8b8", "#3f7d4f", "#d9b27c"
BOARD, METAL = "#4c9a63", "#b9c0c9"
RED, GREEN, YELLOW, BLUE, DARK = "#c94a44", "#57a65b", "#e0b73c", "#4a7fc9", "#4a4f58"
SIDE, BAY, RIM = 188, 78, 35


def _sheet(title: str) -> Sheet:
    sheet = Sheet(WIDTH, HEIGHT, title)
    sheet.text((24, 36), title, 20, bold=True)
    return sheet


def _tray(view: View) -> None:
    view.hollow((0, BAY, 0), (SIDE, SIDE, RIM), 5, PLASTIC, FELT)
    view.hollow((0, 0, 0), (SIDE, BAY, RIM), 5, PLASTIC, FLOOR)


def felt() -> str:
    sheet = _sheet("1  Felt into the tray")
    view = View(sheet, (190, 440), 1.45)
    view.hollow((0, BAY, 0), (SIDE, SIDE, RIM), 5, PLASTIC, FLOOR)
    view.hollow((0, 0, 0), (SIDE, BAY, RIM), 5, PLASTIC, FLOOR)
    view.box((5, BAY + 5, 130), (178, 178, 2), FELT)
    view.arrow((94, 172, 118), (94, 172, 50))
    view.label((150, 200, 132), "felt, 180 × 180 mm, glued", (690, 100))
    view.label((100, 40, 5), "bay for the electronics", (520, 590))
    return sheet.svg()


def lid() -> str:
    sheet = _sheet("2  Buttons, light, buzzer and reader into the lid")
    view = View(sheet, (210, 330), 1.9)
    view.box((70, 32, -110), (43, 41, 3), RED)
    view.box((0, 0, 0), (182, 76, 3), PLASTIC)
    for x, colour in ((57, GREEN), (91, YELLOW), (125, BLUE)):
        view.disc((x, 16, 3), 8, 1, DARK)
        view.disc((x, 16, 38), 9, 6, colour)
        view.arrow((x, 16, 34), (x, 16, 10))
    view.disc((160, 16, 3), 3, 3, RED)
    view.disc((24, 16, 3), 7, 1, DARK)
    view.arrow((91, 52, -104), (91, 52, -58))
    view.label((57, 16, 44), "accept", (260, 110))
    view.label((91, 16, 44), "correct; held: undo", (400, 120))
    view.label((125, 16, 44), "next", (560, 160))
    view.label((160, 16, 6), "status light", (690, 320))
    view.label((24, 16, 4), "buzzer below its holes", (190, 440))
    view.label((105, 45, -107), "card reader, glued flat under the thin window", (510, 590))
    return sheet.svg()


def pico() -> str:
    sheet = _sheet("3  The Pico into the bay, wired as in wiring.svg")
    view = View(sheet, (130, 340), 2.1)
    view.hollow((0, 0, 0), (SIDE, BAY, RIM), 5, PLASTIC, FLOOR)
    view.box((12, 34, RIM - 2), (51, 21, 2), BOARD)
    view.box((8, 40, RIM - 1), (8, 9, 4), METAL)
    for y, colour in ((36, RED), (42, YELLOW), (48, BLUE)):
        view.rod((60, y, RIM), (140, y + 10, RIM + 20), 1.6, colour)
    view.label((36, 44, RIM), "Pico on foam tape, its socket to the hole", (330, 110))
    view.label((8, 44, RIM + 2), "USB cable out to the Raspberry Pi", (250, 75))
    view.label((130, 50, RIM + 16), "wires to the lid", (560, 180))
    view.label((186, 40, 12), "the ring's wires leave here, up the mast", (570, 590))
    return sheet.svg()


def mast() -> str:
    sheet = _sheet("4  Mast, elbow and boom")
    view = View(sheet, (110, 515), 0.95)
    _tray(view)
    foot, top = (94, 277, 20), (94, 277, 340)
    view.disc((94, 277, 0), 12, 40, PLASTIC)
    view.rod(foot, top, 16, WOOD)
    view.rod((94, 277, 310), (94, 277, 352), 24, PLASTIC)
    view.rod((94, 277, 352), (94, 235, 352), 24, PLASTIC)
    view.rod((94, 225, 352), (94, 185, 352), 16, WOOD)
    view.label((94, 277, 200), "mast: rod of 16 mm, as long as the camera's height", (500, 300))
    view.label((94, 277, 354), "elbow, a screw into each rod", (520, 100))
    view.label((94, 190, 352), "boom: the same rod, 68 mm", (290, 150))
    view.label((94, 277, 30), "socket, a screw from behind", (560, 430))
    return sheet.svg()


def head() -> str:
    sheet = _sheet("5  Camera on top of the head, ring below")
    view = View(sheet, (230, 380), 2.2)
    view.disc((50, 50, -52), 43, 3, DARK)
    view.disc((50, 50, -49), 35, 0.5, "#ffffff")
    view.disc((50, 50, 0), 47, 4, PLASTIC)
    view.disc((50, 50, 4), 6, 0.3, DARK)
    view.rod((50, 76, 14), (50, 97, 14), 24, PLASTIC)
    view.rod((50, 97, 14), (50, 140, 14), 16, WOOD)
    view.box((37, 38, 48), (25, 24, 2), BOARD)
    view.box((46, 46, 42), (8, 8, 6), DARK)
    view.arrow((50, 50, 38), (50, 50, 10))
    view.arrow((50, 50, -42), (50, 50, -14))
    view.label((58, 42, 50), "camera, lens down into the hole", (600, 210))
    view.label((75, 20, -50), "ring of 24 LEDs, lights down, in the groove", (500, 590))
    view.label((50, 130, 14), "boom", (700, 300))
    return sheet.svg()


def finished() -> str:
    sheet = _sheet("6  Cables, height and a first light")
    view = View(sheet, (130, 515), 0.95)
    for start, end in (((0, 40, 12), (-30, 60, 0)), ((-30, 60, 0), (-30, 350, 0)), ((-30, 350, 0), (250, 370, 5))):
        view.rod(start, end, 3, DARK)
    _tray(view)
    view.box((5, 3, RIM), (178, 72, 2), PLASTIC)
    for x, colour in ((60, GREEN), (94, YELLOW), (128, BLUE)):
        view.disc((x, 18, RIM + 2), 9, 5, colour)
    view.box((72, 38, RIM + 2), (43, 30, 0.5), "#d2cab8")
    view.rod((94, 277, 20), (94, 277, 352), 16, WOOD)
    view.rod((94, 277, 352), (94, 220, 352), 16, WOOD)
    view.disc((94, 172, 338), 43, 3, YELLOW)
    view.disc((94, 172, 342), 47, 4, PLASTIC)
    view.box((82, 160, 348), (25, 24, 4), BOARD)
    view.arrow((94, 172, 210), (94, 172, 330))
    view.arrow((94, 172, 210), (94, 172, 42))
    view.box((250, 330, 0), (56, 85, 20), GREEN)
    view.label((94, 172, 215), "camera height: see camera-height.md", (500, 230))
    view.label((280, 370, 20), "Raspberry Pi", (720, 400))
    view.label((94, 50, RIM + 3), "cards are read here", (200, 330))
    view.label((150, 363, 3), "USB: power and data", (610, 330))
    return sheet.svg()


DRAWINGS: dict[str, Callable[[], str]] = {
    "step-1-felt.svg": felt,
    "step-2-lid.svg": lid,
    "step-3-pico.svg": pico,
    "step-4-mast.svg": mast,
    "step-5-head.svg": head,
    "step-6-finished.svg": finished,
}

if __name__ == "__main__":
    for name, draw in DRAWINGS.items():
        (HERE / name).write_text(draw(), encoding="utf-8")
