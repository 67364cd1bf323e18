"""One round from the middle of a game, always the same: the position, the dice, and a hand that counts its taps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from companion.protocol.intents import Intent, read_verb
from companion.protocol.readings import DieFace, Reading
from companion.table.table import Table
from tests.server.service_rig import RunningService
from tests.web.browser_rig import Tablet
from tests.web.finger import Finger

# Round 4. The Redeemer and the Brute hold the crossing (9) against three Troglodytes; a Hunter is two tiles away.
POSITION: dict[str, Any] = {
    "tiles": {
        "1": {"kind": "plain", "at": [-1, 0], "openings": "EW"},
        "2": {"kind": "plain", "at": [2, 0], "openings": "EW"},
        "3": {"kind": "plain", "at": [3, 0], "openings": "EW"},
        "4": {"kind": "plain", "at": [-2, 0], "openings": "NE"},
        "7": {"kind": "plain", "at": [1, 1], "openings": "NS"},
        "8": {"kind": "plain", "at": [1, 2], "openings": "NE"},
        "9": {"kind": "plain", "at": [1, 0], "openings": "NESW"},
    },
    "warriors": {
        "redeemer": {"tile": "9", "cancelled": [4]},
        "brute-1": {"tile": "9", "cancelled": [1, 6]},
        "blade-1": {"tile": "2"},
        "blade-2": {"tile": "36", "cancelled": [1, 5]},
        "troglodyte-1": {"kind": "troglodyte", "tile": "9"},
        "troglodyte-2": {"kind": "troglodyte", "tile": "9"},
        "troglodyte-3": {"kind": "troglodyte", "tile": "9"},
        "demon-1": {"kind": "underground_hunter", "tile": "8"},
    },
    "round": 4,
    "tp": 2,
    "phase": "initiative",
}


class PlayedRound:
    """A tablet in front of the position; dice come from a camera that is always sure."""

    def __init__(self, service: RunningService, tablet: Tablet, seat: str = "both") -> None:
        self.tablet = tablet
        self.page = tablet.page
        sources = {"dice": "camera", "tiles": "companion", "cards": "companion"}
        self.game = service.new_game(sources=sources)
        self.table: Table = service.web.service.games.table(self.game)
        self._submitted = 0
        self.taps: Counter[str] = Counter()
        self._action = ""
        for do in ({"draw_for_me": True}, {"override": POSITION}, {"policy": {"dice": "sure"}}):
            self.submit(do)
        tablet.sit(service.address, self.game, service.code, seat)
        self._finger = Finger(self.page)

    def submit(self, do: dict[str, Any], seat: Any = "both") -> None:
        """As if somebody else had done it, on a tablet that is not looked at."""
        self._submitted += 1
        answer = self.table.submit(seat, Intent(f"round-{self._submitted}", None, read_verb(do)))
        assert answer.ok, answer

    # -- the hand ------------------------------------------------------------------------------------------------------

    @contextmanager
    def action(self, name: str) -> Iterator[None]:
        """Taps inside are counted for this action."""
        self._action = name
        yield
        self._action = ""

    def tap(self, selector: str, moves: bool = False) -> None:
        """One touch of the screen, in the middle of the thing; `moves`: the game has changed when it is over."""
        self.settle()
        version = self.table.version
        self.taps[self._action] += 1
        target = self.page.locator(selector).first
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None, selector
        self._finger.stroke([(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)])
        if moves:
            self.page.wait_for_function(
                "v => Number(document.querySelector('[data-version]')?.dataset.version ?? -1) > v", arg=version
            )

    def settle(self) -> None:
        """Both the game and the screen stand still."""
        self.tablet.wait_version(self.table.version)

    def dice(self, *faces: int) -> None:
        """They fall into the tray and are read: no tap."""
        self.settle()
        dice = tuple(DieFace(face, 0.99) for face in faces)
        self._submitted += 1
        reading = Reading(f"roll-{self._submitted}", "dice", "test camera", sure=True, faces=dice)
        assert self.table.submit_event(reading).ok
        self.settle()

    def waits_for(self, what: str) -> None:
        waiting = self.table.view("both")["waiting"]
        assert waiting["what"] == what, waiting
        self.page.wait_for_selector(f"[data-waiting='{what}']")

    @property
    def total(self) -> int:
        return sum(self.taps.values())

    def warrior(self, name: str) -> dict[str, Any]:
        return next(dict(w) for w in self.table.view("both")["warriors"] if w["id"] == name)

    def places(self, names: Sequence[str]) -> list[str]:
        return [self.warrior(name)["tile"] for name in names]
