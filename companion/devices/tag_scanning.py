"""Tiles and cards that are shown to the camera: the one piece that is meant, reported once for every turn of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from vision.images import Image
from vision.tags.grammar import Tag, TagKind, TagStatus, tag_from_id, tag_status
from vision.tags.reader import read_tags
from vision.tags.reading import TagReading, TagVotes

UnknownPiece = Literal["other_set", "unknown_tag"]
UNKNOWN_PIECES: dict[TagStatus, UnknownPiece] = {
    TagStatus.OTHER_SET: "other_set",
    TagStatus.UNKNOWN: "unknown_tag",
}


class ScannedPiece(NamedTuple):
    """A piece as the table gets it: by its name in the box, or by its tag if the box does not know it."""

    name: str
    turn: int
    sure: bool
    # Why the box does not know it.
    unknown: UnknownPiece | None = None


class PieceScanner:
    """Remembers what was reported, so that a tile that just lies there is reported once."""

    def __init__(self, names: Mapping[str, str]) -> None:
        # Tag id ("tile-17") → what the box calls it ("17", "grenade").
        self._names = names
        self._reported = ""
        # What was reported for the game's last question and may still lie there.
        self._left_over = ""
        self._question_passed = False

    def new_question(self) -> None:
        """The game waits for something else: what still lies there was not shown for that."""
        self._question_passed = True

    def feed(self, tags: Sequence[TagReading], turning: bool) -> ScannedPiece | None:
        """What is newly shown; `turning` while the drawn tile is to be laid as it is turned here."""
        if self._question_passed:
            self._question_passed = False
            self._left_over, self._reported = self._reported, ""
        pieces = [one for one in tags if one.tag is not None and one.tag.kind in (TagKind.TILE, TagKind.CARD)]
        if len(pieces) != 1 or pieces[0].tag is None:
            # Nothing, or several at once: nobody can know which is meant.
            self._reported = self._left_over = ""
            return None
        tag, turn = pieces[0].tag, pieces[0].turn
        shown = f"{tag.id}/{turn}"
        if shown == self._reported:
            return None
        self._reported = shown
        left_over = shown == self._left_over
        if left_over and not turning:
            return None
        # The turn in which a tile happened to be drawn is nobody's choice yet.
        return self._piece(tag, turn, sure=not left_over)

    def _piece(self, tag: Tag, turn: int, sure: bool) -> ScannedPiece:
        name = self._names.get(tag.id)
        if name is not None:
            return ScannedPiece(name, turn, sure)
        return ScannedPiece(tag.id, turn, False, why_unknown(tag, self._names))


def why_unknown(tag: Tag, names: Mapping[str, str]) -> UnknownPiece:
    """What a tag that has no name in the box is: of another set, or a number the box does not have."""
    return UNKNOWN_PIECES[tag_status(tag.text, [tag_from_id(name) for name in names])]


class TagVoting:
    """Reads the tags of one frame after the other; returns those that may be believed, of other boxes too."""

    def __init__(self) -> None:
        self._votes = TagVotes()

    def __call__(self, image: Image) -> tuple[TagReading, ...]:
        return self._votes.feed(read_tags(image))
