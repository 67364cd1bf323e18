"""Noticing in play that the camera, the tray or the light is no longer where it was at calibration."""

from __future__ import annotations

from math import hypot

from vision.arrays import Image
from vision.calibrate.marks import find_marks
from vision.calibrate.profile import Profile
from vision.calibrate.quality import Problem, measure

MOVED = 0.015  # of the picture's long side


def drift(profile: Profile, image: Image) -> tuple[Problem, ...]:
    """What has changed since calibration; none if nothing has."""
    found: list[Problem] = []
    height, width = image.shape[:2]
    if (width, height) != profile.picture:
        return ("other_size",)
    if profile.corners and _moved(profile, image):
        found.append("moved")
    if profile.quality is not None:
        now = measure(image)
        if not 0.55 < (now.brightness + 8) / (profile.quality.brightness + 8) < 1.8:
            found.append("other_light")
        if now.sharpness < 0.4 * profile.quality.sharpness:
            found.append("out_of_focus")
    return tuple(found)


def _moved(profile: Profile, image: Image) -> bool:
    limit = MOVED * max(image.shape[:2])
    marks = find_marks(image)
    away = [hypot(x - profile.corners[k][0], y - profile.corners[k][1]) for k, (x, y) in marks.items()]
    return len(away) >= 2 and sorted(away)[len(away) // 2] > limit
