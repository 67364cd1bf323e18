"""Setting up a camera over its tray: its corners, what is wrong with its image, and what rolls have taught since."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.devices.dice_readings import to_jpeg
from companion.devices.live_image import LiveImage
from companion.devices.tablet_camera import TABLET, TabletCamera
from companion.files import read_text, write_atomically
from companion.protocol.camera import CameraSetupJson, FoundCameraJson
from companion.protocol.refusal import Refused
from vision.calibrate.corners import TrayCorners, check_corners, find_corners, seen_from_above
from vision.calibrate.profile import CameraProfile
from vision.calibrate.quality import BLURRED, measure, setup_problems
from vision.cameras.base import (
    Camera,
    CameraError,
    CameraSettings,
    Focuses,
    LooksDown,
    ReportsSeenPart,
    ReportsSettings,
)
from vision.cameras.choose import FoundCamera, choose_camera, find_cameras
from vision.dice.reading import DiceReading
from vision.images import Image
from vision.roll.tray import TrayCalibration, size_of

log = logging.getLogger(__name__)


class ProfileStore:
    """One file per camera in a folder. A broken file counts as none: the camera is set up again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def save(self, profile: CameraProfile) -> None:
        write_atomically(self._file(profile.camera), profile.to_text())

    def load(self, camera: str) -> CameraProfile | None:
        try:
            return CameraProfile.from_text(read_text(self._file(camera)))
        except (OSError, ValueError):
            return None

    def _file(self, camera: str) -> Path:
        return self._folder / (re.sub(r"[^A-Za-z0-9]+", "-", camera).strip("-").lower()[:80] + ".json")


def known_calibration(camera: Camera, profile: CameraProfile | None) -> TrayCalibration:
    """What is known of the tray. A simulated camera that looks straight down need not learn how flat dice look."""
    calibration = profile.calibration if profile is not None else TrayCalibration()
    looks_down = isinstance(camera, LooksDown) and camera.looks_down
    return replace(calibration, flatness_known=calibration.flatness_known or looks_down)


def is_cropped(camera: Camera) -> bool:
    """Whether the camera shows less than its lens does. Then the table of camera heights does not hold for it."""
    seen = camera.seen_part() if isinstance(camera, ReportsSeenPart) else None
    return seen is not None and not seen.whole


