"""A state cannot be changed in place, nor anything in it."""

import random
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from companion.rules import apply, legal_actions
from companion.rules.board import Board
from companion.rules.state import Roster, State


def changeable(value: Any, where: str) -> list[str]:
    """Every list, set or dictionary in a value, however deep."""
    if isinstance(value, list | set | dict | bytearray):
        return [where]
    if isinstance(value, Mapping):
        return [hole for key, item in value.items() for hole in changeable(item, f"{where}.{key}")]
    if isinstance(value, tuple | frozenset):
        return [hole for i, item in enumerate(value) for hole in changeable(item, f"{where}.{i}")]
    if isinstance(value, Roster):
        return changeable(value.all, f"{where}.all") + changeable(value.by_tile, f"{where}.by_tile")
    if isinstance(value, Board):
        return [hole for name in Board.__slots__ for hole in changeable(getattr(value, name), f"{where}.{name}")]
    if is_dataclass(value) and not isinstance(value, type):
        return [hole for f in fields(value) for hole in changeable(getattr(value, f.name), f"{where}.{f.name}")]
    return []


def test_nothing_in_a_state_can_be_changed(survivors: State) -> None:
    dice = random.Random(3)
    for action in range(400):
        if survivors.outcome is not None:
            break
        if action % 20 == 0:
            assert changeable(survivors, "state") == []
        survivors = apply(survivors, dice.choice(legal_actions(survivors))).state


def test_attributes_cannot_be_set(survivors: State) -> None:
    for thing, name in ((survivors, "tp"), (survivors.warriors, "all"), (survivors.board, "tiles")):
        with pytest.raises(AttributeError):
            setattr(thing, name, {})
    with pytest.raises(TypeError):
        survivors.hands["advantage"] = ()  # type: ignore[index]


def test_a_state_is_shown_in_one_line(survivors: State) -> None:
    for thing in (survivors, survivors.game, survivors.warriors, survivors.board):
        assert len(repr(thing)) < 200
