"""Scenarios an owner builds or completes: plain values in, a checked piece of the owner's box out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import Field, ValidationError

from companion.content.box import Box
from companion.content.models import Id, Name
from companion.content.owner.edits import with_piece
from companion.content.owner.fresh import fresh_id
from companion.content.owner.limits import check_plain
from companion.content.owner.overlay import Overlay, base_box, box_with, plain_box
from companion.content.owner.problems import OwnerError, data_of
from companion.content.owner.said import said, unsaid
from companion.content.scenario_models import (
    ConditionModel,
    FoeModel,
    LaidModel,
    RecruitModel,
    ReinforcementModel,
    ScenarioModel,
    SpecialModel,
    StackModel,
)
from companion.content.setup import SetupError, new_game
from companion.content.sourced import Strict
from companion.rules.conditions import outcome_of
from companion.rules.state import DEAD, OUT, Roster, State
from companion.rules.words import HUMAN

Few = Annotated[int, Field(ge=0, le=99)]
# What a new scenario must say itself; the rest goes without saying.
NEEDED = ("name", "humans", "tp", "reinforcements", "start", "stack", "victory")
PLAIN = ("id", "number", "name", "way_out")


class ScenarioSheet(Strict):
    """A scenario as the owner builds it; what is left out of one that is known stays as it was."""

    id: Id | None = None
    number: Few | None = None
    name: Name | None = None
    aim: Name | None = None
    humans: list[RecruitModel] | None = None
    gifts: list[Id] | None = None
    advantages: Few | None = None
    events: Few | None = None
    cards_out: list[Id] | None = None
    tp: Few | None = None
    reinforcements: list[ReinforcementModel] | None = None
    foes: list[FoeModel] | None = None
    start: list[LaidModel] | None = None
    stack: StackModel | None = None
    special: list[SpecialModel] | None = None
    victory: list[ConditionModel] | None = None
    way_out: list[Id] | None = None


def read_scenario(data: Any) -> dict[str, Any]:
    """What a sheet says, as plain data; `OwnerError` names the key that is wrong."""
    check_plain(data)
    try:
        # As JSON, in which a pair of numbers is a list; no text counts as a number.
        sheet = ScenarioSheet.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        key = ".".join(["scenario", *map(str, first["loc"])])
        raise OwnerError(key, first["msg"].removeprefix("Value error, "), *data_of(first)) from error
    told: dict[str, Any] = sheet.model_dump(mode="json", exclude_none=True)
    return told


def named(sheet: Mapping[str, Any], box: Box) -> dict[str, Any]:
    """The sheet with an id: its own, or one made from the name of a new scenario."""
    title = sheet.get("name", {}).get("en", "")
    return {**sheet, "id": sheet.get("id") or fresh_id(title, box.scenarios, "scenario")}


def with_scenario(overlay: Overlay, box: Box, sheet: Mapping[str, Any]) -> dict[str, Any]:
    """The overlay with the scenario in it; `OwnerError` if it cannot be set up or never ends."""
    name = str(sheet["id"])
    if name not in box.scenarios:
        for key in NEEDED:
            if key not in sheet:
                raise OwnerError(f"scenario.{name}.{key}", "is needed for a new scenario")
        sheet = {"aim": sheet["name"], "gifts": [], "advantages": 0, **sheet}
    before: dict[str, Any] = next((p for p in overlay.get("scenario", []) if p["id"] == name), {})
    piece = {key: value if key in PLAIN else said(value) for key, value in sheet.items()}
    fresh = with_piece(overlay, "scenario", {**before, **piece})
    check_playable(box_with(fresh), name)
    return fresh


def without_scenario(overlay: Overlay, name: str) -> dict[str, Any]:
    left = [piece for piece in overlay.get("scenario", []) if piece["id"] != name]
    if len(left) == len(overlay.get("scenario", [])):
        raise OwnerError(f"scenario.{name}", "the owner has said nothing of this scenario")
    return {**overlay, "scenario": left}


class Trouble(NamedTuple):
    """Why a scenario cannot be played: in words, and as data for the tablet's own sentence."""

    reason: str
    code: str
    facts: Mapping[str, Any]


