"""What was learned about one camera over one tray: set up by a player, then taught by every roll."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from math import hypot
from typing import Any

from vision.calibrate.corners import TrayCorners, check_corners
from vision.calibrate.quality import CameraProblem, ImageQuality, measure
from vision.cameras.base import CameraSettings
from vision.dice.reading import DieReading
from vision.images import Image
from vision.roll.tray import FaceSample, ImageSize, TrayCalibration, face_samples, learn_flatness, size_of
from vision.tags.corner_marks import find_marks

_WANTED = 12  # dice seen before their size, and how flat dice look here, count as learned
_FEW = 3  # dice of one size that make it usual
_KEPT = 60  # dice that are remembered
_MOVED = 0.015  # marks so far from where they were mean that something was moved, in long sides of the image


@dataclass(frozen=True, slots=True)
class CameraProfile:
    camera: str
    image_size: ImageSize
    corners: TrayCorners = ()
    die_sizes: tuple[float, ...] = ()  # of dice at rest, newest last
    settings: CameraSettings | None = None  # held since it was set up
    quality: ImageQuality | None = None  # when it was set up
    face_samples: tuple[FaceSample, ...] = ()  # how the top faces of dice at rest pointed, newest last

    @property
    def die_size(self) -> float | None:
        """The usual size of a die; None until enough dice were seen."""
        if len(self.die_sizes) < _WANTED:
            return None
        return sorted(self.die_sizes)[len(self.die_sizes) // 2]

    @property
    def calibration(self) -> TrayCalibration:
        # Many players have dice of several sizes: one that was seen a few times is usual.
        largest = None if self.die_size is None else sorted(self.die_sizes)[-_FEW]
        flatness_known = len(self.face_samples) >= _WANTED
        return TrayCalibration(self.corners, self.die_size, learn_flatness(self.face_samples), flatness_known, largest)

    def with_dice(self, dice: Sequence[DieReading]) -> CameraProfile:
        """After these dice were seen at rest. A few that leaned do no harm: the middle of many counts."""
        sizes = (round(die.size, 1) for die in dice if die.sides == 6)
        samples = (*self.face_samples, *face_samples(dice, self.image_size))
        return replace(self, die_sizes=(*self.die_sizes, *sizes)[-_KEPT:], face_samples=samples[-_KEPT:])

    def drift(self, image: Image) -> tuple[CameraProblem, ...]:
        """What has changed since the camera was set up: it or the tray was moved, or the light is another."""
        if size_of(image) != self.image_size:
            return ("other_size",)
        found: list[CameraProblem] = []
        if self.corners and self._moved(image):
            found.append("moved")
        if self.quality is not None:
            now = measure(image)
            if not 0.55 < (now.brightness + 8) / (self.quality.brightness + 8) < 1.8:
                found.append("other_light")
            if now.sharpness < 0.4 * self.quality.sharpness:
                found.append("out_of_focus")
        return tuple(found)

    def _moved(self, image: Image) -> bool:
        marks = find_marks(image)
        away = [hypot(x - self.corners[k][0], y - self.corners[k][1]) for k, (x, y) in marks.items()]
        return len(away) >= 2 and sorted(away)[len(away) // 2] > _MOVED * max(image.shape[:2])

    def to_text(self) -> str:
        """As a JSON file. The names in it are older than the names here."""
        stored = asdict(self)
        stored["picture"] = stored.pop("image_size")
        stored["flat"] = stored.pop("face_samples")
        stored["exposure"] = stored.pop("settings")
        return json.dumps(stored, indent=1)

    @classmethod
    def from_text(cls, text: str) -> CameraProfile:
        """Raises ValueError for anything but such a file."""
        try:
            return _from_json(json.loads(text, parse_constant=_no_number))
        except (TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
            raise ValueError(f"not a camera profile: {error}") from error


def _from_json(stored: Any) -> CameraProfile:
    width, height = stored["picture"]
    corners = tuple((float(x), float(y)) for x, y in stored["corners"])
    if corners:
        check_corners(corners, (int(width), int(height)))
    return CameraProfile(
        str(stored["camera"]),
        (int(width), int(height)),
        corners,
        die_sizes=tuple(float(s) for s in stored["die_sizes"]),
        settings=CameraSettings(**_numbers(stored["exposure"])) if stored["exposure"] else None,
        quality=ImageQuality(**_numbers(stored["quality"])) if stored["quality"] else None,
        face_samples=tuple(_sample(row) for row in stored.get("flat", ())),
    )


def _no_number(word: str) -> float:
    """JSON itself has neither NaN nor Infinity: a camera that is told to use them stops."""
    raise ValueError(f"{word} is not a number")


def _numbers(stored: dict[str, Any]) -> dict[str, Any]:
    # The lens of a camera that focuses by itself stands nowhere in particular: None.
    if not all(isinstance(value, int | float) or (name, value) == ("lens", None) for name, value in stored.items()):
        raise ValueError("not a camera profile: something is not a number")
    return stored


def _sample(row: Any) -> FaceSample:
    across, down, right, below = (float(value) for value in row)
    return across, down, right, below
