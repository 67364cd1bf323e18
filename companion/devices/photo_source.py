"""Photos that players take with a tablet: of dice, which become a reading, and of cards, whose numbers are proposed."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from companion.devices.corrections import CorrectionLearner
from companion.devices.dice_readings import LONG_SIDE, new_picture_id, shrunk_to, table_reading, to_jpeg
from companion.protocol.camera import CardNumberJson, CardPhotoJson
from companion.protocol.readings import InputRequest, Reading, Sink
from companion.protocol.refusal import Refused
from vision.cards.reader import CardKind, CardNumber, CardReading, read_card
from vision.images import Image
from vision.roll.watcher import ReadsDice

CARD_KINDS: dict[str, CardKind | None] = {"": None, "warrior": "warrior", "demon": "demon"}


class PhotoSource:
    """A source of readings that is handed its images."""

    name = "tablet photo"
    simulated = False

    def __init__(self, reader: ReadsDice, learner: CorrectionLearner) -> None:
        self._reader = reader
        self._learner = learner
        self._sink: Sink | None = None

    def start(self, sink: Sink) -> None:
        self._sink = sink

    def stop(self) -> None:
        self._sink = None

    def request_input(self, awaited: InputRequest | None) -> None:
        """Photos are taken by people, who know what is awaited."""

    def corrected(self, reading: str, faces: Sequence[int]) -> None:
        self._learner.correct(reading, faces)

    def read(self, image: Image) -> Reading:
        """The dice in a photo. Its picture is kept; the reading is only returned: the photo was sent to one game."""
        dice = self._reader.read(image)
        if not dice.dice and dice.state != "cocked":
            raise Refused("table/no_dice_seen", "no_dice_seen")
        small = shrunk_to(image, LONG_SIDE)
        dice = dice.scaled(max(small.shape[:2]) / max(image.shape[:2]))
        picture = new_picture_id("photo")
        reading = table_reading(dice, picture, self.name, self.simulated)
        self._learner.remember(reading.id, dice, small)
        if self._sink is not None:
            self._sink.put_picture(picture, to_jpeg(small))
        return reading


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
