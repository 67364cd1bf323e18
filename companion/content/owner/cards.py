"""Cards an owner types in: plain values in, a piece of the owner's box out, checked like any other card."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from companion.content.box import DECKS, Box
from companion.content.models import AimModel, CardModel, CostModel, Id, Name, Score
from companion.content.owner.edits import with_piece
from companion.content.owner.fresh import fresh_id
from companion.content.owner.limits import check_plain
from companion.content.owner.overlay import Overlay, box_with
from companion.content.owner.problems import OwnerError, data_of
from companion.content.owner.said import said, unsaid
from companion.content.palette import Clauses
from companion.content.sourced import Strict

# The rule a refusal of such a card names.
RULES = {"event": "THR-6", "gift": "INI-4", "object": "ACT-5", "advantage": "ACT-4"}
# The least a card must say of when it is played, by deck.
WHEN = {"gift": ["activation"], "event": ["any"], "advantage": ["any"], "object": []}


class CardSheet(Strict):
    """A card as the owner types it in. Without an effect it is played as "do what your card says"."""

    id: Id | None = None
    deck: Literal["gift", "object", "advantage", "event"]
    name: Name
    copies: Annotated[int, Field(ge=1, le=20)] = 1
    when: Annotated[list[str], Field(max_length=6)] = []
    aim: AimModel = AimModel()
    effect: Clauses = []
    by_hand: bool = False
    die: Score | None = None
    bearers: Annotated[list[Id], Field(max_length=10)] = []
    cost: CostModel | None = None
    condition: Clauses = []


def read_sheet(data: Any) -> CardSheet:
    """`OwnerError` names the key that is wrong."""
    check_plain(data)
    try:
        return CardSheet.model_validate(data, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise OwnerError(".".join(["card", *map(str, first["loc"])]), first["msg"], *data_of(first)) from error


def with_card(overlay: Overlay, box: Box, sheet: CardSheet) -> tuple[dict[str, Any], str]:
    """The overlay with the card in it, and the card's id; `OwnerError` if it makes no sense."""
    name = sheet.id or fresh_id(sheet.name.en, {*box.cards, *box.rules_cards, *box.profiles}, "card")
    known = box.rules_cards.get(name)
    if known is not None and known.deck != sheet.deck:
        raise OwnerError("card.deck", f"{name!r} is a card of the deck {known.deck}")
    if known is None and name in {*box.profiles, *box.cards}:
        raise OwnerError("card.id", f"{name!r} is the name of something else in the box")
    # The labels that are stuck on it stay.
    labels = [{"tags": p["tags"]} for p in overlay.get(sheet.deck, []) if p["id"] == name and "tags" in p]
    fresh = with_piece(overlay, sheet.deck, {**piece_of(sheet, name), **dict(*labels)})
    box_with(fresh)
    return fresh, name


def without_card(overlay: Overlay, box: Box, name: str) -> dict[str, Any]:
    """Nothing said of a card any more: the owner's own is gone, one of ours is as we know it."""
    known = box.rules_cards.get(name)
    deck = known.deck if known is not None else ""
    left = [piece for piece in overlay.get(deck, []) if piece["id"] != name]
    if known is None or len(left) == len(overlay.get(deck, [])):
        raise OwnerError(f"card.{name}", "the owner has said nothing of this card")
    return {**overlay, deck: left}


def piece_of(sheet: CardSheet, name: str) -> dict[str, Any]:
    """The card in the form of a pack, every value the owner's."""
    aim = sheet.aim.model_dump()
    piece: dict[str, Any] = {
        "id": name,
        "name": {language: text for language, text in sheet.name.model_dump().items() if text},
        "copies": said(sheet.copies),
        "aim": aim,
        "effect": said(sheet.effect),
        "by_hand": sheet.by_hand or (not sheet.effect and sheet.deck != "object"),
        "rule": RULES[sheet.deck],
    }
    if sheet.deck != "object":
        piece["when"] = said(sheet.when or WHEN[sheet.deck])
    for key, value in (("die", sheet.die), ("bearers", sheet.bearers), ("condition", sheet.condition)):
        if value:
            piece[key] = said(value)
    if sheet.cost is not None:
        piece["cost"] = said(sheet.cost.model_dump())
    return piece


def sheet_of(deck: str, card: CardModel) -> dict[str, Any]:
    """A card of the box as a sheet, to be changed and sent back."""
    piece = card.model_dump(mode="json", by_alias=True, exclude_none=True)
    plain = {key: unsaid(value) for key, value in piece.items() if key in CardSheet.model_fields}
    return {**plain, "deck": deck, "copies": max(1, card.copies.value)}


def bound(overlay: Overlay, box: Box, name: str, tag: int) -> dict[str, Any]:
    """A label on a card: taken off whatever it was on before."""
    if name not in box.cards:
        raise OwnerError(f"card.{name}", "no such card in the box")
    fresh = dict(overlay)
    for other in box.cards.values():
        if other.id != name and tag in other.tags:
            fresh = _labelled(fresh, box, other.id, [t for t in other.tags if t != tag])
    return _labelled(fresh, box, name, [tag, *(t for t in box.cards[name].tags if t != tag)])


def _labelled(overlay: Overlay, box: Box, name: str, tags: list[int]) -> dict[str, Any]:
    card = box.cards[name]
    section = card.deck if card.deck in DECKS else "fiend"
    before = next((p for p in overlay.get(section, []) if p["id"] == name), {"id": name})
    return with_piece(overlay, section, {**before, "tags": tags[: card.copies]})
