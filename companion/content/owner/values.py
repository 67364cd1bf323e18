"""Single values of an owner's box by their path ("pack.human.brute.lines.1"): state, confirm, take back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, TypeAlias, get_args

from companion.content.box import DECKS
from companion.content.models import (
    CardModel,
    FiendModel,
    HumanModel,
    PartModel,
    Sourced,
    SquamataModel,
    SquamataTileModel,
    SquareModel,
    TileKindModel,
    TileModel,
)
from companion.content.owner.overlay import OWNER, SECTIONS, BoxData, Overlay, Piece, PieceId, check_owner, id_key
from companion.content.owner.toml_text import check_plain
from companion.content.scenario_models import ScenarioModel
from companion.protocol.box import box_refusal
from companion.protocol.refusal import Refused
from companion.protocol.strict import StrictModel

MODELS: dict[str, type[StrictModel]] = {
    "human": HumanModel,
    "fiend": FiendModel,
    "square": SquareModel,
    "tile": TileModel,
    "tile_kind": TileKindModel,
    "scenario": ScenarioModel,
    "squamata": SquamataModel,
    "squamata_tile": SquamataTileModel,
    "part": PartModel,
    **dict.fromkeys(DECKS, CardModel),
}
# The one value that belongs to no piece.
HOLE_MARKERS_PATH = "pack.hole_markers"
# A value of a box: texts, numbers, yes or no, lists and tables of them.
BoxValue: TypeAlias = object


class ValuePath(NamedTuple):
    """Where a path leads: a piece of a section, a field of it ("" for the piece as a whole), a line of the field."""

    section: str
    piece: PieceId
    field: str = ""
    line: str = ""


def path_from(path: str) -> ValuePath:
    """The parts of a path; `Refused` if there is no value of that form."""
    parts = path.split(".")
    if parts[0] == "pack":
        parts = parts[1:]
    if len(parts) < 2 or len(parts) > 4 or parts[0] not in SECTIONS:
        raise box_refusal(path, "no such value")
    section, piece, *rest = parts
    if rest[:1] == [id_key(section)]:
        raise box_refusal(path, "what a piece is called cannot be changed")
    if section == "tile":
        if not piece.isascii() or not piece.isdigit() or len(piece) > 4:
            raise box_refusal(path, "a tile has a number")
        return ValuePath(section, int(piece), *rest)
    if rest[:1] == ["talents"] and section == "human":
        # A Human's talents are confirmed together: only the whole list says that there is no other.
        rest = rest[:1]
    if len(rest) == 2 and rest[0] != "lines":
        raise box_refusal(path, "no such value")
    return ValuePath(section, piece, *rest)


def stated(value: BoxValue) -> Piece:
    """A value as the owner states it, in the form of a pack."""
    return {"is": value, "from": OWNER}


def plain_value(value: BoxValue) -> BoxValue:
    """The value alone, wherever it comes from; of a list of such values, the values."""
    if isinstance(value, Mapping) and "is" in value:
        return value["is"]
    if isinstance(value, list):
        return [plain_value(item) for item in value]
    return value


def has_provenance(section: str, field: str) -> bool:
    """Does the field carry its own provenance?"""
    model = MODELS[section]
    return field in model.model_fields and _mentions_sourced(model.model_fields[field].annotation)


def _mentions_sourced(annotation: object) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, Sourced):
        return True
    return any(_mentions_sourced(part) for part in get_args(annotation))


# -- reading -----------------------------------------------------------------------------------------------------------


def current_value(data: BoxData, path: str) -> BoxValue:
    """The value of a path as a box has it now, without its provenance; None for a piece as a whole."""
    if path == HOLE_MARKERS_PATH:
        return plain_value(data.hole_markers or {"is": 0})
    at = path_from(path)
    piece = data.piece(at.section, at.piece)
    if not piece:
        raise box_refusal(path, "no such piece in the box")
    if not at.field:
        return None
    value = piece.get(at.field)
    if at.line and isinstance(value, Mapping):
        value = value.get(at.line)
    if value is None:
        raise box_refusal(path, "nothing is known here that could be confirmed")
    return plain_value(value)


def value_or_none(data: BoxData, path: str) -> BoxValue | None:
    """The value of a path, or None where the box has no such value."""
    try:
        return current_value(data, path)
    except Refused:
        return None


# -- changing ----------------------------------------------------------------------------------------------------------


def with_value(overlay: Overlay, path: str, value: BoxValue) -> Overlay:
    """The overlay with a value from outside; `Refused` if it is of no form a box has.

    Whether it fits where it stands is found out when the box is built.
    """
    check_plain(value, path)
    return _with(overlay, path, value)


def _with(overlay: Overlay, path: str, value: BoxValue) -> Overlay:
    if path == HOLE_MARKERS_PATH:
        return replace(overlay, hole_markers=stated(value))
    at = path_from(path)
    piece = dict(overlay.piece(at.section, at.piece))
    if not at.field:
        piece |= {**_whole(value, path), "from": OWNER}
    elif at.field == "lines":
        lines = piece.get("lines")
        piece["lines"] = {**(lines if isinstance(lines, Mapping) else {}), at.line: stated(value)}
    elif at.section == "human" and at.field == "talents":
        piece["talents"] = [stated(item) for item in value] if isinstance(value, list) else value
    else:
        piece[at.field] = stated(value) if has_provenance(at.section, at.field) else value
    check_owner(piece, f"{at.section}.{at.piece}")
    return overlay.with_piece(at.section, at.piece, piece)


def _whole(value: BoxValue, path: str) -> Piece:
    """What is stated of a tile as a whole: its kind and openings, or nothing but that it is so."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise box_refusal(path, "a table of values is needed")
    return {key: inner for key, inner in value.items() if key not in ("id", "number")}


def confirmed(overlay: Overlay, data: BoxData, path: str) -> Overlay:
    """The overlay with a value of the box that matches the owner's card: it is the owner's from now on."""
    at = None if path == HOLE_MARKERS_PATH else path_from(path)
    if at is not None and not at.field and at.section not in ("tile", "tile_kind"):
        raise box_refusal(path, "name the value, or the item of the box check")
    return _with(overlay, path, current_value(data, path))


def forgotten(overlay: Overlay, path: str) -> Overlay:
    """The overlay without a value: ours counts again."""
    if path == HOLE_MARKERS_PATH:
        return replace(overlay, hole_markers=None)
    at = path_from(path)
    piece = dict(overlay.piece(at.section, at.piece))
    value = piece.pop(at.field, None)
    if at.line and isinstance(value, Mapping) and set(value) - {at.line}:
        piece[at.field] = {line: inner for line, inner in value.items() if line != at.line}
    if at.field and set(piece) - {id_key(at.section)}:
        return overlay.with_piece(at.section, at.piece, piece)
    return overlay.without_piece(at.section, at.piece)
