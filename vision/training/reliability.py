"""A plot of how honest a chance is: what was told beside what came true, as a small SVG."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import comb, log10

import numpy as np
from numpy.typing import NDArray

BINS = (0.0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0)
LEAST = 0.0005  # of the axes, which are logarithmic
SIDE, EDGE = 260, 46
CONFIDENCE = 0.95  # of the limits beside each share


def upper_limit(errors: int, tries: int) -> float:
    """The largest share of errors that so few errors leave possible: with none, about 3 in `tries`."""
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        so_few = sum(comb(tries, k) * middle**k * (1 - middle) ** (tries - k) for k in range(errors + 1))
        low, high = (middle, high) if so_few > 1 - CONFIDENCE else (low, middle)
    return high


def reliability_plot(told: NDArray[np.float64], right: Sequence[bool]) -> str:
    """A dot for each range of told chances: how often readings in it were wrong, with limits of 95 %."""
    wrong = ~np.array(right)
    marks = []
    for low, high in pairwise(BINS):
        here = (told > low) & (told <= high) if low else told <= high
        if here.any():
            marks.append(_mark(float(told[here].mean()), int(wrong[here].sum()), int(here.sum())))
    ticks = "".join(_tick(value) for value in (0.001, 0.01, 0.1, 1.0))
    line = f'<line x1="{_x(LEAST)}" y1="{_y(LEAST)}" x2="{_x(1)}" y2="{_y(1)}" stroke="#999" stroke-dasharray="4"/>'
    whole = SIDE + 2 * EDGE
    frame = f'<rect x="{EDGE}" y="{EDGE}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#444"/>'
    names = (
        f'<text x="{EDGE + SIDE / 2}" y="{whole - 8}" text-anchor="middle">chance of error that was told</text>'
        f'<text x="12" y="{EDGE + SIDE / 2}" transform="rotate(-90 12 {EDGE + SIDE / 2})" text-anchor="middle">'
        "share that was wrong</text>"
    )
    style = 'font-family="sans-serif" font-size="10" fill="#222"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {whole}" {style}>'
    white = f'<rect width="{whole}" height="{whole}" fill="#fff"/>'
    return f"{head}{white}{frame}{line}{ticks}{names}{''.join(marks)}</svg>\n"


def _mark(told: float, wrong: int, pictures: int) -> str:
    share = wrong / pictures
    spread = 1.96 * ((share * (1 - share) + 1 / pictures) / (pictures + 4)) ** 0.5
    x, low, high = _x(told), _y(max(LEAST, share - spread)), _y(min(1.0, share + spread))
    text = f'<text x="{x + 5:.1f}" y="{_y(share) - 4:.1f}" font-size="8">{wrong}/{pictures}</text>'
    bar = f'<line x1="{x:.1f}" y1="{low:.1f}" x2="{x:.1f}" y2="{high:.1f}" stroke="#27608b"/>'
    return f'{bar}<circle cx="{x:.1f}" cy="{_y(share):.1f}" r="3.5" fill="#27608b"/>{text}'


def _tick(value: float) -> str:
    return (
        f'<text x="{_x(value):.1f}" y="{EDGE + SIDE + 14}" text-anchor="middle">{value:g}</text>'
        f'<text x="{EDGE - 5}" y="{_y(value) + 3:.1f}" text-anchor="end">{value:g}</text>'
    )


def _place(value: float) -> float:
    return (log10(max(LEAST, value)) - log10(LEAST)) / -log10(LEAST) * SIDE


def _x(value: float) -> float:
    return EDGE + _place(value)


def _y(value: float) -> float:
    return EDGE + SIDE - _place(value)
