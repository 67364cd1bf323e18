"""What each network is trained on, in the order in which they are trained."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
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

SLOWER = 0.5  # share of the learning rate with which the finder is trained on for trays
MINED = 1500  # rendered scenes that are searched for the finder's mistakes
PIPPED = 400  # scenes of all kinds of dice among those from which numerals are learned: pips are none


@dataclass(frozen=True)
class TrainingRun:
    """`work` holds the scenes and, one after the other, the networks as far as they are trained."""

    work: Path
    photos: list[TrainingScene]
    rate: float  # highest learning rate
    photo_share: float  # among the examples, where there are photos
    seed: int
    from_committed: bool = False  # go on from the committed weights
    resume: bool = False  # go on from what lies in the work folder

    @cached_property
    def rendered(self) -> list[TrainingScene]:
        return rendered_scenes(self.work / "scenes")

    def checkpoint(self, name: str) -> Path:
        return self.work / f"{name}.pt"

    def plan(self, name: str, steps: int) -> fit.FitPlan:
        start = WEIGHTS / f"{name}.onnx" if self.from_committed else None
        start = self.checkpoint(name) if self.resume and self.checkpoint(name).exists() else start
        return fit.FitPlan(steps, self.rate, self.photo_share if self.photos else 0.0, start, self.seed)


def _finder(run: TrainingRun, steps: int) -> None:
    fit.fit_finder(run.checkpoint("finder"), run.rendered, run.photos, run.plan("finder", steps))


def _tray_finder(run: TrainingRun, steps: int) -> None:
    """The finder, trained on with huddled dice; it needs to know oblique images less."""
    plan = run.plan("tray_finder", steps)
    plan = replace(plan, rate=SLOWER * plan.rate, start=plan.start or run.checkpoint("finder"))
    huddled = rendered_scenes(run.work / "scenes", range(HUDDLED_FROM, TENS_FROM))
    fit.fit_finder(run.checkpoint("tray_finder"), run.rendered + 2 * huddled, run.photos, plan)


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


def _crops(run: TrainingRun) -> tuple[CropStore, CropStore]:
    """Crops for the classifier, among them whatever the finder wrongly takes for dice."""
    finder = Network(_trained_finder(run))
    mined = [scene for scene in run.rendered if not len(scene.dice)] + run.rendered[:MINED]
    store = collect_crops(mined, run.seed, finder=finder)
    store.extend(collect_crops(run.rendered[MINED:], run.seed + 2))
    return store, collect_crops(run.photos, run.seed + 1, 8, finder)


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
}
