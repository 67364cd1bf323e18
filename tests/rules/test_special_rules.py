"""Special rules of a scenario that take away the very warrior they are about, feed each other, or pile up dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.content import Box
from companion.content.clauses import clauses_from
from companion.content.owner.rehearsal import simplest, small_table
from companion.rules.actions import Action, EndPhase, Explore, Hit, Lay
from companion.rules.engine import apply, legal_actions, waiting
from companion.rules.state import Mark, State
from companion.rules.threat import destiny_dice
from companion.rules.words import DICE_IN_BOX


def table_with(box: Box, *rules: tuple[str, Mapping[str, Any]]) -> State:
    state = small_table(box, box.rules_cards["aura_of_courage"])
    special = tuple((when, clauses_from([clause])[0]) for when, clause in rules)
    return state._replace(game=replace(state.game, special=special))


def explored(state: State, warrior: str) -> State:
    """The warrior explores, and the tile is drawn and laid."""
    action: Action = next(a for a in legal_actions(state) if isinstance(a, Explore) and a.warrior == warrior)
    while not isinstance(action, Lay):
        state = apply(state, action).state
        action = next((a for a in legal_actions(state) if isinstance(a, Lay)), simplest(state, waiting(state)))
    return apply(state, action).state


def test_an_explorer_who_is_taken_away_does_not_step_onto_the_tile(box: Box) -> None:
    before = table_with(box, ("laid:any", {"verb": "remove"}))
    after = explored(before, "blade-1")
    assert "blade-1" not in after.warriors.all
    assert len(after.board.tiles) == len(before.board.tiles) + 1


def test_whoever_is_moved_on_while_entering_leaves_the_tile_unsprung(box: Box) -> None:
    before = table_with(box, ("enter:any", {"verb": "remove"}))
    after = explored(before, "blade-1")
    assert "blade-1" not in after.warriors.all
    assert after.entered == before.entered


def test_nobody_is_asked_to_choose_among_nobody(box: Box) -> None:
    """Two choices of the one Demon, who is gone after the first."""
    choice = {
        "verb": "choose",
        "who": "demon",
        "then": [{"verb": "each", "who": "demon", "then": [{"verb": "remove"}]}],
    }
    state = table_with(box, ("end:human_action", choice), ("end:human_action", choice))
    state = apply(state, EndPhase()).state
    assert waiting(state).what == "hit"
    after = apply(state, Hit("demon-1")).state
    assert not any(w.side == "demon" for w in after.warriors.all.values())
    assert waiting(after).what != "hit"


def test_no_roll_needs_more_dice_than_the_box_has(box: Box) -> None:
    state = small_table(box, box.rules_cards["aura_of_courage"])
    piled = state._replace(marks=tuple(Mark("destiny_dice", 9, "roll:destiny", "test") for _ in range(5)))
    assert destiny_dice(piled) == DICE_IN_BOX
