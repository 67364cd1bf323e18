"""The owner's values laid over the companion's own, value by value, and the box that comes of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from pydantic import ValidationError

from companion.content.box import DECKS, Box, box_from, load_box, tagged_models
from companion.content.loader import PackError
from companion.content.models import PackModel
from companion.content.owner.limits import check_plain
from companion.content.owner.problems import OwnerError, data_of
from companion.content.owner.said import OWNER
from companion.content.scenario_models import ScenarioModel
from companion.content.sourced import Strict

# Sections of pieces, as in a pack; "scenario" is a section here, because all of an owner's box is one file.
Overlay: TypeAlias = Mapping[str, Any]
PIECES = ("tile_kind", "tile", "human", "fiend", *DECKS, "square")
SECTIONS = (*PIECES, "scenario")
# What a file says about itself, not about the box.
ABOUT = ("id", "name")


def id_key(section: str) -> str:
    return "number" if section == "tile" else "id"


@lru_cache(maxsize=1)
def base_box() -> Box:
    """The companion's own box, read once."""
    return load_box()


@lru_cache(maxsize=1)
def _base_data() -> str:
    return json.dumps(plain_box(base_box()))


def plain_box(box: Box) -> dict[str, Any]:
    """A box as plain data: the pack's sections and its scenarios; what nobody has said is left out."""
    pack = box.pack.model_dump(mode="json", by_alias=True, exclude_none=True)
    scenarios = [s.model_dump(mode="json", by_alias=True, exclude_none=True) for s in box.scenarios.values()]
    return {**pack, "scenario": scenarios}


def values_of(overlay: Overlay) -> dict[str, Any]:
    """What an overlay says about the box, without what it says about itself and without empty sections."""
    return {section: pieces for section, pieces in overlay.items() if section not in ABOUT and pieces}


def box_with(overlay: Overlay) -> Box:
    """The box as the owner has it; an `OwnerError` names the key that cannot be used and why."""
    check_overlay(overlay)
    values = values_of(overlay)
    return _built(json.dumps(values)) if values else base_box()


@lru_cache(maxsize=4)
def _built(spelled: str) -> Box:
    """A box is tried before it is kept: the same one is built once."""
    overlay = json.loads(spelled)
    data = json.loads(_base_data())
    for section in SECTIONS:
        data[section] = _laid_over(section, data[section], overlay.get(section, []))
    if "hole_markers" in overlay:
        data["hole_markers"] = overlay["hole_markers"]
    scenarios = [_checked(ScenarioModel, s, f"scenario.{s.get('id')}") for s in data.pop("scenario")]
    pack: PackModel = _checked(PackModel, data, "")
    try:
        return box_from(_with_tags(pack), scenarios)
    except PackError as error:
        raise OwnerError(error.key or "box", str(error), error.code) from error


# -- what an owner's data may be ---------------------------------------------------------------------------------------


def check_overlay(overlay: Any) -> None:
    """The shape of it: known sections, pieces with a name, every value said to be the owner's."""
    check_plain(overlay)
    if not isinstance(overlay, Mapping):
        raise OwnerError("file", "a table of sections is needed")
    for section, pieces in overlay.items():
        if section in ABOUT:
            continue
        if section == "hole_markers":
            _check_owner(pieces, section)
        elif section not in SECTIONS:
            raise OwnerError(section, f"unknown section; known: {', '.join((*ABOUT, *SECTIONS, 'hole_markers'))}")
        else:
            _check_section(section, pieces)


def _check_section(section: str, pieces: Any) -> None:
    if not isinstance(pieces, list) or not all(isinstance(piece, Mapping) for piece in pieces):
        raise OwnerError(section, "a list of tables is needed")
    key = id_key(section)
    seen = set()
    for piece in pieces:
        name = piece.get(key)
        if not isinstance(name, int if key == "number" else str) or isinstance(name, bool):
            raise OwnerError(section, f"every piece needs its {key}")
        if name in seen:
            raise OwnerError(f"{section}.{name}", "stands more than once; keep one")
        seen.add(name)
        _check_owner(piece, f"{section}.{name}")


def _check_owner(value: Any, key: str) -> None:
    """Nobody but the owner speaks in an owner's file."""
    if isinstance(value, Mapping):
        if "is" in value or "from" in value:
            said = value.get("from")
            if said != OWNER:
                raise OwnerError(f"{key}.from", f"must be {OWNER!r} in an owner's box, not {str(said)[:40]!r}")
        for name, inner in value.items():
            _check_owner(inner, f"{key}.{name}")
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            _check_owner(inner, f"{key}.{i}")


# -- laying over -------------------------------------------------------------------------------------------------------


def _laid_over(section: str, ours: list[dict[str, Any]], owners: list[dict[str, Any]]) -> list[dict[str, Any]]:
    key = id_key(section)
    said = {piece[key]: piece for piece in owners}
    known = [_piece(section, piece, said.pop(piece[key], {})) for piece in ours]
    return [*known, *(_piece(section, {}, piece) for piece in said.values())]


def _piece(section: str, ours: dict[str, Any], owners: Mapping[str, Any]) -> dict[str, Any]:
    if not owners:
        return ours
    found = {**ours, **owners}
    if "lines" in ours and isinstance(owners.get("lines"), Mapping):
        found["lines"] = {**ours["lines"], **owners["lines"]}
    if section in ("tile", "tile_kind"):
        # These carry one provenance for the whole piece.
        found["from"] = OWNER
    return found


def _checked(model: type[Strict], data: dict[str, Any], where: str) -> Any:
    """Read as strictly as JSON can be: no text counts as a number, no number as yes."""
    try:
        return model.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        key = _named_key(data, first["loc"], where)
        message = first["msg"].removeprefix("Value error, ")
        raise OwnerError(key, f"{message} (got {str(first['input'])[:60]!r})", *data_of(first)) from error


def _named_key(data: Any, location: tuple[int | str, ...], where: str) -> str:
    """The way to a value, pieces by their id instead of their place in the list."""
    parts = [where] if where else []
    for step in location:
        name: Any = step
        if isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
            if isinstance(data, Mapping):
                name = data.get("id", data.get("number", step))
        elif isinstance(data, Mapping):
            data = data.get(str(step))
        parts.append(str(name))
    return ".".join(parts)


# -- tags --------------------------------------------------------------------------------------------------------------


def _with_tags(pack: PackModel) -> PackModel:
    """Labels that are stuck on cards stay true: ours keep their numbers, what the owner adds gets fresh ones."""
    ours = base_box().cards
    claimed = {tag for _, model, _ in tagged_models(pack) for tag in model.tags}
    fresh = max(claimed | {tag for card in ours.values() for tag in card.tags}, default=0) + 1
    tags: dict[str, list[int]] = {}
    for _, model, copies in tagged_models(pack):
        known = ours[model.id].tags if model.id in ours else ()
        kept = [*model.tags, *(tag for tag in known if tag not in claimed)][:copies]
        wanted = copies - len(kept)
        tags[model.id] = [*kept, *range(fresh, fresh + wanted)]
        fresh += wanted
    changes = {section: _retagged(getattr(pack, section), tags) for section in (*DECKS, "fiend")}
    return pack.model_copy(update=changes)


def _retagged(models: list[Any], tags: Mapping[str, list[int]]) -> list[Any]:
    return [m.model_copy(update={"tags": tags[m.id]}) if m.id in tags else m for m in models]
