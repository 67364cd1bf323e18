"""Players who throw dice, lay labels under the camera and press the tray's buttons; else they touch the screen."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.evening.aims import Aims
from tests.evening.evening import Evening
from tests.server.wire_client import WireClient
from tests.web.browser_rig import Tablet
from tests.web.tablet_player import STEP, TabletPlayer, shortest

# Until a roll or a label that nothing came of is laid anew, and how often.
SEEN_S, TRIES = 25.0, 3
# Tells the game how the dice truly lie.
TypeIn = Callable[[list[int]], bool]


class EveningPlayer(TabletPlayer):
    """Keeps what truly lay on the table, to compare it with the journal at the end."""

    def __init__(self, evening: Evening, seed: int = 1) -> None:
        super().__init__(next(iter(evening.eyes.values())), evening.tablets, seed)
        self.evening = evening
        self.aims = Aims(self.view["scenario"])
        self.chance = random.Random(seed)
        self.counts: Counter[str] = Counter()
        # Why readings were asked about.
        self.doubts: Counter[str] = Counter()
        # What lay in the tray, and which tile or card was shown, in the order in which the game took it.
        self.thrown: list[list[int]] = []
        self.shown: list[str] = []

    def look_again(self) -> None:
        """After connections were lost."""
        self.evening.look()
        self.observer = next(iter(self.evening.eyes.values()))

    @property
    def view(self) -> dict[str, Any]:
        """The newest of what any player sees."""
        return max((eye.view for eye in self.evening.eyes.values()), key=lambda view: view["version"])

    def _eye(self, side: str) -> WireClient:
        """Whoever sees what the hands of this side see."""
        return self.evening.eyes[side]

    def reading(self) -> dict[str, Any] | None:
        """What waits for a player to say yes, as that player's tablet was told last; a hidden card is nobody else's."""
        for event, what in reversed(self._eye(self.view["waiting"]["side"]).received):
            if event == "reading":
                return dict(what) if what else None
            if event == "view":
                return dict(what["reading"]) if what["reading"] else None
        return None

    # -- dice ----------------------------------------------------------------------------------------------------------

    def _roll(self, tablet: Tablet, waiting: dict[str, Any]) -> None:
        if tablet.shows("[data-spend-none]"):
            tablet.tap("[data-spend-none]")
        self._throw(waiting, lambda truth: self._type_in(tablet, truth))

    def _throw(self, waiting: dict[str, Any], type_in: TypeIn) -> None:
        version = self.view["version"]
        for attempt in range(TRIES):
            truth = self.evening.camera.throw(waiting["number"], waiting["sides"])
            old = self.reading()
            if self._until(lambda old=old: self._is_new(old) or self.view["version"] > version):
                self._take_dice(type_in, truth, version)
                return
            self.counts["not_seen"] += 1
            assert attempt < TRIES - 1 or type_in(truth)

    def _is_new(self, old: dict[str, Any] | None) -> bool:
        now = self.reading()
        return now is not None and now["kind"] == "dice" and (old is None or now["id"] != old["id"])

    def _take_dice(self, type_in: TypeIn, truth: list[int], version: int) -> None:
        """A reading that is right is accepted with the tray's button; a wrong one is typed over on the tablet."""
        reading = self.reading()
        self.counts["rolls"] += 1
        if self.view["version"] > version or reading is None:
            self.thrown.append(truth)
            return
        right = sorted(die["face"] for die in reading["faces"]) == truth
        by_itself = reading["countdown"] is not None
        self.counts["asked"] += not by_itself
        if not by_itself:
            self.doubts.update([reading["note"], *reading["facts"].get("doubts", [])])
        if right:
            self.press("accept")
        else:
            self.counts["wrong_and_sure" if by_itself else "wrong_and_asked"] += 1
            type_in(truth)
        if not self._until(lambda: self.view["version"] > version):
            type_in(truth)
        self.thrown.append(truth)

    def _type_in(self, tablet: Tablet, truth: list[int]) -> bool:
        self.counts["typed"] += 1
        tablet.tap("[data-type-in]")
        for at, face in enumerate(truth):
            tablet.tap(f"[data-dice-sheet] .row > :nth-child({at + 1}) [data-face='{face}']")
        return True

    # -- tiles and cards -----------------------------------------------------------------------------------------------

    def _draw(self, tablet: Tablet, waiting: dict[str, Any]) -> None:
        self._show(waiting)

    def _show(self, waiting: dict[str, Any]) -> None:
        """Off the real stack: any piece that can lie on top of it now; its label is shown to the camera."""
        version = self.view["version"]
        legal = self._eye(waiting["side"]).wait_version(version)["legal"]
        on_top = sorted(verb["draw"] for verb in legal if verb.get("draw") in self.evening.labels)
        name = self.chance.choice(on_top)
        self.evening.camera.clear()
        self.evening.camera.show(self.evening.labels[name])
        self.counts["scans"] += 1
        seen = self._until(lambda: self.view["version"] > version or (self.reading() or {}).get("tag") == name)
        assert seen, f"the label of {name} was not read: {self.reading()}"
        if self.view["version"] == version:
            self.press("accept")
            assert self._until(lambda: self.view["version"] > version), f"{name} was not taken: {self.reading()}"
        self.shown.append(name)
        self.evening.camera.clear()

    # -- buttons -------------------------------------------------------------------------------------------------------

    def press(self, button: Any) -> None:
        self.evening.tray.press(button)
        self.evening.taps["tray"] += 1

    def _initiative(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        self.press("next")

    def _activate(self, tablet: Tablet, facts: dict[str, Any]) -> None:
        if not any(self._may_act(w) for w in self.view["warriors"]):
            self.press("next")
            return
        super()._activate(tablet, facts)

    # -- ways of the Humans --------------------------------------------------------------------------------------------

    def _towards_exit(self, tablet: Tablet, warrior: dict[str, Any]) -> bool:
        """Towards the aim of the scenario; while nobody can get there, to the next opening into the dark."""
        if warrior["side"] != "human":
            return super()._towards_exit(tablet, warrior)
        goal = self.aims.tiles(self.view, warrior)
        if warrior["tile"] in goal:
            return False
        if self._in_the_dark(warrior, goal):
            goal = {tile["label"] for tile in self.view["tiles"] if tile["unexplored"]}
        return self._step(tablet, warrior, goal)

    def _explore(self, tablet: Tablet, warrior: dict[str, Any]) -> bool:
        """Of the openings that may be explored the one nearest to where they want to be."""
        if warrior["side"] != "human":
            return super()._explore(tablet, warrior)
        goal = self.aims.tiles(self.view, warrior)
        openings = tablet.page.locator(".opening.open")
        if warrior["tile"] in goal or not self._in_the_dark(warrior, goal) or not openings.count():
            return False
        names = [str(openings.nth(n).get_attribute("data-opening")) for n in range(openings.count())]
        nearest = min(self.chance.sample(names, len(names)), key=lambda name: self._far(name, goal))
        tablet.page.locator(f"[data-opening='{nearest}']").dispatch_event("click")
        return True

    def _in_the_dark(self, warrior: dict[str, Any], goal: set[str]) -> bool:
        return shortest(self.view["tiles"], warrior["tile"], goal) is None

    def _far(self, opening: str, goal: set[str]) -> int:
        """Cells from behind an opening to the nearest tile they want to be on."""
        label, _, edge = opening.partition("/")
        cells = {tile["label"]: tile["at"] for tile in self.view["tiles"]}
        x, y = cells[label][0] + STEP[edge][0], cells[label][1] + STEP[edge][1]
        return min((abs(cells[one][0] - x) + abs(cells[one][1] - y) for one in goal), default=0)

    # -- waiting -------------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """As on a tablet, but for the camera: a step is over when everybody has seen what came of it."""
        version = self.view["version"]
        super().step()
        assert self._until(lambda: self.view["version"] > version), self.view["waiting"]
        for eye in self.evening.eyes.values():
            eye.wait_version(version + 1)

    def _until(self, holds: Callable[[], bool], seconds: float = SEEN_S) -> bool:
        end = time.monotonic() + seconds
        while not holds():
            if time.monotonic() > end:
                return False
            self.pass_time(0.05)
        return True

    def pass_time(self, seconds: float) -> None:
        time.sleep(seconds)
