"""Checks of a screen: nothing serious for axe, nothing past the edge, nothing too small to touch or read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.web.browser_rig import Tablet

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

TOO_SMALL = """() => [...document.querySelectorAll('button, a.btn, input, [role=radio]')]
  .filter(e => e.checkVisibility({visibilityProperty: true}))
  .filter(e => !e.closest('[inert]') && !e.classList.contains('hidden-text'))
  .map(e => [e.outerHTML.slice(0, 120), e.getBoundingClientRect()])
  .filter(([, r]) => r.width > 0 && (r.width < 43.5 || r.height < 43.5))
  .map(([html, r]) => `${html} ${r.width}x${r.height}`)"""
SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"
TINY_TEXT = """() => [...document.querySelectorAll('body *')]
  .filter(e => !e.closest('svg') && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()))
  .filter(e => e.checkVisibility() && parseFloat(getComputedStyle(e).fontSize) < 12.9)
  .map(e => e.outerHTML.slice(0, 100))"""


REACHED = """e => {
  const {left, top, right, bottom} = e.getBoundingClientRect();
  const met = document.elementFromPoint((left + right) / 2, bottom - 4);
  return top >= 0 && bottom <= innerHeight + 1 && (met === e || e.contains(met));
}"""


def hidden(tablet: Tablet, selector: str) -> list[str]:
    """Which of these a finger does not reach without scrolling: cut off, covered, or outside the screen."""
    found = tablet.page.locator(selector).all()
    assert found, selector
    return [one.evaluate("e => e.outerHTML.slice(0, 80)") for one in found if not one.evaluate(REACHED)]


def examine(tablet: Tablet, where: str) -> None:
    page = tablet.page
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text())
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    serious = [
        f"{v['id']}: {n['html'][:160]} {n.get('failureSummary', '')[:160]}"
        for v in found["violations"]
        if v["impact"] in ("serious", "critical")
        for n in v["nodes"][:3]
    ]
    assert serious == [], f"{where}: {serious}"
    assert page.evaluate(SIDEWAYS) <= 0, f"{where}: wider than the screen"
    assert page.evaluate(TOO_SMALL) == [], where
    assert page.evaluate(TINY_TEXT) == [], where
