"""Cards an owner types in: a sheet of plain values in, a piece of the overlay out; and what a card would do, as data
for sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, cast

from pydantic import Field, ValidationError

from companion.content.box import DECKS, Box
from companion.content.checks import ABOUT_A_WARRIOR
from companion.content.clauses import PIECE_FORMS, VERB_FORMS, ClauseData, Clauses
from companion.content.models import AimModel, CardModel, CostModel, Id, NameModel, Score
from companion.content.owner.overlay import Overlay, Piece, free_id, invalid
from companion.content.owner.toml_text import check_plain
from companion.content.owner.values import plain_value, stated
from companion.protocol.box import box_refusal
from companion.protocol.card import CardDeck, CardPreview, CardSheet, PieceInWords, StepInWords
from companion.protocol.json import Facts
from companion.protocol.strict import StrictModel
from companion.rules.cards import Form
from companion.rules.words import THREAT

# The rule a refusal of such a card names.
RULES = {"event": "THR-6", "gift": "INI-4", "object": "ACT-5", "advantage": "ACT-4", "skill": "DP-4", "deadly": "FS-6"}
# When a card is played whose sheet does not say it, by deck.
USUAL_WHEN = {"gift": ["activation"], "event": ["any"], "advantage": ["any"], "deadly": [THREAT]}
# Decks whose cards are not played: they hold as long as a warrior has them.
HELD = ("object", "skill")


class CardSheetModel(StrictModel):
    """A card as the owner types it in. Without an effect it is played as "do what your card says"."""

    id: Id | None = None
    deck: CardDeck
    name: NameModel
    copies: Annotated[int, Field(ge=1, le=20)] = 1
    when: Annotated[list[str], Field(max_length=6)] = []
    aim: AimModel = AimModel()
    effect: Clauses = []
    by_hand: bool = False
    die: Score | None = None
    bearers: Annotated[list[Id], Field(max_length=10)] = []
    cost: CostModel | None = None
    condition: Clauses = []
    price: Annotated[int, Field(ge=1, le=9)] | None = None


def read_card_sheet(data: object) -> CardSheetModel:
    """`Refused` names the key that is wrong."""
    check_plain(data)
    try:
        return CardSheetModel.model_validate(data, strict=True)
    except ValidationError as error:
        raise invalid("card", error) from error


def with_card(overlay: Overlay, box: Box, sheet: CardSheetModel) -> tuple[Overlay, str]:
    """The overlay with the card in it, and the card's id. Whether it holds together shows when the box is built."""
    name = sheet.id or free_id(sheet.name.en, {*box.cards, *box.rules_cards, *box.profiles}, "card")
    known = box.rules_cards.get(name)
    if known is not None and known.deck != sheet.deck:
        raise box_refusal("card.deck", f"{name!r} is a card of the deck {known.deck}")
    if known is None and name in {*box.profiles, *box.cards}:
        raise box_refusal("card.id", f"{name!r} is the name of something else in the box")
    # The labels that are stuck on it stay.
    labels = {key: value for key, value in overlay.piece(sheet.deck, name).items() if key == "tags"}
    return overlay.with_piece(sheet.deck, name, {**_piece_of(sheet, name), **labels}), name


def without_card(overlay: Overlay, box: Box, name: str) -> Overlay:
    """Nothing stated of a card any more: the owner's own is gone, one of ours is as we know it."""
    known = box.rules_cards.get(name)
    if known is None or not overlay.piece(known.deck, name):
        raise box_refusal(f"card.{name}", "the owner has stated nothing of this card")
    return overlay.without_piece(known.deck, name)


def _piece_of(sheet: CardSheetModel, name: str) -> Piece:
    """The card in the form of a pack, every value the owner's."""
    piece: dict[str, object] = {
        "id": name,
        "name": sheet.name.by_language(),
        "copies": stated(sheet.copies),
        "aim": sheet.aim.model_dump(),
        "effect": stated(sheet.effect),
        "by_hand": sheet.by_hand or (not sheet.effect and sheet.deck not in HELD),
        "rule": RULES[sheet.deck],
    }
    if sheet.deck not in HELD:
        piece["when"] = stated(sheet.when or USUAL_WHEN[sheet.deck])
    for key, value in (
        ("die", sheet.die),
        ("bearers", sheet.bearers),
        ("condition", sheet.condition),
        ("price", sheet.price),
    ):
        if value:
            piece[key] = stated(value)
    if sheet.cost is not None:
        piece["cost"] = stated(sheet.cost.model_dump())
    return piece


