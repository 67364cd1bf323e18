"""What is known of one camera over its tray: its corners, what is wrong with its picture, what rolls have taught."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.devices.live import Live, pack
from companion.table.problems import TableRefusal
from vision.arrays import Image
from vision.calibrate.drift import drift
from vision.calibrate.flat import flatten
from vision.calibrate.marks import find_tray
from vision.calibrate.profile import Profile, ProfileStore, check_corners
from vision.calibrate.session import CalibrationSession
from vision.cameras.base import Camera, Chooses, LooksDown
from vision.reading import Reading
from vision.roll.watcher import Tray

log = logging.getLogger(__name__)

Places = tuple[tuple[float, float], ...]


def known_tray(camera: Camera, profile: Profile | None) -> Tray:
    """What is known of the tray; of a simulated camera that looks straight down nothing has to be learned for that."""
    tray = profile.tray if profile is not None else Tray()
    looks_down = isinstance(camera, LooksDown) and camera.looks_down
    return replace(tray, acquainted=tray.acquainted or looks_down)


class Corners:
    """One camera's corners, kept in its profile; `use` hands them to whoever reads the pictures."""

    def __init__(self, camera: Camera, live: Live, profiles: ProfileStore, use: Callable[[Tray], None]) -> None:
        self._camera = camera
        self._live = live
        self._profiles = profiles
        self._use = use
        self._lock = threading.Lock()  # rolls teach in the eye's thread, tablets save in theirs
        self._profile = profiles.load(camera.name)
        if self._profile is not None:
            camera.hold(self._profile.exposure)

    def advice(self, wanted: Places | None) -> dict[str, Any]:
        """What is wrong now, with the corners as they are dragged, or as they are saved, or as the marks say."""
        image = self._live.image()
        # Corners of pictures of another size mean nothing here; the drift says so.
        fits = self._profile is not None and self._profile.picture == (image.shape[1], image.shape[0])
        saved = self._profile.corners if self._profile is not None and fits else ()
        session = self._session(image, wanted or saved)
        reading = self._live.glance.reading if self._live.glance else None
        problems = list(session.look(image, reading).problems)
        if self._profile is not None and (not wanted or wanted == saved):
            problems += [problem for problem in drift(self._profile, image) if problem not in problems]
        sizes = sorted(die.size for die in reading.dice) if reading else []
        return {
            "size": [image.shape[1], image.shape[0]],
            "saved": _listed(saved),
            "marks": _listed(find_tray(image) or ()),
            "problems": problems,
            "die": round(sizes[len(sizes) // 2]) if sizes else None,
        }

    def flat(self, wanted: Places) -> bytes:
        """The tray between these corners as the reader would see it from above, as JPEG."""
        image = self._live.image()
        _must_fit(wanted, image)
        return pack(flatten(image, wanted))

    def save(self, wanted: Places | None) -> None:
        """Keeps the corners for this camera; None forgets them, and the whole picture counts again."""
        image = self._live.image()
        learned = self._session(image, wanted or ()).look(image).profile
        # From here on the picture shall change only when the table does.
        exposure = self._camera.chosen() if wanted and isinstance(self._camera, Chooses) else None
        with self._lock:
            profile = replace(self._known(image), corners=wanted or (), exposure=exposure, quality=learned.quality)
            try:
                self._profiles.save(profile)
            except OSError as error:
                raise TableRefusal("camera/not_saved", "not_saved", {"reason": str(error)}) from error
            self._profile = profile
        self._camera.hold(exposure)
        self._use(known_tray(self._camera, profile))

    def learned(self, roll: Reading, image: Image) -> Tray:
        """What a roll teaches: the size of the dice here, and how they look when they lie flat."""
        with self._lock:
            self._profile = profile = self._known(image).with_dice(roll.dice)
            try:
                self._profiles.save(profile)
            except OSError as error:  # it is known until the service stops, and learned again after that
                log.warning("what the dice have taught about %s cannot be kept: %s", self._camera.name, error)
        return known_tray(self._camera, profile)

    def _known(self, image: Image) -> Profile:
        """The profile, or a new one: what was learned from pictures of another size means nothing for this one."""
        size = (image.shape[1], image.shape[0])
        fits = self._profile is not None and self._profile.picture == size
        return self._profile if self._profile is not None and fits else Profile(self._camera.name, size)

    def _session(self, image: Image, places: Places) -> CalibrationSession:
        session = CalibrationSession(self._camera.name, image)
        if places:
            _must_fit(places, image)
            session.drag(places)
        return session


def _must_fit(places: Places, image: Image) -> None:
    try:
        check_corners(places, (image.shape[1], image.shape[0]))
    except ValueError as error:
        raise TableRefusal("camera/bad_corners", "bad_corners") from error


def _listed(places: Places) -> list[list[float]] | None:
    return [[round(x, 1), round(y, 1)] for x, y in places] or None
