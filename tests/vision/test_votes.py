"""Several readings of dice at rest become one."""

from dataclasses import replace

from tests.vision.roll_rig import die, settled
from vision.dice.reading import DiceReading, Doubt
from vision.roll.votes import vote


def test_votes_go_to_the_majority_and_a_contradiction_is_not_sure() -> None:
    three, five = settled(die(3, 100, 100)), settled(die(5, 101, 99))
    assert vote([three, three, three]).sure
    mixed = vote([three, five, three])
    assert mixed.faces == (3,)
    assert not mixed.sure
    assert mixed.dice[0].guesses[0] == 5


def test_a_die_that_each_picture_places_a_little_elsewhere_is_one_die() -> None:
    places = [die(7, 100, 100, sides=10), die(1, 118, 100, sides=10)]
    told = vote([settled(places[k % 2]) for k in range(8)])
    assert len(told.dice) == 1
    assert not told.sure


def test_a_die_lies_and_is_as_large_as_most_pictures_have_it() -> None:
    near, far = (
        settled(die(7, 100, 100, 40, sides=10)),
        settled(replace(die(7, 104, 104, 48, sides=10), confidence=1.0)),
    )
    assert vote([near, near, far, near]).dice[0].box == near.dice[0].box


def test_of_two_dice_that_touch_each_is_the_one_it_is_nearest_to() -> None:
    """Where the size of one was told too large in a picture, its neighbour was once taken for it."""
    alone, together = settled(die(4, 95, 343, 100)), settled(die(4, 89, 338, 82), die(3, 134, 396, 84))
    nearer = settled(die(4, 88, 338, 90), die(3, 130, 391, 90))
    told = vote([alone, together, alone, alone, nearer, alone, alone, together])
    assert told.faces == (3, 4)


def test_a_tray_is_not_empty_while_one_picture_is_sure_of_a_die() -> None:
    """In a closer look alone a die on cloth of its colour was seen."""
    told = vote([settled(), settled(die(6, 100, 100)), settled(), settled()])
    assert (told.state, told.sure) == ("unsure", False)
    assert vote([settled()] * 4).state == "empty"


def test_one_unsure_picture_among_four_does_not_matter() -> None:
    three = settled(die(3, 100, 100))
    unsure = replace(three, sure=False, state="unsure", doubts=(Doubt.UNCLEAR,))
    assert vote([three, unsure, three, three]).sure
    assert not vote([three, unsure, three]).sure


def with_unclear(reading: DiceReading, *which: int) -> DiceReading:
    """The reading, had it not seen clearly what these of its dice show."""
    dice = tuple(replace(one, doubt=Doubt.UNCLEAR) if k in which else one for k, one in enumerate(reading.dice))
    return replace(reading, dice=dice, state="unsure", sure=False, doubts=(Doubt.UNCLEAR,))


def test_each_die_must_be_clear_in_nearly_all_pictures_and_not_all_dice_in_the_same_ones() -> None:
    both = settled(die(3, 100, 100), die(5, 300, 200))
    assert vote([with_unclear(both, 0), both, with_unclear(both, 1), both]).sure
    assert not vote([with_unclear(both, 0), both, with_unclear(both, 0), both]).sure
    assert not vote([with_unclear(both, 0), with_unclear(both, 1)] * 2).sure


def test_a_die_that_was_clear_and_showed_another_face_where_its_neighbour_was_unclear_leaves_nothing_sure() -> None:
    both, other = settled(die(3, 100, 100), die(5, 300, 200)), settled(die(3, 100, 100), die(6, 300, 200))
    assert not vote([both, both, both, with_unclear(other, 0)]).sure
    assert vote([both, both, both, with_unclear(other, 1)]).sure


def test_numerals_must_be_sure_in_every_picture() -> None:
    three = settled(replace(die(3, 100, 100, sides=10), kind="d10-numeral"))
    unsure = replace(three, sure=False, state="unsure", doubts=(Doubt.UNCLEAR,))
    assert vote([three, three, three, three]).sure
    assert not vote([three, unsure, three, three]).sure


def test_a_die_seen_in_one_picture_only_is_not_counted() -> None:
    one, two = settled(die(3, 100, 100)), settled(die(3, 100, 100), die(4, 300, 300))
    assert vote([one, two, one]).faces == (3,)


def test_a_die_that_one_picture_alone_shows_leaves_nothing_sure() -> None:
    """A black die among black ones was found in the closest look only, and there it was too near to be sure of."""
    one, two = settled(die(3, 100, 100)), settled(die(3, 100, 100), die(4, 130, 100))
    told = vote([one, replace(two, sure=False, state="unsure", doubts=(Doubt.TOO_NEAR,)), one, one])
    assert told.faces == (3,)
    assert not told.sure
    assert told.doubts == (Doubt.ANOTHER_DIE,)


def test_a_die_seen_in_half_of_the_pictures_counts_but_is_asked_about() -> None:
    one, two = settled(die(3, 100, 100)), settled(die(3, 100, 100), die(4, 300, 300))
    told = vote([one, two, one, two, one, one, two, one])
    assert told.faces == (3, 4)
    assert not told.sure


def test_where_one_picture_suspects_another_die_nothing_is_sure() -> None:
    """A die that leaned far beside another one was seen in one picture of four, and there only as something."""
    clear = settled(die(3, 100, 100))
    votes = [clear, replace(clear, state="unsure", sure=False, doubts=(Doubt.ANOTHER_DIE,)), clear, clear]
    assert (vote(votes).sure, vote(votes).faces, vote(votes).doubts) == (False, (3,), (Doubt.ANOTHER_DIE,))
    votes[1] = replace(votes[1], doubts=(Doubt.UNCLEAR,))
    assert vote(votes).sure


def test_what_the_second_reader_speaks_against_once_is_not_sure() -> None:
    three = settled(die(3, 100, 100))
    opposed = replace(three.doubted(Doubt.SECOND_READER), error=0.4)
    told = vote([opposed, three, three, three])
    assert (told.sure, told.doubts, told.error) == (False, (Doubt.SECOND_READER,), 0.4)
