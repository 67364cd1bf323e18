"""What both players saw of each fault, small, on one picture: it stands in EVENING.md."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

COLUMNS, TALL, GAP, LINE = 3, 240, 8, 20
FONT = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
SIDES = ("human", "demon")
CELL = (TALL * 8 // 5 + TALL * 82 // 118 + 3 * GAP, TALL + LINE + 2 * GAP)


def shot(folder: Path, fault: str, side: str) -> Path:
    return folder / f"{fault.replace(' ', '_')}-{side}.png"


def contact_sheet(shots: Path, faults: Sequence[str], to: Path) -> None:
    """Of those faults of which there are pictures, in the order of the list."""
    shown = [fault for fault in faults if any(shot(shots, fault, side).is_file() for side in SIDES)]
    rows = -(-len(shown) // COLUMNS)
    sheet = Image.new("RGB", (COLUMNS * CELL[0], rows * CELL[1]), "white")
    draw, font = ImageDraw.Draw(sheet), ImageFont.truetype(str(FONT), 13)
    for at, fault in enumerate(shown):
        x, y = at % COLUMNS * CELL[0] + GAP, at // COLUMNS * CELL[1] + GAP
        draw.text((x, y), fault, fill="black", font=font)
        for side in SIDES:
            if (file := shot(shots, fault, side)).is_file():
                picture = Image.open(file).convert("RGB")
                picture.thumbnail((CELL[0], TALL))
                sheet.paste(picture, (x, y + LINE))
                x += picture.width + GAP
    to.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(to, quality=60, method=6)
