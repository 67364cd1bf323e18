"""A roll of the ten-sided die at the table: by hand, by the companion, and read by the camera."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.content.owner.building import base_box, box_with
from companion.content.owner.overlay import Overlay
from companion.content.owner.scenarios import with_scenario
from companion.devices.dice_readings import table_reading
from companion.protocol.readings import DICE, DieFace, Reading
from companion.table.environment import SystemDice
from companion.table.game_store import GameStore
from companion.table.loaded_box import LoadedBox
from companion.table.table import Table
from tests.content.owner.test_owner_scenarios import RAID
from tests.rules.test_ten_sided_die import CLAUSE
from tests.table.table_rig import begin, done, environment, submit
from vision.dice.reading import DiceReading, DieReading


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A game of an owner's scenario that begins with a roll of the ten-sided die."""
    sheet = {**RAID, "special": [{"when": "start:initiative", "do": [CLAUSE]}]}
    overlay, _ = with_scenario(Overlay(), base_box(), sheet)  # type: ignore[arg-type]
    games = GameStore(tmp_path, LoadedBox(box_with(overlay), overlay), environment())
    begun = begin(games, "raid")
    waiting = begun.view("both")["waiting"]
    assert (waiting["kind"], waiting["number"], waiting["sides"]) == ("roll", 1, 10)
    yield begun
    games.close()


def test_by_hand(table: Table) -> None:
    assert submit(table, {"roll": [11]}).key == "die_face"
    tp = table.view("both")["tp"]
    done(table, {"roll": [10]})
    assert table.view("both")["tp"] == tp + 5


def test_by_the_companion(table: Table) -> None:
    done(table, {"roll_for_me": True})
    assert table.records()[-1].do["roll"][0] in range(1, 11)
    assert table.view("both")["waiting"]["sides"] == 6
    assert set(SystemDice(random.Random(1)).roll(200, 10)) == set(range(1, 11))


def test_by_the_camera(table: Table) -> None:
    done(table, {"policy": {"dice": "sure"}})
    six = Reading("r1", DICE, "camera", sure=True, faces=(DieFace(6, 0.99),))
    table.submit_event(six)
    shown = table.view("both")["reading"]
    assert shown is not None
    assert (shown["note"], shown["facts"]) == ("wrong_die", {"sides": 10})
    ten = DiceReading((DieReading(0, 10, 0.99, (1, 1, 20, 20), "d10-numeral", (9, 8)),), "settled", sure=True)
    table.submit_event(table_reading(ten, "p1", "camera", simulated=False))
    record = table.records()[-1]
    assert record.do == {"roll": [10]}
    assert record.cause["kind"] == "camera"
