"""What the owner says of single values of the chosen box, and the box check that shows what is still open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.content import Box
from companion.content.owner.check import box_check, paths_of
from companion.content.owner.edits import HOLE_MARKERS, confirmed, forgotten, with_value
from companion.content.owner.limits import check_plain
from companion.content.owner.overlay import plain_box
from companion.table.boxes import Boxes
from companion.table.library import Library
from companion.table.problems import TableRefusal


def check_of(library: Library, scenario: str) -> dict[str, Any]:
    must_have(library, scenario)
    return box_check(library.box, scenario)


def must_have(library: Library, scenario: str) -> None:
    if scenario not in library.box.scenarios:
        raise TableRefusal("box/no_such_scenario", "no_such_scenario", {"scenario": scenario[:40]})


def say_values(boxes: Boxes, values: Mapping[str, Any], confirm: Sequence[str], forget: Sequence[str]) -> Library:
    """All of it or nothing: what is taken back first, then the new values, then what is confirmed as it is."""

    def edit(overlay: dict[str, Any]) -> Mapping[str, Any]:
        check_plain(dict(values))
        box = boxes.current().box
        data = plain_box(box)
        for name in forget:
            for path in _paths(box, name):
                overlay = forgotten(overlay, path)
        for path, value in values.items():
            overlay = with_value(overlay, path, value)
        said = set(values)
        for name in confirm:
            for path in _paths(box, name):
                if path not in said:
                    overlay = confirmed(overlay, data, path)
        return overlay

    return boxes.change(edit)


def _paths(box: Box, name: str) -> list[str]:
    """A path by itself, or all paths of an item of the box check."""
    is_path = name == HOLE_MARKERS or (name.startswith(("pack.", "scenario.")) and name.count(".") > 1)
    return [name] if is_path else paths_of(box, name)
