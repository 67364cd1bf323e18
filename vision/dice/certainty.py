"""How likely a whole reading is right: one chance, from everything that speaks against it.

Each kind of evidence is a number that is 0 where nothing speaks against the reading and grows with the doubt. What it
means is told by how rare so much of it is among right readings of photos (`vision.training.limits`): nobody has seen
all ways to be wrong, but a reading that looks like the right ones in every respect is right. The rarest kind sets the
chance of error, and is the reason that players are told. More doubt never makes a reading surer.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from math import exp, log

from vision.dice.depicted import print_shortage
from vision.dice.network import WEIGHTS
from vision.dice.reading import Doubt
from vision.dice.scoring import ScoredCandidate, usual_size
from vision.dice.witness import Testimony

CERTAINTY = WEIGHTS / "certainty.json"
LEAST = 0.002  # chances smaller than this are all the same
SHARES = (1.0, 0.3, 0.1, 0.05, 0.03, 0.02, 0.01, 0.005, 0.002)  # of right readings, at which evidence is known
CALM = 0.1  # evidence that is less rare than this speaks against nothing
REASON = 0.8  # what is nearly as rare as the rarest is told as a reason too
RARE = log(20)  # evidence against a single die that is less rare is no doubt about this die


@dataclass(frozen=True, slots=True)
class DieEvidence:
    """What speaks against one die of a reading, each 0 or more."""

    unseconded: float  # the witness does not see it, or reads another face
    above: float  # the top face of the same die seems to lie above it: it is a front face, seen by a low camera
    unclear: float  # the least certain of what the networks say
    second_face: float  # it might show another one


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks against a reading, each 0 or more. Of what concerns a single die: the worst one's."""

    unseconded: float
    above: float
    unclear: float
    second_face: float
    unseen: float  # the hottest place where only the witness sees a die
    left: float  # the best candidate that was not taken for a die
    denied: float  # what the finder sees clearly and the classifier takes for none: print
    printed: float  # as if printed: little is seen of the sides


DOUBTS = {
    "unseconded": Doubt.SECOND_READER,
    "above": Doubt.FRONT_FACE,
    "unclear": Doubt.UNCLEAR,
    "second_face": Doubt.UNCLEAR,
    "unseen": Doubt.ANOTHER_DIE,
    "left": Doubt.ANOTHER_DIE,
    "denied": Doubt.PRINTED,
    "printed": Doubt.PRINTED,
}


def evidence_of(
    kept: list[ScoredCandidate], left: list[ScoredCandidate], testimony: Testimony
) -> tuple[Evidence, list[DieEvidence]]:
    """Of the whole reading, and of each die that was kept."""
    usual = usual_size(kept)
    dice = [_of_die(v, agreed, kept) for v, agreed in zip(kept, testimony.agreed, strict=True)]
    whole = Evidence(
        unseconded=max((die.unseconded for die in dice), default=0.0),
        above=max((die.above for die in dice), default=0.0),
        unclear=max((die.unclear for die in dice), default=0.0),
        second_face=max((die.second_face for die in dice), default=0.0),
        unseen=_surprise(1 - max(testimony.others, default=0.0)),
        left=_surprise(1 - max((v.doubt_beside(usual) for v in left), default=0.0)),
        denied=_surprise(1 - max((v.found for v in left), default=0.0)),
        printed=print_shortage(kept),
    )
    return whole, dice


def _of_die(die: ScoredCandidate, agreed: float, kept: list[ScoredCandidate]) -> DieEvidence:
    behind = any(other is not die and _lies_above(other, die) for other in kept)
    return DieEvidence(
        _surprise(die.relieved(max(LEAST, agreed))),
        0.0 if behind else _surprise(1 - die.above),
        _surprise(die.certainty),
        _surprise(die.relieved(die.chance)),
    )


def _lies_above(other: ScoredCandidate, die: ScoredCandidate) -> bool:
    """Whether it is another die that is seen just above this one."""
    across = (other.candidate.x - die.candidate.x) / die.candidate.size
    down = (other.candidate.y - die.candidate.y) / die.candidate.size
    return -1.7 < down < -0.5 and abs(across) < 1.2


def _surprise(chance: float) -> float:
    return -log(min(1.0, max(LEAST, chance)))


@dataclass(frozen=True, slots=True)
class Certainty:
    """The chance of error by all evidence, and up to which one a reading is `sure` or `likely`."""

    usual: dict[str, tuple[float, ...]]  # of each kind of evidence, so much as only SHARES of right readings show
    bend: float  # how the curve of the chance is bent: see `oddness`
    bias: float
    slope: float
    sure: float
    likely: float
    likely_numeral: float  # the same for a reading with numerals, which the witness cannot read
    second: float  # from this chance on a second face of a die is plausible: such a reading is never sure
    opposed: float  # one image of a roll is spoken against from this chance of error on

    def error(self, evidence: Evidence) -> float:
        """The chance that the reading is wrong."""
        rarest = max(rarity for _, rarity in self._rarities(evidence))
        return 1 / (1 + exp(-self.bias - self.slope * oddness(rarest, self.bend)))

    def reasons(self, evidence: Evidence) -> tuple[Doubt, ...]:
        """Why a reading is not sure, the rarest first."""
        ordered = sorted(self._rarities(evidence), key=lambda one: -one[1])
        return tuple(dict.fromkeys(DOUBTS[name] for name, rarity in ordered if rarity >= REASON * ordered[0][1]))

    def reason_of_die(self, die: DieEvidence) -> Doubt | None:
        """Why this very die is in doubt, if it is."""
        name, rarity = max(self._rarities(die), key=lambda one: one[1])
        return DOUBTS[name] if rarity >= RARE else None

    def likely_up_to(self, numerals: bool) -> float:
        """The chance of error up to which a reading is likely."""
        return self.likely_numeral if numerals else self.likely

    def plausible(self, seconds: Sequence[float]) -> bool:
        """Whether any of these chances of another face is one to reckon with."""
        return max(seconds, default=0.0) > self.second

    def _rarities(self, evidence: Evidence | DieEvidence) -> list[tuple[str, float]]:
        return [(kind.name, rarity(getattr(evidence, kind.name), self.usual[kind.name])) for kind in fields(evidence)]


def rarity(value: float, usual: Sequence[float]) -> float:
    """0 for what every right reading shows, 3 for what one in 20 does: the logarithm, between the known shares."""
    if value >= usual[-1]:
        return -log(SHARES[-1]) + value - usual[-1]
    k = max(1, bisect_right(usual, value))
    part = (value - usual[k - 1]) / (usual[k] - usual[k - 1])
    return -(1 - part) * log(SHARES[k - 1]) - part * log(SHARES[k])


def oddness(rarest: float, bend: float) -> float:
    """What the logarithm of the odds is proportional to: the logarithm of how rare the rarest evidence is, or with a
    negative `bend` something that rises more steeply at first and levels off."""
    above = max(CALM, rarest)
    return log(above) if bend == 0 else (above**bend - 1) / bend


@lru_cache(maxsize=1)
def load_certainty() -> Certainty:
    stored = json.loads(CERTAINTY.read_text(encoding="utf-8"))
    usual = {kind.name: tuple(map(float, stored["usual"][kind.name])) for kind in fields(Evidence)}
    numbers = {part.name: float(stored[part.name]) for part in fields(Certainty) if part.name != "usual"}
    return Certainty(usual, **numbers)
