"""A card reader's sticker on a card of the box: written into the owner's book under the number of the sticker."""

from __future__ import annotations

from pathlib import Path

from companion.devices.tray.cards import CardBookError, register
from companion.table.problems import TableRefusal
from vision.tags.grammar import Kind, Tag, TagError, from_id, parse

BOOK = "cards.json"


def bind_sticker(data: Path, uid: str, tag: int) -> None:
    """From now on the sticker says what the label with this number says."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        register(data / BOOK, uid.strip().lower().replace(":", ""), Tag(Kind.CARD, tag).text)
    except (CardBookError, OSError) as error:
        raise TableRefusal("box/refused", "box_refused", {"key": "uid", "reason": str(error)[:200]}) from error


def number_of(text: str) -> int:
    """The number of a card's label, by its name ("card-51") or by what its code says ("CL:AC0051…")."""
    try:
        tag = parse(text) if ":" in text else from_id(text)
    except TagError as error:
        raise TableRefusal("box/refused", "box_refused", {"key": "tag", "reason": str(error)}) from error
    if tag.kind is not Kind.CARD:
        reason = f"{tag.id} is not the label of a card"
        raise TableRefusal("box/refused", "box_refused", {"key": "tag", "reason": reason})
    return tag.number
