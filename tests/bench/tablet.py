"""How heavy the tablet is and how quickly it shows a new state: one JSON-able object per figure."""

from __future__ import annotations

import gzip
import random
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Response

from tests.server.service_rig import RunningService
from tests.web.browser_rig import Tablet, chromium

TILES = 60
FIGURES = 17
ROUNDS = 40
SETTLE_MS = 700

# Keeps the page's sockets, so that a message can be given to the newest one as if the service had sent it.
KEEP_SOCKETS = """
  window.sockets = [];
  const Native = WebSocket;
  window.WebSocket = class extends Native {
    constructor(...address) {
      super(...address);
      window.sockets.push(this);
    }
  };
"""
# From the moment a view comes in over the socket until the frame that shows it has been painted.
PAINT = """view => new Promise(done => {
  const data = "42" + JSON.stringify(["view", view]);  // an event of Socket.IO
  const start = performance.now();
  window.sockets.at(-1).dispatchEvent(new MessageEvent("message", { data }));
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
})"""
SHOWN = "tp => document.querySelector('header.top .tp b')?.textContent === String(tp)"
# One frame passes whatever is done; it is measured with nothing to do and taken off.
IDLE = """() => new Promise(done => {
  const start = performance.now();
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
})"""


def run() -> Iterator[dict[str, object]]:
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        service = RunningService(Path(folder) / "data")
        try:
            for language in ("en", "fr", "ru"):
                yield first_load(browser, service, language)
            yield update_to_paint(browser, service)
        finally:
            service.stop()


def first_load(browser: Browser, service: RunningService, language: str) -> dict[str, object]:
    """Everything the page fetches of itself until the table stands, each file as gzip would send it."""
    game = service.new_game()
    tablet = Tablet(browser, "wide", language)
    sizes: dict[str, int] = {}

    def weigh(response: Response) -> None:
        path = response.url.removeprefix(service.address)
        if response.ok and not path.startswith(("/api", "/socket.io")):
            body = response.body()
            sizes[path] = len(body) if path.endswith(".woff2") else len(gzip.compress(body, 9))

    tablet.page.on("response", weigh)
    tablet.sit(service.address, game, service.code)
    # The panel of what is awaited, and every letter in its own type.
    tablet.page.wait_for_selector("[data-draw-for-me]")
    tablet.page.evaluate("() => document.fonts.ready.then(() => true)")
    tablet.page.wait_for_load_state("networkidle")
    tablet.page.wait_for_timeout(SETTLE_MS)
    tablet.close()
    return {"bench": "tablet_first_load", "language": language, "kb": round(sum(sizes.values()) / 1000, 1), "most": 150}


def update_to_paint(browser: Browser, service: RunningService) -> dict[str, object]:
    """A full table, with a figure that moves every time."""
    game = service.new_game()
    view = crowded(dict(service.web.service.games.table(game).view("both")))
    tablet = Tablet(browser, "wide")
    tablet.page.add_init_script(KEEP_SOCKETS)
    tablet.sit(service.address, game, service.code)
    tablet.page.wait_for_function("() => window.sockets.length > 0 && window.sockets.at(-1).readyState === 1")
    tablet.page.wait_for_timeout(SETTLE_MS)
    idle = statistics.median(tablet.page.evaluate(IDLE) for _ in range(10))
    took = []
    for i in range(ROUNDS):
        view = moved(view, i)
        took.append(max(0.0, tablet.page.evaluate(PAINT, view) - idle))
        assert tablet.page.evaluate(SHOWN, view["tp"]), "the view was not shown"
    tablet.close()
    median, worst = statistics.median(took), sorted(took)[int(len(took) * 0.95)]
    figures = {"tiles": TILES, "figures": FIGURES, "median_ms": round(median, 1), "p95_ms": round(worst, 1)}
    return {"bench": "tablet_view_to_paint", **figures, "idle_frame_ms": round(idle, 1), "most_ms": 50}


def crowded(view: dict[str, Any]) -> dict[str, Any]:
    """The view with a board of 60 tiles and 17 figures."""
    kinds = ["plain", "hungry", "lair", "stash", "flooded", "tight"]
    at = [(i % 10, i // 10) for i in range(TILES)]
    tile = {"openings": "NESW", "rotation": 0, "unexplored": "", "hole": False, "entered": False}
    tiles = [{**tile, "label": str(i), "kind": kinds[i % 6], "at": list(cell)} for i, cell in enumerate(at)]
    humans = [{**w, "tile": str(i)} for i, w in enumerate(view["warriors"])]
    foe = {**humans[0], "side": "demon", "figure": "troglodyte", "profile": "troglodyte", "lines": None}
    foes = [{**foe, "id": f"troglodyte-{i}", "tile": str(20 + i)} for i in range(FIGURES - len(humans))]
    waiting = {**view["waiting"], "kind": "choice", "what": "activate", "facts": {"active": ""}}
    return {**view, "tiles": tiles, "warriors": humans + foes, "waiting": waiting, "legal": [], "legal_roll": None}


def moved(view: dict[str, Any], at: int) -> dict[str, Any]:
    rng = random.Random(at)
    warriors = [dict(w) for w in view["warriors"]]
    for warrior in rng.sample(warriors, 3):
        warrior["tile"] = str(rng.randrange(TILES))
    return {**view, "version": view["version"] + 1, "tp": at, "warriors": warriors}