class CameraSetup:
    """Keeps the profile of one camera. `use` hands a new calibration to whoever reads the frames."""

    def __init__(
        self, camera: Camera, live: LiveImage, profiles: ProfileStore, use: Callable[[TrayCalibration], None]
    ) -> None:
        self._camera = camera
        self._live = live
        self._profiles = profiles
        self._use = use
        self._lock = threading.Lock()  # rolls teach in the watching thread, tablets save in theirs
        self._profile = profiles.load(camera.name)
        if self._profile is not None:
            self._hold(self._profile.settings)

    def advice(self, wanted: TrayCorners) -> CameraSetupJson:
        """What is wrong now, with the corners as they are dragged, or as they are saved, or as the marks say."""
        image = self._live.image()
        if wanted:
            _must_fit(wanted, image)
        # Corners in images of another size mean nothing here; `drift` reports that.
        fits = self._profile is not None and self._profile.image_size == size_of(image)
        saved = self._profile.corners if self._profile is not None and fits else ()
        marks = find_corners(image)
        reading = self._live.watched.reading if self._live.watched else None
        problems = list(setup_problems(image, wanted or saved or marks, reading))
        problems += ["cropped"] if is_cropped(self._camera) else []
        problems += ["focus_not_kept"] if saved and not self._focus_kept() else []
        if self._profile is not None and (not wanted or wanted == saved):
            problems += [problem for problem in self._profile.drift(image) if problem not in problems]
        sizes = sorted(die.size for die in reading.dice) if reading else []
        return {
            "size": list(size_of(image)),
            "saved": _listed(saved),
            "marks": _listed(marks),
            "problems": list(problems),
            "sharpness": round(measure(image).sharpness),
            "sharp_from": round(BLURRED),
            "die": round(sizes[len(sizes) // 2]) if sizes else None,
        }

    def _focus_kept(self) -> bool:
        """False for a camera that was set up before its lens was held, or while it found no focus."""
        settings = self._profile.settings if self._profile is not None else None
        moves = isinstance(self._camera, Focuses) and self._camera.focuses()
        return not moves or (settings is not None and settings.lens is not None)

    def from_above(self, wanted: TrayCorners) -> bytes:
        """The tray between these corners as seen from straight above, as JPEG."""
        image = self._live.image()
        _must_fit(wanted, image)
        return to_jpeg(seen_from_above(image, wanted))

    def save(self, wanted: TrayCorners) -> None:
        """Keeps the corners for this camera. None given: they are forgotten, and the whole image is the tray again."""
        image = self._live.image()
        if wanted:
            _must_fit(wanted, image)
        # From here on the image shall change only when the table does.
        settings = self._chosen() if wanted else None
        with self._lock:
            profile = replace(self._profile_for(image), corners=wanted, settings=settings, quality=measure(image))
            try:
                self._profiles.save(profile)
            except OSError as error:
                raise Refused("camera/not_saved", "not_saved", {"reason": str(error)}) from error
            self._profile = profile
        self._hold(settings)
        self._use(known_calibration(self._camera, profile))

    def _chosen(self) -> CameraSettings | None:
        """What the camera has chosen by itself, if it can say so."""
        if not isinstance(self._camera, ReportsSettings):
            return None
        try:
            return self._camera.chosen()
        except CameraError as error:
            facts = {"camera": self._camera.name, "reason": str(error)}
            raise Refused("camera/no_picture", "camera_silent", facts) from error

    def _hold(self, settings: CameraSettings | None) -> None:
        try:
            self._camera.hold(settings)
        except CameraError as error:  # it will be opened again, and gets them then
            log.warning("%s", error)

    def learn(self, roll: DiceReading, image: Image) -> TrayCalibration:
        """What a roll teaches: the size of the dice here, and how they look when they lie flat."""
        with self._lock:
            self._profile = profile = self._profile_for(image).with_dice(roll.dice)
            try:
                self._profiles.save(profile)
            except OSError as error:  # it is known until the service stops, and learned again after that
                log.warning("what the dice have taught about %s cannot be kept: %s", self._camera.name, error)
        return known_calibration(self._camera, profile)

    def _profile_for(self, image: Image) -> CameraProfile:
        """The profile, or a new one: what was learned from images of another size means nothing for this one."""
        if self._profile is not None and self._profile.image_size == size_of(image):
            return self._profile
        return CameraProfile(self._camera.name, size_of(image))


def _must_fit(corners: TrayCorners, image: Image) -> None:
    try:
        check_corners(corners, size_of(image))
    except ValueError as error:
        raise Refused("camera/bad_corners", "bad_corners") from error


def _listed(corners: TrayCorners) -> list[list[float]] | None:
    return [[round(x, 1), round(y, 1)] for x, y in corners] or None


def found_cameras(used: str | None, tablet: TabletCamera | None) -> list[FoundCameraJson]:
    """Every camera that could be used, by the word to choose it; `used` is the name of the one that is used now."""
    found = [*find_cameras(), *([FoundCamera(TABLET, tablet.name, tablet.real)] if tablet is not None else [])]
    return [{"id": one.word, "name": one.name, "real": one.real, "used": one.name == used} for one in found]


def must_give_image(word: str, tablet: TabletCamera | None) -> None:
    """Opens a camera, by its word, for one image; refused with the reason if none comes."""
    camera: Camera | None = tablet if word == TABLET else None
    try:
        camera = camera or choose_camera(word)
        if camera is not None:
            camera.grab()
    except CameraError as error:
        name = camera.name if camera is not None else word
        raise Refused("camera/no_picture", "camera_silent", {"camera": name, "reason": str(error)}) from error
    finally:
        if camera is not None:
            camera.close()
