"""What a press or a card means to the game, by name; the game itself decides whether it may happen."""

from dataclasses import dataclass
from typing import Literal

from companion.devices.tray.events import Button, CardPresent, CardRemoved
from vision.tags.grammar import Tag, tag_or_none

IntentName = Literal["accept-reading", "correct-reading", "end-activation", "undo"]
LONG_MS = 800  # what firmware/tray/buttons.py calls long


@dataclass(frozen=True, slots=True)
class CardIntent:
    """A card laid on the reader. Without a `tag` it is a stranger: the owner may register its number."""

    uid: str
    text: str | None
    tag: Tag | None


def intent_of(event: Button) -> IntentName | None:
    """Accept and next act at once; correct waits for its release, because held long it means undo instead."""
    match event:
        case Button("accept", "down"):
            return "accept-reading"
        case Button("next", "down"):
            return "end-activation"
        case Button("correct", "long"):
            return "undo"
        case Button("correct", "up", held_ms) if held_ms < LONG_MS:
            return "correct-reading"
    return None


def card_intent(event: CardPresent | CardRemoved, registered: dict[str, str]) -> CardIntent | None:
    """A sticker's own text counts first, in the grammar of the QR tags; one without text may be registered."""
    if isinstance(event, CardRemoved):
        return None
    text = event.text or registered.get(event.uid)
    return CardIntent(event.uid, text, tag_or_none(text) if text else None)
