"""What lies under the camera by three witnesses: the label that is read, the face that is known again, the title."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.devices.card_titles import CardTitles, TitleWatch
from companion.devices.taught_pieces import TaughtPieces
from companion.protocol.sight import KnownJson, SightDoubt
from vision.calibrate.quality import BLURRED, DARK, measure
from vision.images import Image
from vision.pieces.knowing import PieceReading
from vision.tags.grammar import TagKind
from vision.tags.reading import TagReading
from vision.words.titles import NO_TITLE, TitleReading

PAUSE_S = 0.3  # between two looks
NEEDED = 2  # looks that must say the same
_PIECES = (TagKind.TILE, TagKind.CARD)
# What is seen is no card whose title could be meant.
_NO_CARD: tuple[SightDoubt, ...] = ("two_pieces", "face_down")


class ShownPiece(NamedTuple):
    """A piece under the camera by its ids (several that are the same to the game), and why it is not sure.

    No ids: a card whose title is none of the names of the box.
    """

    ids: list[str]
    turn: int
    sure: bool
    doubt: SightDoubt | None
    title: str = ""


def known_piece(
    image: Image, taught: TaughtPieces, tags: Sequence[TagReading], title: TitleReading = NO_TITLE
) -> KnownJson:
    """What is shown. Witnesses that contradict each other are asked about; one that says nothing is no witness."""
    labels = sorted({one.tag.id: one for one in tags if one.tag is not None and one.tag.kind in _PIECES}.items())
    if len(labels) > 1:
        return _nothing("two_pieces")
    seen = taught.reader().read(image)
    by_sight = _by_sight(image, taught, seen)
    if not labels:
        return _with_title(by_sight, title)
    label, reading = labels[0]
    return _with_label(label, reading.turn, by_sight, taught)


class Witnesses:
    """What is shown while the game waits for a piece: by label, by face, by title. Frames vote."""

    def __init__(self, taught: TaughtPieces, titles: CardTitles, clock: Callable[[], float] = time.monotonic) -> None:
        self._taught = taught
        self._titles = titles
        self._watch = TitleWatch(titles)
        self._clock = clock
        self._next = 0.0
        self._said: ShownPiece | None = None
        self._votes = 0
        self._believed: ShownPiece | None = None

    def see(self, image: Image, tags: Sequence[TagReading], cards: bool = True) -> ShownPiece | None:
        """The one piece that is shown; another is believed when as many looks as are needed say the same of it.

        `cards`: whether it may be a card, whose title is then read.
        """
        titled = cards and self._titles.ready
        if not self._taught.known() and (tags or not titled):
            # A label that is all there is to be known needs no second look.
            self._believed, self._votes = None, 0
            return _by_label(tags)
        # A look takes a good part of a core: labels are read in every frame, faces a few times a second.
        if self._clock() >= self._next:
            self._look(image, tags, titled)
            self._next = self._clock() + PAUSE_S
        return self._believed

    def _look(self, image: Image, tags: Sequence[TagReading], titled: bool) -> None:
        title = self._watch.see(image) if titled and not any(one.tag for one in tags) else NO_TITLE
        known = known_piece(image, self._taught, tags, title)
        said = shown_piece(known)
        self._votes = self._votes + 1 if said == self._said else 1
        self._said = said
        if self._votes >= NEEDED:
            self._believed = said


def shown_piece(known: KnownJson) -> ShownPiece | None:
    """What may be handed in to the game of what was seen; None for nothing that anybody could mean."""
    if known["doubt"] == "unknown_title":
        return ShownPiece([], 0, False, known["doubt"], known.get("title", ""))
    if not known["pieces"]:
        return None
    # A face alone or a title alone is always asked about: the trials have sure readings that are wrong
    # (MEASUREMENTS.md). Two witnesses that agree are believed.
    sure = known["level"] == "sure" and ("tag" in known or known.get("title_agrees", False))
    return ShownPiece(known["pieces"], known["turn"], sure, known["doubt"])


def _by_label(tags: Sequence[TagReading]) -> ShownPiece | None:
    pieces = [one for one in tags if one.tag is not None and one.tag.kind in _PIECES]
    return ShownPiece([pieces[0].tag.id], pieces[0].turn, True, None) if len(pieces) == 1 and pieces[0].tag else None


def _by_sight(image: Image, taught: TaughtPieces, seen: PieceReading) -> KnownJson:
    if seen.level == "none":
        doubt: SightDoubt = seen.doubt or "nothing"
        return _nothing(doubt if doubt == "two_pieces" else _why(image, doubt, bool(taught.known())))
    if any(name.startswith("back-") for name in seen.ids):
        return _nothing("face_down")
    return {
        "level": seen.level,
        "pieces": list(seen.ids),
        "turn": seen.turn,
        "outline": [[round(x, 1), round(y, 1)] for x, y in seen.corners],
        "alike": round(seen.alike, 3),
        "doubt": seen.doubt,
        "other": seen.other,
        "ahead": seen.ahead,
    }


def _with_label(label: str, turn: int, seen: KnownJson, taught: TaughtPieces) -> KnownJson:
    """The label names the piece and its turn. Sight agrees, has nothing to say, or knows another piece."""
    both: KnownJson = {**seen, "tag": label}
    if label in seen["pieces"]:
        return {**both, "level": "sure", "pieces": [label], "turn": turn, "doubt": None}
    if seen["level"] == "sure" or (seen["level"] == "asked" and label in taught.known()):
        # A label on the wrong piece, or a face taken for another: hands can look, we cannot.
        return {**both, "level": "asked", "pieces": [label, *seen["pieces"]], "doubt": "differ"}
    return {**both, "level": "sure", "pieces": [label], "turn": turn, "doubt": None}


def _with_title(seen: KnownJson, title: TitleReading) -> KnownJson:
    """A face says which piece it may be; the title of a card confirms it, contradicts it, or is all there is."""
    if title.level == "none" or seen["doubt"] in _NO_CARD or any(not one.startswith("card-") for one in seen["pieces"]):
        return seen
    told: KnownJson = {**seen, "title": title.text}
    if title.level == "unknown":
        return told if seen["pieces"] else {**told, "doubt": "unknown_title"}
    both = [one for one in title.names if one in seen["pieces"]]
    if not seen["pieces"]:
        doubt: SightDoubt | None = None if title.level == "sure" else "titles"
        return {**told, "level": "asked" if doubt else "sure", "pieces": list(title.names), "doubt": doubt}
    if title.level == "sure" and both:
        return {**told, "level": "sure", "pieces": list(title.names), "doubt": None, "title_agrees": True}
    if title.level == "sure":
        return {**told, "level": "asked", "pieces": [*title.names, *seen["pieces"]], "doubt": "differ"}
    return {**told, "pieces": both} if both else told


def _why(image: Image, doubt: SightDoubt, anything_taught: bool) -> SightDoubt:
    """A word that helps: a dark or blurred image before anything else."""
    quality = measure(image)
    if quality.brightness < DARK:
        return "dark"
    if quality.sharpness < BLURRED:
        return "blurred"
    return doubt if anything_taught else "untaught"


def _nothing(doubt: SightDoubt) -> KnownJson:
    return {
        "level": "none",
        "pieces": [],
        "turn": 0,
        "outline": [],
        "alike": 0.0,
        "doubt": doubt,
        "other": "",
        "ahead": 0.0,
    }
