"""The devices of a table, chosen by the words of the command line, ready to be started."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.devices.board import BoardCamera, board_camera
from companion.devices.corners import known_tray
from companion.devices.eye import Eye
from companion.devices.hand import TraySource
from companion.devices.lessons import Lessons
from companion.devices.photos import Photos
from companion.table.sources import Source
from vision.arrays import Image
from vision.calibrate.profile import ProfileStore
from vision.cameras.base import Camera, CameraError
from vision.cameras.choose import choose_camera
from vision.cameras.rendered import RenderedCamera
from vision.dice.reader import DiceReader
from vision.roll.pictures import PictureStore
from vision.roll.watcher import RollWatcher
from vision.tags.reader import read_tags
from vision.tags.seen import TagSeen
from vision.tags.votes import TagVotes


@dataclass(frozen=True, slots=True)
class Devices:
    """The sources, which of them are simulated, and what could not be had (the rest plays all the same)."""

    sources: tuple[Source, ...]
    simulated: Mapping[str, bool]
    troubles: tuple[str, ...] = ()
    board: BoardCamera | None = None
    # An eye with another camera, by the word of the command line; None where dice cannot be read at all.
    make_eye: Callable[[str], Eye] | None = None


def assemble(camera: str, tray: str, names: Mapping[str, str], data: Path, board: str = "none") -> Devices:
    """`names` says which tag is which piece of the box: "tile-17" is "17", "card-3" is "aura_of_healing"."""
    troubles: list[str] = []
    hand = TraySource(tray, names, data / "cards.json") if tray != "none" else None
    photos, look = _eyes(names, data, hand, troubles)
    eye = None
    over_board = None
    try:
        eye = look(camera) if look is not None and camera != "none" else None
    except CameraError as error:
        troubles.append(str(error))
    try:
        over_board = board_camera(board)
    except CameraError as error:
        troubles.append(str(error))
    sources: tuple[Source | None, ...] = (photos, eye, hand)
    simulated = {"camera": eye is not None and eye.simulated, "tray": hand is not None and hand.simulated}
    return Devices(tuple(one for one in sources if one is not None), simulated, tuple(troubles), over_board, look)


def _eyes(
    names: Mapping[str, str], data: Path, hand: TraySource | None, troubles: list[str]
) -> tuple[Photos | None, Callable[[str], Eye] | None]:
    """What reads dice: photos of the tablets, and a way to look through a camera."""
    try:
        reader = DiceReader()
    except Exception as error:  # noqa: BLE001 (whatever is wrong with the networks' files must not cost the evening)
        troubles.append(f"dice cannot be read, the networks are damaged: {type(error).__name__}: {error}")
        return None, None
    lessons = Lessons(data / "corrections", lambda taught: setattr(reader, "memory", taught))

    def look(word: str) -> Eye:
        camera = choose_camera(word)
        if camera is None:
            raise CameraError(f"{word!r} is no camera")
        eye = make_eye(camera, names, data, reader, lessons)
        if hand is not None:
            # A simulated camera does not see the light of any ring.
            hand.lights_camera = not eye.simulated
            if not eye.simulated:
                eye.light_by(hand)
        return eye

    return Photos(reader, lessons), look


def make_eye(camera: Camera, names: Mapping[str, str], data: Path, reader: DiceReader, lessons: Lessons) -> Eye:
    """A camera with everything that reads its pictures."""
    profiles = ProfileStore(data / "cameras")
    tray = known_tray(camera, profiles.load(camera.name))
    watcher = RollWatcher(reader, tray, PictureStore(data / "camera", most=20))
    thrower = camera if isinstance(camera, RenderedCamera) else None
    return Eye(camera, watcher, VotingTags(), names, profiles, thrower, lessons)


class VotingTags:
    """Tags of one frame after the other that may be believed; those of other boxes too, so that it can be said."""

    def __init__(self) -> None:
        self._votes = TagVotes()

    def __call__(self, image: Image) -> tuple[TagSeen, ...]:
        return self._votes.feed(read_tags(image))
