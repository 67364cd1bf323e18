"""Looking at candidates one by one, with a network that tells what can be worked out from the crop itself."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.dice.classifier import AIM, VARIANTS, ClassifiedCandidate, classify_candidates, faces_above
from vision.dice.crops import CROP, MARGIN
from vision.dice.finder import Candidate
from vision.dice.network import CLASSES, NONE, class_of, load_network
from vision.images import Floats, Image
from vision.render.scene import SceneOptions, make_scene

FIVE = class_of("d6-pips", 5)
SUPPOSED = CROP / MARGIN  # pixels of a die in its crop


class Slopes:
    """Says that every crop points to where it becomes brighter, and that the brightest spot is the die's middle.

    One that measures also says that the die is as large as this spot.
    """

    def __init__(self, number: int = FIVE, chance: float = 0.7, measures: bool = False) -> None:
        self.number, self.chance, self.measures = number, chance, measures
        self.seen = 0

    def run(self, images: Image) -> list[Floats]:
        self.seen += len(images)
        grey = images.astype(np.float32).mean(axis=3)
        scores = np.zeros((len(images), len(CLASSES)), np.float32)
        scores[:, self.number] = np.log(self.chance / (1 - self.chance) * (len(CLASSES) - 1))
        aims = np.zeros((len(images), AIM), np.float32)
        for k, one in enumerate(grey):
            spots = np.argwhere(one >= one.max() - 0.5)
            aims[k, :2] = (spots.mean(axis=0)[::-1] + 0.5 - 32) / SUPPOSED
            aims[k, 2] = np.log(np.sqrt(len(spots)) / SUPPOSED) if self.measures else 0.0
            aims[k, 3:5] = one[:, -8:].mean() - one[:, :8].mean(), one[-8:].mean() - one[:8].mean()
        return [scores, aims / np.array([1, 1, 1, 200, 200, 1], np.float32), np.zeros((len(images), 3), np.float32)]


def look_at(image: Image, network: Slopes, variant: int | None = None) -> ClassifiedCandidate:
    even = np.full(len(CLASSES), 1 / len(CLASSES), np.float32)
    (look,) = classify_candidates(network, image, [Candidate(100.0, 100.0, 40.0, 0.9, even, 40.0)], variant)  # type: ignore[arg-type]
    return look


def look_once(image: Image, network: Slopes, variant: int) -> ClassifiedCandidate:
    """At a die of which the finder is sure: it is not looked at again where the network puts it."""
    plain = np.zeros(len(CLASSES), np.float32)
    plain[FIVE] = 1.0
    (look,) = classify_candidates(network, image, [Candidate(100, 100, 40, 0.9, plain, 40)], variant)  # type: ignore[arg-type]
    return look


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_each_picture_of_a_roll_is_looked_at_in_a_way_of_its_own(variant: int) -> None:
    ys, xs = np.mgrid[0:200, 0:200]
    slope = np.clip(128 + (xs - 100) * 0.6 - (ys - 100) * 0.8, 0, 255)
    image = np.repeat(slope[..., None], 3, axis=2).astype(np.uint8)
    look = look_once(image, Slopes(chance=0.99), variant)
    assert len(look.views) == 1
    assert np.array(look.facing) / np.hypot(*look.facing) == pytest.approx((0.6, -0.8), abs=0.05)
    assert look.candidate.x > 105
    assert look.candidate.y < 95


@pytest.mark.parametrize(("right", "down"), [(1, 0), (0, 1), (-1, 0), (0.6, -0.8)])
def test_turned_views_agree_on_where_a_face_points(right: float, down: float) -> None:
    ys, xs = np.mgrid[0:200, 0:200]
    slope = 128 + (xs - 100) * right + (ys - 100) * down
    look = look_at(np.repeat(np.clip(slope, 0, 255)[..., None], 3, axis=2).astype(np.uint8), Slopes())
    assert len(look.views) == len(VARIANTS)
    pointing = np.array(look.facing) / np.hypot(*look.facing)
    assert pointing == pytest.approx((right, down), abs=0.05)


def test_a_die_is_looked_at_again_where_it_really_lies() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    cv2.circle(image, (108, 94), 3, (255, 255, 255), -1)
    look = look_at(image, Slopes())
    assert (look.candidate.x, look.candidate.y) == pytest.approx((108, 94), abs=1.5)


@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_a_die_is_as_large_and_lies_in_the_same_place_however_closely_it_was_cut_out(variant: int) -> None:
    """In two of eight pictures of a roll dice were told an eighth too large: too near to others, or lying on one."""
    image = np.zeros((200, 200, 3), np.uint8)
    image[94:126, 80:112] = 255
    look = look_once(image, Slopes(chance=0.99, measures=True), variant)
    assert (look.candidate.x, look.candidate.y) == pytest.approx((96, 110), abs=1.0)
    assert look.candidate.size == pytest.approx(32, rel=0.05)


def test_a_doubtful_die_of_a_roll_is_looked_at_twice_and_told_as_it_was_seen_the_second_time() -> None:
    image = np.zeros((200, 200, 3), np.uint8)
    cv2.circle(image, (108, 94), 3, (255, 255, 255), -1)
    network = Slopes()
    look = look_at(image, network, variant=5)
    assert network.seen == 2
    assert len(look.views) == 1
    assert (look.candidate.x, look.candidate.y) == pytest.approx((108, 94), abs=1.5)


def test_what_is_plainly_no_top_face_is_not_looked_at_twice() -> None:
    network = Slopes(NONE, 0.99)
    look_at(np.zeros((200, 200, 3), np.uint8), network)
    assert network.seen == 1


def test_no_candidates_no_looks() -> None:
    assert classify_candidates(Slopes(), np.zeros((20, 20, 3), np.uint8), []) == []  # type: ignore[arg-type]


def test_the_top_face_above_a_front_face_is_seen_and_nothing_above_a_top_face() -> None:
    """From 15 degrees above the table front faces look like top faces; rendered, one die alone."""
    plain = replace(SceneOptions(dice=1, kind="d6-pips", cocked=0.0, things=0.0, hand=0.0, huddle=0.0), ordinary=True)
    told: dict[bool, list[float]] = {True: [], False: []}
    for seed in range(12):
        for low in (True, False):
            scene = make_scene(
                (seed, 5), replace(plain, low=low, level=False, die_size=(90, 120), oblique=0.0, margin=0.2)
            )
            for side in scene.sides if low else [(d.x, d.y, d.size) for d in scene.dice]:
                at = Candidate(*side, 0.9, np.zeros(len(CLASSES), np.float32), side[2])
                told[low].append(float(faces_above(load_network("classifier"), scene.image, [at])[0]))
    assert np.mean(np.array(told[True]) > 0.3) > 0.3
    assert max(told[False]) < 0.3
