"""Taking hidden things out of what a seat gets to see: drawn cards, held cards, shuffled piles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from companion.rules.actions import UNKNOWN
from companion.table.readings import picture_url
from companion.table.record import ACT, BOX, OVERRIDE, REDO, UNDO, Record, box_of
from companion.table.seats import sees_deck

# Keys of an override that name hidden cards, by deck.
CARD_KEYS = ("hands", "decks")


def line_for(seat: str, line: Mapping[str, Any]) -> dict[str, Any]:
    """A log line without the card another player drew."""
    facts = dict(line["facts"])
    if line["key"] == "draws_card" and not sees_deck(seat, facts["deck"]):
        facts["card"] = UNKNOWN
    return {"key": line["key"], "facts": facts}


def do_for(seat: str, record: Record) -> dict[str, Any]:
    """What was done, with hidden cards face down: still a verb that can be played."""
    do = dict(record.do)
    if record.kind == ACT and "draw" in do and record.asked and not sees_deck(seat, record.asked["what"]):
        do["draw"] = UNKNOWN
    elif record.kind == OVERRIDE:
        do["override"] = override_for(seat, do["override"])
    return do


def override_for(seat: str, change: Mapping[str, Any]) -> dict[str, Any]:
    """Hidden hands become cards face down; hidden decks are left out."""
    shown = dict(change)
    if "hands" in shown:
        hands = shown["hands"].items()
        shown["hands"] = {deck: cards if sees_deck(seat, deck) else [UNKNOWN] * len(cards) for deck, cards in hands}
    if "decks" in shown:
        shown["decks"] = {deck: cards for deck, cards in shown["decks"].items() if sees_deck(seat, deck)}
    return shown


def touches_hidden(seat: str, change: Mapping[str, Any]) -> str | None:
    """A deck an override names whose cards the seat may not see."""
    for key in CARD_KEYS:
        named = change.get(key)
        for deck in named if isinstance(named, Mapping) else ():
            if not sees_deck(seat, str(deck)):
                return str(deck)
    return None


def log_lines(seat: str, record: Record, undone: bool, act: Callable[[int], Record]) -> Iterator[dict[str, Any]]:
    """The lines of a record as the seat's log shows them; an undo or redo is named by the act it moved."""
    lines: Iterable[Mapping[str, Any]] = record.lines
    if record.kind in (UNDO, REDO):
        moved = act(record.do[record.kind])
        lines = [{"key": record.kind, "facts": {"name": name_of(seat, moved), "seq": moved.seq}}]
    for line in lines:
        yield {
            "seq": record.seq,
            **line_for(seat, line),
            "side": record.seat,
            "cause": record.cause.get("kind", ""),
            "picture": picture_url(record.cause.get("picture")),
            "override": record.kind == OVERRIDE,
            "undone": undone,
        }


def name_of(seat: str, record: Record) -> dict[str, Any]:
    """An act by name, for "Undo: …": the verb and its values, to be turned into a sentence by the tablet."""
    do = do_for(seat, record)
    if box_of(record) is not None:
        # The name of the act has no room for a whole box.
        do["override"] = {BOX: True}
    return {"key": next(iter(do)), "facts": do}
