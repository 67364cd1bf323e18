"""Numerals are read from near: what the third network says of the digit, and the others of the kind of die."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.dice.classifier import DIGITS, NO_DIGIT, VARIANTS, ClassifiedCandidate, read_numerals
from vision.dice.finder import Candidate
from vision.dice.network import CLASSES, NONE, class_of
from vision.dice.reader import DiceReader
from vision.dice.scoring import Thresholds, score_candidate
from vision.images import Floats, Image, floats
from vision.render.art import CELL
from vision.render.materials import CLASSIC, make_die
from vision.render.tray import EMPTY, TRAY_OPTIONS, RenderedTray
from vision.training.dice.numeral_crops import collect_numeral_crops, numeral_batches
from vision.training.dice.scenes import TrainingScene

PICTURE: Image = np.full((200, 200, 3), 90, np.uint8)


class Says:
    """A network that says the same of every crop, and counts them."""

    def __init__(self, **chances: float) -> None:
        self._scores = np.full(DIGITS + 1, 1e-6)
        for name, chance in chances.items():
            self._scores[NO_DIGIT if name == "none" else int(name[1:])] = chance
        self.crops = 0

    def run(self, crops: Image) -> list[Floats]:
        self.crops += len(crops)
        return [floats(np.tile(np.log(self._scores), (len(crops), 1)))]


def look(**kinds: float) -> ClassifiedCandidate:
    """A candidate of which both other networks know the kind, but not the digit."""
    chances = np.full(len(CLASSES), 1e-4, np.float32)
    for kind, chance in kinds.items():
        numbers = [k for k, known in enumerate(CLASSES) if known.kind == kind.replace("_", "-")]
        chances[numbers] = chance / len(numbers)
    return ClassifiedCandidate(
        Candidate(100.0, 100.0, 40.0, 0.9, chances, 40.0), chances[None], np.zeros((1, 4)), (0.0, 0.0), 0.1
    )


def read(network: Says, seen: ClassifiedCandidate, variant: int | None = None) -> ClassifiedCandidate:
    (told,) = read_numerals(network, PICTURE, [seen], variant)  # type: ignore[arg-type]
    return told


def number_of(told: ClassifiedCandidate) -> int:
    return score_candidate(told.candidate, told.views).number


def test_the_digit_is_the_near_networks_and_the_kind_the_others() -> None:
    assert number_of(read(Says(d4=0.9, d1=0.1), look(d10_numeral=0.9))) == class_of("d10-numeral", 4)
    assert number_of(read(Says(d4=0.9, d1=0.1), look(d6_numeral=0.9))) == class_of("d6-numeral", 4)


def test_a_digit_that_a_six_sided_die_does_not_have_speaks_for_ten_sides() -> None:
    assert number_of(read(Says(d9=1.0), look(d6_numeral=0.7, d10_numeral=0.2))) == class_of("d10-numeral", 9)
    unclear = read(Says(d3=1.0), look(d6_numeral=0.45, d10_numeral=0.45))
    assert number_of(unclear) == class_of("d6-numeral", 3)


def test_the_finder_agrees_with_any_numeral_but_not_with_one_where_it_saw_pips() -> None:
    seen = look(d6_numeral=0.9)
    mistaken = replace(seen, candidate=look(d10_numeral=0.9).candidate)
    assert score_candidate(*_of(read(Says(d4=0.97), mistaken))).finder > 0.8
    pips = replace(seen, candidate=look(d6_pips=0.9).candidate)
    assert score_candidate(*_of(read(Says(d4=0.97), pips))).finder < 0.1


def test_a_six_that_might_be_a_nine_stays_in_doubt() -> None:
    told = score_candidate(*_of(read(Says(d6=0.6, d9=0.4), look(d10_numeral=1.0))))
    assert CLASSES[told.number].face == 6
    assert told.guesses[0] == 9
    assert told.certainty < 0.7


@pytest.mark.parametrize(("chance", "sure"), [(0.8, False), (0.97, True)])
def test_a_numeral_is_certain_only_if_every_view_is_clear(chance: float, sure: bool) -> None:
    told = score_candidate(*_of(read(Says(d4=chance, d1=1 - chance), look(d10_numeral=1.0))))
    limits = Thresholds(keep=0.45, keep_numeral=0.25, sure=0.48, sure_weak=0.5, sure_die=0.45, grey=0.2)
    assert told.certain(limits) is sure


def test_a_doubtful_numeral_troubles_a_reading_less_than_doubtful_pips() -> None:
    numeral = score_candidate(*_of(read(Says(d4=0.97), look(d10_numeral=0.5))))
    assert numeral.doubt < 0.7 * numeral.being


def test_what_is_no_numeral_from_near_is_no_die() -> None:
    seen = look(d10_numeral=0.9)
    told = read(Says(none=0.9, d1=0.1), seen)
    assert told.views.mean(axis=0)[NONE] > 0.75
    assert score_candidate(*_of(told)).being < 0.2
    assert told.views.sum() == pytest.approx(len(VARIANTS) * seen.views.sum(), rel=1e-3)


def test_dice_with_pips_are_not_looked_at() -> None:
    network, pips = Says(d1=1.0), look(d6_pips=0.9)
    assert read(network, pips) is pips
    assert network.crops == 0


def test_a_lone_picture_is_looked_at_in_every_way_and_one_of_several_in_one() -> None:
    network = Says(d1=1.0)
    assert len(read(network, look(d10_numeral=0.9)).views) == len(VARIANTS)
    assert len(read(network, look(d10_numeral=0.9), variant=3).views) == 1
    assert network.crops == len(VARIANTS) + 1


def _of(told: ClassifiedCandidate) -> tuple[Candidate, Floats]:
    return told.candidate, told.views


def test_ten_sided_dice_of_any_type_are_read() -> None:
    """Fresh dice in fresh trays, one lone image of each."""
    reader, right, count = DiceReader(), 0, 40
    for seed in range(count):
        tray = RenderedTray((seed, 31), replace(TRAY_OPTIONS, die_size=(44, 60), tilt=4.0))
        thrown = tray.throw(1, kind="d10-numeral")
        reading = reader.read(tray.image(thrown))
        truth = tuple(t.face for t in tray.truths(thrown))
        right += reading.faces == truth
        assert not reading.sure or reading.faces == truth
        assert reader.read(tray.image(EMPTY)).faces == ()
    assert right >= 0.85 * count


@pytest.mark.parametrize("seed", range(8))
def test_an_ordinary_ten_sided_die_tells_its_six_from_its_nine(seed: int) -> None:
    """By a mark below them: all numerals of a die are equally tall, and these two reach further down."""
    die = make_die(np.random.default_rng(seed), "d10-numeral", CLASSIC, ordinary=True)
    lowest = {
        face: int(np.nonzero(die.art.paint[k * CELL :][:CELL].max(axis=1) > 0.5)[0].max())
        for k, face in enumerate(die.body.faces)
    }
    assert min(lowest[6], lowest[9]) > max(lowest[face] for face in (0, 1, 2, 3, 4, 5, 7, 8)) + 2
    assert die.body.ups[0, 2] > 0, "upright, where the face has room for the mark"


def test_training_crops_hold_numerals_and_what_is_none_in_fair_shares() -> None:
    rng = np.random.default_rng(3)
    image = rng.integers(0, 255, (160, 160, 3), np.uint8)
    seven, pips = class_of("d10-numeral", 7), class_of("d6-pips", 5)
    dice = np.array([[50, 50, 40, seven, 0, 0], [110, 110, 40, pips, 0, 0], [80, 20, 9, seven, 0, 0]], np.float32)
    sides = np.array([[60, 60, 40]] * 8, np.float32)
    scene = TrainingScene(_packed(image), dice, sides, "rendered")
    store = collect_numeral_crops([scene] * 6, seed=1)
    assert store.digits.count(7) == 6  # the tiny one cannot be read by anybody
    assert set(store.digits) == {7, NO_DIGIT}
    images, digits = next(numeral_batches(store, 400, seed=2))
    assert images.shape == (400, 64, 64, 3)
    assert 0.2 < (digits == 7).mean() < 0.4  # a tenth of the four fifths that numerals get, beside a fifth of others
    again, _ = next(numeral_batches(store, 400, seed=2))
    assert np.array_equal(images, again)


def _packed(image: Image) -> bytes:
    return cv2.imencode(".png", image)[1].tobytes()
