"""Names in snapshots: what was written before can be read for ever."""

import pytest

from companion.content import load_box
from companion.content.setup import new_game
from companion.rules import engine
from companion.rules.records import RECORDS
from companion.rules.snapshot import SINCE_0_1_0, SnapshotError, from_json, to_json
from companion.rules.steps import Step

STATE = new_game(load_box(), "survivors")

# As written by version 0.1.0.
FIRST_NAMES = (
    *("Warrior", "Modifier", "Mark", "Activation", "Part", "Laid", "Line", "Outcome", "Blow", "Taker", "Scene"),
    *("Clause", "RollActionDice", "AssignDice", "InitiativeChoices", "Acting", "DrawTile", "LayTile", "PlaceHole"),
    *("CombatRoll", "FranticReroll", "Blast", "Guarding", "AllotHits", "NextPhase", "RollDestiny", "PlaceDestiny"),
    *("ResolveSquares", "Entering", "ChooseWarrior", "DrawCards", "TableRoll", "GameOver"),
)


def test_every_name_ever_written_is_known() -> None:
    assert engine
    assert set(FIRST_NAMES) <= set(RECORDS)


def test_a_step_is_known_by_being_one() -> None:
    class Wait(Step):
        pass

    assert RECORDS.pop("Wait") is Wait


@pytest.mark.parametrize("name", sorted(SINCE_0_1_0))
def test_what_an_older_snapshot_lacks_is_as_in_a_new_game(name: str) -> None:
    written = to_json(STATE._replace(tp=7))
    del written[name]
    assert from_json(STATE.game, written) == STATE._replace(tp=7)


def test_what_every_snapshot_has_must_be_there() -> None:
    written = to_json(STATE)
    del written["tp"]
    with pytest.raises(SnapshotError, match="'tp' is missing"):
        from_json(STATE.game, written)


def test_a_record_of_a_later_version_is_named() -> None:
    written = {**to_json(STATE), "marks": [{"~Mark": ["water", 1, "end:game", "x", "more"]}]}
    with pytest.raises(SnapshotError, match="Mark has 5 values, 4 are known"):
        from_json(STATE.game, written)
