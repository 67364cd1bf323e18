"""From the words of the board's frames to data. Words we do not understand give None, never an exception."""

import re

from companion.devices.tray.events import (
    ACTIONS,
    BUTTONS,
    BoardInfo,
    Button,
    CardPresent,
    CardRemoved,
    Fault,
    PartEvent,
    Recovered,
)
from companion.devices.tray.frames import unescape

_UID = re.compile(r"(?:[0-9a-f]{2}){4,10}")
_NUMBER = re.compile(r"\d{1,9}")


def event_of(words: tuple[str, ...]) -> PartEvent | None:
    match words:
        case ("button", name, action, *rest):
            return _button(name, action, rest)
        case ("card", "present", uid, text) if _UID.fullmatch(uid):
            return _card(uid, text)
        case ("card", "removed", uid) if _UID.fullmatch(uid):
            return CardRemoved(uid)
        case ("fault", part, code):
            return Fault(part, code)
        case ("ok", part):
            return Recovered(part)
    return None


def _button(name: str, action: str, rest: list[str]) -> Button | None:
    if name not in BUTTONS or action not in ACTIONS:
        return None
    return Button(BUTTONS[name], ACTIONS[action], _held(rest))


def _held(rest: list[str]) -> int:
    return int(rest[0]) if rest and _NUMBER.fullmatch(rest[0]) else 0


def _card(uid: str, word: str) -> CardPresent:
    # A sticker whose text is not UTF-8 counts as one without text: the owner can still register its number.
    return CardPresent(uid, None if word == "-" else unescape(word))


def pairs_of(words: tuple[str, ...]) -> dict[str, str]:
    return dict(word.split("=", 1) for word in words if "=" in word)


def number_in(pairs: dict[str, str], key: str) -> int:
    text = pairs.get(key, "")
    return int(text) if _NUMBER.fullmatch(text) else 0


def board_of(pairs: dict[str, str]) -> BoardInfo | None:
    """The board's hello; None if it lacks what every version of the protocol has: its version and its run."""
    if not pairs.get("run") or not _NUMBER.fullmatch(pairs.get("proto", "")):
        return None
    return BoardInfo(
        board=pairs.get("board", "unknown"),
        firmware=pairs.get("fw", "unknown"),
        protocol=int(pairs["proto"]),
        run=pairs["run"],
        link=number_in(pairs, "link"),
        cause=pairs.get("cause", "unknown"),
        capabilities=frozenset(pairs.get("caps", "").split(",")) - {""},
    )
