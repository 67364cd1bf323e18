"""Scenarios an owner builds or completes: a sheet of plain values in, a piece of the overlay out; and whether a
scenario can be played."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Annotated, cast

from pydantic import Field, ValidationError

from companion.content.box import Box
from companion.content.models import Id, NameModel, Score, Sourced
from companion.content.owner.building import base_box, data_of
from companion.content.owner.cards import pieces_in_words, steps_in_words
from companion.content.owner.overlay import Overlay, free_id, invalid
from companion.content.owner.toml_text import check_plain
from companion.content.owner.values import plain_value, stated
from companion.content.scenario_models import (
    ConditionModel,
    FoeModel,
    LaidModel,
    RecruitModel,
    ReinforcementModel,
    ScenarioModel,
    SpecialModel,
    SquamataForceModel,
    StackModel,
    turns_of,
)
from companion.content.setup import new_game
from companion.protocol.box import Provenance, box_refusal
from companion.protocol.json import Facts
from companion.protocol.refusal import Refused
from companion.protocol.scenario import NamedRecipe, ScenarioEntry, ScenarioInWords, ScenarioSheet, StackRecipe
from companion.protocol.strict import StrictModel
from companion.rules.conditions import outcome_of
from companion.rules.game import EDITION
from companion.rules.records import frozen
from companion.rules.state import Roster, State
from companion.rules.words import DEAD, HUMAN, OUT, SIDES, SQUAMATA, Side

Few = Annotated[int, Field(ge=0, le=99)]
# What a new scenario must say itself; the rest goes without saying.
NEEDED = ("name", "humans", "tp", "reinforcements", "start", "stack", "victory")
# Keys of a piece that carry no provenance.
PLAIN = ("id", "number", "packs", "name", "way_out", "turns")


class ScenarioSheetModel(StrictModel):
    """A scenario as the owner builds it; what is left out of one that is known stays as it was."""

    id: Id | None = None
    number: Few | None = None
    packs: list[Id] | None = None
    name: NameModel | None = None
    aim: NameModel | None = None
    humans: list[RecruitModel] | None = None
    gifts: list[Id] | None = None
    advantages: Few | None = None
    events: Few | None = None
    cards_out: list[Id] | None = None
    tokens: dict[Id, list[Id]] | None = None
    first_die: Score | None = None
    explorers: list[Side] | None = None
    sides: Annotated[list[Side], Field(min_length=2, max_length=3)] | None = None
    squamata: SquamataForceModel | None = None
    deadly: list[Id] | None = None
    tp: Few | None = None
    reinforcements: list[ReinforcementModel] | None = None
    foes: list[FoeModel] | None = None
    start: list[LaidModel] | None = None
    stack: StackModel | None = None
    special: list[SpecialModel] | None = None
    victory: list[ConditionModel] | None = None
    way_out: list[Id] | None = None


def read_scenario_sheet(data: object) -> ScenarioSheet:
    """The sheet, with only what it says; `Refused` names the key that is wrong."""
    check_plain(data)
    try:
        # As JSON, in which a pair of numbers is a list; no text counts as a number.
        sheet = ScenarioSheetModel.model_validate_json(json.dumps(data), strict=True)
    except ValidationError as error:
        raise invalid("scenario", error) from error
    return cast(ScenarioSheet, sheet.model_dump(mode="json", exclude_none=True))


def with_scenario(overlay: Overlay, box: Box, sheet: ScenarioSheet) -> tuple[Overlay, str]:
    """The overlay with the scenario in it, and the scenario's id: its own, or one made from the name of a new one.

    Whether it can be played shows when the box is built (`check_playable`).
    """
    name = sheet.get("id") or free_id(sheet.get("name", {}).get("en", ""), box.scenarios, "scenario")
    values = dict(sheet)
    if name not in box.scenarios:
        for key in NEEDED:
            if key not in sheet:
                raise box_refusal(f"scenario.{name}.{key}", "is needed for a new scenario")
        values = {"aim": sheet["name"], "gifts": [], "advantages": 0, **values}
    elif "special" in sheet:
        values["special"] = [*sheet["special"], *_earlier_rules(box.scenarios[name])]
    if "sides" in sheet:
        values["turns"] = [turn.model_dump() for turn in turns_of(sheet["sides"])]
        del values["sides"]
    known = dict(overlay.piece("scenario", name))
    if SQUAMATA not in sheet.get("sides", [SQUAMATA]):
        # Kartikeya does not play any more: nothing of it is kept.
        known.pop("squamata", None)
        known.pop("deadly", None)
    piece = {key: value if key in PLAIN else stated(value) for key, value in values.items()}
    return overlay.with_piece("scenario", name, {**known, **piece}), name


def _earlier_rules(model: ScenarioModel) -> list[dict[str, object]]:
    """Special rules that only games of earlier editions are played by."""
    return [_rule_to_json(rule) for rule in (model.special.value if model.special else ()) if rule.until < EDITION]


def _rule_to_json(rule: SpecialModel) -> dict[str, object]:
    return rule.model_dump(mode="json", exclude_unset=True)


def without_scenario(overlay: Overlay, name: str) -> Overlay:
    if not overlay.piece("scenario", name):
        raise box_refusal(f"scenario.{name}", "the owner has stated nothing of this scenario")
    return overlay.without_piece("scenario", name)


# -- can it be played? -------------------------------------------------------------------------------------------------


def check_playable(box: Box, name: str) -> State:
    """The first state of the scenario; `Refused` names what cannot be laid out, or why it could never end."""
    state = new_game(box, name)
    for obstacle in (*_crowds(state), *_shortages(box, state), *_endings(state)):
        raise obstacle
    return state


def _unplayable(state: State, reason: str, code: str, facts: Facts | None = None) -> Refused:
    """For every code the tablet has a sentence."""
    return box_refusal(f"scenario.{state.game.name}", reason, code, facts)


def _crowds(state: State) -> Iterator[Refused]:
    for label, crowd in state.warriors.by_tile.items():
        most = state.kind_of(label).capacity
        for side, number in Counter(warrior.side for warrior in crowd).items():
            if number > most:
                reason = f"start: {number} warriors of the {side} side on a tile with room for {most}"
                yield _unplayable(state, reason, "crowd", {"number": number, "side": side, "most": most})


def _shortages(box: Box, state: State) -> Iterator[Refused]:
    """More miniatures, or copies of a card, than the box has."""
    for figure, number in Counter(w.figure for w in state.warriors.all.values()).items():
        stock = box.stock.get(figure, 0)
        if number > stock:
            reason = f"forces: {number} miniatures of {figure}, the box has {stock}"
            yield _unplayable(state, reason, "miniatures", {"number": number, "figure": figure, "most": stock})
    borne = Counter(card for w in state.warriors.all.values() for card in (*w.objects, *w.gifts))
    for card, number in borne.items():
        copies = box.cards[card].copies
        if number > copies:
            reason = f"forces: {number} of {card}, the box has {copies}"
            yield _unplayable(state, reason, "copies", {"number": number, "card": card, "most": copies})


def _endings(state: State) -> Iterator[Refused]:
    """Somebody must win in the end, and nobody at the beginning."""
    if state.outcome is not None or outcome_of(state) is not None:
        yield _unplayable(state, "victory: it is decided before the first roll", "decided")
    for fate in (DEAD, OUT) if HUMAN in state.game.sides else ():
        gone = {w.id: w._replace(tile="", fate=fate) if w.side == HUMAN else w for w in state.warriors.all.values()}
        if fate == OUT and not state.game.escape:
            continue
        if outcome_of(state._replace(warriors=Roster(gone))) is None:
            reason = f"victory: the game does not end when every Human is {fate}"
            yield _unplayable(state, reason, f"endless_{fate}")
    if state.game.has_squamata and len(state.game.sides) < len(SIDES):
        gone = {w.id: w for w in state.warriors.all.values() if w.side != SQUAMATA}
        fallen = {w.profile.id: 1 for w in state.warriors.of(SQUAMATA)}
        if outcome_of(state._replace(warriors=Roster(gone), fallen=frozen(fallen))) is None:
            yield _unplayable(state, "victory: the game does not end with Kartikeya's death", "endless_squamata")


# -- what there is -----------------------------------------------------------------------------------------------------


def scenario_list(box: Box) -> list[ScenarioEntry]:
    """Every scenario with what of it is still a stand-in; `own` for those of the owner's making."""
    ours = base_box().scenarios
    return [
        {
            "id": model.id,
            "number": model.number,
            "pack": model.packs[-1],
            "name": model.name.by_language(),
            "own": model.id not in ours,
            "open": [key for key, source in _sources(model) if source == "stand-in"],
        }
        for model in box.scenarios.values()
    ]


