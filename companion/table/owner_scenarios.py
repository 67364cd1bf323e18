"""The owner's scenarios on the chosen box: what there is, set-up to look at, checked and kept."""

from __future__ import annotations

from typing import Any

from companion.content.owner import OwnerError, box_with
from companion.content.owner.preview import pieces, steps
from companion.content.owner.scenario_parts import parts
from companion.content.owner.scenarios import (
    check_playable,
    named,
    read_scenario,
    recipes,
    scenario_list,
    scenario_sheet,
    with_scenario,
    without_scenario,
)
from companion.rules.state import State
from companion.table.box_values import must_have
from companion.table.boxes import Boxes
from companion.table.library import Library, refused_box
from companion.table.views import tiles, warrior_view


def all_scenarios(library: Library) -> dict[str, Any]:
    reasons = {c.reason for scenario in library.box.scenarios.values() for c in scenario.victory.value}
    return {
        "scenarios": scenario_list(library.box),
        "recipes": recipes(library.box),
        "reasons": sorted(reasons),
        "parts": parts(),
    }


def one_scenario(library: Library, name: str) -> dict[str, Any]:
    """A scenario as a sheet, with the picture of its set-up; no picture where it cannot be laid out."""
    must_have(library, name)
    told = {**scenario_sheet(library.box, name), "preview": in_words(library, name)}
    try:
        return {**told, "setup": laid_out(library, name, check_playable(library.box, name)), "trouble": None}
    except OwnerError as error:
        return {**told, "setup": None, "trouble": error.plain()}


def in_words(library: Library, name: str) -> dict[str, Any]:
    """Special rules and conditions as data for sentences, everything they are told filled in."""
    scenario = library.box.scenarios[name]
    special = scenario.special.value if scenario.special else ()
    return {
        "special": [{"when": rule.when, "steps": steps(rule.do, "subject")} for rule in special],
        "victory": [{"winner": way.winner, "when": pieces(way.when)} for way in scenario.victory.value],
    }


def tried_scenario(boxes: Boxes, data: Any) -> tuple[Library, str]:
    """A box with the scenario in it that is kept nowhere, and the scenario's id."""
    current = boxes.current()
    try:
        said = named(read_scenario(data), current.box)
        overlay = with_scenario(current.overlay, current.box, said)
        return Library(box_with(overlay), overlay), said["id"]
    except OwnerError as error:
        raise refused_box(error) from error


def checked_scenario(boxes: Boxes, data: Any) -> dict[str, Any]:
    """What a sheet would come to."""
    library, name = tried_scenario(boxes, data)
    return {"id": name, **one_scenario(library, name)}


def kept_scenario(boxes: Boxes, data: Any) -> dict[str, Any]:
    made: list[str] = []

    def edit(overlay: dict[str, Any]) -> dict[str, Any]:
        box = boxes.current().box
        said = named(read_scenario(data), box)
        made.append(said["id"])
        return with_scenario(overlay, box, said)

    library = boxes.change(edit)
    return {"id": made[0], "content": library.content}


def dropped_scenario(boxes: Boxes, name: str) -> Library:
    must_have(boxes.current(), name)
    return boxes.change(lambda overlay: without_scenario(overlay, name))


def laid_out(library: Library, name: str, state: State) -> dict[str, Any]:
    """What lies on the table before the first roll, and how the stack is made."""
    scenario = library.box.scenarios[name]
    return {
        "tiles": tiles(state),
        "warriors": [warrior_view(state, warrior) for warrior in state.warriors.all.values()],
        "tp": state.tp,
        "advantages": scenario.advantages.value,
        "events": scenario.events.value if scenario.events else 0,
        "cards_out": scenario.cards_out.value if scenario.cards_out else [],
        "stack": {
            **scenario.stack.value.model_dump(mode="json"),
            "counts": [sum(part.left for part in layer) for layer in state.stack],
        },
    }
