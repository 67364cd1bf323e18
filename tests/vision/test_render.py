"""The renderer: deterministic, and its truth agrees with its images."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.render.art import CELL
from vision.render.body import cube, lowest, ten_sided, turn_to_top, yaw
from vision.render.camera import CameraView
from vision.render.die import DieMaterial, Lighting, draw_die
from vision.render.materials import CLASSIC, make_die
from vision.render.scene import SceneOptions, make_scene, true_die
from vision.render.tray import EMPTY, LEAST_LEAN, RenderedTray


def test_same_seed_same_picture_other_seed_another() -> None:
    wish = SceneOptions(long_side=320, dice=3)
    one, two, other = make_scene(5, wish), make_scene(5, wish), make_scene(6, wish)
    assert np.array_equal(one.image, two.image)
    assert one.dice == two.dice
    assert one.image.shape != other.image.shape or not np.array_equal(one.image, other.image)


@pytest.mark.parametrize(("body", "total"), [(cube(40, 0.9), 7), (ten_sided(40), 9)])
def test_opposite_faces_add_up(body, total: int) -> None:
    for normal, face in zip(body.normals, body.faces, strict=True):
        across = int((body.normals @ normal).argmin())
        assert face + body.faces[across] == total


@pytest.mark.parametrize("body", [cube(40, 0.9), ten_sided(40)])
def test_every_face_can_be_laid_on_top(body) -> None:
    for face in body.faces:
        turn = yaw(1.0) @ turn_to_top(body, face)
        up = turn @ body.normals.T
        assert body.faces[int(up[2].argmax())] == face
        assert up[2].max() == pytest.approx(1.0, abs=1e-5)
        assert np.linalg.det(turn) == pytest.approx(1.0, abs=1e-4), "a turn, not a mirror"
        assert lowest(body, turn.astype(np.float32)) == pytest.approx(body.height, abs=0.03)


def test_view_projects_back_to_the_pixel_it_came_from() -> None:
    view = CameraView(640, 480, 700.0, 12.0, 0.6, 0.3, 0.05)
    xs, ys = np.array([50.0, 320.0, 600.0], np.float32), np.array([40.0, 240.0, 400.0], np.float32)
    gx, gy = view.ground(xs, ys)
    back = view.project(np.stack([gx, gy, np.zeros(3, np.float32)]))
    assert np.allclose(back, [xs, ys], atol=0.5)


@pytest.mark.parametrize("face", range(1, 7))
def test_as_many_spots_as_the_face_says(face: int) -> None:
    """A plain white die with black pips, from straight above: its dark spots can be counted."""
    material = DieMaterial((0.9, 0.9, 0.9), (0.02, 0.02, 0.02), None, 0, (0, 0, 0), 0, 0, 10, 0, 0, 1)
    die = replace(make_die(np.random.default_rng(face), "d6-pips", material), body=cube(60, 0.9))
    die = replace(die, turn=turn_to_top(die.body, face), place=np.array([0, 0, 0.5], np.float32))
    view = CameraView(200, 200, 1000.0, 10.0, 0.0, 0.0, 0.0)
    light = Lighting(np.array([0, 0, 1], np.float32), (0.6, 0.6, 0.6), (0.4, 0.4, 0.4), 0.1, 0.5)
    image = np.full((200, 200, 3), 0.5, np.float32)
    draw_die(image, die, view, light)
    truth = true_die(die, view)
    half, x, y = int(truth.size * 0.40), int(truth.x), int(truth.y)
    assert truth.face == face
    top = (image[y - half : y + half, x - half : x + half, 1].clip(0, 1) * 255).astype(np.uint8)
    assert _spots(top) == face


def _spots(grey: np.ndarray) -> int:
    dark = (cv2.GaussianBlur(grey, (0, 0), 1.0) < 90).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    side = grey.shape[0]
    return sum(
        0.004 < area / side**2 < 0.1 and 0.6 < w / h < 1.6 and x > 0 and y > 0 and x + w < side and y + h < side
        for x, y, w, h, area in stats[1:]
    )


def test_makers_number_ten_sided_dice_in_their_own_order_and_type() -> None:
    dice = [make_die(np.random.default_rng(seed), "d10-numeral", CLASSIC) for seed in range(12)]
    orders = {die.body.faces for die in dice}
    assert len(orders) > 3
    assert all(sorted(order) == list(range(10)) for order in orders)
    cells = [die.art.paint[die.body.faces.index(4) * CELL :][:CELL] for die in dice]
    assert all(0.02 < cell.mean() < 0.4 for cell in cells)
    assert min(np.abs(one - two).mean() for k, one in enumerate(cells) for two in cells[:k]) > 0.002


@pytest.mark.parametrize("seed", range(20))
def test_pips_lie_on_the_flat_of_their_face(seed: int) -> None:
    die = make_die(np.random.default_rng(seed), "d6-pips", CLASSIC, ordinary=True)
    ys, xs = (np.mgrid[0:CELL, 0:CELL] + 0.5) / CELL - 0.5
    beyond = np.hypot(xs, ys) > die.body.flat
    for k in range(6):
        paint = die.art.paint[k * CELL :][:CELL]
        assert paint[beyond].sum() < 0.3 * paint.sum()


def test_a_tray_shows_what_it_says() -> None:
    tray = RenderedTray(11)
    empty = tray.image(EMPTY).astype(int)
    thrown = tray.throw(4)
    assert len(tray.truths(thrown)) == 4
    shown = tray.image(thrown).astype(int)
    for truth in tray.truths(thrown):
        x, y = int(np.clip(truth.x, 2, shown.shape[1] - 3)), int(np.clip(truth.y, 2, shown.shape[0] - 3))
        patch = np.s_[y - 2 : y + 3, x - 2 : x + 3]
        assert np.abs(shown[patch] - empty[patch]).max() > 8
    assert np.abs(tray.image(thrown, hand=True).astype(int) - shown).max() > 30


def test_a_leaning_die_is_marked() -> None:
    thrown = RenderedTray(13).throw(2, cocked=True)
    assert thrown.leaning
    assert sum(thrown.cocked) == 1


def test_a_ten_sided_die_that_leans_shows_no_face_that_is_level() -> None:
    tray = RenderedTray(14)
    leans = [tray.truths(tray.throw(1, cocked=True, kind="d10-numeral"))[0].lean for _ in range(60)]
    assert min(leans) >= LEAST_LEAN - 1e-4
