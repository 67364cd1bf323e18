"""The devices of a table, chosen by the words of the command line, ready to be started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.devices.eye import Eye
from companion.devices.hand import TraySource
from companion.devices.lessons import Lessons
from companion.table.sources import Source
from vision.arrays import Image
from vision.calibrate.profile import ProfileStore
from vision.cameras.base import Camera, CameraError
from vision.cameras.choose import choose_camera
from vision.cameras.rendered import RenderedCamera
from vision.dice.reader import DiceReader
from vision.roll.pictures import PictureStore
from vision.roll.watcher import RollWatcher
from vision.tags.grammar import Tag, from_id
from vision.tags.reader import read_tags
from vision.tags.seen import TagSeen
from vision.tags.votes import TagVotes


@dataclass(frozen=True, slots=True)
class Devices:
    """The sources, which of them are simulated, and what could not be had (the rest plays all the same)."""

    sources: tuple[Source, ...]
    simulated: Mapping[str, bool]
    troubles: tuple[str, ...] = ()


def assemble(camera: str, tray: str, names: Mapping[str, str], data: Path) -> Devices:
    """`names` says which tag is which piece of the box: "tile-17" is "17", "card-3" is "aura_of_healing"."""
    sources: list[Source] = []
    troubles: list[str] = []
    simulated = {"camera": False, "tray": False}
    try:
        chosen = choose_camera(camera)
        if chosen is not None:
            sources.append(make_eye(chosen, names, data))
            simulated["camera"] = not chosen.real
    except CameraError as error:
        troubles.append(str(error))
    if tray != "none":
        source = TraySource(tray, names, data / "cards.json")
        sources.append(source)
        simulated["tray"] = source.simulated
    return Devices(tuple(sources), simulated, tuple(troubles))


def make_eye(camera: Camera, names: Mapping[str, str], data: Path) -> Eye:
    """A camera with everything that reads its pictures."""
    profile = ProfileStore(data / "cameras").load(camera.name)
    reader = DiceReader()
    watcher = RollWatcher(reader, profile.tray if profile else None, PictureStore(data / "camera", most=20))
    known = frozenset(from_id(name) for name in names)
    thrower = camera if isinstance(camera, RenderedCamera) else None
    lessons = Lessons(data / "corrections", lambda taught: setattr(reader, "memory", taught))
    return Eye(camera, watcher, VotingTags(known), names, thrower, lessons)


class VotingTags:
    """Tags of one frame after the other that may be believed."""

    def __init__(self, known: frozenset[Tag]) -> None:
        self._known = known
        self._votes = TagVotes()

    def __call__(self, image: Image) -> tuple[TagSeen, ...]:
        return self._votes.feed(read_tags(image, self._known))
