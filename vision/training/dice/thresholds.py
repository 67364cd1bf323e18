"""Chooses from where on a candidate is a die, and when one image of a roll leaves no doubt."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing import Pool

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.finder import Candidate
from vision.dice.reader import DiceReader, decide_reading
from vision.dice.scoring import ScoredCandidate, Thresholds, select_dice, usual_size
from vision.images import Floats, Image, floats, read_image_file
from vision.render.scene import make_scene
from vision.training.dice.augmentation import PHOTO_CHANGES, TURNING, changed_photo
from vision.training.dice.rendering import LOW_FROM, ODD_FROM, PRINTED_FROM, TRAY_FROM, options_for
from vision.training.sources import LabelledPhoto, Side, require_side

START = Thresholds(keep=0.35, keep_numeral=0.2, sure=0.7, sure_weak=0.8, sure_die=0.6, grey=0.3)
KEEPS = (0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6)
SURES = tuple(round(0.4 + 0.02 * k, 2) for k in range(29))
GREYS = (0.08, 0.12, 0.16, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5)
# No wrong reading may come near to being sure: silent errors are counted with looser thresholds than those kept.
LOOSER_SURE, LOOSER_GREY = 0.08, 1.2
RENDERED = "rendered"  # the source of all rendered cases
FORMS = 3  # changed forms of each photo
PRICE = 40  # right readings that may become unsure to avoid one silent error


@dataclass(frozen=True, slots=True)
class LabelledCase:
    """An image with known faces, and what the networks say about it. `countable`: it can be read right."""

    source: str
    scope: str
    candidates: tuple[ScoredCandidate, ...]
    faces: tuple[int, ...]
    shape: tuple[int, ...]
    countable: bool
    name: str
    seen: tuple[Candidate, ...] = ()  # what the witness takes for dice


def photo_cases(photos: Sequence[LabelledPhoto], workers: int) -> list[LabelledCase]:
    """Each photo as it is and changed."""
    require_side(Side.CHOOSE, photos)
    with Pool(workers) as pool:
        return pool.map(_photo_case, photo_forms(photos), chunksize=8)


@dataclass(frozen=True, slots=True)
class PhotoForm:
    """A photo as it is (-1), or with one of the PHOTO_CHANGES."""

    photo: LabelledPhoto
    which: int
    seed: int

    def image(self) -> Image:
        image = read_image_file(self.photo.file)
        return image if self.which < 0 else changed_photo(image, self.which, self.seed)

    @property
    def name(self) -> str:
        return f"{self.photo.name} {self.which}"


def photo_forms(photos: Sequence[LabelledPhoto]) -> list[PhotoForm]:
    """Each photo as it is, then each with FORMS changes, one after the other in turn."""
    changed = [(k, one, _change(one, k + form)) for form in range(FORMS) for k, one in enumerate(photos)]
    return [PhotoForm(one, -1, k) for k, one in enumerate(photos)] + [PhotoForm(one, w, k) for k, one, w in changed]


def _change(photo: LabelledPhoto, number: int) -> int:
    """What is seen from aside has a top and a bottom, and is not turned."""
    fitting = [k for k in range(len(PHOTO_CHANGES)) if photo.label["view"] == "overhead" or k not in TURNING]
    return fitting[number % len(fitting)]


def rendered_cases(seeds: Iterable[int], workers: int) -> list[LabelledCase]:
    """Fresh scenes. One with a hidden or cut-off die must only not be sure.

    Scenes with leaning dice are left out: in one image of an unknown camera they cannot be told from flat ones.
    """
    with Pool(workers) as pool:
        return [case for case in pool.imap(_rendered_case, seeds, chunksize=8) if case is not None]


@lru_cache(maxsize=1)
def one_reader() -> DiceReader:
    """One for each process."""
    cv2.setNumThreads(1)
    return DiceReader()


def _photo_case(form: PhotoForm) -> LabelledCase:
    image, label = form.image(), form.photo.label
    candidates, faces = tuple(one_reader().scored_candidates(image)), tuple(sorted(label["faces"]))
    seen = tuple(one_reader().witnessed(image))
    return LabelledCase(form.photo.group.name, label["scope"], candidates, faces, image.shape, True, form.name, seen)


def _rendered_case(seed: int) -> LabelledCase | None:
    scene = make_scene((seed, 2), options_for(seed))
    if any(d.cocked for d in scene.dice):
        return None
    height, width = scene.image.shape[:2]
    clear = not scene.hand and all(_inside(d.x, d.size, width) and _inside(d.y, d.size, height) for d in scene.dice)
    candidates, faces = tuple(one_reader().scored_candidates(scene.image)), tuple(sorted(d.face for d in scene.dice))
    seen = tuple(one_reader().witnessed(scene.image))
    return LabelledCase(RENDERED, RENDERED, candidates, faces, scene.image.shape, clear, str(seed), seen)


def roll_seeds(count: int) -> tuple[int, ...]:
    """Scenes that no network has seen: of all kinds, of trays, and half as many of printed dice."""
    trays = range(TRAY_FROM + 50_000, TRAY_FROM + 50_000 + count)
    printed = range(PRINTED_FROM + 50_000, PRINTED_FROM + 50_000 + count // 2)
    return (*range(50_000, 50_000 + count), *trays, *printed)


def hard_seeds(count: int) -> tuple[int, ...]:
    """Scenes to learn from what goes wrong: seen by low cameras, with odd dice; no network has seen these."""
    low, odd = LOW_FROM + 10_000, ODD_FROM + 10_000
    return (*range(low, low + count), *range(odd, odd + count))


def _inside(place: float, size: float, length: int) -> bool:
    return size / 2 <= place <= length - size / 2


@dataclass(frozen=True, slots=True)
class ThresholdResult:
    """`silent`: readings that were sure and wrong."""

    exact: int
    sure_right: int
    silent: int


def score_thresholds(cases: list[LabelledCase], limits: Thresholds) -> ThresholdResult:
    exact = sure_right = silent = 0
    for case in cases:
        reading = decide_reading(list(case.candidates), limits, case.shape)
        right = reading.faces == case.faces
        exact += right and case.countable
        sure_right += right and reading.sure and case.countable
        silent += reading.sure and not right
    return ThresholdResult(exact, sure_right, silent)


def choose_keeping(cases: list[LabelledCase]) -> Thresholds:
    """The limits that read most images exactly, the strictest of them."""
    pips = max(KEEPS, key=lambda k: (score_thresholds(cases, _keeping(k, START.keep_numeral)).exact, k))
    numeral = max(KEEPS, key=lambda k: (score_thresholds(cases, _keeping(pips, k)).exact, k))
    return _keeping(pips, numeral)


def choose_thresholds(
    cases: list[LabelledCase], kept: Thresholds, opposed: Collection[str] = frozenset()
) -> Thresholds:
    """Those of certainty that are worth most, the strictest of them, with the limits of what is a die as they are.

    They are for one image of a roll, which must also pass the second reader: a wrong reading that this one has
    `opposed` is not silent.
    """
    evidence = floats([_evidence(case, kept) for case in cases])
    faces = [decide_reading(list(c.candidates), kept, c.shape).faces for c in cases]
    right = np.array([read == c.faces or c.name in opposed for read, c in zip(faces, cases, strict=True)])

    def worth(limits: Thresholds) -> float:
        looser = replace(
            limits,
            sure=limits.sure - LOOSER_SURE,
            sure_weak=limits.sure_weak - LOOSER_SURE,
            grey=limits.grey * LOOSER_GREY,
        )
        return float((_sure(evidence, limits) & right).sum() - PRICE * (_sure(evidence, looser) & ~right).sum())

    weaks = [sure for sure in SURES if sure >= START.sure]
    tried = (
        replace(kept, sure=sure, sure_weak=weak, grey=grey)
        for sure, weak, grey in itertools.product(SURES, weaks, GREYS)
    )
    return max(tried, key=lambda limits: (worth(limits), limits.sure, limits.sure_weak, -limits.grey))


def _sure(evidence: Floats, limits: Thresholds) -> NDArray[np.bool_]:
    doubt, pips, weak = evidence.T
    return np.asarray((doubt < limits.grey) & (pips >= limits.sure) & (weak >= limits.sure_weak))


def _evidence(case: LabelledCase, keeping: Thresholds) -> tuple[float, float, float]:
    """What the certainty of a reading hangs on: the best candidate left over, and the least certain of its dice, those
    with several pips and the others."""
    anything = replace(keeping, sure=0.0, sure_weak=0.0, grey=9.0)
    kept, left = select_dice(list(case.candidates), anything)
    if not decide_reading(list(case.candidates), anything, case.shape).sure:
        return 9.0, 0.0, 0.0
    doubt = max((v.doubt_beside(usual_size(kept)) for v in left), default=0.0)
    pips = min((v.certainty for v in kept if v.several_pips), default=1.0)
    return doubt, pips, min((v.certainty for v in kept if not v.several_pips), default=1.0)


def _keeping(pips: float, numeral: float) -> Thresholds:
    return replace(START, keep=pips, keep_numeral=numeral)
