"""Names in snapshots: what was written before can be read for ever."""

from companion.rules import engine
from companion.rules.records import RECORDS
from companion.rules.steps import Step

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
