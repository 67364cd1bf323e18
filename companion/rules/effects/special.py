"""Special rules of a scenario: what happens at a named moment (SET-1)."""

from __future__ import annotations

from companion.rules.board import Label
from companion.rules.draft import Draft
from companion.rules.effects.registry import Scene, perform


def on_special(draft: Draft, moment: str, target: str = "", tile: Label = "") -> None:
    """Everything the scenario ties to this moment: "start:initiative", "death:human" and the like."""
    state = draft.state
    for when, clause in state.game.special:
        if when == moment:
            perform(draft, (clause,), Scene(source=state.game.name, side=state.side, target=target, tile=tile))