def sheet_of(deck: str, card: CardModel) -> CardSheet:
    """A card of the box as a sheet, to be changed and sent back."""
    piece = card.model_dump(mode="json", by_alias=True, exclude_none=True)
    plain = {key: plain_value(value) for key, value in piece.items() if key in CardSheetModel.model_fields}
    return cast(CardSheet, {**plain, "deck": deck, "copies": max(1, card.copies.value)})


# -- labels ------------------------------------------------------------------------------------------------------------


def bound(overlay: Overlay, box: Box, name: str, tag: int) -> Overlay:
    """A label on a card: taken off whatever it was on before."""
    if name not in box.cards:
        raise box_refusal(f"card.{name}", "no such card in the box")
    for other in box.cards.values():
        if other.id != name and tag in other.tags:
            overlay = _labelled(overlay, box, other.id, [t for t in other.tags if t != tag])
    return _labelled(overlay, box, name, [tag, *(t for t in box.cards[name].tags if t != tag)])


def _labelled(overlay: Overlay, box: Box, name: str, tags: list[int]) -> Overlay:
    card = box.cards[name]
    section = card.deck if card.deck in DECKS else "fiend"
    return overlay.with_piece(section, name, {**overlay.piece(section, name), "tags": tags[: card.copies]})


# -- in words ----------------------------------------------------------------------------------------------------------


def preview(deck: CardDeck, card: CardModel) -> CardPreview:
    """The card as the tablet reads it out: when, whom it is aimed at, what it costs and asks for, and its steps."""
    return {
        "deck": deck,
        "name": card.name.by_language(),
        "when": list(card.when.value) if card.when else [],
        "die": card.die.value if card.die else None,
        "bearers": list(card.bearers.value) if card.bearers else [],
        "cost": {"tp": card.cost.value.tp} if card.cost else None,
        "price": card.price.value if card.price else None,
        "condition": pieces_in_words(card.condition.value if card.condition else ()),
        "aim": {"who": card.aim.who, "reach": card.aim.reach, "line": card.aim.line, "tile": card.aim.tile},
        "by_hand": card.by_hand,
        "steps": steps_in_words(card.effect.value if card.effect else ()),
    }


def steps_in_words(clauses: Iterable[ClauseData], whom: str = "target") -> list[StepInWords]:
    """Every clause with all its facts, defaults filled in.

    `whom` is what the warrior aimed at is called here: the target, the one chosen, or each in turn.
    """
    return [_step(clause, whom) for clause in clauses]


def _step(clause: ClauseData, whom: str) -> StepInWords:
    verb = clause["verb"]
    inner = {"choose": "chosen", "each": "each"}.get(verb, whom)
    return {
        "verb": verb,
        "facts": _facts(clause, VERB_FORMS[verb]),
        "whom": _whom(clause, whom),
        "then": steps_in_words(clause.get("then", ()), inner),
        "when": pieces_in_words(clause.get("when", ())),
        "table": [
            {"scores": row["scores"], "then": steps_in_words(row["then"], inner)} for row in clause.get("table", ())
        ],
    }


def pieces_in_words(clauses: Iterable[ClauseData]) -> list[PieceInWords]:
    return [{"piece": clause["verb"], "facts": _facts(clause, PIECE_FORMS[clause["verb"]])} for clause in clauses]


def _facts(clause: ClauseData, form: Form) -> Facts:
    """What the clause says and what goes without saying; nested clauses have their own place."""
    plain = {key: fact for key, fact in form.items() if fact.kind not in ("then", "when", "table")}
    filled = {key: clause.get(key, fact.default) for key, fact in plain.items()}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in filled.items()}


def _whom(clause: ClauseData, whom: str) -> str:
    if clause.get("scope"):
        return str(clause["scope"])
    if clause["verb"] not in ABOUT_A_WARRIOR:
        return "nobody"
    return "bearer" if clause.get("on") == "bearer" else whom
