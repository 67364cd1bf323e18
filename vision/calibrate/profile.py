"""What was learned about one camera over one tray, kept in a file of its own."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from vision.calibrate.quality import Quality
from vision.cameras.base import Exposure
from vision.reading import Die
from vision.roll.flatness import Sample, learn, samples
from vision.roll.watcher import Tray

_WANTED = 12  # dice seen before their size, and how flat dice look here, count as learned
_FEW = 3  # dice of one size that make it usual
_KEPT = 60  # dice that are remembered


@dataclass(frozen=True, slots=True)
class Profile:
    camera: str
    picture: tuple[int, int]  # width and height
    corners: tuple[tuple[float, float], ...] = ()  # clockwise from the far left
    die_sizes: tuple[float, ...] = ()  # of dice at rest, newest last
    exposure: Exposure | None = None
    quality: Quality | None = None  # when it was set up
    flat: tuple[Sample, ...] = ()  # how the top faces of dice at rest pointed, newest last

    @property
    def die_size(self) -> float | None:
        if len(self.die_sizes) < _WANTED:
            return None
        return sorted(self.die_sizes)[len(self.die_sizes) // 2]

    @property
    def largest(self) -> float | None:
        """Many households have dice of several sizes: one that was seen a few times is usual."""
        return None if self.die_size is None else sorted(self.die_sizes)[-_FEW]

    @property
    def tray(self) -> Tray:
        return Tray(self.corners, self.die_size, learn(self.flat), len(self.flat) >= _WANTED, self.largest)

    def with_dice(self, dice: Sequence[Die]) -> Profile:
        """The profile after these dice were seen at rest; a few that leaned do no harm, the middle of many counts."""
        sizes = (round(die.size, 1) for die in dice if die.sides == 6)
        flat = (*self.flat, *samples(dice, self.picture))
        return replace(self, die_sizes=(*self.die_sizes, *sizes)[-_KEPT:], flat=flat[-_KEPT:])

    def with_corners(self, corners: tuple[tuple[float, float], ...]) -> Profile:
        """With corners found or dragged; raises ValueError if they do not go round an area inside the picture."""
        check_corners(corners, self.picture)
        return replace(self, corners=corners)


def check_corners(corners: tuple[tuple[float, float], ...], picture: tuple[int, int]) -> None:
    if len(corners) != 4:
        raise ValueError("a tray has four corners")
    if not all(math.isfinite(v) for corner in corners for v in corner):
        raise ValueError("a corner is not a number")
    if not all(
        -0.1 * picture[0] <= x <= 1.1 * picture[0] and -0.1 * picture[1] <= y <= 1.1 * picture[1] for x, y in corners
    ):
        raise ValueError("a corner lies outside the picture")
    turns = [_turn(corners[k], corners[(k + 1) % 4], corners[(k + 2) % 4]) for k in range(4)]
    if not (all(t > 0 for t in turns) or all(t < 0 for t in turns)):
        raise ValueError("the corners must go round the tray one after the other")


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


class ProfileStore:
    """One JSON file per camera in a folder. A broken file counts as none: calibration asks again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def save(self, profile: Profile) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._file(profile.camera)
        fresh = file.with_suffix(".new")
        fresh.write_text(json.dumps(asdict(profile), indent=1), encoding="utf-8")
        fresh.replace(file)

    def load(self, camera: str) -> Profile | None:
        try:
            stored = json.loads(self._file(camera).read_text(encoding="utf-8"))
            return _from_json(stored)
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def _file(self, camera: str) -> Path:
        return self._folder / (re.sub(r"[^A-Za-z0-9]+", "-", camera).strip("-").lower()[:80] + ".json")


def _from_json(stored: dict[str, Any]) -> Profile:
    width, height = stored["picture"]
    profile = Profile(
        str(stored["camera"]),
        (int(width), int(height)),
        die_sizes=tuple(float(s) for s in stored["die_sizes"]),
        flat=tuple(_sample(row) for row in stored.get("flat", ())),
        exposure=Exposure(**stored["exposure"]) if stored["exposure"] else None,
        quality=Quality(**stored["quality"]) if stored["quality"] else None,
    )
    corners = tuple((float(x), float(y)) for x, y in stored["corners"])
    return profile.with_corners(corners) if corners else profile


def _sample(row: Any) -> Sample:
    across, down, right, below = (float(value) for value in row)
    return across, down, right, below
