"""Choosing from where on a die might lean."""

from dataclasses import replace
from math import radians

import numpy as np
import pytest

from vision.render.tray import RenderedTray
from vision.roll.lean import LeanEvidence, load_lean_limits
from vision.training.lean_limits import CLEAR_OF, LeanSample, choose_lean_limits, lean_table
from vision.training.trays import TRAY

FLAT, LEANING = radians(7), radians(16)


def sample(tray: int, leaning: bool, lean: float, error: float = 0.02, clear: bool = True) -> LeanSample:
    return LeanSample(tray, leaning, clear, (LeanEvidence(lean, error, 0.0, 0.01),) * 2)


def samples() -> list[LeanSample]:
    """Flat dice of which it is known where they point, and leaning ones that seem to lean less the less that is."""
    rng = np.random.default_rng(3)
    made = []
    for k in range(300):
        error = float(rng.uniform(0.01, 0.12))
        made.append(sample(k // 10, False, float(rng.uniform(0, FLAT)), 0.03))
        made.append(sample(k // 10, True, LEANING - 1.5 * error + float(rng.uniform(0, 0.2)), error))
    return made


def test_no_leaning_die_comes_near_to_passing_and_flat_ones_pass() -> None:
    some = samples()
    limits = choose_lean_limits(some)
    nearest = min(limits.furthest(one.evidence[0]) for one in some if one.leaning)
    assert limits.level == pytest.approx(CLEAR_OF * nearest)
    assert limits.error > 0  # the less is known of where a die points, the further it may lean
    flat = [limits.furthest(one.evidence[0]) <= limits.level for one in some if not one.leaning]
    assert sum(flat) > 0.9 * len(flat)
    assert limits.leans >= limits.level


def test_either_of_the_two_times_at_which_a_roll_is_decided_may_let_a_leaning_die_pass() -> None:
    some = samples()
    later = replace(some[1], evidence=(some[1].evidence[0], LeanEvidence(radians(6), 0.0, 0.0, 0.0)))
    assert choose_lean_limits([*some[2:], later]).level <= CLEAR_OF * radians(6)


def test_a_flat_die_that_is_asked_about_anyway_does_not_count_but_every_leaning_one_does() -> None:
    some = samples()
    flat, leaning = (sample(1, which, radians(12), 0.0, clear=False) for which in (False, True))
    assert choose_lean_limits([*some, flat]) == choose_lean_limits(some)
    assert choose_lean_limits([*some, leaning]).level < choose_lean_limits(some).level


def test_trays_are_judged_by_what_the_others_teach() -> None:
    some = [one for one in samples() if not one.leaning or one.tray > 0]
    fooled = sample(0, True, 0.0, 0.0)
    assert lean_table(some).endswith(" 0")
    assert lean_table([*some, fooled]).endswith(" 1")


def test_as_many_dice_lean_as_are_asked_for() -> None:
    tray = RenderedTray((1, 6, 0), TRAY)
    assert [tray.throw(5, cocked=number).cocked.count(True) for number in (0, 1, 5, 9)] == [0, 1, 5, 5]


def test_the_committed_limits_ask_before_they_call_a_die_leaning() -> None:
    limits = load_lean_limits()
    assert 0 < limits.level <= limits.leans < LEANING
    assert min(limits.error, limits.nearer, limits.unclear) >= 0
