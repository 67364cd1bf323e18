"""A sheet of paper to draw on: lines, boxes and words as SVG, all in one look."""

from html import escape

INK = "#1d2430"
PAPER = "#ffffff"
FONT = "font-family='DejaVu Sans, Arial, sans-serif'"

Point = tuple[float, float]


class Sheet:
    def __init__(self, width: int, height: int, title: str) -> None:
        self._items = [
            f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' role='img'>",
            f"<title>{escape(title)}</title>",
            f"<rect width='{width}' height='{height}' fill='{PAPER}'/>",
        ]

    def text(
        self, at: Point, words: str, size: float = 14, anchor: str = "start", bold: bool = False, colour: str = INK
    ) -> None:
        weight = " font-weight='bold'" if bold else ""
        self._items.append(
            f"<text x='{at[0]:.1f}' y='{at[1]:.1f}' {FONT} font-size='{size}' text-anchor='{anchor}'"
            f" fill='{colour}'{weight}>{escape(words)}</text>"
        )

    def box(self, at: Point, width: float, height: float, fill: str, radius: float = 6) -> None:
        self._items.append(
            f"<rect x='{at[0]:.1f}' y='{at[1]:.1f}' width='{width:.1f}' height='{height:.1f}' rx='{radius}'"
            f" fill='{fill}' stroke='{INK}' stroke-width='1.5'/>"
        )

    def line(self, points: list[Point], colour: str = INK, width: float = 2, dashed: bool = False) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dash = " stroke-dasharray='6 5'" if dashed else ""
        self._items.append(
            f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='{width}'"
            f" stroke-linejoin='round' stroke-linecap='round'{dash}/>"
        )

    def shape(self, points: list[Point], fill: str, width: float = 1.2) -> None:
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self._items.append(
            f"<polygon points='{path}' fill='{fill}' stroke='{INK}' stroke-width='{width}' stroke-linejoin='round'/>"
        )

    def dot(self, at: Point, radius: float, fill: str = INK) -> None:
        self._items.append(
            f"<circle cx='{at[0]:.1f}' cy='{at[1]:.1f}' r='{radius}' fill='{fill}' stroke='{INK}' stroke-width='1'/>"
        )

    def arrow(self, start: Point, end: Point, colour: str = "#b3261e") -> None:
        """A thick arrow: where a part goes."""
        length = max(1e-6, ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5)
        ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        neck = (end[0] - 14 * ux, end[1] - 14 * uy)
        self.line([start, neck], colour, 4)
        left = (neck[0] - 8 * uy, neck[1] + 8 * ux)
        right = (neck[0] + 8 * uy, neck[1] - 8 * ux)
        self._items.append(
            f"<polygon points='{end[0]:.1f},{end[1]:.1f} {left[0]:.1f},{left[1]:.1f} {right[0]:.1f},{right[1]:.1f}'"
            f" fill='{colour}'/>"
        )

    def svg(self) -> str:
        return "\n".join([*self._items, "</svg>", ""])
