"""A piece as it was taught: a small picture and its features; and all pieces of a box, ready to be compared with."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.images import Floats, Image, floats, pixels
from vision.pieces.features import PICTURE_LONG, PICTURE_POINTS, Features, find_features, grey_of, shrunk
from vision.pieces.likeness import Cells, compare, face_of, flat_cells, seen_face, thumb_of
from vision.pieces.verify import square_of

LARGEST = 400_000  # bytes of a stored piece
_FORMAT = 1
_QUALITY = 92
_STRONGEST = 80  # features of each piece that vote for it
_NEAR = 110  # bits
_TWINS = 0.8  # cells, and how much alike each is


@dataclass(frozen=True, slots=True)
class TaughtPiece:
    """`group`: pieces of one group need not be told apart; nothing else is known of what it means."""

    id: str
    group: str
    picture: Image
    features: Features

    @property
    def size(self) -> tuple[int, int]:
        return self.picture.shape[1], self.picture.shape[0]

    @property
    def aspect(self) -> float:
        return float(self.picture.shape[1] / self.picture.shape[0])

    def to_bytes(self) -> bytes:
        """As a file: the picture as a JPEG, the features beside it."""
        packed = np.frombuffer(picture_jpeg(self.picture), np.uint8)
        data = io.BytesIO()
        np.savez_compressed(
            data,
            format=np.array(_FORMAT),
            picture=packed,
            points=self.features.points.astype(np.float32),
            descriptions=self.features.descriptions,
        )
        return data.getvalue()


def teach(name: str, group: str, flat: Image) -> TaughtPiece:
    """From a piece as it looks from straight above, upright."""
    picture = shrunk(flat, PICTURE_LONG)[0]
    return TaughtPiece(name, group, picture, find_features(grey_of(picture), PICTURE_POINTS))


def from_bytes(name: str, group: str, data: bytes) -> TaughtPiece:
    """Raises ValueError for anything but such a file."""
    if len(data) > LARGEST:
        raise ValueError("not the file of a piece: too large")
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as stored:
            if int(stored["format"]) != _FORMAT:
                raise ValueError("the file of a piece by a later version")
            picture = cv2.imdecode(np.asarray(stored["picture"], np.uint8), cv2.IMREAD_COLOR)
            features = Features(floats(stored["points"]), pixels(stored["descriptions"]))
    except Exception as error:  # numpy, zipfile and zlib have many ways to say that bytes are none of theirs
        raise ValueError("not the file of a piece") from error
    points, descriptions = features
    if picture is None or points.ndim != 2 or points.shape[1] != 2 or descriptions.shape != (len(points), 61):
        raise ValueError("not the file of a piece")
    return TaughtPiece(name, group, pixels(picture), features)


def picture_jpeg(picture: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1])


def look_alike(one: TaughtPiece, other: TaughtPiece) -> bool:
    """Whether the pictures of two pieces are the same as far as anybody can see."""
    face = face_of(other.picture)
    side = float(face.shape[0])
    around = seen_face(face, floats([[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]]))
    cells, _ = compare(face_of(one.picture), around)
    return float((cells > _TWINS).mean()) > _TWINS


class TaughtBox:
    """All taught pieces, with what comparing needs worked out once. Never changed: another piece is another box."""

    def __init__(self, pieces: Sequence[TaughtPiece]) -> None:
        self.pieces = tuple(pieces)
        self.faces = [face_of(piece.picture) for piece in pieces]
        self.squares = [square_of(piece.picture) for piece in pieces]
        self.aspects = floats([float(piece.aspect) for piece in pieces])
        self._thumbs = floats([thumb_of(face) for face in self.faces]) if pieces else floats(np.zeros((0, 1)))
        strong = [piece.features.descriptions[:_STRONGEST] for piece in pieces]
        self._strong = np.vstack(strong) if any(len(one) for one in strong) else None
        self._owner = np.repeat(np.arange(len(strong)), [len(one) for one in strong])

    def __len__(self) -> int:
        return len(self.pieces)

    def first_sight(self, seen: Image, aspect: float | None = None) -> Floats:
        """How much it looks like each piece at first sight, -1..1; with an aspect only those of about that shape."""
        alike = floats(self._thumbs @ thumb_of(seen))
        return alike if aspect is None else floats(np.where(np.abs(np.log(self.aspects / aspect)) < 0.55, alike, -1))

    def firm_share(self, piece: int, cells: Cells, firmly: float) -> float:
        """The share of a piece's cells with something on them that are at least so much alike."""
        there = ~flat_cells(self.faces[piece])
        return float((cells[there] >= firmly).mean()) if there.any() else 0.0

    def voted(self, frame: Features, most: int) -> list[int]:
        """The pieces that most of the frame's features are likest to."""
        if self._strong is None or len(frame) < 2:
            return []
        nearest = cv2.BFMatcher(cv2.NORM_HAMMING).match(frame.descriptions, self._strong)
        # A feature that is far from everything is of the table, not of a piece.
        owners = [self._owner[one.trainIdx] for one in nearest if one.distance < _NEAR]
        votes = np.bincount(owners, minlength=len(self.pieces)) if owners else np.zeros(len(self.pieces))
        return [int(k) for k in np.argsort(-votes)[:most] if votes[k] >= 3]
