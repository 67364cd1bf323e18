"""Cards known by the number of their sticker, for stickers nobody has written a text on: a JSON file of the owner's."""

import json
import os
import re
from pathlib import Path

_UID = re.compile(r"(?:[0-9a-f]{2}){4,10}")
LONGEST_TEXT = 120


class CardBookError(ValueError):
    """The file or the entry is not usable; nothing was changed."""


def load(path: Path) -> dict[str, str]:
    """The registered cards; no file is no cards."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise CardBookError(f"{path} cannot be read: {error}") from error
    if not isinstance(raw, dict):
        raise CardBookError(f"{path} is not a list of cards: it must be one JSON object, number to text")
    for uid, text in raw.items():
        _check(uid, text)
    return raw


def register(path: Path, uid: str, text: str) -> dict[str, str]:
    """Adds or changes one card and returns the whole book. The file is replaced at once or not at all."""
    _check(uid, text)
    book = load(path) | {uid: text}
    draft = path.with_suffix(".new")
    with draft.open("w", encoding="utf-8") as file:
        json.dump(book, file, indent=1, sort_keys=True, ensure_ascii=False)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    return book


def _check(uid: object, text: object) -> None:
    if not isinstance(uid, str) or not _UID.fullmatch(uid):
        raise CardBookError(f"{uid!r} is not a card's number: 4 to 10 bytes in small hexadecimal letters")
    if not isinstance(text, str) or not 0 < len(text) <= LONGEST_TEXT:
        raise CardBookError(f"the text of card {uid} must have 1 to {LONGEST_TEXT} characters")
