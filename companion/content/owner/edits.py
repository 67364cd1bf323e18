"""Setting, confirming and forgetting values of an owner's box by their path ("pack.human.brute.lines.1")."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple, get_args

from companion.content.box import DECKS
from companion.content.models import CardModel, FiendModel, HumanModel, SquareModel, TileKindModel, TileModel
from companion.content.owner.overlay import SECTIONS, Overlay, id_key
from companion.content.owner.problems import OwnerError
from companion.content.owner.said import OWNER, said, unsaid
from companion.content.scenario_models import ScenarioModel
from companion.content.sourced import Sourced, Strict

MODELS: dict[str, type[Strict]] = {
    "human": HumanModel,
    "fiend": FiendModel,
    "square": SquareModel,
    "tile": TileModel,
    "tile_kind": TileKindModel,
    "scenario": ScenarioModel,
    **dict.fromkeys(DECKS, CardModel),
}
HOLE_MARKERS = "pack.hole_markers"


class Place(NamedTuple):
    """Where a path leads: a piece of a section, a field of it ("" for the piece as a whole), a line of the field."""

    section: str
    piece: str | int
    field: str = ""
    line: str = ""


def place_of(path: str) -> Place:
    """The place a path names; an `OwnerError` if there is none of that form."""
    parts = path.split(".")
    if parts[0] == "pack":
        parts = parts[1:]
    if len(parts) < 2 or len(parts) > 4 or parts[0] not in SECTIONS:
        raise OwnerError(path, "no such value")
    section, piece, *rest = parts
    if section == "tile":
        if not piece.isascii() or not piece.isdigit() or len(piece) > 4:
            raise OwnerError(path, "a tile has a number")
        return Place(section, int(piece), *rest)
    if rest[:1] == ["talents"] and section == "human":
        # A Human's talents are confirmed together: only the whole list says that there is no other.
        rest = rest[:1]
    if len(rest) == 2 and rest[0] != "lines":
        raise OwnerError(path, "no such value")
    return Place(section, piece, *rest)


def is_sourced(section: str, field: str) -> bool:
    """Does a field carry its own provenance?"""
    model = MODELS[section]
    return field in model.model_fields and _mentions_sourced(model.model_fields[field].annotation)


def _mentions_sourced(annotation: Any) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, Sourced):
        return True
    return any(_mentions_sourced(part) for part in get_args(annotation))


# -- reading -----------------------------------------------------------------------------------------------------------


def current(data: Mapping[str, Any], path: str) -> Any:
    """The value of a path as a box (`plain_box`) has it now, without its provenance."""
    if path == HOLE_MARKERS:
        return unsaid(data.get("hole_markers", {"is": 0}))
    place = place_of(path)
    piece = _piece_of(data, place, path)
    if not place.field:
        return None
    if place.field not in piece:
        raise OwnerError(path, "nothing is known here that could be confirmed")
    return unsaid(piece[place.field][place.line] if place.line else piece[place.field])


def value_of(data: Mapping[str, Any], path: str) -> Any:
    """The value of a path, or None where the box has no such value."""
    try:
        return current(data, path)
    except OwnerError:
        return None


def _piece_of(data: Mapping[str, Any], place: Place, path: str) -> Mapping[str, Any]:
    key = id_key(place.section)
    for piece in data[place.section]:
        if piece[key] == place.piece:
            found: Mapping[str, Any] = piece
            return found
    raise OwnerError(path, "no such piece in the box")


# -- changing ----------------------------------------------------------------------------------------------------------


def with_value(overlay: Overlay, path: str, value: Any) -> dict[str, Any]:
    """The overlay with one value said by the owner. Whether it fits is found out when the box is built."""
    fresh = _copy(overlay)
    if path == HOLE_MARKERS:
        fresh["hole_markers"] = said(value)
        return fresh
    place = place_of(path)
    piece = _own_piece(fresh, place)
    if not place.field:
        piece |= {**_whole(value, path), "from": OWNER}
    elif place.field == "lines":
        piece["lines"] = {**piece.get("lines", {}), place.line: said(value)}
    elif place.section == "human" and place.field == "talents":
        piece["talents"] = [said(item) for item in value] if isinstance(value, list) else value
    else:
        piece[place.field] = said(value) if is_sourced(place.section, place.field) else value
    return fresh


def _whole(value: Any, path: str) -> dict[str, Any]:
    """What is said of a tile as a whole: its kind and openings, or nothing but that it is so."""
    if value is not None and not isinstance(value, Mapping):
        raise OwnerError(path, "a table of values is needed")
    return dict(value or {})


def confirmed(overlay: Overlay, data: Mapping[str, Any], path: str) -> dict[str, Any]:
    """The value of the box, now said by the owner too: it matches the card."""
    place = None if path == HOLE_MARKERS else place_of(path)
    if place is not None and not place.field and place.section not in ("tile", "tile_kind"):
        raise OwnerError(path, "name the value, or the item of the box check")
    return with_value(overlay, path, current(data, path))


def forgotten(overlay: Overlay, path: str) -> dict[str, Any]:
    """The overlay without a value: ours counts again."""
    fresh = _copy(overlay)
    if path == HOLE_MARKERS:
        fresh.pop("hole_markers", None)
        return fresh
    place = place_of(path)
    piece = _own_piece(fresh, place)
    if not place.field:
        for name in set(piece) - {id_key(place.section)}:
            del piece[name]
    elif place.line:
        lines = piece.get(place.field, {})
        lines.pop(place.line, None)
        if not lines:
            piece.pop(place.field, None)
    else:
        piece.pop(place.field, None)
    return _pruned(fresh)


def with_piece(overlay: Overlay, section: str, piece: Mapping[str, Any]) -> dict[str, Any]:
    """The overlay with a whole piece in place of what it said about it before."""
    fresh = _copy(overlay)
    key = id_key(section)
    others = [p for p in fresh.get(section, []) if p[key] != piece[key]]
    return {**fresh, section: [*others, dict(piece)]}


def _copy(overlay: Overlay) -> dict[str, Any]:
    fresh: dict[str, Any] = json.loads(json.dumps(overlay))
    return fresh


def _own_piece(overlay: dict[str, Any], place: Place) -> dict[str, Any]:
    """What the overlay says of a piece, begun if need be."""
    key = id_key(place.section)
    pieces: list[dict[str, Any]] = overlay.setdefault(place.section, [])
    for piece in pieces:
        if piece[key] == place.piece:
            return piece
    fresh: dict[str, Any] = {key: place.piece}
    pieces.append(fresh)
    return fresh


def _pruned(overlay: dict[str, Any]) -> dict[str, Any]:
    """Without pieces of which nothing is said, and without empty sections."""
    for section in SECTIONS:
        if section in overlay:
            key = id_key(section)
            overlay[section] = [piece for piece in overlay[section] if set(piece) - {key}]
            if not overlay[section]:
                del overlay[section]
    return overlay
