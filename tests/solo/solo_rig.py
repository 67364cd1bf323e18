"""A game against the companion without a clock: it decides when the test says so; a person plays at random."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from companion.protocol.views import View
from companion.solo.driver import Driver
from companion.table.game_store import GameStore
from companion.table.table import Table
from tests.table.choosing import choose
from tests.table.table_rig import begin, done, games_in


class SoloGame:
    """One person at `seat`; the companion plays every other side of the scenario."""

    def __init__(self, folder: Path, seat: str = "human", scenario: str = "survivors", seed: int = 1, **how: Any):
        self.folder = folder
        self.games: GameStore = games_in(folder, seed)
        sides = [side for side in begin(self.games, scenario).sides if side != seat]
        opponent = {"sides": sides, "seed": seed, **how}
        self.table: Table = begin(self.games, scenario, opponent=opponent)
        self.seat = seat
        self.driver = Driver(pace_s=0)
        self.rng = random.Random(seed)
        # Titles of the orders that were given, and what the companion was seen to be asked.
        self.orders: list[str] = []
        self.asked: set[str] = set()

    @property
    def view(self) -> View:
        return self.table.view(self.seat)  # type: ignore[arg-type]

    def decide(self) -> View:
        """The companion does what it does by itself, until people are awaited: their choice, or their hands."""
        for _ in range(200):
            version, order = self.table.version, self.table.order
            self.driver.act(self.table, 0)
            if (version, order) == (self.table.version, self.table.order):
                return self.view
        raise AssertionError("the companion never comes to an end")

    def step(self) -> bool:
        """What the person does next; False once the game is over."""
        view = self.decide()
        companion = view["companion"]
        assert companion is not None
        if view["waiting"]["kind"] == "over":
            return False
        if view["waiting"]["side"] != self.seat:
            self.asked.add(f"{view['waiting']['kind']}/{view['waiting']['what']}")
        if companion["order"]:
            self.orders.append(companion["order"]["title"]["key"])
            done(self.table, {"order_done": True}, self.seat)
        elif companion["hands"]:
            done(self.table, {f"{view['waiting']['kind']}_for_me": True}, self.seat)
        else:
            assert view["waiting"]["side"] == self.seat, "the game waits for nobody"
            done(self.table, choose(dict(view), self.rng), self.seat)
        return True

    def play(self, most: int = 3000) -> None:
        for _ in range(most):
            if not self.step():
                return
        raise AssertionError("the game has no end")

    def until_order(self, key: str = "") -> View:
        """To the next order, or to the next of a kind."""
        for _ in range(400):
            view = self.decide()
            order = view["companion"] and view["companion"]["order"]
            if order and key in ("", order["title"]["key"]):
                return view
            assert self.step(), f"the game ended before an order {key}"
        raise AssertionError(f"no order {key} came")
