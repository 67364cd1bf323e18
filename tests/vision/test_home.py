"""What players tell of dice: it helps with dice that look like those, and harms no other."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from vision.dice.finder import Candidate
from vision.dice.home import VOUCHERS, HomeDice, direction
from vision.dice.network import CLASSES, class_of
from vision.dice.reader import DiceReader
from vision.dice.reading import DiceReading, DieReading
from vision.dice.scoring import ScoredCandidate, load_thresholds
from vision.evaluation.home_trial import TAUGHT, compare, rolls_of, teach
from vision.roll.votes import vote

HELPED = 936
THREE, FOUR, FIVE = (class_of("d6-pips", face) for face in (3, 4, 5))
LOOKS = [1.0, 0.1, 0.0]
NEARLY = [1.0, 0.12, 0.0]  # looks very much like LOOKS
ELSE = [0.0, 1.0, 0.3]


def verdict(face: int, unclear: float = 0.2) -> ScoredCandidate:
    chances = np.zeros(len(CLASSES), np.float32)
    return ScoredCandidate(
        Candidate(50, 50, 40, 0.9, chances, 40), class_of("d6-pips", face), 0.6, 0.9, 0.5, 0.5, unclear, 0.1, (2,)
    )


def turned(vector: list[float]) -> np.ndarray:
    return np.tile(np.array(vector, np.float32), (4, 1))


def known(*dice: tuple[list[float], int, int]) -> HomeDice:
    """How each looked, what was read and what it truly was."""
    rows = np.stack([direction(turned(looks)) for looks, _, _ in dice])
    return HomeDice(rows, np.array([read for _, read, _ in dice]), np.array([truth for _, _, truth in dice]))


# -- corrected ---------------------------------------------------------------------------------------------------------


def test_a_die_like_a_corrected_one_is_read_as_corrected_but_not_surely() -> None:
    adapted = known((LOOKS, THREE, FIVE)).adapt(verdict(3), turned(NEARLY), certain=False)
    assert CLASSES[adapted.number].face == 5
    assert adapted.guesses[0] == 3
    assert adapted.worst_view == 0


@pytest.mark.parametrize(("features", "certain"), [(ELSE, False), (ELSE, True), ([1, 0.45, 0], True)])
def test_dice_that_do_not_look_like_it_stay_as_they_are(features: list[float], certain: bool) -> None:
    before = verdict(3)
    assert known((LOOKS, THREE, FIVE), (LOOKS, THREE, FIVE)).adapt(before, turned(features), certain) is before


def test_what_was_certain_and_corrected_is_asked_about_and_after_a_second_time_read_as_corrected() -> None:
    asked = known((LOOKS, THREE, FIVE)).adapt(verdict(3), turned(NEARLY), certain=True)
    assert (CLASSES[asked.number].face, asked.guesses[0], asked.worst_view) == (3, 5, 0)
    again = known((LOOKS, THREE, FIVE), (LOOKS, THREE, FIVE)).adapt(verdict(3), turned(NEARLY), certain=True)
    assert (CLASSES[again.number].face, again.guesses[0], again.worst_view) == (5, 3, 0)


@pytest.mark.parametrize("other", [([1.0, 0.11, 0.0], THREE, FOUR), (NEARLY, THREE, THREE)])
def test_dice_that_look_alike_but_differ_decide_nothing(other: tuple[list[float], int, int]) -> None:
    before = verdict(3)
    assert known((LOOKS, THREE, FIVE), other).adapt(before, turned(NEARLY), certain=False) is before


# -- confirmed ---------------------------------------------------------------------------------------------------------


def test_a_die_like_confirmed_ones_needs_less_to_be_certain_but_not_nothing() -> None:
    limits, home = load_thresholds(), known(*[(LOOKS, THREE, THREE)] * VOUCHERS)
    hardly = limits.sure**2 + 0.01  # half of what speaks against it is left
    vouched = home.adapt(verdict(3, hardly), turned(NEARLY), certain=False)
    assert not verdict(3, hardly).certain(limits)
    assert vouched.certain(limits)
    assert (vouched.number, vouched.chance) == (THREE, verdict(3).chance)
    assert not home.adapt(verdict(3, hardly - 0.05), turned(NEARLY), certain=False).certain(limits)


def test_what_rests_on_a_vouched_die_is_likely_and_never_sure() -> None:
    plain = DieReading(3, 6, 0.9, (80, 80, 40, 40))
    sure = DiceReading((plain, replace(plain, vouched=True, box=(280, 80, 40, 40))), "settled", True)
    assert (sure.without_home().sure, sure.without_home().likely) == (False, True)
    rolled = vote([sure] * 4)
    assert (rolled.sure, rolled.without_home().sure, rolled.without_home().likely) == (True, False, True)
    assert DiceReading((plain,), "settled", True).without_home().sure


@pytest.mark.parametrize(
    ("also", "looks"),
    [
        ([], ELSE),  # it does not look like them
        ([(LOOKS, FOUR, FOUR)], NEARLY),  # so does a die that was confirmed to show something else
        ([([1.0, 0.4, 0.0], THREE, FIVE)] + [(ELSE, FOUR, FOUR)] * 20, NEARLY),  # one like it was corrected
        ([(ELSE, FOUR, FIVE)], NEARLY),  # dice are often read wrong here
    ],
)
def test_nothing_is_vouched_for_on_weak_grounds(also: list[tuple[list[float], int, int]], looks: list[float]) -> None:
    home = known(*[(LOOKS, THREE, THREE)] * VOUCHERS, *also)
    assert not home.adapt(verdict(3), turned(looks), certain=False).vouched


def test_few_confirmed_dice_vouch_for_none_and_never_for_another_face() -> None:
    few = known(*[(LOOKS, THREE, THREE)] * (VOUCHERS - 1))
    assert not few.adapt(verdict(3), turned(NEARLY), certain=False).vouched
    enough = known(*[(LOOKS, THREE, THREE)] * VOUCHERS)
    assert not enough.adapt(verdict(5), turned(NEARLY), certain=False).vouched


# -- with the committed networks ---------------------------------------------------------------------------------------


def test_twenty_confirmed_rolls_help_a_new_kind_of_die_and_harm_no_other() -> None:
    """One of the kinds of odd dice that it helps: of most it changes nothing, as the model card says."""
    reader, source, other = DiceReader(), rolls_of(HELPED), rolls_of(HELPED, odd=False)
    home = teach(reader, list(islice(source, TAUGHT)))
    assert len(home.truths) > 6 * VOUCHERS
    own, others = compare(reader, source, 20, home), compare(reader, other, 6, home)
    assert own.believed_after > own.believed_before
    assert own.silent_after <= own.silent_before
    assert others.silent_after == others.likely_wrong_after == 0
    assert others.believed_after >= others.believed_before
