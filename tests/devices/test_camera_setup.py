"""What is kept of a camera over its tray: corners and exposure when it is set up, dice while it is played."""

from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from companion.devices.camera_setup import CameraSetup, ProfileStore, known_calibration
from companion.devices.live_image import LiveImage
from companion.protocol.camera import CameraProblemName
from tests.devices.camera_rig import GREY, NO_PROFILES, StillCamera, wait_for
from vision.calibrate.profile import CameraProfile
from vision.calibrate.quality import CameraProblem, measure
from vision.cameras.base import Exposure
from vision.cameras.newest import NewestFrame
from vision.dice.reading import DiceReading, DieReading
from vision.roll.tray import TrayCalibration

PLACES = ((5.0, 4.0), (55.0, 5.0), (50.0, 36.0), (8.0, 35.0))
CHOSEN = Exposure(8000, 2.0, 1.5, 1.6)


class PickyCamera(StillCamera):
    """Tells which exposure it has chosen by itself."""

    def chosen(self) -> Exposure | None:
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
        Exposure(8000, 2.0, 1.5, 1.6),
        measure(GREY),
    )
    store.save(one)
    store.save(CameraProfile("USB camera B", (1280, 720)))
    assert store.load("USB camera A") == one
    assert store.load("nobody") is None


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"camera": 1}', "null"])
def test_a_broken_profile_counts_as_none(tmp_path: Path, text: str) -> None:
    store = ProfileStore(tmp_path)
    store.save(CameraProfile("cam", (640, 480)))
    (tmp_path / "cam.json").write_text(text, encoding="utf-8")
    assert store.load("cam") is None


def test_the_tablet_knows_every_problem_of_a_camera() -> None:
    assert get_args(CameraProblemName) == get_args(CameraProblem)
