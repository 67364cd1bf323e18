"""The devices of a table, built from the words of the command line and ready to be started."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from companion.data_folder import CAMERAS, CORRECTIONS, STICKERS
from companion.devices.board_check import BoardCamera, choose_board_camera
from companion.devices.camera_setup import ProfileStore, known_calibration
from companion.devices.camera_source import CameraSource
from companion.devices.home_learning import HomeLearner
from companion.devices.photo_source import PhotoSource
from companion.devices.tablet_camera import TABLET, TabletCamera
from companion.devices.tag_scanning import TagVoting
from companion.devices.tray.check import CheckFinding
from companion.devices.tray_source import TraySource
from companion.protocol.devices import PieceKind
from companion.protocol.readings import Source
from vision.cameras.base import Camera, CameraError
from vision.cameras.choose import choose_camera, pi_camera_fault
from vision.dice.reader import DiceReader
from vision.roll.watcher import RollWatcher

log = logging.getLogger(__name__)

T = TypeVar("T")
MakeCameraSource = Callable[[str], CameraSource]


@dataclass(frozen=True, slots=True)
class Devices:
    """The sources, which of them are simulated, and why others could not be built."""

    sources: tuple[Source, ...]
    simulated: Mapping[str, bool]
    # The game is played without what is missing; the devices page says why it is.
    faults: tuple[CheckFinding, ...] = ()
    board: BoardCamera | None = None
    # Makes the source for another camera, by its word; None where dice cannot be read at all.
    make_camera_source: MakeCameraSource | None = None
    # Filled by whichever tablet is the eye; chosen like any other camera.
    tablet: TabletCamera | None = None


def build_devices(
    camera: str,
    tray: str,
    names: Mapping[str, str],
    data: Path,
    board: str = "none",
    kind_of: Callable[[str], PieceKind] = lambda tag: "unknown",
) -> Devices:
    """`names` says which tag is which piece of the box: "tile-17" is "17", "card-3" is "aura_of_healing".

    `kind_of` says of what kind it is: "tile", "gift".
    """
    faults: list[CheckFinding] = []
    tray_source = _optional("tray", faults, lambda: _tray_source(tray, names, data, kind_of))
    tablet = TabletCamera()
    photo_source, make = _dice_sources(names, data, tray_source, tablet, faults)
    camera_source = _optional("camera", faults, lambda: make(camera) if make is not None and camera != "none" else None)
    board_camera = _optional("board_camera", faults, lambda: choose_board_camera(board))
    if camera == "auto" and (fault := pi_camera_fault()):
        faults.append(device_fault("camera", fault))
    sources: tuple[Source | None, ...] = (photo_source, camera_source, tray_source)
    simulated = {
        "camera": camera_source is not None and camera_source.simulated,
        "tray": tray_source is not None and tray_source.simulated,
    }
    found = tuple(one for one in sources if one is not None)
    return Devices(found, simulated, tuple(faults), board_camera, make, tablet if make is not None else None)


def device_fault(part: str, reason: str) -> CheckFinding:
    do = "The game goes on without it."
    return CheckFinding(part, "fail", f"cannot be used: {reason}", do, "device_fault", {"reason": reason})


def _optional(part: str, faults: list[CheckFinding], make: Callable[[], T | None]) -> T | None:
    """The device, or None and a fault: whatever is wrong with one device must not cost the evening."""
    try:
        return make()
    except CameraError as error:
        faults.append(device_fault(part, str(error)))
    except Exception as error:
        log.exception("the %s cannot be used", part)
        faults.append(device_fault(part, f"{type(error).__name__}: {error}"))
    return None


def _tray_source(
    tray: str, names: Mapping[str, str], data: Path, kind_of: Callable[[str], PieceKind]
) -> TraySource | None:
    return TraySource(tray, names, data / STICKERS, kind_of=kind_of) if tray != "none" else None


def _dice_sources(
    names: Mapping[str, str],
    data: Path,
    tray_source: TraySource | None,
    tablet: TabletCamera,
    faults: list[CheckFinding],
) -> tuple[PhotoSource | None, MakeCameraSource | None]:
    """What reads dice: photos of the tablets, and a way to make a source of a camera."""
    reader = _optional("dice", faults, DiceReader)
    if reader is None:
        return None, None
    learner = HomeLearner(data / CORRECTIONS, lambda learned: setattr(reader, "home", learned))

    def make(word: str) -> CameraSource:
        camera = tablet if word == TABLET else choose_camera(word)
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
    camera: Camera, names: Mapping[str, str], data: Path, reader: DiceReader, learner: HomeLearner
) -> CameraSource:
    """A camera with everything that reads its frames."""
    profiles = ProfileStore(data / CAMERAS)
    watcher = RollWatcher(reader, known_calibration(camera, profiles.load(camera.name)))
    return CameraSource(camera, watcher, TagVoting(), names, profiles, learner)
