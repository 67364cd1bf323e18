"""Reading a still picture: find, classify, join, decide."""

from __future__ import annotations

import time
from itertools import combinations
from math import hypot
from typing import Protocol

from vision.arrays import Floats, Image
from vision.dice.classifier import classify
from vision.dice.finder import Candidate, find, pointed_at
from vision.dice.join import Thresholds, Verdict, judge, settle, thresholds, too_near, usual_size
from vision.dice.network import load
from vision.dice.numerals import read_numerals
from vision.dice.shown import only_shown
from vision.dice.tens import askew, aslant, top_of, without_sides
from vision.doubts import Doubt
from vision.hints import NOTHING, Hints
from vision.reading import Reading, State, bears_numerals

MOST_DICE = 16  # more than anybody throws at once: read, but not sure
MOST_CANDIDATES = 40
CLOSE_EVERY = 3  # of the pictures of a roll every third is looked at more closely
# A die whose top face points so straight into the eye shows none of its sides, and might be print; one that points so
# far past it shows them well. In between, the less it shows the more certain its face must be.
SIDELESS, SIDED = 0.12, 0.42
BEYOND_DOUBT = 0.8  # certainty that printed dice hardly ever reach
NO_CARD = 0.83  # certainty of a numeral that is no printed card
AS_PRINT = 0.6  # how clearly the finder sees a face where the classifier sees none: that is print, and may not be alone
HUGE = 0.6  # a die so large in the picture, in short sides of it, might be a tray with a die in it
A_DIE_IN_IT = 0.15  # how much its pip must then look like a die


class Memory(Protocol):
    """What a household's corrections have taught."""

    def adapt(self, verdict: Verdict, features: Floats, certain: bool) -> Verdict: ...


class DiceReader:
    """Reads pictures. One reader may be shared: it keeps nothing from one picture to the next."""

    def __init__(self, limits: Thresholds | None = None, memory: Memory | None = None) -> None:
        self._finder, self._tray_finder = load("finder"), load("tray_finder")
        self._classifier, self._numerals = load("classifier"), load("numerals")
        self._shown = load("shown")
        self._limits = limits or thresholds()
        self.memory = memory

    def read(self, image: Image, picture: str = "", source: str = "", hints: Hints = NOTHING) -> Reading:
        begun = time.perf_counter()
        verdicts = self.verdicts(image, hints)
        reading = decide(verdicts, self._limits, image.shape, hints)
        if reading.sure and not hints.solid and only_shown(self._shown, image, reading.dice):
            reading = reading.doubted(Doubt.PRINTED)
        return Reading(
            reading.dice,
            reading.state,
            reading.sure,
            picture,
            source,
            reading.doubts,
            ms=(time.perf_counter() - begun) * 1000,
        )

    def verdicts(self, image: Image, hints: Hints = NOTHING) -> list[Verdict]:
        close = hints.way is None or hints.way % CLOSE_EVERY == 1
        finder = self._finder if hints.die_size is None else self._tray_finder
        found = [*map(pointed_at, hints.spots), *find(finder, image, hints.die_size, close)]
        candidates = [c for c in found if _sensible(c, image, hints.die_size)][:MOST_CANDIDATES]
        judged = self._judge(image, candidates, hints.way)
        if hints.level is None:
            return judged
        sides = [v for v in judged if v.being >= self._limits.keep_numeral and aslant(v, hints.level)]
        tops = [pointed_at(top_of(v, hints.level)) for v in sides]
        return judged + self._judge(image, tops, hints.way)

    def _judge(self, image: Image, candidates: list[Candidate], way: int | None) -> list[Verdict]:
        looks = read_numerals(self._numerals, image, classify(self._classifier, image, candidates, way), way)
        judged = [judge(look.candidate, look.views, look.facing, look.vague) for look in looks]
        if self.memory is None:
            return judged
        return [self.memory.adapt(v, k.features, v.certain(self._limits)) for v, k in zip(judged, looks, strict=True)]


