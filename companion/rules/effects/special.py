"""Special rules of a scenario: what happens at a named moment (SET-1)."""

from __future__ import annotations

from companion.rules.board import Label
from companion.rules.draft import Draft
from companion.rules.effects.registry import Scene, perform

# A special rule may set off another, which may set off the first: so deep, and so many in one action, and no more.
DEEPEST = 12
MOST = 200
# In place of a kind of tile: whichever it is.
ANY = "any"


def on_special(draft: Draft, moment: str, target: str = "", tile: Label = "") -> None:
    """Everything the scenario ties to this moment: "start:initiative", "death:human" and the like."""
    state = draft.state
    if not state.game.special or draft.depth >= DEEPEST:
        return
    draft.depth += 1
    for when, clause in state.game.special:
        if when == moment and draft.set_off < MOST:
            draft.set_off += 1
            perform(draft, (clause,), Scene(source=state.game.name, side=state.side, target=target, tile=tile))
    draft.depth -= 1
