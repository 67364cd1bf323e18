"""How heavy the tablet is and how quickly it shows a new state: one JSON-able object per figure."""

from __future__ import annotations

import gzip
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser

from tests.server.service_rig import RunningService
from tests.web.browser_rig import Tablet, chromium
from tests.web.first_run_rig import service_with_simulated_camera, walk

TILES = 60
FIGURES = 17
ROUNDS = 40
SETTLE_MS = 700
FIRST_LOAD_KB = 150
BUILT = Path(__file__).parents[2] / "companion" / "server" / "static" / "app"

# The files behind a screen that is complete.
FETCHED = """() => document.fonts.ready.then(() =>
  new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>
    done([...new Set(performance.getEntriesByType('resource').map(one => one.name))])))))"""

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
        yield first_ten_minutes(browser, Path(folder) / "fresh")


def first_ten_minutes(browser: Browser, data: Path) -> dict[str, object]:
    """The whole walk on a simulated camera; nobody thinks or rolls by hand: what the companion itself takes."""
    service = service_with_simulated_camera(data)
    tablet = Tablet(browser)
    try:
        begun = time.perf_counter()
        walk(tablet, service)
        took = time.perf_counter() - begun
        # Also of the step that is open.
        steps = {one["step"]: one["seconds"] for one in service.web.service.first_run.to_json()["steps"]}
        return {"bench": "first ten minutes, simulated", "seconds": round(took, 1), "steps": steps}
    finally:
        tablet.close()
        service.stop()


def first_load(browser: Browser, service: RunningService, language: str) -> dict[str, object]:
    kb = round(sum(first_files(browser, service, language).values()) / 1000, 1)
    return {"bench": "tablet_first_load", "language": language, "kb": kb, "most": FIRST_LOAD_KB}


def first_files(browser: Browser, service: RunningService, language: str) -> dict[str, int]:
    """Every file the page has fetched when the table stands for the first time, with its size as gzip sends it."""
    tablet = Tablet(browser, "wide", language)
    tablet.sit(service.address, service.new_game(), service.code)
    # The panel of what is awaited, the warriors' cards, and every letter in its own type.
    for shown in ("[data-draw-for-me]", "[data-card]"):
        tablet.page.wait_for_selector(shown)
    fetched: list[str] = tablet.page.evaluate(FETCHED)
    tablet.close()
    paths = ["", *(path for url in fetched if not (path := urlsplit(url).path[1:]).startswith(("api", "socket.io")))]
    return {path: weight(BUILT / (path or "index.html")) for path in paths}


def weight(file: Path) -> int:
    content = file.read_bytes()
    return len(content) if file.suffix == ".woff2" else len(gzip.compress(content, 9))


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
