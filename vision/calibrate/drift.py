"""Noticing in play that the camera, the tray or the light is no longer where it was at calibration."""

from __future__ import annotations

from math import hypot

from vision.arrays import Image
from vision.calibrate.marks import find_marks
from vision.calibrate.profile import Profile
from vision.calibrate.quality import measure

MOVED = 0.015  # of the picture's long side


def drift(profile: Profile, image: Image) -> tuple[str, ...]:
    """What has changed since calibration, in sentences for people; none if nothing has."""
    found = []
    height, width = image.shape[:2]
    if (width, height) != profile.picture:
        return ("The camera now gives pictures of another size: set it up again.",)
    if profile.corners and _moved(profile, image):
        found.append("The camera or the tray has been moved: set the corners again.")
    if profile.quality is not None:
        now = measure(image)
        if not 0.55 < (now.brightness + 8) / (profile.quality.brightness + 8) < 1.8:
            found.append("The light has changed a lot since the camera was set up.")
        if now.sharpness < 0.4 * profile.quality.sharpness:
            found.append("The picture has become blurred: is the lens clean and in focus?")
    return tuple(found)


def _moved(profile: Profile, image: Image) -> bool:
    limit = MOVED * max(image.shape[:2])
    marks = find_marks(image)
    away = [hypot(x - profile.corners[k][0], y - profile.corners[k][1]) for k, (x, y) in marks.items()]
    return len(away) >= 2 and sorted(away)[len(away) // 2] > limit
