"""Cards of the owner's own on the chosen box: checked, rehearsed, kept, and bound to a label."""

from __future__ import annotations

from typing import Any

from companion.content.owner import OwnerError, box_with
from companion.content.owner.cards import bound, read_sheet, sheet_of, with_card, without_card
from companion.content.owner.preview import preview
from companion.content.owner.rehearsal import rehearse
from companion.content.palette import UNTIL, plain_forms
from companion.content.sense import ABOUT_A_WARRIOR, WHEN, moments, names_of
from companion.rules.words import TALENTS
from companion.table.boxes import Boxes
from companion.table.library import Library, refused_box
from companion.table.problems import TableRefusal

REACH = ("any", "same_tile", "adjacent")


def palette_of(library: Library) -> dict[str, Any]:
    """Everything a card or a scenario can be built from, with the names of this box."""
    names = names_of(library.box.pack)
    return {
        **plain_forms(),
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


def card_sheet(library: Library, name: str) -> dict[str, Any]:
    """A card of the chosen box as a sheet that can be changed and sent back."""
    card = _card(library, name)
    deck = library.box.rules_cards[name].deck
    return {"sheet": sheet_of(deck, card), "preview": preview(deck, card), "tags": list(library.box.cards[name].tags)}


def _card(library: Library, name: str) -> Any:
    known = library.box.rules_cards.get(name)
    if known is None:
        raise TableRefusal("box/no_such_card", "no_such_card_in_box", {"card": name[:40]})
    return next(card for card in getattr(library.box.pack, known.deck) if card.id == name)


def tried(boxes: Boxes, data: Any) -> tuple[Library, str]:
    """A box with the card in it that is kept nowhere; a `TableRefusal` says what is wrong with the card."""
    current = boxes.current()
    try:
        overlay, name = with_card(current.overlay, current.box, read_sheet(data))
        return Library(box_with(overlay), overlay), name
    except OwnerError as error:
        raise refused_box(error) from error


def checked(boxes: Boxes, data: Any) -> dict[str, Any]:
    library, name = tried(boxes, data)
    return {"id": name, **card_sheet(library, name)}


def rehearsed(boxes: Boxes, data: Any) -> dict[str, Any]:
    library, name = tried(boxes, data)
    return {"id": name, **rehearse(library.box, name)}


def kept(boxes: Boxes, data: Any) -> dict[str, Any]:
    """The card in the chosen box from now on."""
    made: list[str] = []

    def edit(overlay: dict[str, Any]) -> dict[str, Any]:
        fresh, name = with_card(overlay, boxes.current().box, read_sheet(data))
        made.append(name)
        return fresh

    library = boxes.change(edit)
    return {"id": made[0], "tags": list(library.box.cards[made[0]].tags), "content": library.content}


def dropped(boxes: Boxes, name: str) -> Library:
    _card(boxes.current(), name)
    return boxes.change(lambda overlay: without_card(overlay, boxes.current().box, name))


def bound_to(boxes: Boxes, name: str, tag: int) -> Library:
    """A label with this number is on the card from now on."""
    _card(boxes.current(), name)
    return boxes.change(lambda overlay: bound(overlay, boxes.current().box, name, tag))
