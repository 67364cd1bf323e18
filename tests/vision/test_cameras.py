"""Cameras of every kind behind one Protocol."""

import itertools
import threading
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras.base import CameraError
from vision.cameras.choose import choose_camera
from vision.cameras.newest import NewestFrame
from vision.cameras.picamera import PiCamera
from vision.cameras.simulated import FolderCamera, RenderedCamera
from vision.cameras.streams import AddressCamera, UsbCamera, VideoCamera, stable_name, usb_cameras


def grey(level: int) -> np.ndarray:
    return np.full((48, 64, 3), level, np.uint8)


class Scripted:
    """A camera that does what its script says: an image, or an error to raise."""

    real = True
    name = "scripted camera"

    def __init__(self, script) -> None:
        self._script = iter(script)
        self.closed = 0

    def grab(self) -> np.ndarray:
        time.sleep(0.002)
        step = next(self._script)
        if isinstance(step, str):
            raise CameraError(step)
        return step

    def hold(self, exposure: object) -> None:
        pass

    def close(self) -> None:
        self.closed += 1


def test_a_folder_gives_its_pictures_in_order_and_again(tmp_path: Path) -> None:
    for level in (10, 200):
        cv2.imwrite(str(tmp_path / f"{level:03d}.png"), grey(level))
    camera = FolderCamera(tmp_path)
    assert [int(camera.grab()[0, 0, 0]) for _ in range(3)] == [10, 200, 10]
    assert not camera.real


def test_an_empty_or_missing_folder_and_a_broken_picture_are_camera_errors(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "missing"):
        with pytest.raises(CameraError):
            FolderCamera(folder).grab()
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    with pytest.raises(CameraError, match=r"a\.jpg"):
        FolderCamera(tmp_path).grab()


def test_a_recording_plays_and_begins_again(tmp_path: Path) -> None:
    file = tmp_path / "roll.avi"
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 25, (64, 48))
    for level in (20, 120, 220):
        writer.write(grey(level))
    writer.release()
    camera = VideoCamera(file)
    levels = [int(camera.grab()[0, 0, 0]) for _ in range(4)]
    camera.close()
    assert np.allclose(levels, [20, 120, 220, 20], atol=6)


def test_recordings_addresses_and_devices_that_are_not_there(tmp_path: Path) -> None:
    (tmp_path / "bad.avi").write_bytes(b"no video at all")
    cameras = [
        VideoCamera(tmp_path / "none.avi"),
        VideoCamera(tmp_path / "bad.avi"),
        UsbCamera(tmp_path / "video9"),
        AddressCamera("http://127.0.0.1:9/stream"),
    ]
    for camera in cameras:
        with pytest.raises(CameraError):
            camera.grab()
        camera.close()


def test_usb_cameras_are_known_by_their_stable_names(tmp_path: Path) -> None:
    device, by_id = tmp_path / "video3", tmp_path / "by-id"
    device.touch()
    by_id.mkdir()
    link = by_id / "usb-Maker_Camera_123-video-index0"
    link.symlink_to(device)
    (by_id / "usb-Maker_Camera_123-video-index1").symlink_to(tmp_path / "video4")
    assert usb_cameras(by_id) == [link]
    assert stable_name(device, by_id) == link
    assert stable_name(tmp_path / "video7", by_id) == tmp_path / "video7"
    assert usb_cameras(tmp_path / "nowhere") == []


def test_a_pi_camera_without_picamera2_says_what_to_install() -> None:
    with pytest.raises(CameraError, match="picamera2"):
        PiCamera().grab()


@pytest.mark.parametrize(
    ("wanted", "kind"),
    [
        ("sim", RenderedCamera),
        ("pi", PiCamera),
        ("http://phone:8080/video", AddressCamera),
        ("/dev/video5", UsbCamera),
    ],
)
def test_choosing_by_word(wanted: str, kind: type) -> None:
    assert isinstance(choose_camera(wanted), kind)


def test_choosing_files_folders_and_nothing(tmp_path: Path) -> None:
    (tmp_path / "x.avi").touch()
    assert isinstance(choose_camera(str(tmp_path)), FolderCamera)
    assert isinstance(choose_camera(str(tmp_path / "x.avi")), VideoCamera)
    assert choose_camera("none") is None
    assert choose_camera("auto") is not None
    with pytest.raises(CameraError, match="no camera"):
        choose_camera("what is this")


def noisy():
    return (np.random.default_rng(k).integers(0, 255, (48, 64, 3)).astype(np.uint8) for k in itertools.count())


def test_only_the_newest_picture_is_kept() -> None:
    newest = NewestFrame(Scripted(noisy()))
    newest.start()
    try:
        first = newest.next()
        assert first is not None
        deadline = time.monotonic() + 5
        later = newest.next(after=first.number + 3, timeout=5)
        assert later is not None
        assert later.number > first.number + 3
        assert time.monotonic() < deadline
    finally:
        newest.stop()


def test_a_camera_that_vanishes_is_opened_again_and_both_are_said() -> None:
    said: list[str] = []
    back = threading.Event()

    def tell(health: str, text: str) -> None:
        said.append(health)
        if said[-2:] == ["gone", "good"]:
            back.set()

    camera = Scripted(itertools.chain([grey(1)], ["unplugged"] * 2, noisy()))
    newest = NewestFrame(camera, tell)
    newest.start()
    assert back.wait(10)
    newest.stop()
    assert said[:3] == ["good", "gone", "good"]
    assert camera.closed >= 2


def test_a_frozen_camera_is_noticed_and_started_again() -> None:
    said: list[str] = []
    frozen = threading.Event()

    def tell(health: str, text: str) -> None:
        said.append(health)
        if health == "frozen":
            frozen.set()

    camera = Scripted(itertools.repeat(grey(5)))
    newest = NewestFrame(camera, tell, frozen_after=0.1)
    newest.start()
    assert frozen.wait(10)
    newest.stop()
    assert camera.closed >= 1


def test_the_simulated_camera_throws_dice_that_come_to_rest() -> None:
    now = [100.0]
    camera = RenderedCamera(seed=3, long_side=320, rate=0, clock=lambda: now[0])
    empty = camera.grab().astype(int)
    truths = camera.throw(3)
    assert len(truths) == 3
    rolling = camera.grab().astype(int)
    now[0] += 2.0
    resting, later = camera.grab().astype(int), camera.grab().astype(int)
    assert np.abs(rolling - empty).max() > 25
    assert np.abs(resting - later).mean() < np.abs(resting - rolling).mean()
    assert not camera.real
    camera.clear()
    assert np.abs(camera.grab().astype(int) - empty).mean() < 8
