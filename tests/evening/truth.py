"""What must be one and the same at the end of a game: the state, what the rules make of the journal, what the players
saw on their screens, and what truly lay on the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from companion.table.box_store import BoxStore
from companion.table.environment import Environment, Scheduler, SystemDice, SystemShuffler
from companion.table.game_store import GameStore
from tests.evening.evening import Evening
from tests.evening.players import EveningPlayer
from tests.web.browser_rig import Tablet

# What the data folder does not hold: which devices the service has, what waits for a yes right now.
OF_THE_MOMENT = {"reading", "simulated"}
ON_SCREEN = """() => ({
    version: Number(document.querySelector('[data-version]')?.dataset.version ?? -1),
    over: document.querySelector('[data-over]')?.dataset.over ?? null,
    tiles: [...document.querySelectorAll('svg [data-tile]')].map(tile => tile.dataset.tile).sort(),
    warriors: [...document.querySelectorAll('svg [data-warrior]')].map(one => one.dataset.warrior).sort(),
})"""


def check_screen(tablet: Tablet, view: dict[str, Any]) -> None:
    """The map of a tablet against the view; the page at the end has none."""
    tablet.wait_version(view["version"])
    if view["outcome"]:
        # The page of the end is fetched only now.
        tablet.page.wait_for_selector("[data-over]")
    seen = tablet.page.evaluate(ON_SCREEN)
    assert seen["over"] == (view["outcome"]["winner"] if view["outcome"] else None), seen
    if seen["tiles"]:
        assert seen["tiles"] == sorted(tile["label"] for tile in view["tiles"]), seen["tiles"]
        assert seen["warriors"] == sorted(one["id"] for one in view["warriors"] if one["tile"]), seen["warriors"]


def check_end(evening: Evening, player: EveningPlayer) -> int:
    """All of it, with the service stopped: its data folder alone must do. How many dice were taken wrongly."""
    for side, eye in evening.eyes.items():
        check_screen(evening.tablets[side], eye.view)
    seen = {side: dict(eye.view) for side, eye in evening.eyes.items()}
    evening.service.kill()
    games = opened(evening.data)
    try:
        table = games.table(evening.game)
        for side, view in seen.items():
            kept: Any = table.view(side)  # type: ignore[arg-type]
            differing = {key for key in view if key not in OF_THE_MOMENT and view[key] != kept[key]}
            assert not differing, (side, {key: (view[key], kept[key]) for key in differing})
        # Played again from its first line by the rules alone; anything else than is written would be refused.
        twin = games.take_in(games.export(evening.game, None))
        assert {**twin.view("both"), "game": ""} == {**table.view("both"), "game": ""}
        acts = [record.do for record in table.records() if record.kind == "act"]
    finally:
        games.close()
    drawn = [do["draw"] for do in acts if "draw" in do]
    assert drawn == player.shown, "the tiles and cards of the journal are those that were shown"
    rolled = [sorted(do.get("roll", do.get("reroll", []))) for do in acts if "roll" in do or "reroll" in do]
    assert len(rolled) == len(player.thrown)
    return sum(taken != lay for taken, lay in zip(rolled, player.thrown, strict=True))


def opened(data: Path) -> GameStore:
    environment = Environment(SystemDice(), SystemShuffler(), Scheduler(), {})
    return GameStore(data / "games", BoxStore(data / "boxes"), environment)
