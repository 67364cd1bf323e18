"""Teaching the box: one look after the other at the piece that was asked for, until its picture is taken."""

from __future__ import annotations

import threading

import numpy as np

from companion.devices.camera_source import CameraSource
from companion.devices.card_titles import CardTitles, TitleWatch
from companion.devices.taught_pieces import TaughtPieces
from companion.devices.witnesses import known_piece
from companion.protocol.refusal import Refused
from companion.protocol.sight import BoxPiece, KnownAnswer, SightAnswer, TeachAnswer, TeachTrouble
from vision.cameras.base import Frame
from vision.images import Image
from vision.pieces.knowing import is_plain
from vision.pieces.shape import check_shape
from vision.pieces.shutter import Shutter, ShutterLook
from vision.pieces.taught import TaughtPiece, look_alike
from vision.roll.tray import size_of
from vision.tags.reader import read_tags


class Teaching:
    """The walk through the box. Every tablet may look; there is one shutter."""

    def __init__(self, taught: TaughtPieces, titles: CardTitles) -> None:
        self._taught = taught
        self._titles = titles
        self._watch = TitleWatch(titles)
        self._lock = threading.Lock()
        self._shutter = Shutter()
        self._wanted = ""
        self._number = 0
        self._last: ShutterLook | None = None

    def to_json(self, camera: CameraSource | None) -> SightAnswer:
        known = self._taught.known()
        return {
            "ok": True,
            "pieces": [
                {
                    "id": piece.id,
                    "name": piece.name,
                    "kind": piece.kind,
                    "sort": piece.sort,
                    "openings": piece.openings,
                    "taught": piece.id in known,
                }
                for piece in self._taught.pieces()
            ],
            "camera": camera is not None,
            "simulated": camera is not None and camera.simulated,
            "titles": self._titles.ready,
        }

    def look(self, camera: CameraSource, wanted: str, now: bool, lay: str | None) -> TeachAnswer:
        """One look at the newest frame; the picture is taken when the piece has lain still long enough, or at once."""
        piece = self._taught.piece(wanted)
        if lay is not None:
            camera.lay_piece(self._taught.piece(lay))
        camera.hold_for_teaching()
        frame = camera.live.frame()
        if frame is None:
            raise Refused("camera/no_picture", "no_picture_now")
        with self._lock:
            look, flat = self._look(frame, wanted, now)
            if flat is None:
                trouble: TeachTrouble | None = "not_whole" if now else None
                return _answer(piece, frame, look, trouble=trouble)
            self._wanted = ""  # the next look begins anew, whatever it is about
            return self._keep(piece, frame, look, flat)

    def try_out(self, camera: CameraSource) -> KnownAnswer:
        """What lies under the camera now. Nothing comes of it: the game hears nothing meanwhile."""
        camera.hold_for_teaching()
        image = camera.live.image()
        known = known_piece(image, self._taught, read_tags(image), self._watch.see(image))
        return {"ok": True, "size": list(size_of(image)), **known}

    def _look(self, frame: Frame, wanted: str, now: bool) -> tuple[ShutterLook, Image | None]:
        if wanted != self._wanted:
            self._shutter, self._wanted, self._last = Shutter(), wanted, None
        if self._last is None or frame.number != self._number:
            self._number = frame.number
            self._last = self._shutter.look(frame.image, frame.taken)
        return self._last, self._shutter.take_now(frame.image) if now else self._last.flat

    def _keep(self, piece: BoxPiece, frame: Frame, look: ShutterLook, flat: Image) -> TeachAnswer:
        shape, turn = check_shape(flat, piece.openings) if piece.openings else ("unclear", 0)
        other = self._other(frame.image, piece)
        if other:
            return _answer(piece, frame, look, trouble="same", other=other)
        if shape == "contradicts":
            return _answer(piece, frame, look, trouble="wrong_shape", agrees=False)
        # Kept upright: as its openings are in the list.
        kept = self._taught.keep(piece, np.ascontiguousarray(np.rot90(flat, turn // 90)))
        answer = _answer(piece, frame, look, taken=True, agrees=True if shape == "agrees" else None)
        return {**answer, "twins": self._twins(kept), "plain": is_plain(kept)}

    def _other(self, image: Image, piece: BoxPiece) -> str:
        """A piece that was taught already and lies there instead; one that is the same to the game does not count."""
        groups = {one.id: one.group for one in self._taught.pieces()}
        reading = self._taught.reader().read(image)
        known = [name for name in reading.ids if name != piece.id]
        if reading.level != "sure" or piece.id in reading.ids or not known:
            return ""
        return known[0] if groups.get(known[0]) != piece.group or reading.alike > _SAME_PIECE else ""

    def _twins(self, kept: TaughtPiece) -> list[str]:
        """Others of its group that look like it: one answer with all their names."""
        others = self._taught.reader().box.pieces
        return sorted(
            one.id for one in others if one.id != kept.id and one.group == kept.group and look_alike(kept, one)
        )


_SAME_PIECE = 0.9  # a tile of the same kind and shape that looks this much like it is that very tile


def _answer(
    piece: BoxPiece,
    frame: Frame,
    look: ShutterLook,
    taken: bool = False,
    trouble: TeachTrouble | None = None,
    other: str = "",
    agrees: bool | None = None,
) -> TeachAnswer:
    return {
        "ok": True,
        "piece": piece.id,
        "outline": [[round(x, 1), round(y, 1)] for x, y in look.outline],
        "size": list(size_of(frame.image)),
        "alone": look.alone,
        "sharp": look.sharp,
        "still": look.still,
        "no_glare": look.no_glare,
        "light": look.light,
        "progress": round(look.progress, 3),
        "taken": taken,
        "trouble": trouble,
        "other": other,
        "shape_agrees": agrees,
        "twins": [],
        "plain": False,
    }
