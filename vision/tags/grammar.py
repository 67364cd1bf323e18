"""The text of a tag: a set, a kind, a number and a check character, in one short text.

    CL:AT0017I      the maker's mark, ":", set A, kind T (tile), number 17, check character

Ten characters of the QR alphanumeric alphabet fill a version-1 code at its highest error level (H).
The same text is what a card reader (NFC) finds in a tag's record.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

MARK = "CL"
BASE_SET = "A"
HIGHEST_NUMBER = 9999

# ISO 7064 MOD 37-2: the weights are powers of 2 modulo the prime 37, all different over ten places, so every
# single altered character and every swap of two characters changes the check character.
_CHECK_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*"
_SHAPE = re.compile(r"CL:([A-Z])([TCFK])([0-9]{4})([0-9A-Z*])", re.ASCII)
_ID_SHAPE = re.compile(r"([a-z]+)-([1-9][0-9]{0,3})(?:@([A-Z]))?", re.ASCII)


class TagError(ValueError):
    """The text is not a tag; the message says why and quotes it."""


class TagKind(StrEnum):
    """What a tag is stuck on."""

    TILE = "tile"
    CARD = "card"
    FIGURE = "figure"
    CALIBRATION = "calibration"

    @property
    def letter(self) -> str:
        return "K" if self is TagKind.CALIBRATION else self.value[0].upper()


class TagStatus(StrEnum):
    """What a text that was read is to this box. STRAY: it is no tag of ours."""

    KNOWN = "known"
    UNKNOWN = "unknown"
    OTHER_SET = "other set"
    STRAY = "stray"


_KIND_OF_LETTER = {kind.letter: kind for kind in TagKind}


@dataclass(frozen=True, slots=True, order=True)
class Tag:
    """One label: `Tag(Kind.TILE, 17)` is tile 17 of the base set."""

    kind: TagKind
    number: int
    set_code: str = BASE_SET

    def __post_init__(self) -> None:
        if not 1 <= self.number <= HIGHEST_NUMBER:
            raise TagError(f"tag number {self.number} is not within 1..{HIGHEST_NUMBER}")
        if not re.fullmatch("[A-Z]", self.set_code, re.ASCII):
            raise TagError(f"set code {self.set_code!r} is not one letter A..Z")

    @property
    def text(self) -> str:
        """What the code holds."""
        body = f"{self.set_code}{self.kind.letter}{self.number:04d}"
        return f"{MARK}:{body}{_check_character(MARK + body)}"

    @property
    def id(self) -> str:
        """The readable name: `tile-17`, or `tile-17@B` for a set other than the base."""
        suffix = "" if self.set_code == BASE_SET else f"@{self.set_code}"
        return f"{self.kind.value}-{self.number}{suffix}"

    def __str__(self) -> str:
        return self.id


def _check_character(body: str) -> str:
    """The ISO 7064 MOD 37-2 check character of letters and digits."""
    total = 0
    for character in body:
        total = (total + _CHECK_ALPHABET.index(character)) * 2 % 37
    return _CHECK_ALPHABET[(38 - total) % 37]


def parse_tag(text: str) -> Tag:
    """The tag a code's text stands for; raises TagError for anything that is not exactly one."""
    shape = _SHAPE.fullmatch(text)
    if shape is None:
        raise TagError(f"not a tag: {text[:40]!r}")
    set_code, letter, digits, check = shape.groups()
    if check != _check_character(f"{MARK}{set_code}{letter}{digits}"):
        raise TagError(f"wrong check character: {text!r}")
    return Tag(_KIND_OF_LETTER[letter], int(digits), set_code)


def tag_or_none(text: str) -> Tag | None:
    """As `parse_tag`, with None for a code that is no tag of ours."""
    try:
        return parse_tag(text)
    except TagError:
        return None


def tag_status(text: str, known: Collection[Tag]) -> TagStatus:
    """The status of a text that a camera or a card reader found, given the tags of the box on the table."""
    tag = tag_or_none(text)
    if tag is None:
        return TagStatus.STRAY
    if tag in known:
        return TagStatus.KNOWN
    sets = {one.set_code for one in known}
    return TagStatus.UNKNOWN if tag.set_code in sets else TagStatus.OTHER_SET


def tag_from_id(name: str) -> Tag:
    """The tag of a readable name, as `Tag.id` gives it."""
    shape = _ID_SHAPE.fullmatch(name)
    if shape is None or shape[1] not in set(TagKind):
        raise TagError(f"not a tag id: {name[:40]!r}")
    return Tag(TagKind(shape[1]), int(shape[2]), shape[3] or BASE_SET)
