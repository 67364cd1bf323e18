"""How a value of the box is edited: which numbers, which words. The tablet draws the editor from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.content.box import Box
from companion.rules.words import DEMON_ACTION, HUMAN_ACTION, INITIATIVE, TALENTS, THREAT

LINE = {"kind": "line", "mvt": [0, 9], "cbt": [0, 9], "def": [1, 6]}
FLAG = {"kind": "flag"}
NAME = {"kind": "name"}
OTHER = {"kind": "other"}
# When a card may be played; a Gift goes by the Redeemer's activation.
PHASES = [INITIATIVE, HUMAN_ACTION, THREAT, DEMON_ACTION, "any"]
GIFT_MOMENTS = ["activation", "activation_start"]
SMALLEST, LARGEST = -9, 99


def number(least: int, most: int) -> dict[str, Any]:
    return {"kind": "number", "least": least, "most": most}


NUMBERS = {
    "health": number(1, 20),
    "cost": number(0, 99),
    "die": number(1, 6),
    "copies": number(0, 20),
    "advantages": number(0, 99),
    "tp": number(0, 99),
    "miniatures": number(0, 99),
}


def words(known: list[str]) -> dict[str, Any]:
    return {"kind": "words", "of": known}


def form_of(box: Box, section: str, field: str, value: Any) -> dict[str, Any]:
    """The form of a field of a piece."""
    if field == "line" or (section == "human" and field in "123456"):
        return LINE
    if field in NUMBERS:
        return NUMBERS[field]
    if field == "red":
        return FLAG
    if field == "name":
        return NAME
    if field == "talents":
        return words(sorted(TALENTS))
    if field == "when":
        return words(GIFT_MOMENTS if section == "gift" else PHASES)
    if field == "bearers":
        return words([human.id for human in box.pack.human])
    if field == "effect":
        return {"kind": "clauses", "numbers": list(_numbers(value, []))}
    return {"kind": "tile", "kinds": list(box.tile_kinds)} if section == "tile" else OTHER


def _numbers(value: Any, at: list[Any]) -> Iterator[dict[str, Any]]:
    """Every number in the clauses of an effect, and the way to it: what a card prints differently is mostly these."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield {"at": at, "is": value, "least": SMALLEST, "most": LARGEST}
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _numbers(inner, [*at, key])
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _numbers(inner, [*at, i])