def decide(verdicts: list[Verdict], limits: Thresholds, shape: tuple[int, ...], hints: Hints = NOTHING) -> Reading:
    tops = verdicts if hints.level is None else without_sides(verdicts, hints.level, limits.keep_numeral)
    kept, left = settle([v for v in tops if not _is_the_tray(v, tops, shape)], limits, hints)
    kept.sort(key=lambda v: (v.candidate.y, v.candidate.x))
    dice = tuple(v.die() for v in kept if not v.cocked)
    doubts = tuple(_doubts(kept, left, limits, shape, hints))
    state: State = "settled"
    if any(v.cocked for v in kept):
        state = "cocked"
    elif doubts:
        state = "unsure"
    elif not kept:
        state = "empty"
    return Reading(dice, state, state == "settled", doubts=doubts)


def _is_the_tray(verdict: Verdict, verdicts: list[Verdict], shape: tuple[int, ...]) -> bool:
    """A whole tray with a die in its middle looks like a huge die with a lone pip; but that pip is rather a die."""
    big = verdict.candidate
    if not verdict.lone_pip or big.size < HUGE * min(shape[:2]):
        return False
    return any(
        other.being > A_DIE_IN_IT
        and other.candidate.size < 0.4 * big.size
        and hypot(other.candidate.x - big.x, other.candidate.y - big.y) < 0.35 * big.size
        for other in verdicts
    )


def _doubts(
    kept: list[Verdict], left: list[Verdict], limits: Thresholds, shape: tuple[int, ...], hints: Hints
) -> list[Doubt]:
    doubts = []
    if any(v.cocked for v in kept):
        doubts.append(Doubt.LEANS)
    askew_too = hints.level is None and any(askew(v) for v in kept)
    if askew_too or any(not v.certain(limits) and not v.cocked for v in kept):
        doubts.append(Doubt.UNCLEAR)
    usual = usual_size(kept)
    if any(v.doubt_beside(usual) >= limits.grey for v in left):
        doubts.append(Doubt.ANOTHER_DIE)
    if any(_cut_off(v.candidate, shape) for v in kept):
        doubts.append(Doubt.CUT_OFF)
    if not hints.solid and (_might_be_print(kept) or any(v.found >= AS_PRINT for v in left)):
        doubts.append(Doubt.PRINTED)
    if len(kept) > MOST_DICE:
        doubts.append(Doubt.TOO_MANY)
    if _crowded(kept):
        doubts.append(Doubt.TOO_NEAR)
    if len(kept) > 1 and _uneven(kept):
        doubts.append(Doubt.UNEVEN)
    return doubts


def _might_be_print(kept: list[Verdict]) -> bool:
    """No die shows enough of its sides for how certain its face is."""
    seen = max((hypot(*v.facing) for v in kept if v.facing is not None), default=SIDED)
    needed = BEYOND_DOUBT * min(1.0, max(0.0, (SIDED - seen) / (SIDED - SIDELESS)))
    return any(v.certainty < (max(needed, NO_CARD) if bears_numerals(v.kind) else needed) for v in kept)


def _cut_off(candidate: Candidate, shape: tuple[int, ...]) -> bool:
    edge = candidate.size * 0.38
    return not (edge <= candidate.x <= shape[1] - edge and edge <= candidate.y <= shape[0] - edge)


def _crowded(kept: list[Verdict]) -> bool:
    return any(too_near(a.candidate, b.candidate) for a, b in combinations(kept, 2))


def _uneven(kept: list[Verdict]) -> bool:
    sizes = sorted(float(v.candidate.size) for v in kept)
    middle = sizes[len(sizes) // 2]
    return sizes[0] < 0.55 * middle or sizes[-1] > 1.9 * middle


def _sensible(candidate: Candidate, image: Image, die_size: float | None) -> bool:
    if die_size is not None and not 0.5 < candidate.size / die_size < 2:
        return False
    return bool(6 <= candidate.size <= 1.2 * max(image.shape[:2]))
