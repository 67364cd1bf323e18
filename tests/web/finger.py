"""A finger on the screen: real touch events, not synthetic clicks."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page

Point = tuple[float, float]


class Finger:
    """Touches as the browser gets them from a screen."""

    def __init__(self, page: Page) -> None:
        self._cdp = page.context.new_cdp_session(page)

    def stroke(self, points: Sequence[Point]) -> None:
        """Down at the first point, along the others, up at the last."""
        self._send("touchStart", points[0])
        for point in points[1:]:
            self._send("touchMove", point)
        self._send("touchEnd", None)

    def _send(self, kind: str, at: Point | None) -> None:
        points = [] if at is None else [{"x": at[0], "y": at[1]}]
        self._cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
