"""The one tag that is shown to the camera: told once for every turn of it, strangers by what they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from vision.tags.grammar import Kind, Standing, Tag, from_id, standing
from vision.tags.seen import TagSeen

STRANGE = {Standing.OTHER_SET: "other_set", Standing.UNKNOWN: "unknown_tag"}


class Shown(NamedTuple):
    """A piece as the table hears of it: by its name in the box, or by its tag if the box does not know it."""

    name: str
    turn: int
    sure: bool
    facts: Mapping[str, Any]


class Showing:
    """Remembers what was told, so that a tile that just lies there is told once."""

    def __init__(self, names: Mapping[str, str]) -> None:
        # Tag id ("tile-17") → what the box calls it ("17", "grenade").
        self._names = names
        self._told = ""
        self._left_over = ""
        self._moment_passed = False

    def new_moment(self) -> None:
        """The game waits for something else: what still lies there was not shown for that."""
        self._moment_passed = True

    def look(self, tags: Sequence[TagSeen], turning: bool) -> Shown | None:
        """What is newly shown; `turning` when the drawn tile is to be laid as it is turned here."""
        if self._moment_passed:
            self._moment_passed = False
            self._left_over, self._told = self._told, ""
        pieces = [one for one in tags if one.tag is not None and one.tag.kind in (Kind.TILE, Kind.CARD)]
        if len(pieces) != 1 or pieces[0].tag is None:
            # Nothing, or several at once: nobody can know which is meant.
            self._told = self._left_over = ""
            return None
        tag, turn = pieces[0].tag, pieces[0].turn
        told = f"{tag.id}/{turn}"
        if told == self._told:
            return None
        self._told = told
        left_over = told == self._left_over
        if left_over and not turning:
            return None
        # The turn in which a tile happened to be drawn is nobody's choice yet.
        return self._named(tag, turn, sure=not left_over)

    def _named(self, tag: Tag, turn: int, sure: bool) -> Shown:
        name = self._names.get(tag.id)
        if name is not None:
            return Shown(name, turn, sure, {})
        return Shown(tag.id, turn, False, {"standing": stranger(tag, self._names)})


def stranger(tag: Tag, names: Mapping[str, str]) -> str:
    """What a tag that has no name in the box is: of another set, or a number the box does not have."""
    return STRANGE[standing(tag.text, [from_id(name) for name in names])]
