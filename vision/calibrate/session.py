"""Setting a camera up step by step: each picture says what is still wrong."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.arrays import Image
from vision.calibrate.flat import flatten
from vision.calibrate.marks import find_tray
from vision.calibrate.profile import Profile
from vision.calibrate.quality import Problem, dice_problem, measure, shaded_side, size_problem
from vision.cameras.base import Exposure
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Advice:
    """After each picture: what is wrong now, and the profile as it would be saved."""

    problems: tuple[Problem, ...]
    profile: Profile

    @property
    def ready(self) -> bool:
        return not self.problems


class CalibrationSession:
    """Feed it pictures; drag corners if the marks are not printed; save `profile` when the advice is ready."""

    def __init__(self, camera: str, first: Image) -> None:
        self.profile = Profile(camera, (first.shape[1], first.shape[0]))
        self._dragged = False

    def look(self, image: Image, reading: Reading | None = None) -> Advice:
        quality = measure(image)
        problems = list(quality.problems())
        self.profile = replace(self.profile, quality=quality)
        if not self._dragged:
            found = find_tray(image)
            if found is not None:
                self.profile = self.profile.with_corners(found)
        if not self.profile.corners:
            problems.append("no_marks")
        elif "dark" not in problems:
            shaded = shaded_side(flatten(image, self.profile.corners))
            problems += [shaded] if shaded else []
        if reading is not None:
            burnt = dice_problem(image, ((*die.middle, die.size) for die in reading.dice))
            problems += [burnt] if burnt and burnt not in problems else []
        if reading is not None and reading.sure:
            self.profile = self.profile.with_dice(reading.dice)
            small = size_problem(min(die.size for die in reading.dice), max(image.shape[:2]))
            problems += [small] if small else []
        return Advice(tuple(problems), self.profile)

    def drag(self, corners: tuple[tuple[float, float], ...]) -> None:
        """Corners set by hand count from now on; raises ValueError if they make no sense."""
        self.profile = self.profile.with_corners(corners)
        self._dragged = True

    def hold(self, exposure: Exposure | None) -> None:
        self.profile = replace(self.profile, exposure=exposure)