# -- can it be played? -------------------------------------------------------------------------------------------------


def check_playable(box: Box, name: str) -> State:
    """The first state of the scenario; `OwnerError` names what cannot be laid out, or why it could never end."""
    try:
        state = new_game(box, name)
    except SetupError as error:
        raise OwnerError(f"scenario.{name}", str(error), error.code, error.facts) from error
    for reason, code, facts in (*_crowds(state), *_shortages(box, state), *_endings(state)):
        raise OwnerError(f"scenario.{name}", reason, code, facts)
    return state


def _crowds(state: State) -> Iterator[Trouble]:
    for label, crowd in state.warriors.by_tile.items():
        most = state.kind_of(label).capacity
        for side, number in Counter(warrior.side for warrior in crowd).items():
            if number > most:
                text = f"start: {number} warriors of the {side} side on a tile with room for {most}"
                yield Trouble(text, "crowd", {"number": number, "side": side, "most": most})


def _shortages(box: Box, state: State) -> Iterator[Trouble]:
    """More miniatures, or copies of a card, than the box has."""
    for figure, number in Counter(w.figure for w in state.warriors.all.values()).items():
        stock = box.stock.get(figure, 0)
        if number > stock:
            text = f"forces: {number} miniatures of {figure}, the box has {stock}"
            yield Trouble(text, "miniatures", {"number": number, "figure": figure, "most": stock})
    borne = Counter(card for w in state.warriors.all.values() for card in (*w.objects, *w.gifts))
    for card, number in borne.items():
        copies = box.cards[card].copies
        if number > copies:
            text = f"forces: {number} of {card}, the box has {copies}"
            yield Trouble(text, "copies", {"number": number, "card": card, "most": copies})


def _endings(state: State) -> Iterator[Trouble]:
    """Somebody must win in the end, and nobody at the beginning."""
    if state.outcome is not None or outcome_of(state) is not None:
        yield Trouble("victory: it is decided before the first roll", "decided", {})
    for fate in (DEAD, OUT):
        gone = {w.id: w._replace(tile="", fate=fate) if w.side == HUMAN else w for w in state.warriors.all.values()}
        if fate == OUT and not state.game.escape:
            continue
        if outcome_of(state._replace(warriors=Roster(gone))) is None:
            yield Trouble(f"victory: the game does not end when every Human is {fate}", f"endless_{fate}", {})


# -- what there is -----------------------------------------------------------------------------------------------------


def scenario_list(box: Box) -> list[dict[str, Any]]:
    """Every scenario with what of it is still a stand-in; `own` for those of the owner's making."""
    ours = base_box().scenarios
    return [
        {
            "id": model.id,
            "number": model.number,
            "name": _name(model),
            "own": model.id not in ours,
            "open": [key for key, value in _values(model) if value.provenance == "stand-in"],
        }
        for model in box.scenarios.values()
    ]


def _values(model: ScenarioModel) -> Iterator[tuple[str, Any]]:
    for key in type(model).model_fields:
        value = getattr(model, key)
        if hasattr(value, "provenance"):
            yield key, value


def _name(model: ScenarioModel) -> dict[str, str]:
    return {language: text for language, text in model.name.model_dump().items() if text}


def scenario_sheet(box: Box, name: str) -> dict[str, Any]:
    """A scenario as a sheet that can be changed and sent back, and where each value comes from."""
    piece = next(p for p in plain_box(box)["scenario"] if p["id"] == name)
    sheet = {key: unsaid(value) for key, value in piece.items() if key != "turns"}
    sources = {k: v["from"] for k, v in piece.items() if isinstance(v, Mapping) and "from" in v}
    return {"sheet": sheet, "from": sources}


def recipes(box: Box) -> list[dict[str, Any]]:
    """The stacks of the box's scenarios that are known, as recipes to begin a new one from."""
    known = (m for m in base_box().scenarios.values() if m.stack.sure)
    return [
        {"id": model.id, "name": _name(box.scenarios[model.id]), "stack": model.stack.value.model_dump(mode="json")}
        for model in known
    ]
