"""The stack of tiles set by hand: which tiles of the box lie aside, and so are not in the stack."""

from __future__ import annotations

from typing import Any

from companion.rules.board import Label
from companion.rules.cards import Layer, Part
from companion.rules.draft import Draft
from companion.rules.exploring import LayTile
from companion.rules.override.checks import malformed, texts
from companion.rules.state import State


def set_discards(draft: Draft, value: Any) -> None:
    """The whole list: what is new on it has left the stack, what is no longer on it is back in the stack."""
    wanted = tuple(dict.fromkeys(texts(value, "discards")))
    before = draft.state.discards
    for label in wanted:
        if label not in draft.state.game.tiles:
            raise malformed("unknown_name", where="discards", got=label)
        if label in draft.state.laid or in_hand(draft.state, label):
            raise malformed("tile_in_play", tile=label)
    for label in wanted:
        if label not in before:
            draft.set(stack=without(draft.state, label))
    for label in before:
        if label not in wanted:
            draft.set(stack=_with(draft.state, label))
    draft.set(discards=wanted)


def in_hand(state: State, label: Label) -> bool:
    """The tile that was drawn and waits to be laid has left the stack already."""
    return any(isinstance(step, LayTile) and step.tile == label for step in state.agenda)


def without(state: State, label: Label) -> tuple[Layer, ...]:
    """One less in the topmost part it can have been in."""
    layers = [list(layer) for layer in state.stack]
    for layer in layers:
        for i, part in enumerate(layer):
            if part.left and label in part.tiles:
                layer[i] = part._replace(left=part.left - 1)
                return tuple(tuple(parts) for parts in layers)
    return state.stack


def _with(state: State, label: Label) -> tuple[Layer, ...]:
    """One more in the lowest part it can be in; a part of its own under the stack where there is none."""
    layers = [list(layer) for layer in state.stack]
    for layer in reversed(layers):
        for i, part in enumerate(layer):
            if label in part.tiles:
                layer[i] = part._replace(left=part.left + 1)
                return tuple(tuple(parts) for parts in layers)
    return (*state.stack, (Part(1, (label,)),))
