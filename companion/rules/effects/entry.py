"""What happens when a warrior enters a tile (TIL-5, TIL-6, EXP-4)."""

from __future__ import annotations

from companion.rules.board import Label
from companion.rules.draft import Draft
from companion.rules.effects.registry import Scene, perform
from companion.rules.effects.special import ANY, on_special
from companion.rules.words import DEMON, HUMAN


def tile_entered(draft: Draft, name: str, tile: Label) -> None:
    """What the scenario says of Humans who enter, and the tile's own effects for the first of them."""
    if draft.warrior(name).side != HUMAN:
        return
    kind = draft.state.kind_of(tile)
    for entered in (kind.id, ANY):
        on_special(draft, f"enter:{entered}", name, tile)
    if not kind.on_first_entry or tile in draft.state.entered or not stands_on(draft, name, tile):
        return
    draft.set(entered=draft.state.entered | {tile})
    draft.say("first_entry", warrior=name, tile=tile, kind=kind.id)
    perform(draft, kind.on_first_entry, Scene(source=kind.id, side=DEMON, target=name, tile=tile))


def stands_on(draft: Draft, name: str, tile: Label) -> bool:
    """Is the warrior still there, after what a special rule has done?"""
    warrior = draft.state.warriors.all.get(name)
    return warrior is not None and warrior.tile == tile
