"""One certainty: what the witness says of a reading, what it is worth, and how that is learned."""

from dataclasses import fields, replace
from math import log

import numpy as np
import pytest

from vision.dice.certainty import DOUBTS, SHARES, Certainty, Evidence, load_certainty, rarity
from vision.dice.finder import Candidate
from vision.dice.network import CLASSES, class_of
from vision.dice.reader import judged
from vision.dice.reading import DiceReading, Doubt
from vision.dice.scoring import ScoredCandidate, score_candidate
from vision.dice.witness import OTHER, compare_with
from vision.training.certainty_fit import LIKELY, SURE, JudgedPicture, fit_certainty, leave_out
from vision.training.reliability import reliability_plot

NAMES = tuple(part.name for part in fields(Evidence))
NOTHING = Evidence(**dict.fromkeys(NAMES, 0.0))
AMOUNTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)  # as SHARES of right readings show
PLAIN = Certainty(
    dict.fromkeys(NAMES, AMOUNTS),
    0.0,
    -14.0,
    8.0,
    sure=0.001,
    likely=0.02,
    likely_numeral=0.01,
    second=0.1,
    opposed=0.5,
)


def witnessed(x: float, face: int | None, heat: float = 1.0, size: float = 40.0, rival: float = 0.0) -> Candidate:
    classes = np.full(OTHER + 1, rival / OTHER, np.float32)
    classes[OTHER if face is None else face - 1] = 1 - rival
    return Candidate(x, 100.0, size, heat, classes, size)


def read(x: float, face: int, kind: str = "d6-pips", chance: float = 1.0, size: float = 40.0) -> ScoredCandidate:
    chances = np.zeros(len(CLASSES), np.float32)
    chances[class_of(kind, face)] = 1.0
    seen = Candidate(x, 100.0, size, 1.0, chances, size)
    return replace(score_candidate(seen, chances[None]), facing=(0.45, 0.0), chance=chance)


def judge(kept: list[ScoredCandidate], seen: list[Candidate]) -> DiceReading:
    return judged(kept, [], seen, PLAIN)


class TestWitness:
    def test_it_agrees_with_the_same_face_in_the_same_place(self) -> None:
        told = compare_with([witnessed(100, 4, 0.9)], [(read(103, 4).candidate, 4)])
        assert told.agreed == (pytest.approx(0.9),)
        assert told.others == ()

    def test_another_face_is_a_rival(self) -> None:
        told = compare_with([witnessed(100, 5)], [(read(100, 4).candidate, 4)])
        assert told.agreed == (0.0,)
        assert told.rivals == (pytest.approx(1.0),)

    def test_a_die_that_only_the_witness_sees_is_told(self) -> None:
        told = compare_with([witnessed(100, 4), witnessed(200, 2, 0.7)], [(read(100, 4).candidate, 4)])
        assert told.others == (0.7,)

    def test_a_pip_of_a_die_that_both_see_is_no_other_die(self) -> None:
        pip = witnessed(108, 1, 0.6, size=9)
        assert compare_with([witnessed(100, 4), pip], [(read(100, 4).candidate, 4)]).others == ()

    def test_two_dice_taken_for_the_pips_of_a_giant_are_two_other_dice(self) -> None:
        giant = read(100, 2, size=200).candidate
        told = compare_with([witnessed(60, 3, 0.9), witnessed(140, 5, 0.8)], [(giant, 2)])
        assert told.agreed == (0.0,)
        assert told.others == (0.9, 0.8)

    def test_dice_that_touch_each_have_their_own_witness(self) -> None:
        dice = [(read(100, 4).candidate, 4), (read(141, 6).candidate, 6)]
        assert min(compare_with([witnessed(100, 4), witnessed(141, 6)], dice).agreed) > 0.9


