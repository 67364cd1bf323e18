"""The overlay: what an owner states over our values of the box, and the file it is kept and shared in.

An `Overlay` is checked once, where it comes in from outside (`overlay_from`). Whether its values fit is found out when
the box is built from it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from companion.content.box import DECKS
from companion.content.models import NameModel, TomlTable
from companion.content.owner.toml_text import check_plain, read_toml, write_toml
from companion.protocol.box import LocalNames, box_refusal
from companion.protocol.json import Facts
from companion.protocol.refusal import Refused

# Sections of pieces, as in a pack; "scenario" is a section here, because all of an owner's box is one file.
SECTIONS = ("tile_kind", "tile", "human", "fiend", *DECKS, "squamata", "squamata_tile", "part", "square", "scenario")
HOLE_MARKERS = "hole_markers"
# What a file says about itself, not about the box.
ABOUT = ("id", "name")
OWNER = "owner"

# A card, a tile, a warrior or a scenario in the form of a pack, and what it is called: tiles have numbers.
Piece: TypeAlias = TomlTable
PieceId: TypeAlias = str | int


def id_key(section: str) -> str:
    return "number" if section == "tile" else "id"


@dataclass(frozen=True, eq=False)
class BoxData:
    """Values in the form of a pack, by section and piece. Two are equal if they would be written alike."""

    sections: Mapping[str, Mapping[PieceId, Piece]] = field(default_factory=dict)
    hole_markers: Piece | None = None

    def piece(self, section: str, name: PieceId) -> Piece:
        """A piece; empty if there is none."""
        return self.sections.get(section, {}).get(name, {})

    def pieces(self, section: str) -> list[Piece]:
        return list(self.sections.get(section, {}).values())

    def to_json(self) -> TomlTable:
        found: dict[str, object] = {section: list(pieces.values()) for section, pieces in self.sections.items()}
        return found if self.hole_markers is None else {**found, HOLE_MARKERS: self.hole_markers}

    @cached_property
    def _spelled(self) -> str:
        # In which order pieces stand counts: labels are numbered by it.
        return json.dumps(self.to_json(), sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoxData) and self._spelled == other._spelled

    def __hash__(self) -> int:
        return hash(self._spelled)


class Overlay(BoxData):
    """What an owner states. Pieces and values that are not in it are as we know them."""

    def with_piece(self, section: str, name: PieceId, piece: Piece) -> Overlay:
        """The overlay with a piece in place of what it stated about it before; in the same place of the list."""
        stated = {id_key(section): name, **piece}
        return self._with(section, {**self.sections.get(section, {}), name: stated})

    def without_piece(self, section: str, name: PieceId) -> Overlay:
        left = self.sections.get(section, {})
        return self._with(section, {other: piece for other, piece in left.items() if other != name})

    def _with(self, section: str, pieces: Mapping[PieceId, Piece]) -> Overlay:
        sections = {**self.sections, section: pieces}
        return replace(self, sections={name: inside for name, inside in sections.items() if inside})


# -- checking ----------------------------------------------------------------------------------------------------------


def overlay_from(data: object) -> Overlay:
    """The overlay in the data of a file or a journal; `Refused` names what is not of its form."""
    check_plain(data)
    if not isinstance(data, Mapping):
        raise box_refusal("file", "a table of sections is needed")
    sections: dict[str, Mapping[PieceId, Piece]] = {}
    for section, pieces in data.items():
        if section in SECTIONS:
            sections[section] = _pieces_from(section, pieces)
        elif section == HOLE_MARKERS:
            check_owner(pieces, section)
        elif section not in ABOUT:
            known = ", ".join((*ABOUT, *SECTIONS, HOLE_MARKERS))
            raise box_refusal(section, f"unknown section; known: {known}")
    return Overlay({name: pieces for name, pieces in sections.items() if pieces}, data.get(HOLE_MARKERS) or None)


def _pieces_from(section: str, pieces: object) -> Mapping[PieceId, Piece]:
    if not isinstance(pieces, list) or not all(isinstance(piece, Mapping) for piece in pieces):
        raise box_refusal(section, "a list of tables is needed")
    key = id_key(section)
    found: dict[PieceId, Piece] = {}
    for piece in pieces:
        name = piece.get(key)
        if not isinstance(name, int if key == "number" else str) or isinstance(name, bool):
            raise box_refusal(section, f"every piece needs its {key}")
        if name in found:
            raise box_refusal(f"{section}.{name}", "stands more than once; keep one")
        check_owner(piece, f"{section}.{name}")
        found[name] = piece
    return found


def check_owner(value: object, key: str) -> None:
    """Every value of an owner's box is the owner's: none may claim to be the rulebook's."""
    if isinstance(value, Mapping):
        if "is" in value or "from" in value:
            source = value.get("from")
            if source != OWNER:
                raise box_refusal(f"{key}.from", f"must be {OWNER!r} in an owner's box, not {str(source)[:40]!r}")
        for name, inner in value.items():
            check_owner(inner, f"{key}.{name}")
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            check_owner(inner, f"{key}.{i}")


def invalid(where: str, error: ValidationError) -> Refused:
    """What pydantic found in a sheet or a title."""
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    key = ".".join([where, *map(str, first["loc"])])
    return box_refusal(key, first["msg"].removeprefix("Value error, "), *sentence_for(first))


def sentence_for(detail: ErrorDetails) -> tuple[str, Facts]:
    """Code and facts of the tablet's own sentence, where something is missing that the owner can simply fill in."""
    if detail["type"] in ("too_short", "string_too_short"):
        return "empty", {"field": str(detail["loc"][0])}
    return "", {}


# -- the file ----------------------------------------------------------------------------------------------------------


class BoxFile(NamedTuple):
    """An owner's box as one file. The name may be missing in one that was written by hand."""

    id: str
    title: LocalNames
    overlay: Overlay


def read_box(text: str) -> BoxFile:
    """The box of a file; `Refused` names what cannot be read."""
    data = read_toml(text)
    overlay = overlay_from(data)
    title = check_title(data["name"]) if "name" in data else {}
    name = data.get("id", "")
    if not isinstance(name, str):
        raise box_refusal("id", "a text is needed")
    return BoxFile(name, title, overlay)


def write_box(file: BoxFile) -> str:
    return write_toml({"id": file.id, "name": file.title, **file.overlay.to_json()})


def check_title(title: object) -> LocalNames:
    """A name in up to three languages, English always."""
    try:
        return NameModel.model_validate(title, strict=True).by_language()
    except ValidationError as error:
        raise invalid("name", error) from error


# -- ids ---------------------------------------------------------------------------------------------------------------


def slug(title: str, kind: str) -> str:
    """An id made from a title: small letters, digits and underscores; begins with `kind` if no letter of ours does."""
    plain = re.sub(r"[^a-z0-9]+", "_", title.lower()).strip("_")[:30]
    return plain if re.match(r"[a-z]", plain) else f"{kind}_{plain}".rstrip("_")


def free_id(title: str, taken: Container[str], kind: str) -> str:
    """A slug that nothing else has yet."""
    stem = slug(title, kind)
    name, number = stem, 2
    while name in taken:
        name, number = f"{stem}_{number}", number + 1
    return name
