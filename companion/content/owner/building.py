"""The box with an owner's overlay: the owner's values laid over ours, read as strictly as a pack."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from itertools import count, islice
from typing import Any, TypeVar

from pydantic import ValidationError

from companion.content.box import DECKS, Box, box_from, load_box, tagged_models
from companion.content.models import CardModel, FiendModel, PackModel
from companion.content.owner.overlay import OWNER, SECTIONS, BoxData, Overlay, Piece, id_key, sentence_for
from companion.content.scenario_models import ScenarioModel
from companion.protocol.box import box_refusal
from companion.protocol.strict import StrictModel

Model = TypeVar("Model", bound=StrictModel)
Tagged = TypeVar("Tagged", CardModel, FiendModel)


@lru_cache(maxsize=1)
def base_box() -> Box:
    """The companion's own box, read once."""
    return load_box()


def data_of(box: Box) -> BoxData:
    """The values of a box in the form of a pack; what nobody has stated is left out."""
    pack = box.pack.model_dump(mode="json", by_alias=True, exclude_none=True)
    scenarios = [s.model_dump(mode="json", by_alias=True, exclude_none=True) for s in box.scenarios.values()]
    lists = {**pack, "scenario": scenarios}
    sections = {name: {piece[id_key(name)]: piece for piece in lists[name]} for name in SECTIONS}
    return BoxData(sections, pack.get("hole_markers"))


@lru_cache(maxsize=1)
def _base_data() -> BoxData:
    return data_of(base_box())


def box_with(overlay: Overlay) -> Box:
    """The box as the owner has it; `Refused` names the value that cannot be used and why."""
    if overlay == Overlay():
        return base_box()
    base = _base_data()
    ours = base_box().pack
    packs = [info.model_dump(mode="json", by_alias=True, exclude_none=True) for info in ours.packs]
    data: dict[str, Any] = {"id": ours.id, "name": ours.name.by_language(), "packs": packs}
    for section in SECTIONS:
        data[section] = _laid_over(section, base.sections[section], overlay.sections.get(section, {}))
    data["hole_markers"] = overlay.hole_markers or base.hole_markers
    scenarios = [_read(ScenarioModel, s, f"scenario.{s.get('id')}") for s in data.pop("scenario")]
    return box_from(_with_tags(_read(PackModel, data, "")), scenarios)


# -- laying over -------------------------------------------------------------------------------------------------------


def _laid_over(section: str, ours: Mapping[Any, Piece], owners: Mapping[Any, Piece]) -> list[Piece]:
    known = [_piece(section, piece, owners.get(name, {})) for name, piece in ours.items()]
    return [*known, *(_piece(section, {}, piece) for name, piece in owners.items() if name not in ours)]


def _piece(section: str, ours: Piece, owners: Piece) -> Piece:
    if not owners:
        return ours
    found = {**ours, **owners}
    our_lines, owner_lines = ours.get("lines"), owners.get("lines")
    if isinstance(our_lines, Mapping) and isinstance(owner_lines, Mapping):
        found["lines"] = {**our_lines, **owner_lines}
    if section in ("tile", "tile_kind"):
        # These carry one provenance for the whole piece.
        found["from"] = OWNER
    return found


def _read(model: type[Model], data: Piece, where: str) -> Model:
    """Read as strictly as JSON can be: no text counts as a number, no number as yes."""
    try:
        return model.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        key = _named_key(data, first["loc"], where)
        reason = f"{first['msg'].removeprefix('Value error, ')} (got {str(first['input'])[:60]!r})"
        raise box_refusal(key, reason, *sentence_for(first)) from error


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
    """Labels that are stuck on cards stay true: ours keep their numbers, what the owner adds gets new ones."""
    ours = base_box().cards
    claimed = {tag for _, model, _ in tagged_models(pack) for tag in model.tags}
    taken = claimed | {tag for card in ours.values() for tag in card.tags}
    # An expansion has numbers far above, so what an owner adds goes on from the base box whatever came out since.
    first = min((info.first_tag for info in pack.packs if info.first_tag > 1), default=0)
    fresh = (tag for tag in count(max((t for t in taken if not first or t < first), default=0) + 1) if tag not in taken)
    tags: dict[str, list[int]] = {}
    for _, model, copies in tagged_models(pack):
        known = ours[model.id].tags if model.id in ours else ()
        kept = [*model.tags, *(tag for tag in known if tag not in claimed)][:copies]
        tags[model.id] = [*kept, *islice(fresh, copies - len(kept))]
    changes: dict[str, object] = {deck: _retagged(getattr(pack, deck), tags) for deck in DECKS}
    return pack.model_copy(update={**changes, "fiend": _retagged(pack.fiend, tags)})


def _retagged(models: list[Tagged], tags: Mapping[str, list[int]]) -> list[Tagged]:
    return [m.model_copy(update={"tags": tags[m.id]}) if m.id in tags else m for m in models]