class TestLevels:
    def test_two_readers_of_one_mind_are_sure(self) -> None:
        reading = judge([read(100, 4)], [witnessed(100, 4)])
        assert (reading.sure, reading.likely, reading.doubts) == (True, False, ())

    def test_a_die_that_was_overlooked_is_told_as_the_reason(self) -> None:
        reading = judge([read(100, 4)], [witnessed(100, 4), witnessed(200, 2)])
        assert (reading.sure, reading.likely, reading.state) == (False, False, "unsure")
        assert reading.doubts == (Doubt.ANOTHER_DIE,)

    def test_a_die_that_only_the_first_reader_sees_is_not_believed(self) -> None:
        reading = judge([read(100, 4)], [])
        assert not reading.sure
        assert reading.doubts[0] is Doubt.SECOND_READER

    def test_a_front_face_below_its_squeezed_top_is_not_believed(self) -> None:
        """A camera that looks from low sees the front face best; it was once read as the top, and sure."""
        front = replace(read(100, 4), above=0.95)
        reading = judge([front, read(200, 2)], [witnessed(100, 4), witnessed(200, 2)])
        assert not reading.sure
        assert [die.doubt for die in reading.dice] == [Doubt.FRONT_FACE, None]

    def test_what_lies_above_is_no_doubt_if_it_is_another_die(self) -> None:
        behind = read(100, 4)
        behind = replace(behind, candidate=replace(behind.candidate, y=62.0))
        here = [replace(witnessed(100, 4), y=62.0), witnessed(100, 4)]
        reading = judge([behind, replace(read(100, 4), above=0.95)], here)
        assert [die.doubt for die in reading.dice] == [None, None]

    def test_a_plausible_second_face_is_never_sure_whoever_has_it(self) -> None:
        own = judge([read(100, 4, chance=0.88)], [witnessed(100, 4)])
        others = judge([read(100, 4)], [witnessed(100, 4, rival=0.9 * 0.95)])
        assert (own.error or 1.0) <= PLAIN.sure
        assert (own.sure, own.likely) == (False, True)
        assert not others.sure

    def test_between_sure_and_asked_lies_likely(self) -> None:
        reading = judge([read(100, 4)], [witnessed(100, 4, 0.75)])
        assert (reading.sure, reading.likely, reading.state) == (False, True, "settled")
        assert reading.doubts == (Doubt.SECOND_READER,)
        assert PLAIN.sure < (reading.error or 0.0) <= PLAIN.likely

    def test_rarity_is_the_logarithm_of_the_share_that_shows_so_much(self) -> None:
        told = [rarity(amount, AMOUNTS) for amount in AMOUNTS]
        assert told == pytest.approx([-log(share) for share in SHARES])
        assert told[3] < rarity(0.35, AMOUNTS) < told[4]
        assert rarity(5.0, AMOUNTS) > told[-1]

    def test_a_numeral_that_the_witness_cannot_read_is_at_most_likely(self) -> None:
        reading = judge([read(100, 4, "d6-numeral")], [witnessed(100, None)])
        assert (reading.sure, reading.likely) == (False, True)

    def test_a_numeral_is_likely_up_to_a_limit_of_its_own(self) -> None:
        """Symbols on dice of other games were read as numerals, and likely."""
        strict = replace(PLAIN, likely_numeral=0.0)
        reading = judged([read(100, 4, "d6-numeral")], [], [witnessed(100, None)], strict)
        assert (reading.sure, reading.likely) == (False, False)
        assert judged([read(100, 4, chance=0.88)], [], [witnessed(100, 4)], strict).likely

    def test_the_die_in_doubt_is_told(self) -> None:
        reading = judge([read(100, 4), read(200, 2)], [witnessed(100, 4), witnessed(200, 5)])
        assert [die.doubt for die in reading.dice] == [None, Doubt.SECOND_READER]

    @pytest.mark.parametrize("name", NAMES)
    def test_more_doubt_never_makes_surer(self, name: str) -> None:
        certainty = load_certainty()
        worse = replace(NOTHING, **{name: 2.0})
        assert certainty.error(worse) >= certainty.error(NOTHING)

    def test_the_committed_limits_are_those_that_are_promised(self) -> None:
        certainty = load_certainty()
        assert 0 < certainty.sure <= SURE
        assert certainty.sure <= certainty.likely <= LIKELY
        assert certainty.likely_numeral <= certainty.likely <= certainty.opposed < 1
        assert certainty.slope > 0
        assert certainty.error(NOTHING) <= certainty.sure
        assert certainty.error(replace(NOTHING, above=2.0)) > certainty.likely

    def test_every_kind_of_evidence_has_a_reason(self) -> None:
        assert set(DOUBTS) == set(NAMES)


