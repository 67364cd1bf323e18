"""Pictures that players upload: unpacked apart from the service, and one at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from companion.protocol.refusal import Refused
from vision.decoding import ImageDecoder
from vision.images import Image, NotAnImage

MOST_BYTES = 20_000_000
# Somebody else's picture is read within this time, or the sender is asked to try again.
PATIENCE_S = 8.0


class UploadedImages:
    """One image is in memory at a time, until whoever asked for it has read it: it may be 200 MB large."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._patience_s = patience_s
        self._turn = threading.Lock()
        self.decoder = ImageDecoder()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Only one large image is read at a time, wherever it comes from; a refusal if that takes too long."""
        if not self._turn.acquire(timeout=self._patience_s):
            raise Refused("server/busy", "busy")
        try:
            yield
        finally:
            self._turn.release()

    @contextmanager
    def image(self, photo: bytes, full: bool = False) -> Iterator[Image]:
        """The image in a file, upright as its camera says; a refusal for anything else."""
        with self.turn():
            yield self._decoded(photo, full)

    def _decoded(self, photo: bytes, full: bool) -> Image:
        try:
            return self.decoder.decode_full(photo) if full else self.decoder.decode(photo)
        except NotAnImage as error:
            raise Refused("table/bad_picture", "bad_picture", {"reason": str(error)}) from error

    def close(self) -> None:
        self.decoder.close()
