"""The reader with its committed weights, on rendered images it was never trained on."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.dice.crops import ImagePyramid, cut_die
from vision.dice.finder import Candidate, merge_candidates
from vision.dice.home import KnownDie, learn_dice
from vision.dice.network import CLASSES, COCKED, NONE, class_of
from vision.dice.reader import DiceReader, decide_reading
from vision.dice.reading import DiceReading, Doubt, Hints
from vision.dice.scoring import Thresholds, load_thresholds, score_candidate, select_dice
from vision.evaluation.dice_photos import below_floor
from vision.evaluation.roll_trial import try_rolls
from vision.render import clutter
from vision.render.art import CELL, FaceArt
from vision.render.materials import CLASSIC
from vision.render.scene import RenderedScene, SceneOptions, make_scene
from vision.render.tray import EMPTY, TRAY_OPTIONS, RenderedTray, ThrownDice

PLAIN = SceneOptions(
    long_side=640, kind="d6-pips", die_size=(28, 60), oblique=0, cocked=0, things=0, hand=0, shape=0.75, ordinary=True
)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def whole(image: RenderedScene) -> bool:
    height, width = image.image.shape[:2]
    return all(d.size / 2 < d.x < width - d.size / 2 and d.size / 2 < d.y < height - d.size / 2 for d in image.dice)


def faces(image: RenderedScene) -> tuple[int, ...]:
    return tuple(sorted(d.face for d in image.dice))


def test_most_rendered_pictures_are_read_right_and_none_is_silently_wrong(reader: DiceReader) -> None:
    images = [p for p in (make_scene((seed, 42), PLAIN) for seed in range(24)) if whole(p)]
    readings = [reader.read(p.image) for p in images]
    assert not [faces(p) for p, r in zip(images, readings, strict=True) if r.sure and r.faces != faces(p)]
    exact = sum(r.faces == faces(p) for p, r in zip(images, readings, strict=True))
    assert exact >= 0.85 * len(images)


def test_boxes_lie_on_the_dice(reader: DiceReader) -> None:
    image = next(p for p in (make_scene((seed, 43), PLAIN) for seed in range(20)) if whole(p) and len(p.dice) > 2)
    for die in reader.read(image.image).dice:
        x, y = die.middle
        assert min(np.hypot(x - d.x, y - d.y) / d.size for d in image.dice) < 0.35


def test_a_die_is_read_where_it_is_pointed_at_although_the_finder_overlooks_it(
    reader: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    tray = RenderedTray(31)
    thrown = tray.throw(4, material=CLASSIC)
    image, truths = tray.image(thrown), tray.truths(thrown)
    monkeypatch.setattr("vision.dice.reader.find_candidates", lambda *_: [])
    assert reader.read(image).dice == ()
    beside = [(t.x + 0.1 * t.size, t.y - 0.1 * t.size, 1.1 * t.size) for t in truths]
    assert reader.read(image, hints=Hints(spots=tuple(beside))).faces == tuple(sorted(t.face for t in truths))
    assert reader.read(image, hints=Hints(spots=((5.0, 5.0, 40.0),))).dice == ()


def test_an_empty_tray_is_empty_or_unsure_but_never_dice_for_sure(reader: DiceReader) -> None:
    readings = [reader.read(RenderedTray((seed, 45)).image(EMPTY)) for seed in range(6)]
    assert not any(r.sure for r in readings)
    assert sum(r.state == "empty" for r in readings) >= 4


def test_things_that_are_no_dice_are_not_sure(reader: DiceReader) -> None:
    wish = SceneOptions(dice=0, die_size=(35, 60), oblique=0, things=1.0, hand=0)
    assert not any(reader.read(make_scene((seed, 46), wish).image).sure for seed in range(10))


def test_dice_printed_on_a_page_are_not_sure(reader: DiceReader) -> None:
    for seed in range(6):
        rng = np.random.default_rng((seed, 47))
        page = np.full((360, 480, 3), 0.92, np.float32)
        for _ in range(3):
            clutter.draw_card(rng, page, (int(rng.integers(120, 360)), int(rng.integers(90, 270)), 60))
        assert not reader.read((page.clip(0, 1) * 255).astype(np.uint8)).sure


def test_a_hand_alone_is_not_sure(reader: DiceReader) -> None:
    for seed in range(5):
        assert not reader.read(RenderedTray((seed, 48)).image(EMPTY, hand=True)).sure


def test_reading_twice_gives_the_same(reader: DiceReader) -> None:
    image = make_scene((3, 49), PLAIN).image
    one, two = reader.read(image), reader.read(image)
    assert (one.dice, one.state, one.sure) == (two.dice, two.state, two.sure)


def test_a_correction_helps_its_own_kind_of_die_and_harms_no_other(reader: DiceReader, tmp_path: Path) -> None:
    """Dice with faces the networks have never seen (one bar or a cross of bars instead of pips)."""
    plain = [(p.image, reader.read(p.image).faces) for p in (make_scene((seed, 50), PLAIN) for seed in range(4))]
    strange = [barred(seed) for seed in range(16)]
    examples = [
        KnownDie(
            cut_die(ImagePyramid(image), *read.dice[0].middle, read.dice[0].size),
            class_of(read.dice[0].kind, read.dice[0].face),
            class_of(read.dice[0].kind, face),
        )
        for image, face in strange[:8]
        if (read := reader.read(image)).dice
    ]
    assert examples, "the strange dice must at least be found"
    taught = DiceReader(home=learn_dice(examples))
    before = [reader.read(image).faces == (face,) for image, face in strange[8:]]
    readings = [(taught.read(image), face) for image, face in strange[8:]]
    assert sum(reading.faces == (face,) for reading, face in readings) > sum(before) + 1
    assert not [face for reading, face in readings if reading.sure and reading.faces != (face,)]
    assert [taught.read(image).faces for image, _ in plain] == [known for _, known in plain]


def barred(seed: int) -> tuple[np.ndarray, int]:
    """A die in a tray with a bar (worth 2) or a cross (worth 4) on every face."""
    face = 2 if seed % 2 else 4
    sign = np.zeros((CELL, CELL), np.float32)
    cv2.line(sign, (20, 48), (76, 48), 1.0, 13)
    if face == 4:
        cv2.line(sign, (48, 20), (48, 76), 1.0, 13)
    flat = np.zeros((6 * CELL, CELL), np.float32)
    tray = RenderedTray((seed, 51), replace(TRAY_OPTIONS, die_size=(60, 70), material=CLASSIC))
    (die,) = tray.throw(1).dice
    strange = replace(die, art=FaceArt(np.concatenate([sign] * 6), flat, flat, 0.5, False))
    return tray.image(ThrownDice((strange,), (False,))), face


def candidate(x: float, y: float, size: float, score: float) -> Candidate:
    return Candidate(x, y, size, score, np.full(len(CLASSES), 1 / len(CLASSES), np.float32), size)


def test_merging_keeps_neighbours_and_drops_doubles() -> None:
    kept = merge_candidates([candidate(100, 100, 40, 0.9), candidate(103, 99, 44, 0.7), candidate(141, 100, 40, 0.8)])
    assert [c.score for c in kept] == [0.9, 0.8]


LIMITS = Thresholds(keep=0.4, keep_numeral=0.25, sure=0.7, sure_weak=0.8, sure_die=0.4, grey=0.2)


def says(number: int, chance: float) -> np.ndarray:
    row = np.full(len(CLASSES), (1 - chance) / (len(CLASSES) - 1), np.float32)
    row[number] = chance
    return np.tile(row, (4, 1))


def test_what_the_classifier_calls_no_top_face_is_no_die() -> None:
    kept, left = select_dice([score_candidate(candidate(100, 100, 40, 0.9), says(NONE, 0.95))], LIMITS)
    assert not kept
    assert len(left) == 1


def test_what_is_hardly_a_die_is_not_certain_however_clear_its_face() -> None:
    """The red end of a pencil with two lights on it was once told as a two."""
    two = class_of("d6-pips", 2)
    shines = score_candidate(replace(candidate(100, 100, 40, 0.8), classes=says(two, 0.9)[0]), says(two, 0.9))
    limits = replace(LIMITS, sure_die=0.6)
    certain = [replace(shines, being=being).certain(limits) for being in (0.55, 0.65)]
    assert certain == [False, True]


def test_a_side_face_on_a_die_is_not_a_second_die() -> None:
    three = class_of("d6-pips", 3)
    top = score_candidate(candidate(100, 100, 40, 0.9), says(three, 0.95))
    side = score_candidate(candidate(112, 100, 36, 0.6), says(three, 0.9))
    kept, left = select_dice([top, side], LIMITS)
    assert len(kept) == 1
    assert not left


def test_a_doubtful_candidate_is_an_unsure_die_where_something_is_known_to_lie() -> None:
    doubtful = score_candidate(candidate(100, 100, 40, 0.6), says(class_of("d6-pips", 4), 0.35))
    assert decide_reading([doubtful], LIMITS, (200, 200, 3)).dice == ()
    there, elsewhere = (Hints(spots=((x, 108.0, 44.0),)) for x in (110.0, 150.0))
    reading = decide_reading([doubtful], LIMITS, (200, 200, 3), there)
    assert (reading.faces, reading.sure) == ((4,), False)
    assert decide_reading([doubtful], LIMITS, (200, 200, 3), elsewhere).dice == ()


def test_a_doubtful_candidate_is_an_unsure_die_in_a_tray_that_was_seen_empty() -> None:
    plain = score_candidate(candidate(60, 100, 40, 0.9), says(class_of("d6-pips", 3), 0.97))
    doubtful = score_candidate(candidate(100, 100, 40, 0.6), says(class_of("d6-pips", 4), 0.45))
    reading = decide_reading([plain, doubtful], LIMITS, (200, 200, 3), Hints(solid=True))
    assert (reading.faces, reading.sure) == ((3, 4), False)
    assert decide_reading([plain, doubtful], LIMITS, (200, 200, 3)).faces == (3,)
    side = replace(doubtful, candidate=replace(doubtful.candidate, x=90.0))
    beside = decide_reading([plain, side], LIMITS, (200, 200, 3), Hints(solid=True))
    assert (beside.faces, beside.sure) == ((3,), False)
    knot = score_candidate(candidate(100, 100, 40, 0.6), says(class_of("d6-pips", 1), 0.45))
    assert decide_reading([plain, knot], LIMITS, (200, 200, 3), Hints(solid=True)).faces == (3,)


def test_a_clear_find_is_an_unsure_die_where_something_lies_whatever_the_classifier_takes_it_for() -> None:
    four = class_of("d6-pips", 4)
    print_it_says = says(NONE, 0.95)
    print_it_says[:, four] = 0.04
    found = replace(candidate(100, 100, 40, 0.9), classes=says(four, 0.9)[0])
    scored, there = score_candidate(found, print_it_says), Hints(spots=((100.0, 100.0, 40.0),), solid=True)
    reading = decide_reading([scored], LIMITS, (200, 200, 3), there)
    assert (reading.faces, reading.sure) == ((4,), False)
    faint = replace(scored, candidate=replace(found, score=0.5))
    assert decide_reading([faint], LIMITS, (200, 200, 3), there).dice == ()
    assert decide_reading([scored], LIMITS, (200, 200, 3), Hints(solid=True)).dice == ()


def test_a_die_that_counts_only_because_something_lies_there_is_never_sure() -> None:
    faint = score_candidate(candidate(100, 100, 40, 0.2), says(class_of("d6-pips", 4), 0.97))
    loose = replace(LIMITS, keep=0.45, sure_die=0.45, sure=0.3)
    reading = decide_reading([faint], loose, (200, 200, 3), Hints(spots=((100.0, 100.0, 40.0),), solid=True))
    assert (reading.faces, reading.sure) == ((4,), False)


def test_networks_that_disagree_are_not_certain() -> None:
    five = np.full(len(CLASSES), 1e-5, np.float32)
    five[class_of("d6-pips", 5)] = 1.0
    seen = replace(candidate(100, 100, 40, 0.9), classes=five)
    assert not score_candidate(seen, says(class_of("d6-pips", 3), 0.99)).certain(LIMITS)


def test_beside_printed_faces_no_die_is_sure() -> None:
    three = class_of("d6-pips", 3)
    die = score_candidate(candidate(60, 100, 40, 0.9), says(three, 0.97), (0.3, 0.0))
    found = replace(candidate(140, 100, 40, 0.9), classes=says(three, 0.9)[0])
    printed = score_candidate(found, says(NONE, 0.97), (0.0, 0.0))
    assert decide_reading([die], LIMITS, (200, 200, 3)).sure
    reading = decide_reading([die, printed], LIMITS, (200, 200, 3))
    assert (reading.faces, reading.doubts) == ((3,), (Doubt.PRINTED,))
    side = replace(printed, candidate=replace(found, score=0.5))
    assert decide_reading([die, side], LIMITS, (200, 200, 3)).sure


def test_faces_that_show_no_sides_must_be_beyond_doubt() -> None:
    three = class_of("d6-pips", 3)
    sure = np.full(len(CLASSES), 0.5, np.float32)
    seen = replace(candidate(100, 100, 40, 0.9), classes=sure)
    for facing, chance, settled in (((0.05, 0.0), 0.75, False), ((0.05, 0.0), 0.95, True), ((0.3, 0.0), 0.75, True)):
        scored = score_candidate(seen, says(three, chance), facing)
        assert decide_reading([scored], LIMITS, (200, 200, 3)).sure is settled
        assert decide_reading([scored], LIMITS, (200, 200, 3), Hints(solid=True)).sure


@pytest.mark.parametrize(("tray_size", "faces"), [(190, (6,)), (90, (1,))])
def test_a_tray_with_a_die_in_its_middle_is_no_huge_die_with_a_lone_pip(tray_size: int, faces: tuple[int, ...]) -> None:
    tray = score_candidate(candidate(100, 100, tray_size, 0.8), says(class_of("d6-pips", 1), 0.95))
    die = score_candidate(candidate(104, 98, 30, 0.7), says(class_of("d6-numeral", 6), 0.5))
    assert decide_reading([tray, die], LIMITS, (200, 260, 3)).faces == faces


def test_a_leaning_die_has_no_face() -> None:
    scored = score_candidate(candidate(100, 100, 40, 0.9), says(COCKED, 0.99))
    assert scored.cocked
    assert not scored.certain(LIMITS)


def test_thresholds_belong_to_the_weights() -> None:
    limits = load_thresholds()
    assert 0 < limits.grey <= limits.keep < 1


def test_the_floor_catches_what_becomes_worse() -> None:
    floor = {"in": {"exact": 10, "sure_right": 5, "silent": 0}}
    assert below_floor({"in": {"exact": 10, "sure_right": 6, "silent": 0}}, floor) == []
    assert len(below_floor({"in": {"exact": 9, "sure_right": 4, "silent": 1}}, floor)) == 3
    assert below_floor({}, floor)


def test_a_reading_that_is_doubted_is_no_longer_sure() -> None:
    doubted = DiceReading((), "settled", True).doubted(Doubt.UNCLEAR)
    assert (doubted.sure, doubted.state, doubted.doubts) == (False, "unsure", (Doubt.UNCLEAR,))


def test_whole_rolls_through_the_watcher_are_told_once_and_never_silently_wrong(reader: DiceReader) -> None:
    tally = try_rolls(reader, first_seed=60, rolls=3)
    assert tally.rolls >= 3
    assert tally.silent == 0
    assert tally.hands_seen == tally.hands