def pictures(groups: int = 6, each: int = 60) -> list[JudgedPicture]:
    """Readings that are wrong where only the witness sees a die, and for no other reason."""
    rng = np.random.default_rng(1)
    made = []
    for k in range(groups * each):
        unseen = float(rng.exponential(0.3)) + (2.5 if rng.random() < 0.1 else 0.0)
        evidence = replace(NOTHING, unseen=unseen, left=float(rng.uniform(0, 1)))
        made.append(JudgedPicture(f"g{k % groups}", f"p{k}", "in", 1.0, evidence, unseen < 2.0, 0.0))
    return made


def learn(some: list[JudgedPicture]) -> Certainty:
    return fit_certainty(some, leave_out(some))


class TestLearning:
    def test_what_hardly_any_right_reading_shows_is_rare_whatever_wrong_ones_show(self) -> None:
        certainty = learn(pictures())
        assert certainty.error(replace(NOTHING, unseen=0.3)) <= certainty.likely
        assert certainty.error(replace(NOTHING, above=0.5)) > certainty.likely

    def test_no_left_out_picture_is_sure_and_wrong(self) -> None:
        some = pictures()
        left_out = leave_out(some)
        assert not any(sure and not one.right for sure, one in zip(left_out.sure, some, strict=True))
        assert left_out.sure.sum() > 0.3 * len(some)
        assert not (left_out.sure & left_out.likely).any()

    def test_a_wrong_reading_without_any_evidence_leaves_nothing_sure(self) -> None:
        some = pictures()
        fooled = [replace(one, evidence=NOTHING, right=False) for one in some[:6]]
        calm, warned = learn(some), learn([*some[6:], *fooled])
        assert calm.error(NOTHING) <= calm.sure
        assert warned.error(NOTHING) > warned.sure

    def test_readings_with_numerals_which_are_never_sure_teach_nothing_about_those_that_may_be(self) -> None:
        some = pictures()
        numerals = [replace(one, evidence=NOTHING, right=False, second=1.0, numerals=True) for one in some[:6]]
        calm, warned = learn(some[6:]), learn([*some[6:], *numerals])
        assert warned.error(NOTHING) == calm.error(NOTHING)
        assert (warned.sure, warned.likely) == (calm.sure, calm.likely)
        assert warned.likely_numeral < calm.likely_numeral

    def test_a_numeral_left_out_is_likely_only_clear_of_every_wrong_one_elsewhere(self) -> None:
        some = pictures()
        numerals = [replace(one, evidence=NOTHING, right=False, second=1.0, numerals=True) for one in some[:6]]
        left_out = leave_out([*some[6:], *numerals])
        assert not left_out.sure[-6:].any()
        assert not left_out.likely[-6:].any()

    def test_a_source_does_not_teach_its_own_chances(self) -> None:
        some = pictures()
        odd = [replace(one, group="odd", right=not one.right) for one in some[:40]]
        told = leave_out([*some, *odd]).errors[-40:]
        assert np.corrcoef(told, [not one.right for one in odd])[0, 1] < 0

    def test_a_second_face_that_hardly_any_right_reading_has_is_plausible(self) -> None:
        some = [replace(one, second=0.01 * (k % 20)) for k, one in enumerate(pictures())]
        certainty = learn(some)
        assert 0.15 < certainty.second < 0.2
        assert certainty.plausible([0.0, 0.2])
        assert not certainty.plausible([0.0, 0.1])

    def test_the_plot_shows_each_range_with_its_counts(self) -> None:
        plot = reliability_plot(np.array([0.0005, 0.0005, 0.2, 0.2]), [True, True, True, False])
        assert plot.startswith("<svg")
        assert "0/2" in plot
        assert "1/2" in plot
