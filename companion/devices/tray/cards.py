"""Cards on the reader: which one lies there, which card of the box it is, and the owner's file of stickers."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

from companion.devices.tray.messages import CardPresent, CardRemoved, PartEvent
from companion.files import read_text, write_atomically
from vision.tags.grammar import Tag, tag_or_none

# A restarted board finds a card well within this time.
DETECT_S = 2.0
LONGEST_TEXT = 120
_UID = re.compile(r"(?:[0-9a-f]{2}){4,10}")


class CardTracker:
    """Remembers the card on the reader across board resets: a card that just stays there is not laid down again."""

    def __init__(self) -> None:
        self._uid: str | None = None
        # Until then a restarted board may still announce the card we know of.
        self._unconfirmed_until: float | None = None

    def board_restarted(self, now: float) -> None:
        """The board will announce its card anew; until then we cannot know whether ours is still there."""
        if self._uid is not None:
            self._unconfirmed_until = now + DETECT_S

    def changes(self, event: PartEvent) -> list[PartEvent]:
        """The events to hand on: nothing if the card was there already, a removal before another card."""
        if isinstance(event, CardPresent):
            return self._present(event)
        if isinstance(event, CardRemoved):
            self._uid = self._unconfirmed_until = None
        return [event]

    def overdue(self, now: float) -> list[PartEvent]:
        """The removal of a card that was taken away while the board was down."""
        if self._unconfirmed_until is None or now < self._unconfirmed_until:
            return []
        return self._removed()

    def _present(self, card: CardPresent) -> list[PartEvent]:
        if card.uid == self._uid and self._unconfirmed_until is not None:
            self._unconfirmed_until = None
            return []
        before = self._removed() if self._uid is not None else []
        self._uid = card.uid
        return [*before, card]

    def _removed(self) -> list[PartEvent]:
        uid, self._uid, self._unconfirmed_until = self._uid, None, None
        return [] if uid is None else [CardRemoved(uid)]


@dataclass(frozen=True, slots=True)
class ReaderCard:
    """A card that was laid on the reader. Without a `tag` nobody knows it: the owner may register its number."""

    uid: str
    text: str | None
    tag: Tag | None


def identify_card(event: CardPresent, registered: dict[str, str]) -> ReaderCard:
    """The sticker's own text comes first, in the grammar of the QR tags; without one the registered text counts."""
    text = event.text or registered.get(event.uid)
    return ReaderCard(event.uid, text, tag_or_none(text) if text else None)


class CardFileError(ValueError):
    """The file of registered cards or an entry is not usable; nothing was changed."""


def load_cards(path: Path) -> dict[str, str]:
    """The registered cards, number to text; no file means no cards."""
    try:
        raw = json.loads(read_text(path))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise CardFileError(f"{path} cannot be read: {error}") from error
    if not isinstance(raw, dict):
        raise CardFileError(f"{path} is not a list of cards: it must be one JSON object, number to text")
    for uid, text in raw.items():
        _check(uid, text)
    return raw


def register_card(path: Path, uid: str, text: str) -> None:
    """Adds or changes one card. The file is replaced as a whole or not at all."""
    _check(uid, text)
    cards = load_cards(path) | {uid: text}
    write_atomically(path, json.dumps(cards, indent=1, sort_keys=True, ensure_ascii=False))


def _check(uid: object, text: object) -> None:
    if not isinstance(uid, str) or not _UID.fullmatch(uid):
        raise CardFileError(f"{uid!r} is not a card's number: 4 to 10 bytes in small hexadecimal letters")
    if not isinstance(text, str) or not 0 < len(text) <= LONGEST_TEXT:
        raise CardFileError(f"the text of card {uid} must have 1 to {LONGEST_TEXT} characters")
