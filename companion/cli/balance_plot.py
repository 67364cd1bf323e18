"""Rows of a balance as an SVG: a bar a row, the Humans' share from the left, the Demon's from the right, draws between.

The white tick is the measured share of the Humans; the dark band holds the true one in 19 of 20 measurements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from companion.opponent.balance import Balance
from companion.rules.words import DEMON, HUMAN, Winner

ROW, BAR, LEFT, WIDE, RIGHT = 34, 20, 330, 420, 150
TOP = 56
GROUND, INK, QUIET, BAND = "#1a140f", "#f6ead2", "#b3a083", "#110c08"
COLORS: Mapping[Winner, str] = {HUMAN: "#a9d3f2", "draw": "#b3a083", DEMON: "#711c13"}


def plot(measured: Sequence[Balance]) -> str:
    wide, tall = LEFT + WIDE + RIGHT, TOP + ROW * len(measured) + 24
    body = "\n".join((*_head(tall), *(line for n, one in enumerate(measured) for line in _row(n, one))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}"\n'
        f' font-family="Inter, sans-serif" font-size="14" fill="{INK}">\n'
        f'<rect width="{wide}" height="{tall}" fill="{GROUND}"/>\n{body}\n</svg>\n'
    )


def _head(tall: int) -> Iterator[str]:
    yield _text(16, 26, "The fair player on both sides", 'font-size="17" font-weight="600"')
    yield _text(LEFT, 46, "Humans win", f'fill="{COLORS[HUMAN]}"')
    yield _text(LEFT + WIDE, 46, "Demon wins", 'fill="#ff9b85" text-anchor="end"')
    middle = LEFT + WIDE / 2
    yield f'<path d="M{middle} 52V{tall - 16}" stroke="{QUIET}" stroke-dasharray="4 4"/>'


def _row(number: int, found: Balance) -> Iterator[str]:
    top = TOP + ROW * number + (ROW - BAR) / 2
    middle = top + BAR / 2
    row = found.row
    name = row.scenario if row.name == "as it is" else f"{row.scenario}: {row.name}"
    yield _text(16, middle + 5, name if len(name) < 44 else f"{name[:42]}…")
    at = float(LEFT)
    for winner, color in COLORS.items():
        wide = WIDE * found.share(winner).share
        yield f'<rect x="{at:.1f}" y="{top}" width="{wide:.1f}" height="{BAR}" fill="{color}"/>'
        at += wide
    humans = found.share(HUMAN)
    low, high = max(0.0, humans.share - humans.either_way), min(1.0, humans.share + humans.either_way)
    yield (
        f'<rect x="{LEFT + WIDE * low:.1f}" y="{middle - 3}" width="{WIDE * (high - low):.1f}" height="6" rx="3"'
        f' fill="{BAND}"/>'
    )
    yield f'<rect x="{LEFT + WIDE * humans.share - 2:.1f}" y="{top - 3}" width="4" height="{BAR + 6}" fill="#ffffff"/>'
    told = f"{humans.share:.0%} ± {humans.either_way * 100:.0f}"
    yield _text(LEFT + WIDE + 12, middle + 5, told, 'font-weight="700"')
    yield _text(LEFT + WIDE + RIGHT - 12, middle + 5, str(found.games), f'fill="{QUIET}" text-anchor="end"')


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" {more}>{escape(text)}</text>'
