"""What each network is trained on, in the order in which they are trained."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from pathlib import Path

from vision.dice.network import WEIGHTS, Network
from vision.training.dice import fit
from vision.training.dice.crops import CropStore, collect_crops
from vision.training.dice.depicted import image_pools
from vision.training.dice.networks import export_finder
from vision.training.dice.numeral_crops import collect_numeral_crops
from vision.training.dice.rendering import (
    HUDDLED_FROM,
    LEANING_FROM,
    NUMERALS_FROM,
    PRINTED_FROM,
    TENS_FROM,
    TIPPED_FROM,
)
from vision.training.dice.scenes import TrainingScene, rendered_scenes

SLOWER = 0.5  # share of the learning rate with which a network is trained on that knows most things already
MINED = 0.11  # share of rendered scenes that are searched for the finder's mistakes
MINED_PHOTOS = 60  # of each source that are: more of one table show the same things
PIPPED = 400  # scenes of all kinds of dice among those from which numerals are learned: pips are none


@dataclass(frozen=True)
class TrainingRun:
    """`work` holds the scenes and, one after the other, the networks as far as they are trained."""

    work: Path
    photos: list[TrainingScene]  # with dice marked by us
    boxed: list[TrainingScene]  # with dice marked by us or by their makers
    rate: float  # highest learning rate
    photo_share: float  # among the examples, where there are photos
    seed: int
    from_committed: bool = False  # go on from the committed weights
    resume: bool = False  # go on from what lies in the work folder
    minutes: float = inf  # for each network

    @cached_property
    def rendered(self) -> list[TrainingScene]:
        return rendered_scenes(self.work / "scenes")

    def checkpoint(self, name: str) -> Path:
        return self.work / f"{name}.pt"

    def plan(self, name: str, steps: int) -> fit.FitPlan:
        start = WEIGHTS / f"{name}.onnx" if self.from_committed else None
        start = self.checkpoint(name) if self.resume and self.checkpoint(name).exists() else start
        rate = SLOWER * self.rate if start is not None else self.rate
        return fit.FitPlan(steps, rate, self.photo_share if self.photos else 0.0, start, self.seed, self.minutes)


def _finder(run: TrainingRun, steps: int) -> None:
    fit.fit_finder(run.checkpoint("finder"), run.rendered, run.boxed, run.plan("finder", steps))


def _tray_finder(run: TrainingRun, steps: int) -> None:
    """The finder, trained on with huddled dice; it needs to know oblique images less."""
    plan = run.plan("tray_finder", steps)
    if plan.start is None:
        plan = replace(plan, rate=SLOWER * plan.rate, start=run.checkpoint("finder"))
    huddled = rendered_scenes(run.work / "scenes", range(HUDDLED_FROM, TENS_FROM))
    fit.fit_finder(run.checkpoint("tray_finder"), run.rendered + 2 * huddled, run.boxed, plan)


def _classifier(run: TrainingRun, steps: int) -> None:
    fit.fit_classifier(run.checkpoint("classifier"), *_crops(run), run.plan("classifier", steps))


def _numerals(run: TrainingRun, steps: int) -> None:
    """Without photos: they then measure how it reads dice it does not know."""
    scenes = rendered_scenes(run.work / "close")
    some = range(run.seed, run.seed + PIPPED)
    for band in (some, range(NUMERALS_FROM, LEANING_FROM), range(TENS_FROM, TIPPED_FROM)):
        scenes += rendered_scenes(run.work / "scenes", band)
    plan = run.plan("numerals", steps)
    fit.fit_numerals(run.checkpoint("numerals"), collect_numeral_crops(scenes, plan.seed), plan)


def _depicted(run: TrainingRun, steps: int) -> None:
    printed = rendered_scenes(run.work / "scenes", range(PRINTED_FROM, HUDDLED_FROM))
    lying = run.rendered + rendered_scenes(run.work / "paper")
    real = [scene for scene in lying if len(scene.dice)]
    both = image_pools(real, rendered_scenes(run.work / "depicted") + printed, run.photos, run.seed)
    fit.fit_depicted(run.checkpoint("depicted"), both, run.plan("depicted", steps))


def _witness(run: TrainingRun, steps: int) -> None:
    """Mostly on photos, of all sources to train on; the few scenes show what those photos lack."""
    scenes = rendered_scenes(run.work / "witness")
    fit.fit_witness(run.checkpoint("witness"), scenes, run.boxed, run.plan("witness", steps))


def _crops(run: TrainingRun) -> tuple[CropStore, CropStore]:
    """Crops for the classifier, among them whatever the finder wrongly takes for dice."""
    finder = Network(_trained_finder(run))
    some = round(MINED * len(run.rendered))
    mined = [scene for scene in run.rendered if not len(scene.dice)] + run.rendered[:some]
    store = collect_crops(mined, run.seed, finder=finder)
    store.extend(collect_crops(run.rendered[some:], run.seed + 2))
    mined, others = _some_of_each_source(run.boxed, MINED_PHOTOS)
    photos = collect_crops(mined, run.seed + 1, 8, finder)
    photos.extend(collect_crops(others, run.seed + 3))
    return store, photos


def _some_of_each_source(photos: list[TrainingScene], most: int) -> tuple[list[TrainingScene], list[TrainingScene]]:
    """At most so many of each, and the others."""
    seen: Counter[str] = Counter()
    some: list[TrainingScene] = []
    others: list[TrainingScene] = []
    for one in photos:
        seen[one.source] += 1
        (some if seen[one.source] <= most else others).append(one)
    return some, others


def _trained_finder(run: TrainingRun) -> Path:
    """The finder trained here, or else the committed one."""
    checkpoint = run.checkpoint("finder")
    return export_finder(checkpoint, run.work / "finder.onnx") if checkpoint.exists() else WEIGHTS / "finder.onnx"


TRAININGS: dict[str, Callable[[TrainingRun, int], None]] = {
    "finder": _finder,
    "tray_finder": _tray_finder,
    "classifier": _classifier,
    "numerals": _numerals,
    "depicted": _depicted,
    "witness": _witness,
}
