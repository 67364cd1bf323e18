"""What a view says of the effects in force."""

from __future__ import annotations

from companion.content.owner.building import base_box
from companion.content.setup import new_game
from companion.rules.state import Mark
from companion.table.views import effects


def test_what_is_counted_is_told_once_with_its_sum() -> None:
    marks = (
        Mark("tiles", 1, "end:game", "raid"),
        Mark("seal", 1, "end:game", "raid"),
        Mark("tiles", 2, "end:game", "raid"),
        Mark("tiles", 1, "end:threat", "raid"),
    )
    state = new_game(base_box(), "survivors")._replace(marks=marks)
    told = [(effect["what"], effect["until"], effect["facts"]["amount"]) for effect in effects(state)]
    assert told == [("tiles", "end:game", 3), ("seal", "end:game", 1), ("tiles", "end:threat", 1)]
