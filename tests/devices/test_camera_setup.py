"""What is kept of a camera over its tray: corners and exposure when it is set up, dice while it is played."""

import json
from dataclasses import replace
from pathlib import Path
from typing import get_args

import cv2
import numpy as np
import pytest

from companion.devices.camera_setup import CameraSetup, ProfileStore, known_calibration
from companion.devices.live_image import LiveImage
from companion.protocol.camera import CameraProblemName
from companion.protocol.refusal import Refused
from tests.devices.camera_rig import GREY, NO_PROFILES, StillCamera, wait_for
from vision.calibrate.profile import CameraProfile
from vision.calibrate.quality import CameraProblem, measure
from vision.cameras.base import CameraError, CameraSettings, SeenPart
from vision.cameras.newest import NewestFrame
from vision.dice.reading import DiceReading, DieReading
from vision.roll.tray import TrayCalibration

PLACES = ((5.0, 4.0), (55.0, 5.0), (50.0, 36.0), (8.0, 35.0))
CHOSEN = CameraSettings(8000, 2.0, 1.5, 1.6)


class PickyCamera(StillCamera):
    """Tells which exposure it has chosen by itself."""

    def chosen(self) -> CameraSettings | None:
        return CHOSEN


def roll(count: int) -> DiceReading:
    return DiceReading(
        tuple(DieReading(3, 6, 0.9, (10 * k, 5, 9, 9), facing=(0.05, 0.0)) for k in range(count)), "settled", True
    )


def setup_of(camera: StillCamera, profiles: ProfileStore, used: list[TrayCalibration] | None = None) -> CameraSetup:
    frames = NewestFrame(camera)
    frames.start()
    live = LiveImage(frames)
    wait_for(live.frame)
    frames.stop()
    return CameraSetup(camera, live, profiles, (used if used is not None else []).append)


def test_the_exposure_is_held_from_setting_up_on_and_over_a_restart(tmp_path: Path) -> None:
    profiles, camera = ProfileStore(tmp_path), PickyCamera()
    setup_of(camera, profiles).save(PLACES)
    assert camera.held == CHOSEN
    restarted = PickyCamera()
    setup = setup_of(restarted, profiles)
    assert restarted.held == CHOSEN
    setup.save(())
    assert restarted.held is None


def test_a_camera_that_cannot_tell_its_exposure_goes_on_choosing(tmp_path: Path) -> None:
    camera = StillCamera()
    setup_of(camera, ProfileStore(tmp_path)).save(PLACES)
    assert camera.held is None


def test_rolls_teach_the_size_of_dice_and_saving_corners_forgets_nothing(tmp_path: Path) -> None:
    profiles, used = ProfileStore(tmp_path), list[TrayCalibration]()
    setup = setup_of(StillCamera(), profiles, used)
    assert setup.learn(roll(6), GREY).die_size is None
    calibration = setup.learn(roll(6), GREY)
    assert calibration.die_size == pytest.approx(9)
    assert calibration.flatness_known
    setup.save(PLACES)
    assert used[-1].die_size == pytest.approx(9)
    assert used[-1].corners == PLACES
    kept = profiles.load("still camera")
    assert kept is not None
    assert kept.calibration == used[-1]


def test_what_other_pictures_taught_does_not_count_for_these(tmp_path: Path) -> None:
    setup = setup_of(StillCamera(), ProfileStore(tmp_path))
    setup.learn(roll(12), GREY)
    larger = np.zeros((80, 120, 3), np.uint8)
    assert setup.learn(roll(1), larger).die_size is None


class SimulatedCamera(StillCamera):
    looks_down = True


class TiltedCamera(StillCamera):
    looks_down = False


@pytest.mark.parametrize(("camera", "known"), [(SimulatedCamera, True), (TiltedCamera, False), (StillCamera, False)])
def test_only_a_camera_known_to_look_straight_down_knows_at_once_how_flat_dice_look(
    tmp_path: Path, camera: type[StillCamera], known: bool
) -> None:
    assert known_calibration(camera(), None).flatness_known is known
    assert setup_of(camera(), ProfileStore(tmp_path)).learn(roll(1), GREY).flatness_known is known


def test_a_full_disk_costs_no_roll() -> None:
    setup = setup_of(StillCamera(), NO_PROFILES)
    assert setup.learn(roll(12), GREY).flatness_known


