"""Setting the camera up: where the corners of the tray are, and what is wrong with the picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.devices.live import Live, pack
from companion.table.problems import TableRefusal
from vision.arrays import Image
from vision.calibrate.drift import drift
from vision.calibrate.flat import flatten
from vision.calibrate.marks import find_tray
from vision.calibrate.profile import Profile, ProfileStore, check_corners
from vision.calibrate.session import CalibrationSession
from vision.roll.watcher import Tray

Places = tuple[tuple[float, float], ...]


class Corners:
    """One camera's corners, kept in its profile; `use` hands them to whoever reads the pictures."""

    def __init__(self, camera: str, live: Live, profiles: ProfileStore, use: Callable[[Tray], None]) -> None:
        self._camera = camera
        self._live = live
        self._profiles = profiles
        self._use = use
        self._profile = profiles.load(camera)

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
        sizes = self._profile.die_sizes if self._profile and self._profile.picture == learned.picture else ()
        profile = Profile(learned.camera, learned.picture, wanted or (), sizes, learned.exposure, learned.quality)
        try:
            self._profiles.save(profile)
        except OSError as error:
            raise TableRefusal("camera/not_saved", "not_saved", {"reason": str(error)}) from error
        self._profile = profile
        self._use(profile.tray)

    def _session(self, image: Image, places: Places) -> CalibrationSession:
        session = CalibrationSession(self._camera, image)
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
