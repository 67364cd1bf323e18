"""Tiles and cards that are shown to the camera: the one piece that is meant, reported once for every turn of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from companion.devices.witnesses import ShownPiece
from companion.protocol.readings import TAG, Reading, ReadingFacts
from companion.protocol.sight import SightDoubt
from vision.images import Image
from vision.tags.grammar import Tag, TagStatus, tag_from_id, tag_status
from vision.tags.reader import read_tags
from vision.tags.reading import TagReading, TagVotes

UnknownPiece = Literal["other_set", "unknown_tag", "unknown_title"]
UNKNOWN_PIECES: dict[TagStatus, UnknownPiece] = {
    TagStatus.OTHER_SET: "other_set",
    TagStatus.UNKNOWN: "unknown_tag",
}


class ScannedPiece(NamedTuple):
    """A piece as the table gets it: by its name in the box, or by its tag or title if the box does not know it."""

    name: str
    turn: int
    sure: bool
    # Why the box does not know it.
    unknown: UnknownPiece | None = None
    # Others that look the same and are the same to the game.
    alike: tuple[str, ...] = ()
    doubt: SightDoubt | None = None


class PieceScanner:
    """Remembers what was reported, so that a tile that just lies there is reported once."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self._reported = ""
        # What was reported for the game's last question and may still lie there.
        self._left_over = ""
        self._question_passed = False

    def new_question(self) -> None:
        """The game waits for something else: what still lies there was not shown for that."""
        self._question_passed = True

    def feed(self, piece: ShownPiece | None, turning: bool) -> ScannedPiece | None:
        """What is newly shown; `turning` while the drawn tile is to be laid as it is turned here."""
        if self._question_passed:
            self._question_passed = False
            self._left_over, self._reported = self._reported, ""
        if piece is None:
            # Nothing, or several at once: nobody can know which is meant.
            self._reported = self._left_over = ""
            return None
        shown = f"{'|'.join(piece.ids)}/{piece.turn}/{piece.doubt or ''}/{piece.title}"
        if shown == self._reported:
            return None
        self._reported = shown
        left_over = shown == self._left_over
        if left_over and not turning:
            return None
        # The turn in which a tile happened to be drawn is nobody's choice yet.
        return scanned_piece(piece, self._names, sure=piece.sure and not left_over)


def scanned_piece(piece: ShownPiece, names: Mapping[str, str], sure: bool) -> ScannedPiece:
    """By the names of the box: tag id ("tile-17") → what the box calls it ("17", "grenade")."""
    if not piece.ids:
        return ScannedPiece(piece.title, 0, False, "unknown_title")
    found = [names[one] for one in piece.ids if one in names]
    if not found:
        return ScannedPiece(piece.ids[0], piece.turn, False, why_unknown(tag_from_id(piece.ids[0]), names))
    # By the label and by the face of another piece, or by a title that is nearly two names: hands choose, so neither
    # stands for the other.
    alike = tuple(found[1:]) if piece.doubt not in ("differ", "titles") else ()
    return ScannedPiece(found[0], piece.turn, sure, None, alike, piece.doubt)


def reading_of(piece: ScannedPiece, name: str, source: str, simulated: bool = False) -> Reading:
    facts: ReadingFacts = {}
    if piece.unknown:
        facts["unknown"] = piece.unknown
    if piece.alike:
        facts["alike"] = list(piece.alike)
    if piece.doubt:
        facts["doubts"] = [piece.doubt]
    return Reading(
        id=name,
        kind=TAG,
        source=source,
        sure=piece.sure,
        tag=piece.name,
        turn=piece.turn,
        simulated=simulated,
        facts=facts,
    )


def why_unknown(tag: Tag, names: Mapping[str, str]) -> UnknownPiece:
    """What a tag that has no name in the box is: of another set, or a number the box does not have."""
    return UNKNOWN_PIECES[tag_status(tag.text, [tag_from_id(name) for name in names])]


class TagVoting:
    """Reads the tags of one frame after the other; returns those that may be believed, of other boxes too."""

    def __init__(self) -> None:
        self._votes = TagVotes()

    def __call__(self, image: Image) -> tuple[TagReading, ...]:
        return self._votes.feed(read_tags(image))