def test_profiles_survive_on_disk_one_per_camera(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path)
    one = CameraProfile(
        "USB camera A",
        (640, 480),
        ((40.0, 30.0), (520.0, 40.0), (530.0, 380.0), (30.0, 370.0)),
        (40.0,) * 12,
        CameraSettings(8000, 2.0, 1.5, 1.6),
        measure(GREY),
    )
    store.save(one)
    store.save(CameraProfile("USB camera B", (1280, 720)))
    assert store.load("USB camera A") == one
    assert store.load("nobody") is None


def test_the_focus_is_kept_with_the_profile_and_a_profile_without_one_still_opens(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path)
    settings = CameraSettings(8000, 2.0, 1.5, 1.6, lens=3.25)
    store.save(CameraProfile("Pi camera", (1280, 720), settings=settings))
    file = tmp_path / "pi-camera.json"
    kept = store.load("Pi camera")
    assert kept is not None
    assert kept.settings == settings
    stored = json.loads(file.read_text(encoding="utf-8"))
    del stored["exposure"]["lens"]
    file.write_text(json.dumps(stored), encoding="utf-8")
    older = store.load("Pi camera")
    assert older is not None
    assert older.settings == replace(settings, lens=None)


class CroppedCamera(StillCamera):
    part = SeenPart(2 / 3, 2 / 3)

    def seen_part(self) -> SeenPart | None:
        return self.part


def test_a_camera_that_shows_less_than_the_table_of_heights_says_is_told(tmp_path: Path) -> None:
    camera = CroppedCamera()
    setup = setup_of(camera, ProfileStore(tmp_path))
    assert "cropped" in setup.advice(())["problems"]
    camera.part = SeenPart(1.0, 1.0)
    assert "cropped" not in setup.advice(())["problems"]


class FocusingCamera(StillCamera):
    lens: float | None = 3.0

    def focuses(self) -> bool:
        return True

    def chosen(self) -> CameraSettings | None:
        return replace(CHOSEN, lens=self.lens)


@pytest.mark.parametrize("lens", [None, 3.0])
def test_corners_without_a_focus_are_to_be_set_again(tmp_path: Path, lens: float | None) -> None:
    """Those of an earlier release, too: its pictures were cropped and blurred."""
    camera = FocusingCamera()
    camera.lens = lens
    setup = setup_of(camera, ProfileStore(tmp_path))
    assert "focus_not_kept" not in setup.advice(())["problems"]
    setup.save(PLACES)
    assert ("focus_not_kept" in setup.advice(())["problems"]) is (lens is None)
    fixed = setup_of(PickyCamera(), ProfileStore(tmp_path))
    assert "focus_not_kept" not in fixed.advice(())["problems"]


def test_sharpness_is_shown_with_how_much_is_enough(tmp_path: Path) -> None:
    squares = (np.indices((40, 60)).sum(axis=0) // 4 % 2 * 200).astype(np.uint8)
    sharp = np.repeat(squares[:, :, None], 3, axis=2)
    for image, enough in ((sharp, True), (cv2.GaussianBlur(sharp, (0, 0), 6), False)):
        advice = setup_of(StillCamera(image), ProfileStore(tmp_path)).advice(())
        assert (advice["sharpness"] >= advice["sharp_from"]) is enough
        assert ("blurred" in advice["problems"]) is not enough


class SilentCamera(StillCamera):
    """Hangs just when it is asked what it has chosen, and when it is given anything."""

    def chosen(self) -> CameraSettings | None:
        raise CameraError("no picture for 3 s")

    def hold(self, settings: CameraSettings | None) -> None:
        raise CameraError("does not take its settings")


def test_a_camera_that_hangs_while_it_is_set_up_is_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    profiles = ProfileStore(tmp_path)
    with pytest.raises(Refused) as refused:
        setup_of(SilentCamera(), profiles).save(PLACES)
    assert refused.value.code == "camera/no_picture"
    assert profiles.load("still camera") is None
    setup_of(SilentCamera(), profiles).save(())


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"camera": 1}', "null"])
def test_a_broken_profile_counts_as_none(tmp_path: Path, text: str) -> None:
    store = ProfileStore(tmp_path)
    store.save(CameraProfile("cam", (640, 480)))
    (tmp_path / "cam.json").write_text(text, encoding="utf-8")
    assert store.load("cam") is None


def test_the_tablet_knows_every_problem_of_a_camera() -> None:
    assert get_args(CameraProblemName) == get_args(CameraProblem)
