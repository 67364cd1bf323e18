"""Photos that players take with a tablet: of dice and of pieces, which become readings, and of cards' numbers."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from companion.devices.card_titles import CardTitles
from companion.devices.dice_readings import LONG_SIDE, new_picture_id, shrunk_to, table_reading, to_jpeg
from companion.devices.home_learning import HomeLearner
from companion.devices.tag_scanning import reading_of, scanned_piece
from companion.devices.taught_pieces import TaughtPieces
from companion.devices.witnesses import known_piece, shown_piece
from companion.protocol.camera import CardNumberJson, CardPhotoJson
from companion.protocol.readings import InputRequest, Reading, Sink
from companion.protocol.refusal import Refused
from companion.protocol.sight import KnownJson
from vision.cards.reader import CardKind, CardNumber, CardReading, read_card
from vision.images import Image
from vision.roll.watcher import ReadsDice
from vision.tags.reader import read_tags
from vision.words.titles import NO_TITLE

CARD_KINDS: dict[str, CardKind | None] = {"": None, "warrior": "warrior", "demon": "demon"}


class PhotoSource:
    """A source of readings that is handed its images."""

    name = "tablet photo"
    simulated = False

    def __init__(self, reader: ReadsDice, learner: HomeLearner) -> None:
        self._reader = reader
        self.learner = learner
        self._sink: Sink | None = None

    def start(self, sink: Sink) -> None:
        self._sink = sink

    def stop(self) -> None:
        self._sink = None

    def request_input(self, awaited: InputRequest | None) -> None:
        """Photos are taken by people, who know what is awaited."""

    def told(self, reading: str, faces: Sequence[int]) -> None:
        self.learner.told(reading, faces)

    def read(self, image: Image) -> Reading:
        """The dice in a photo. Its picture is kept; the reading is only returned: the photo was sent to one game."""
        dice = self._reader.read(image)
        if not dice.dice and dice.state != "cocked":
            raise Refused("table/no_dice_seen", "no_dice_seen")
        small = shrunk_to(image, LONG_SIDE)
        dice = dice.scaled(max(small.shape[:2]) / max(image.shape[:2]))
        picture = new_picture_id("photo")
        reading = table_reading(dice, picture, self.name, self.simulated)
        self.learner.remember(reading.id, dice, small)
        if self._sink is not None:
            self._sink.put_picture(picture, to_jpeg(small))
        return reading


class PiecePhotos:
    """A tile or card that is drawn, in a photo: one look of the same witnesses as under a camera."""

    name = "tablet photo"

    def __init__(self, taught: TaughtPieces, titles: CardTitles) -> None:
        self._taught = taught
        self._titles = titles

    def read(self, image: Image, names: Mapping[str, str], is_card: bool) -> tuple[KnownJson, Reading | None]:
        """What is seen, and what of it may be handed in to the game. `names`: of the labels of its box."""
        tags = read_tags(image)
        title = self._titles.read(image) if is_card and not any(one.tag for one in tags) else NO_TITLE
        known = known_piece(image, self._taught, tags, title)
        shown = shown_piece(known)
        if shown is None:
            return known, None
        return known, reading_of(scanned_piece(shown, names, shown.sure), new_picture_id("piece"), self.name)


class CardPhotos:
    """Proposes the numbers of a card; the owner decides. One image is read at a time, of a photo or the camera."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def read(self, image: Image, kind: CardKind | None) -> CardPhotoJson:
        with self._lock:
            return _card_json(read_card(image, kind))


def card_kind(word: str) -> CardKind | None:
    """The kind of a card by its word: "warrior", "demon" or, if it is not known, ""."""
    if word not in CARD_KINDS:
        raise Refused("box/refused", "box_refused", {"key": "kind", "reason": "warrior or demon"})
    return CARD_KINDS[word]


def _card_json(card: CardReading) -> CardPhotoJson:
    return {
        "kind": card.kind,
        "numbers": [_number_json(number) for number in card.numbers],
        "doubts": list(card.doubts),
        "corners": [list(corner) for corner in card.corners],
        "sure": card.sure,
        "ms": round(card.ms, 1),
    }


def _number_json(number: CardNumber) -> CardNumberJson:
    return {
        "line": number.line,
        "value": number.value,
        "digit": number.digit,
        "confidence": round(number.confidence, 4),
        "sure": number.sure,
        "guesses": list(number.guesses),
        "box": list(number.box),
    }
