"""What the pieces of the owner's box look like, on disk: one file a piece, in a folder for each box.

They stay on the device: neither an export of a box nor a backup holds them.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.files import make_folder, read_bytes, remove, write_atomically
from companion.protocol.refusal import Refused
from companion.protocol.sight import BoxPiece
from vision.images import Image
from vision.pieces.knowing import PieceReader
from vision.pieces.taught import LARGEST, TaughtBox, TaughtPiece, from_bytes, picture_jpeg, teach

log = logging.getLogger(__name__)

ENDING = ".piece"
ChosenBox = Callable[[], tuple[str, Sequence[BoxPiece]]]


def nothing_taught() -> TaughtPieces:
    """A box in which nothing can be known by its face: labels only."""
    return TaughtPieces(Path(), lambda: ("", ()))


class TaughtPieces:
    """The taught pieces of the chosen box. Thread-safe; what was kept is on disk before anybody is told."""

    def __init__(self, folder: Path, box: ChosenBox) -> None:
        self._folder = folder
        self._box = box
        self._lock = threading.RLock()
        self._name = ""
        self._taught: dict[str, TaughtPiece] = {}
        self._reader: PieceReader | None = None

    def pieces(self) -> Sequence[BoxPiece]:
        """What can be taught."""
        return self._box()[1]

    def known(self) -> frozenset[str]:
        with self._lock:
            return frozenset(self._loaded())

    def reader(self) -> PieceReader:
        """Knows the pieces as they are taught now."""
        with self._lock:
            taught = self._loaded()
            if self._reader is None:
                self._reader = PieceReader(TaughtBox(list(taught.values())))
            return self._reader

    def keep(self, piece: BoxPiece, flat: Image) -> TaughtPiece:
        """The piece looks like this, as seen from straight above and upright."""
        taught = teach(piece.id, piece.group, flat)
        with self._lock:
            pieces = self._loaded()
            try:
                make_folder(self._folder / self._name)
                write_atomically(self._file(piece.id), taught.to_bytes())
            except OSError as error:
                raise Refused("sight/not_saved", "sight_not_saved", {"reason": str(error)[:200]}) from error
            pieces[piece.id] = taught
            self._reader = None
        return taught

    def forget(self, piece: str | None) -> None:
        """One piece, or all of this box."""
        with self._lock:
            for name in [piece] if piece is not None else list(self._loaded()):
                if name in self._loaded():
                    try:
                        remove(self._file(name))
                    except OSError as error:
                        raise Refused("sight/not_saved", "sight_not_saved", {"reason": str(error)[:200]}) from error
                    del self._taught[name]
                    self._reader = None

    def picture(self, piece: str) -> bytes:
        with self._lock:
            taught = self._loaded().get(piece)
        if taught is None:
            raise Refused("sight/not_taught", "sight_not_taught", {"piece": piece[:60]})
        return picture_jpeg(taught.picture)

    def piece(self, name: str) -> BoxPiece:
        """A piece of the box by its id; refused for any other."""
        found = next((piece for piece in self.pieces() if piece.id == name), None)
        if found is None:
            raise Refused("sight/no_such_piece", "sight_no_such_piece", {"piece": name[:60]})
        return found

    def _file(self, piece: str) -> Path:
        return self._folder / self._name / f"{piece}{ENDING}"

    def _loaded(self) -> dict[str, TaughtPiece]:
        """Those of the box that is chosen now; read once for each box."""
        name, pieces = self._box()
        if name != self._name:
            self._name, self._reader = name, None
            self._taught = dict(self._read(pieces))
        return self._taught

    def _read(self, pieces: Sequence[BoxPiece]) -> list[tuple[str, TaughtPiece]]:
        found = []
        for piece in pieces:
            path = self._file(piece.id)
            try:
                found.append((piece.id, from_bytes(piece.id, piece.group, read_bytes(path, LARGEST))))
            except FileNotFoundError:
                continue
            except (OSError, ValueError) as error:
                # It is asked for again, like one that was never taught; the others are known.
                log.warning("%s cannot be used: %s", path.name, error)
        return found
