"""What happens when a warrior enters a tile (TIL-5, TIL-6, EXP-4)."""

from __future__ import annotations

from companion.rules.board import Label
from companion.rules.draft import Draft
from companion.rules.effects.registry import Scene, perform
from companion.rules.effects.special import on_special
from companion.rules.words import DEMON, HUMAN


def tile_entered(draft: Draft, name: str, tile: Label) -> None:
    """What the scenario says of Humans who enter, and the tile's own effects for the first of them."""
    state = draft.state
    kind = state.kind_of(tile)
    if draft.warrior(name).side == HUMAN:
        on_special(draft, f"enter:{kind.id}", name, tile)
    if not kind.on_first_entry or tile in state.entered or draft.warrior(name).side != HUMAN:
        return
    draft.set(entered=state.entered | {tile})
    draft.say("first_entry", warrior=name, tile=tile, kind=kind.id)
    perform(draft, kind.on_first_entry, Scene(source=kind.id, side=DEMON, target=name, tile=tile))
