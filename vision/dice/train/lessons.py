"""What each network learns from, in the order in which they are taught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from vision.dice.network import WEIGHTS, Network
from vision.dice.train import fit
from vision.dice.train.crops import CropStore, collect
from vision.dice.train.export import export_finder
from vision.dice.train.numeral_crops import collect_close
from vision.dice.train.rendered import (
    HUDDLED_FROM,
    LEANING_FROM,
    NUMERALS_FROM,
    PRINTED_FROM,
    TENS_FROM,
    TIPPED_FROM,
)
from vision.dice.train.scenes import Scene, rendered_scenes
from vision.dice.train.shown_data import pools

GENTLY = 0.5  # share of the learning rate with which the finder is trained on for trays
MINED = 1500  # rendered scenes that are searched for the finder's mistakes
PIPPED = 400  # scenes of all kinds of dice among those from which numerals are learned: pips are none


@dataclass(frozen=True)
class Course:
    """`work` holds the scenes and, one after the other, the networks as far as they are trained."""

    work: Path
    photos: list[Scene]
    rate: float  # highest learning rate
    photo_share: float  # among the examples, where there are photos
    seed: int
    thaw: bool = False  # go on from the committed weights
    resume: bool = False  # go on from what lies in the work folder

    @cached_property
    def rendered(self) -> list[Scene]:
        return rendered_scenes(self.work / "scenes")

    def checkpoint(self, name: str) -> Path:
        return self.work / f"{name}.pt"

    def plan(self, name: str, steps: int) -> fit.Plan:
        start = WEIGHTS / f"{name}.onnx" if self.thaw else None
        start = self.checkpoint(name) if self.resume and self.checkpoint(name).exists() else start
        return fit.Plan(steps, self.rate, self.photo_share if self.photos else 0.0, start, self.seed)


def _finder(course: Course, steps: int) -> None:
    fit.fit_finder(course.checkpoint("finder"), course.rendered, course.photos, course.plan("finder", steps))


def _tray_finder(course: Course, steps: int) -> None:
    """The same network, taught on where dice huddle; it need not know oblique pictures as well any more."""
    plan = course.plan("tray_finder", steps)
    plan = replace(plan, rate=GENTLY * plan.rate, start=plan.start or course.checkpoint("finder"))
    huddled = rendered_scenes(course.work / "scenes", range(HUDDLED_FROM, TENS_FROM))
    fit.fit_finder(course.checkpoint("tray_finder"), course.rendered + 2 * huddled, course.photos, plan)


def _classifier(course: Course, steps: int) -> None:
    fit.fit_classifier(course.checkpoint("classifier"), *_crops(course), course.plan("classifier", steps))


def _numerals(course: Course, steps: int) -> None:
    """Without photos, so that they tell how it does on dice it does not know."""
    scenes = rendered_scenes(course.work / "close")
    some = range(course.seed, course.seed + PIPPED)
    for band in (some, range(NUMERALS_FROM, LEANING_FROM), range(TENS_FROM, TIPPED_FROM)):
        scenes += rendered_scenes(course.work / "scenes", band)
    plan = course.plan("numerals", steps)
    fit.fit_numerals(course.checkpoint("numerals"), collect_close(scenes, plan.seed), plan)


def _shown(course: Course, steps: int) -> None:
    printed = rendered_scenes(course.work / "scenes", range(PRINTED_FROM, HUDDLED_FROM))
    lying = course.rendered + rendered_scenes(course.work / "paper")
    real = [scene for scene in lying if len(scene.dice)]
    both = pools(real, rendered_scenes(course.work / "shown") + printed, course.photos, course.seed)
    fit.fit_shown(course.checkpoint("shown"), both, course.plan("shown", steps))


def _crops(course: Course) -> tuple[CropStore, CropStore]:
    """What the classifier learns from: it shall know whatever the finder wrongly takes for dice."""
    finder = Network(_trained_finder(course))
    mined = [scene for scene in course.rendered if not len(scene.dice)] + course.rendered[:MINED]
    store = collect(mined, course.seed, finder=finder)
    store.extend(collect(course.rendered[MINED:], course.seed + 2))
    return store, collect(course.photos, course.seed + 1, 8, finder)


def _trained_finder(course: Course) -> Path:
    """The finder trained here, or else the committed one."""
    checkpoint = course.checkpoint("finder")
    return export_finder(checkpoint, course.work / "finder.onnx") if checkpoint.exists() else WEIGHTS / "finder.onnx"


LESSONS: dict[str, Callable[[Course, int], None]] = {
    "finder": _finder,
    "tray_finder": _tray_finder,
    "classifier": _classifier,
    "numerals": _numerals,
    "shown": _shown,
}
