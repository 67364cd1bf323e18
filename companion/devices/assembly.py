"""The devices of a table, chosen by the words of the command line, ready to be started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.devices.board import BoardCamera, board_camera
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


def assemble(camera: str, tray: str, names: Mapping[str, str], data: Path, board: str = "none") -> Devices:
    """`names` says which tag is which piece of the box: "tile-17" is "17", "card-3" is "aura_of_healing"."""
    troubles: list[str] = []
    photos, eye = _eyes(camera, names, data, troubles)
    hand = _hand(tray, names, data, eye)
    over_board = None
    try:
        over_board = board_camera(board)
    except CameraError as error:
        troubles.append(str(error))
    sources: tuple[Source | None, ...] = (photos, eye, hand)
    simulated = {"camera": eye is not None and eye.simulated, "tray": hand is not None and hand.simulated}
    return Devices(tuple(one for one in sources if one is not None), simulated, tuple(troubles), over_board)


def _eyes(camera: str, names: Mapping[str, str], data: Path, troubles: list[str]) -> tuple[Photos | None, Eye | None]:
    """What reads dice: photos of the tablets, and the camera if there is one."""
    try:
        reader = DiceReader()
    except Exception as error:  # noqa: BLE001 (whatever is wrong with the networks' files must not cost the evening)
        troubles.append(f"dice cannot be read, the networks are damaged: {type(error).__name__}: {error}")
        return None, None
    lessons = Lessons(data / "corrections", lambda taught: setattr(reader, "memory", taught))
    try:
        chosen = choose_camera(camera)
    except CameraError as error:
        troubles.append(str(error))
        chosen = None
    eye = make_eye(chosen, names, data, reader, lessons) if chosen is not None else None
    return Photos(reader, lessons), eye


def _hand(tray: str, names: Mapping[str, str], data: Path, eye: Eye | None) -> TraySource | None:
    if tray == "none":
        return None
    hand = TraySource(tray, names, data / "cards.json")
    if eye is not None and not eye.simulated:
        # A simulated camera does not see the light of any ring.
        hand.lights_camera = True
        eye.light_by(hand)
    return hand


def make_eye(camera: Camera, names: Mapping[str, str], data: Path, reader: DiceReader, lessons: Lessons) -> Eye:
    """A camera with everything that reads its pictures."""
    profiles = ProfileStore(data / "cameras")
    profile = profiles.load(camera.name)
    watcher = RollWatcher(reader, profile.tray if profile else None, PictureStore(data / "camera", most=20))
    thrower = camera if isinstance(camera, RenderedCamera) else None
    return Eye(camera, watcher, VotingTags(), names, profiles, thrower, lessons)


class VotingTags:
    """Tags of one frame after the other that may be believed; those of other boxes too, so that it can be said."""

    def __init__(self) -> None:
        self._votes = TagVotes()

    def __call__(self, image: Image) -> tuple[TagSeen, ...]:
        return self._votes.feed(read_tags(image))
