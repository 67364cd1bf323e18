"""`make demo`: an evening that plays itself, to be watched: the Humans by touch, the Demon by the companion.

Everything is as in `make evening`: the real service, the firmware on a pseudo-terminal, a camera that streams rendered
dice and labels. With a screen the tablet is a window of its own; without one it is watched from any browser, on the
page for a television. `--film FILE` makes the moving picture of the README of it.
"""

from __future__ import annotations

import argparse
import io
import itertools
import os
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from tests.evening.evening import CountingTablet, Evening
from tests.evening.players import EveningPlayer
from tests.server.wire_client import WireClient
from tests.web.browser_rig import ARGUMENTS, CHROMIUM, Tablet

PERSON = "human"
# What the companion deals itself, off a deck of its own.
OWN_DECKS = ("event",)
# So long a viewer looks at what came of a step.
PACE_S = 1.6
# Films: so many pictures a second, so wide.
FILM_RATE, FILM_WIDTH = 4.0, 860
# Where a finger touches: a film shows no hand.
FINGER = """addEventListener("click", ({target, clientX, clientY}) => {
  const box = target.getBoundingClientRect();
  const [x, y] = clientX || clientY ? [clientX, clientY] : [box.x + box.width / 2, box.y + box.height / 2];
  const ring = document.body.appendChild(document.createElement("div"));
  ring.style = `position:fixed;left:${x - 22}px;top:${y - 22}px;width:44px;height:44px;border-radius:50%;` +
    "z-index:99999;pointer-events:none;background:#fff5;border:3px solid #fff;box-shadow:0 0 12px #0008";
  setTimeout(() => ring.remove(), 700);
}, true);"""


class Film:
    """Pictures of a page, each shown until the next one."""

    def __init__(self, file: Path | None, seconds: float) -> None:
        self.file, self._seconds = file, seconds
        self._pictures: list[tuple[float, Image.Image]] = []

    @property
    def full(self) -> bool:
        return self.file is not None and self._length() >= self._seconds

    def _length(self) -> float:
        return self._pictures[-1][0] - self._pictures[0][0] if self._pictures else 0.0

    def take(self, tablet: Tablet) -> None:
        shot = Image.open(io.BytesIO(tablet.page.screenshot(type="jpeg", quality=90)))
        tall = round(shot.height * FILM_WIDTH / shot.width)
        self._pictures.append((time.monotonic(), shot.resize((FILM_WIDTH, tall), Image.Resampling.LANCZOS)))

    def save(self) -> None:
        if self.file is None:
            return
        times = [at for at, _ in self._pictures]
        lasts = [round((after - at) * 1000) for at, after in itertools.pairwise(times)] + [2000]
        first, *others = (picture for _, picture in self._pictures)
        first.save(self.file, save_all=True, append_images=others, duration=lasts, loop=0, quality=55, method=5)


class DemoPlayer(EveningPlayer):
    """One person who plays the Humans, and whose hands also do what the companion orders."""

    def __init__(self, evening: Evening, film: Film, pace_s: float, seed: int) -> None:
        super().__init__(evening, seed)
        self._tablet = evening.tablets[PERSON]
        self.tablets = dict.fromkeys(("human", "demon"), self._tablet)
        self._film, self._pace_s = film, pace_s

    def _eye(self, side: str) -> WireClient:
        return self.evening.eyes[PERSON]

    def step(self) -> None:
        super().step()
        self.pass_time(self._pace_s)

    def pass_time(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if self._film.file is not None and not self._film.full:
                self._film.take(self._tablet)
            self._tablet.page.wait_for_timeout(1000 * min(left, 1 / FILM_RATE))

    def _choice(self, tablet: Tablet, waiting: dict[str, Any]) -> None:
        if waiting["side"] == PERSON:
            super()._choice(tablet, waiting)
            return
        version = self.view["version"]
        self._until(lambda: self.view["version"] > version or tablet.shows("[data-done]:not([disabled])"))
        if self.view["version"] == version:
            self.pass_time(self._pace_s)
            tablet.tap("[data-done]")

    def _draw(self, tablet: Tablet, waiting: dict[str, Any]) -> None:
        if waiting["what"] not in OWN_DECKS:
            super()._draw(tablet, waiting)


def play(browser: Browser, film: Film, args: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as folder, Evening(Path(folder), browser, args.seed) as evening:
        screen = f"{evening.service.address}/?code={evening.service.code()}#/screen"
        print(f"an evening plays itself; to watch it from this machine: {screen}", flush=True)
        evening.new_tablet = lambda _side: _watched(browser, evening)  # type: ignore[method-assign]
        evening.begin(args.scenario, (PERSON,), opponent={"sides": ["demon"], "seed": args.seed})
        player = DemoPlayer(evening, film, args.pace, args.seed)
        while not player.view["outcome"] and not film.full:
            player.step()
        if not film.full:
            player.pass_time(10)


def _watched(browser: Browser, evening: Evening) -> CountingTablet:
    tablet = CountingTablet(browser, "wide", evening.taps)
    tablet.page.emulate_media(reduced_motion="no-preference")
    tablet.context.add_init_script(FINGER)
    return tablet


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="survivors")
    parser.add_argument("--seed", type=int, default=random.randrange(1000))
    parser.add_argument("--pace", type=float, default=PACE_S, help="seconds to look at what came of a step")
    parser.add_argument("--film", type=Path, help="a moving picture (.webp) of the beginning")
    parser.add_argument("--seconds", type=float, default=50.0, help="how long the film is")
    args = parser.parse_args()
    has_screen = bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")) and not args.film
    film = Film(args.film, args.seconds)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS), headless=not has_screen)
        play(browser, film, args)
        browser.close()
    film.save()


if __name__ == "__main__":
    main()
