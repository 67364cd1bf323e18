"""The devices of a table, built from the words of the command line and ready to be started."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.devices.board_check import BoardCamera, choose_board_camera
from companion.devices.camera_setup import ProfileStore, known_calibration
from companion.devices.camera_source import CameraSource
from companion.devices.corrections import CorrectionLearner
from companion.devices.photo_source import PhotoSource
from companion.devices.tag_scanning import TagVoting
from companion.devices.tray_source import TraySource
from companion.protocol.readings import Source
from vision.cameras.base import Camera, CameraError
from vision.cameras.choose import choose_camera
from vision.dice.reader import DiceReader
from vision.roll.watcher import RollWatcher

MakeCameraSource = Callable[[str], CameraSource]


@dataclass(frozen=True, slots=True)
class Devices:
    """The sources, which of them are simulated, and the errors of those that could not be built."""

    sources: tuple[Source, ...]
    simulated: Mapping[str, bool]
    # For people. The game is played without what is missing.
    errors: tuple[str, ...] = ()
    board: BoardCamera | None = None
    # Makes the source for another camera, by its word; None where dice cannot be read at all.
    make_camera_source: MakeCameraSource | None = None


def build_devices(camera: str, tray: str, names: Mapping[str, str], data: Path, board: str = "none") -> Devices:
    """`names` says which tag is which piece of the box: "tile-17" is "17", "card-3" is "aura_of_healing"."""
    errors: list[str] = []
    tray_source = TraySource(tray, names, data / "cards.json") if tray != "none" else None
    photo_source, make = _dice_sources(names, data, tray_source, errors)
    camera_source = None
    board_camera = None
    try:
        camera_source = make(camera) if make is not None and camera != "none" else None
    except CameraError as error:
        errors.append(str(error))
    try:
        board_camera = choose_board_camera(board)
    except CameraError as error:
        errors.append(str(error))
    sources: tuple[Source | None, ...] = (photo_source, camera_source, tray_source)
    simulated = {
        "camera": camera_source is not None and camera_source.simulated,
        "tray": tray_source is not None and tray_source.simulated,
    }
    return Devices(tuple(one for one in sources if one is not None), simulated, tuple(errors), board_camera, make)


def _dice_sources(
    names: Mapping[str, str], data: Path, tray_source: TraySource | None, errors: list[str]
) -> tuple[PhotoSource | None, MakeCameraSource | None]:
    """What reads dice: photos of the tablets, and a way to make a source of a camera."""
    try:
        reader = DiceReader()
    except Exception as error:  # noqa: BLE001 (whatever is wrong with the networks' files must not cost the evening)
        errors.append(f"dice cannot be read, the networks are damaged: {type(error).__name__}: {error}")
        return None, None
    learner = CorrectionLearner(data / "corrections", lambda learned: setattr(reader, "prototypes", learned))

    def make(word: str) -> CameraSource:
        camera = choose_camera(word)
        if camera is None:
            raise CameraError(f"{word!r} is no camera")
        source = _camera_source(camera, names, data, reader, learner)
        if tray_source is not None:
            # A simulated camera does not see the light of any ring.
            tray_source.lights_camera = not source.simulated
            if not source.simulated:
                source.light_by(tray_source)
        return source

    return PhotoSource(reader, learner), make


def _camera_source(
    camera: Camera, names: Mapping[str, str], data: Path, reader: DiceReader, learner: CorrectionLearner
) -> CameraSource:
    """A camera with everything that reads its frames."""
    profiles = ProfileStore(data / "cameras")
    watcher = RollWatcher(reader, known_calibration(camera, profiles.load(camera.name)))
    return CameraSource(camera, watcher, TagVoting(), names, profiles, learner)
