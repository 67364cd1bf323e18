"""Players that play through the tablet: they look at the public state and touch only what is on the screen."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable
from typing import Any

from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet

STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
# Enough warriors of the Demon that every panel of the damage comes up, few enough that the game ends soon.
MOST_TROGLODYTES = 3
# What a side can let go by.
CAN_WAIT = ("activate", "enter", "destiny")


class TabletPlayer:
    """Plays whichever side is awaited on the tablet that holds it."""

    def __init__(self, observer: WireClient, tablets: dict[str, Tablet], seed: int = 1) -> None:
        self.observer = observer
        self.tablets = tablets
        self.rng = random.Random(seed)
        self.awaited: set[str] = set()
        # Called the first time each thing is awaited.
        self.on_first: Callable[[str], None] | None = None
        self.examined: set[str] = set()
        # Whether any card that may enter is brought in, or always the first.
        self.any_newcomer = False
        # Whether Kartikeya goes for its enemies, or looks for the way out.
        self.hunts = False
        # A side lets things happen after so many rounds: they have shown every panel, and the game ends soon.
        self.busy_rounds: dict[str, int] = {}

    @property
    def view(self) -> dict[str, Any]:
        return self.observer.view

    def play(self, most: int = 900) -> dict[str, Any]:
        """To the end of the game; the outcome."""
        for _ in range(most):
            if self.view["outcome"]:
                return dict(self.view["outcome"])
            self.step()
        raise AssertionError(f"no end after {most} steps: round {self.view['round']}, {self.view['waiting']}")

    def step(self) -> None:
        waiting = self.view["waiting"]
        version = self.view["version"]
        tablet = self.tablets[waiting["side"]]
        tablet.wait_version(version)
        self.awaited.add(f"{waiting['kind']}/{waiting['what']}")
        if self.on_first is not None and waiting["what"] not in self.examined:
            self.examined.add(waiting["what"])
            tablet.page.wait_for_load_state("networkidle")
            self.on_first(waiting["what"])
        getattr(self, f"_{waiting['kind']}")(tablet, waiting)
        self.observer.wait_version(version + 1)

    # -- what is awaited -----------------------------------------------------------------------------------------------

    def _roll(self, tablet: Tablet, waiting: dict[str, Any]) -> None:
        tablet.page.wait_for_selector("[data-roll-for-me], [data-spend-none]")
        if tablet.shows("[data-spend-none]"):
            # Miraculous Water is offered before the dice; this player keeps it.
            tablet.tap("[data-spend-none]")
        tablet.tap("[data-roll-for-me]")

    def _draw(self, tablet: Tablet, waiting: dict[str, Any]) -> None:
        tablet.tap("[data-draw-for-me]")

    def _choice(self, tablet: Tablet, waiting: dict[str, Any]) -> None:
        rests = self.view["round"] > self.busy_rounds.get(waiting["side"], self.view["round"])
        if rests and waiting["what"] in CAN_WAIT and tablet.shows("[data-forward]"):
            tablet.tap("[data-forward]")
            return
        getattr(self, f"_{waiting['what']}")(tablet, waiting["facts"])

    def _assign(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        """The highest die to the first warrior."""
        tablet.tap(f"[data-give='{facts['warriors'][0]}/{max(facts['dice'])}']:not([disabled])")

    def _initiative(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        tablet.tap("[data-forward]")

    def _lay(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        tablet.page.wait_for_selector("[data-rotation]:not([disabled])")
        turns = tablet.page.locator("[data-rotation]:not([disabled])")
        turns.nth(self.rng.randrange(turns.count())).tap()
        tablet.tap("[data-lay]")

    def _hole(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        label = next(tile["label"] for tile in self.view["tiles"] if not tile["hole"])
        tablet.touch_map(f"[data-tile='{label}']")

    def _guard(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        if self.view["hits"] is not None:
            self._cancel(tablet, facts)
            return
        tablet.page.wait_for_selector("[data-guard]")
        tablet.tap("[data-guard]")

    def _cancel(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        """The first lines of everybody who is hit; a Bodyguard lets the others take theirs."""
        tablet.page.wait_for_selector("[data-confirm]")
        for taker in self.view["hits"]["takers"]:
            lines = tablet.page.locator(f"[data-line^='{taker['warrior']}/']:not([disabled])")
            for i in range(0 if taker["guard"] else max(taker["lines"])):
                lines.nth(i).tap()
        tablet.tap("[data-confirm]")

    def _hit(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        tablet.tap("[data-hit]:not([disabled])")

    def _destiny(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        """One die after the other onto a square that lights up, then resolve."""
        tablet.page.wait_for_selector("[data-square]")
        dice = tablet.page.locator("[data-die]:not([disabled])")
        if dice.count():
            dice.first.tap()
            tablet.page.wait_for_selector("[data-die][aria-pressed='true']")
            open_squares = tablet.page.locator("[data-square].open")
            if open_squares.count():
                open_squares.nth(self.rng.randrange(open_squares.count())).tap()
                return
        tablet.tap("[data-forward]")

    def _enter(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        if tablet.shows("[data-option=deadly].lit"):
            tablet.tap("[data-option=deadly]")
            tablet.tap("[data-play-deadly]")
            return
        crowd = sum(1 for w in self.view["warriors"] if w["side"] == "demon" and w["tile"])
        tablet.page.wait_for_selector("[data-enter]")
        who = tablet.page.locator("[data-enter]:not(.off)")
        if crowd < MOST_TROGLODYTES and who.count():
            if not tablet.shows("[data-enter][aria-pressed='true']"):
                who.nth(self.rng.randrange(who.count()) if self.any_newcomer else 0).tap()
                # The browser makes a click of a touch only a moment later.
                tablet.page.wait_for_selector("[data-enter][aria-pressed='true']")
            if tablet.shows("[data-face]"):
                tablet.tap("[data-face='6']")
                tablet.page.wait_for_selector("[data-face='6'][aria-pressed='true']")
            tiles = tablet.page.locator("[data-tile][tabindex='0']")
            if tiles.count():
                tiles.first.dispatch_event("click")
                return
        tablet.tap("[data-forward]")

    def _discard(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        tablet.page.wait_for_selector("[data-discard]")
        tablet.tap("[data-discard]")

    # -- Furor Sanguinis -----------------------------------------------------------------------------------------------

    def _instinct(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        """Every die onto the first space that lights up for it."""
        tablet.page.wait_for_selector("[data-place-instinct]")
        for at in range(len(facts["dice"])):
            tablet.page.locator(f"[data-die='{at}']").tap()
            if tablet.shows("[data-space].lit"):
                tablet.tap("[data-space].lit")
        tablet.tap("[data-place-instinct]")

    def _wound(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        tablet.page.wait_for_selector("[data-put]:not([disabled])")
        for _ in range(self.view["waiting"]["number"]):
            tablet.tap("[data-put]:not([disabled])")
        tablet.tap("[data-wound]:not([disabled])")

    def _unwound(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        tablet.tap("[data-unwound]:not([disabled])")

    def _cry(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        tablet.tap("[data-cry]")
        tablet.tap("[data-cry-to]")

    def _altar(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        tablet.tap("[data-play-deadly]")

    # -- action phases -------------------------------------------------------------------------------------------------

    def _activate(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        ready = [w for w in self.view["warriors"] if self._may_act(w)]
        if not ready:
            tablet.tap("[data-forward]")
            return
        warrior = next((w for w in ready if w["active"]), ready[0])
        if not tablet.shows(f"[data-warrior='{warrior['id']}'][aria-pressed='true']"):
            # With nobody chosen no tile is lit, and a figure means itself.
            if tablet.shows("[data-warrior][aria-pressed='true']"):
                tablet.touch_map("[data-warrior][aria-pressed='true']")
            tablet.touch_map(f"[data-warrior='{warrior['id']}']")
        self._act(tablet, warrior)

    def _may_act(self, warrior: dict[str, Any]) -> bool:
        return bool(warrior["tile"]) and warrior["side"] == self.view["waiting"]["side"] and not warrior["acted"]

    def _act(self, tablet: Tablet, warrior: dict[str, Any]) -> None:
        """Out if possible, else attack, else towards the Exit, else explore, else done."""
        if tablet.shows("[data-option=leave]"):
            tablet.tap("[data-option=leave]")
        elif tablet.shows("[data-option=attack]"):
            tablet.tap("[data-option=attack]")
        elif not self._towards_exit(tablet, warrior) and not self._explore(tablet, warrior):
            tablet.tap("[data-finish]")

    def _explore(self, tablet: Tablet, warrior: dict[str, Any]) -> bool:
        openings = tablet.page.locator(".opening.open")
        if self._exit() is not None or not openings.count():
            return False
        openings.nth(self.rng.randrange(openings.count())).dispatch_event("click")
        return True

    def _exit(self) -> str | None:
        return next((tile["label"] for tile in self.view["tiles"] if tile["kind"] == "exit"), None)

    def _goal(self, warrior: dict[str, Any]) -> set[str]:
        if warrior["side"] == "demon" or (warrior["side"] == "squamata" and self.hunts):
            return {w["tile"] for w in self.view["warriors"] if w["side"] != warrior["side"] and w["tile"]}
        way_out = self._exit()
        return {way_out} if way_out else {t["label"] for t in self.view["tiles"] if t["unexplored"]}

    def _towards_exit(self, tablet: Tablet, warrior: dict[str, Any]) -> bool:
        """A step on the shortest way, if that tile is lit."""
        goal = self._goal(warrior)
        return warrior["tile"] not in goal and self._step(tablet, warrior, goal)

    def _step(self, tablet: Tablet, warrior: dict[str, Any], goal: set[str]) -> bool:
        way = shortest(self.view["tiles"], warrior["tile"], goal)
        tile = f"[data-tile='{way}'][tabindex='0']"
        if way is None or not tablet.shows(tile):
            return False
        tablet.touch_map(tile)
        return True


def shortest(tiles: list[dict[str, Any]], start: str, goal: set[str]) -> str | None:
    """The first step of a shortest way through common openings."""
    cells = {tuple(tile["at"]): tile for tile in tiles}
    by_label = {tile["label"]: tile for tile in tiles}
    queue = deque([(start, "")])
    reached = {start}
    while queue:
        label, first = queue.popleft()
        if label in goal and first:
            return first
        tile = by_label[label]
        for edge in tile["openings"]:
            dx, dy = STEP[edge]
            other = cells.get((tile["at"][0] + dx, tile["at"][1] + dy))
            if other and OPPOSITE[edge] in other["openings"] and other["label"] not in reached:
                reached.add(other["label"])
                queue.append((other["label"], first or other["label"]))
    return None
