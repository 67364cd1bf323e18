"""What is kept of a camera over its tray: corners and exposure when it is set up, dice while it is played."""

from pathlib import Path

import numpy as np
import pytest

from companion.devices.corners import Corners, known_tray
from companion.devices.live import Live
from tests.devices.camera_rig import GREY, NO_PROFILES, StillCamera, wait_for
from vision.calibrate.profile import ProfileStore
from vision.cameras.base import Exposure
from vision.cameras.newest import NewestFrame
from vision.reading import Die, Reading
from vision.roll.watcher import Tray

PLACES = ((5.0, 4.0), (55.0, 5.0), (50.0, 36.0), (8.0, 35.0))
CHOSEN = Exposure(8000, 2.0, 1.5, 1.6)


class PickyCamera(StillCamera):
    """Tells which exposure it has chosen by itself."""

    def chosen(self) -> Exposure | None:
        return CHOSEN


def roll(count: int) -> Reading:
    return Reading(tuple(Die(3, 6, 0.9, (10 * k, 5, 9, 9), facing=(0.05, 0.0)) for k in range(count)), "settled", True)


def corners_of(camera: StillCamera, profiles: ProfileStore, used: list[Tray] | None = None) -> Corners:
    frames = NewestFrame(camera)
    frames.start()
    live = Live(frames)
    wait_for(live.frame)
    frames.stop()
    return Corners(camera, live, profiles, (used if used is not None else []).append)


def test_the_exposure_is_held_from_setting_up_on_and_over_a_restart(tmp_path: Path) -> None:
    profiles, camera = ProfileStore(tmp_path), PickyCamera()
    corners_of(camera, profiles).save(PLACES)
    assert camera.held == CHOSEN
    restarted = PickyCamera()
    corners = corners_of(restarted, profiles)
    assert restarted.held == CHOSEN
    corners.save(None)
    assert restarted.held is None


def test_a_camera_that_cannot_tell_its_exposure_goes_on_choosing(tmp_path: Path) -> None:
    camera = StillCamera()
    corners_of(camera, ProfileStore(tmp_path)).save(PLACES)
    assert camera.held is None


def test_rolls_teach_the_size_of_dice_and_saving_corners_forgets_nothing(tmp_path: Path) -> None:
    profiles, used = ProfileStore(tmp_path), list[Tray]()
    corners = corners_of(StillCamera(), profiles, used)
    assert corners.learned(roll(6), GREY).die_size is None
    tray = corners.learned(roll(6), GREY)
    assert tray.die_size == pytest.approx(9)
    assert tray.acquainted
    corners.save(PLACES)
    assert used[-1].die_size == pytest.approx(9)
    assert used[-1].corners == PLACES
    kept = profiles.load("still camera")
    assert kept is not None
    assert kept.tray == used[-1]


def test_what_other_pictures_taught_does_not_count_for_these(tmp_path: Path) -> None:
    corners = corners_of(StillCamera(), ProfileStore(tmp_path))
    corners.learned(roll(12), GREY)
    larger = np.zeros((80, 120, 3), np.uint8)
    assert corners.learned(roll(1), larger).die_size is None


class SimulatedCamera(StillCamera):
    looks_down = True


class TiltedCamera(StillCamera):
    looks_down = False


@pytest.mark.parametrize(("camera", "known"), [(SimulatedCamera, True), (TiltedCamera, False), (StillCamera, False)])
def test_only_a_camera_known_to_look_straight_down_needs_no_acquaintance(
    tmp_path: Path, camera: type[StillCamera], known: bool
) -> None:
    assert known_tray(camera(), None).acquainted is known
    assert corners_of(camera(), ProfileStore(tmp_path)).learned(roll(1), GREY).acquainted is known


def test_a_full_disk_costs_no_roll() -> None:
    corners = corners_of(StillCamera(), NO_PROFILES)
    assert corners.learned(roll(12), GREY).acquainted
