"""What the owner does to the chosen box: states values, and types in cards and scenarios.

Every change goes the same way. An edit makes an overlay out of the one there is, the box is built from it, and only a
box that could be built is kept (`BoxStore.change`) or looked at (`BoxStore.try_out`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from companion.content.box import DECKS, Box
from companion.content.checks import ABOUT_A_WARRIOR, WHEN, moments, names_of
from companion.content.clauses import forms_to_json
from companion.content.models import CardModel
from companion.content.owner.box_check import box_check, paths_of
from companion.content.owner.building import data_of
from companion.content.owner.cards import bound, preview, read_card_sheet, sheet_of, with_card, without_card
from companion.content.owner.overlay import Overlay
from companion.content.owner.rehearsal import rehearse
from companion.content.owner.scenario_parts import parts
from companion.content.owner.scenarios import (
    check_playable,
    read_scenario_sheet,
    recipes,
    scenario_in_words,
    scenario_list,
    scenario_sheet,
    with_scenario,
    without_scenario,
)
from companion.content.owner.values import HOLE_MARKERS_PATH, confirmed, forgotten, with_value
from companion.protocol.box import BoxCheck, BoxTrouble
from companion.protocol.card import CardDeck, CardOfBox, CheckedCard, KeptCard, Palette, RehearsedCard
from companion.protocol.refusal import Refused
from companion.protocol.scenario import (
    CheckedScenario,
    CountedStack,
    KeptScenario,
    ScenarioList,
    ScenarioOfBox,
    ScenarioSetup,
    StackRecipe,
)
from companion.rules.cards import UNTIL
from companion.rules.state import State
from companion.rules.words import TALENTS
from companion.table.box_store import BoxStore, Edit, EditedBox
from companion.table.loaded_box import LoadedBox, load_overlay
from companion.table.views import tiles, warrior_view

REACH = ("any", "same_tile", "adjacent")

# -- single values -----------------------------------------------------------------------------------------------------


def check_of(loaded_box: LoadedBox, scenario: str) -> BoxCheck:
    """The box check for a scenario."""
    loaded_box.require(scenario)
    return box_check(loaded_box.box, scenario)


def state_values(
    boxes: BoxStore, values: Mapping[str, object], confirm: Sequence[str], forget: Sequence[str]
) -> LoadedBox:
    """All of it or nothing: what is taken back first, then the new values, then what is confirmed as it is."""

    def edit(overlay: Overlay, box: Box) -> EditedBox:
        data = data_of(box)
        for path in _paths(box, forget):
            overlay = forgotten(overlay, path)
        for path, value in values.items():
            overlay = with_value(overlay, path, value)
        for path in _paths(box, confirm):
            if path not in values:
                overlay = confirmed(overlay, data, path)
        return EditedBox(load_overlay(overlay))

    return boxes.change(edit).loaded_box


def _paths(box: Box, names: Sequence[str]) -> list[str]:
    """Paths by themselves, and all paths of the items of the box check that are named."""
    found: list[str] = []
    for name in names:
        is_path = name == HOLE_MARKERS_PATH or (name.startswith(("pack.", "scenario.")) and name.count(".") > 1)
        found += [name] if is_path else paths_of(box, name)
    return found


# -- cards -------------------------------------------------------------------------------------------------------------


def palette_of(loaded_box: LoadedBox) -> Palette:
    """Everything a card or a scenario can be built from, with the names of this box."""
    names = names_of(loaded_box.box.pack)
    verbs, pieces = forms_to_json()
    return {
        "verbs": verbs,
        "pieces": pieces,
        "needs_target": sorted(ABOUT_A_WARRIOR),
        "when": {deck: list(words) for deck, words in WHEN.items()},
        "who": sorted(names.known["who"]),
        "reach": list(REACH),
        "until": list(UNTIL),
        "scopes": sorted(names.known["scope"]),
        "talents": sorted(TALENTS),
        "profiles": list(names.known["profile"]),
        "figures": sorted(set(names.known["figure"])),
        "tile_kinds": list(names.known["tile_kind"]),
        "moments": moments(names),
    }


def card_of_box(loaded_box: LoadedBox, name: str) -> CardOfBox:
    """A card as a sheet that can be changed and sent back."""
    deck, card = _card(loaded_box, name)
    tags = _tags(loaded_box, name)
    return {"sheet": sheet_of(deck, card), "preview": preview(deck, card), "tags": tags}


def _tags(loaded_box: LoadedBox, name: str) -> list[int]:
    """The labels of a card; an event of Deadly Destiny has none."""
    card = loaded_box.box.cards.get(name)
    return list(card.tags) if card is not None else []


def _card(loaded_box: LoadedBox, name: str) -> tuple[CardDeck, CardModel]:
    pack = loaded_box.box.pack
    for deck in DECKS:
        for card in getattr(pack, deck):
            if card.id == name:
                return deck, card
    raise Refused("box/no_such_card", "no_such_card_in_box", {"card": name[:40]})


def _card_edit(data: object) -> Edit:
    sheet = read_card_sheet(data)

    def edit(overlay: Overlay, box: Box) -> EditedBox:
        changed, name = with_card(overlay, box, sheet)
        return EditedBox(load_overlay(changed), name)

    return edit


def check_card(boxes: BoxStore, data: object) -> CheckedCard:
    """What a sheet would come to; nothing is kept."""
    loaded_box, name = boxes.try_out(_card_edit(data))
    return {"id": name, **card_of_box(loaded_box, name)}


def rehearse_card(boxes: BoxStore, data: object) -> RehearsedCard:
    """Every way the card of a sheet can be played; nothing is kept."""
    loaded_box, name = boxes.try_out(_card_edit(data))
    return {"id": name, **rehearse(loaded_box.box, name)}


def keep_card(boxes: BoxStore, data: object) -> KeptCard:
    """The card in the chosen box from now on."""
    loaded_box, name = boxes.change(_card_edit(data))
    return {"id": name, "tags": _tags(loaded_box, name), "content": loaded_box.content}


def drop_card(boxes: BoxStore, name: str) -> LoadedBox:
    """Nothing stated of the card any more."""
    _card(boxes.current(), name)
    return boxes.change(lambda overlay, box: EditedBox(load_overlay(without_card(overlay, box, name)))).loaded_box


def bind_card(boxes: BoxStore, name: str, tag: int) -> LoadedBox:
    """A label with this number is on the card from now on."""
    _card(boxes.current(), name)
    return boxes.change(lambda overlay, box: EditedBox(load_overlay(bound(overlay, box, name, tag)))).loaded_box


# -- scenarios ---------------------------------------------------------------------------------------------------------


def list_scenarios(loaded_box: LoadedBox) -> ScenarioList:
    """The scenarios of a box, and what a new one can be begun from."""
    box = loaded_box.box
    reasons = {way.reason for scenario in box.scenarios.values() for way in scenario.victory.value}
    return {"scenarios": scenario_list(box), "recipes": recipes(box), "reasons": sorted(reasons), "parts": parts()}


def scenario_of_box(loaded_box: LoadedBox, name: str) -> ScenarioOfBox:
    """A scenario as a sheet, with its set-up; without one where it cannot be laid out."""
    loaded_box.require(name)
    setup: ScenarioSetup | None = None
    trouble: BoxTrouble | None = None
    try:
        setup = _laid_out(loaded_box.box, name, check_playable(loaded_box.box, name))
    except Refused as refusal:
        trouble = cast(BoxTrouble, refusal.facts)
    sheet, sources = scenario_sheet(loaded_box.box, name)
    in_words = scenario_in_words(loaded_box.box.scenarios[name])
    return {"sheet": sheet, "from": sources, "preview": in_words, "setup": setup, "trouble": trouble}


def _laid_out(box: Box, name: str, state: State) -> ScenarioSetup:
    """What lies on the table before the first roll, and how the stack is made."""
    scenario = box.scenarios[name]
    recipe = cast(StackRecipe, scenario.stack.value.model_dump(mode="json"))
    stack: CountedStack = {**recipe, "counts": [sum(part.left for part in layer) for layer in state.stack]}
    return {
        "tiles": tiles(state),
        "warriors": [warrior_view(state, warrior) for warrior in state.warriors.all.values()],
        "tp": state.tp,
        "advantages": scenario.advantages.value,
        "events": scenario.events.value if scenario.events else 0,
        "cards_out": list(scenario.cards_out.value) if scenario.cards_out else [],
        "stack": stack,
    }


def _scenario_edit(data: object) -> Edit:
    sheet = read_scenario_sheet(data)

    def edit(overlay: Overlay, box: Box) -> EditedBox:
        changed, name = with_scenario(overlay, box, sheet)
        loaded_box = load_overlay(changed)
        check_playable(loaded_box.box, name)
        return EditedBox(loaded_box, name)

    return edit


def try_scenario(boxes: BoxStore, data: object) -> EditedBox:
    """A box with the scenario of a sheet in it, that is kept nowhere."""
    return boxes.try_out(_scenario_edit(data))


def check_scenario(boxes: BoxStore, data: object) -> CheckedScenario:
    """What a sheet would come to; nothing is kept."""
    loaded_box, name = try_scenario(boxes, data)
    return {"id": name, **scenario_of_box(loaded_box, name)}


def keep_scenario(boxes: BoxStore, data: object) -> KeptScenario:
    """The scenario in the chosen box from now on."""
    loaded_box, name = boxes.change(_scenario_edit(data))
    return {"id": name, "content": loaded_box.content}


def drop_scenario(boxes: BoxStore, name: str) -> LoadedBox:
    """Nothing stated of the scenario any more."""
    boxes.current().require(name)
    return boxes.change(lambda overlay, _: EditedBox(load_overlay(without_scenario(overlay, name)))).loaded_box