def _sources(model: ScenarioModel) -> Iterator[tuple[str, Provenance]]:
    for key in type(model).model_fields:
        value = getattr(model, key)
        if isinstance(value, Sourced):
            yield key, value.provenance


def scenario_sheet(box: Box, name: str) -> tuple[ScenarioSheet, dict[str, Provenance]]:
    """A scenario as a sheet that can be changed and sent back, and where each value comes from."""
    piece = data_of(box).piece("scenario", name)
    sheet = {key: plain_value(value) for key, value in piece.items() if key != "turns"}
    sheet["sides"] = list(box.scenarios[name].sides)
    special = box.scenarios[name].special
    if special is not None:
        # What held in earlier editions only is not the owner's to edit.
        sheet["special"] = [_rule_to_json(rule) for rule in special.value if rule.until >= EDITION]
    return cast(ScenarioSheet, sheet), dict(_sources(box.scenarios[name]))


def scenario_in_words(model: ScenarioModel) -> ScenarioInWords:
    """Special rules and conditions as data for sentences, defaults filled in."""
    special = [rule for rule in model.special.value if rule.until >= EDITION] if model.special else ()
    return {
        "special": [{"when": rule.when, "steps": steps_in_words(rule.do, "subject")} for rule in special],
        "victory": [{"winner": way.winner, "when": pieces_in_words(way.when)} for way in model.victory.value],
    }


def recipes(box: Box) -> list[NamedRecipe]:
    """The stacks of our scenarios that are known, as recipes to begin a new one from."""
    known = (model for model in base_box().scenarios.values() if model.stack.sure)
    return [
        {
            "id": model.id,
            "name": box.scenarios[model.id].name.by_language(),
            "stack": cast(StackRecipe, model.stack.value.model_dump(mode="json")),
        }
        for model in known
    ]
