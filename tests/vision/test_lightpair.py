"""A roll after a second look with the light on and off: doubts are kept, and only agreement makes sure."""

from dataclasses import replace

import pytest

from vision.dice.reading import DiceReading, DieReading, Doubt
from vision.roll.votes import confirmed_by_light


def seen(*faces: int, sure: bool = True) -> DiceReading:
    dice = tuple(DieReading(face, 6, 0.95, (100 * k, 50, 40, 40)) for k, face in enumerate(faces))
    return DiceReading(dice, "settled" if sure else "unsure", sure, doubts=() if sure else (Doubt.UNCLEAR,))


ROLL = replace(seen(3, 5), outside=seen(2).dice)


@pytest.mark.parametrize(
    ("roll", "lit", "dark", "sure"),
    [
        (ROLL, seen(3, 5), seen(3, 5), True),
        (ROLL, seen(3, 5), None, True),
        (ROLL, seen(3, 5, sure=False), seen(3, 5, sure=False), True),
        (ROLL, seen(3, 6), seen(3, 6), False),
        (ROLL, seen(3, 5), seen(3, 6), False),
        (ROLL, seen(3), None, False),
        (replace(ROLL, sure=False, state="unsure"), seen(3, 5), seen(3, 5), True),
        (replace(ROLL, sure=False, state="unsure"), seen(3, 5), seen(3, 5, sure=False), False),
        (replace(ROLL, sure=False, state="unsure"), seen(3, 5), None, False),
        (replace(ROLL, sure=False, state="unsure"), seen(3, 6), seen(3, 6), False),
        (replace(ROLL, sure=False, state="cocked"), seen(3, 5, sure=False), None, False),
        (replace(ROLL, sure=False, state="cocked"), seen(3, 5), seen(3, 5), False),
    ],
)
def test_what_a_second_look_comes_to(roll: DiceReading, lit: DiceReading, dark: DiceReading | None, sure: bool) -> None:
    told = confirmed_by_light(roll, lit, dark)
    assert told.sure is sure
    assert (told.state == "settled") is sure
    assert told.outside == ROLL.outside


def test_a_likely_roll_stays_likely_only_if_the_second_look_shows_the_same_dice() -> None:
    likely = replace(seen(3, 5).doubted(Doubt.MIGHT_LEAN), state="settled", likely=True)
    assert confirmed_by_light(likely, seen(3, 5, sure=False), None).likely
    other = confirmed_by_light(likely, seen(3, 6, sure=False), None)
    assert (other.likely, Doubt.LIGHT in other.doubts) == (False, True)
