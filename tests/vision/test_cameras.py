"""Cameras of every kind behind one Protocol."""

import itertools
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras.base import CameraError
from vision.cameras.choose import choose_camera
from vision.cameras.newest import NewestFrame
from vision.cameras.picamera import PiCamera
from vision.cameras.simulated import FolderCamera, RenderedCamera
from vision.cameras.streams import AddressCamera, UsbCamera, UsbNames, VideoCamera


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


class Usb:
    """The files that udev and the kernel make for cameras. A camera's by-id link replaces that of its twin."""

    def __init__(self, root: Path) -> None:
        self.names = UsbNames(root / "by-id", root / "by-path", root / "sys")
        self._root = root
        for folder in (self.names.by_id, self.names.by_path):
            folder.mkdir()

    def plug(self, number: int, port: str, product: str, serial: str = "") -> Path:
        device = self._root / f"video{number}"
        device.touch()
        usb_device = self._root / "devices" / port
        (usb_device / "1.0").mkdir(parents=True)
        (usb_device / "idVendor").write_text("046d\n")
        (usb_device / "idProduct").write_text(f"{product}\n")
        if serial:
            (usb_device / "serial").write_text(f"{serial}\n")
        (self.names.kernel / device.name).mkdir(parents=True)
        (self.names.kernel / device.name / "device").symlink_to(usb_device / "1.0")
        for name in (f"platform-xhci-hcd.0-usb-0:{port}:1.0", f"platform-xhci-hcd.0-usbv2-0:{port}:1.0"):
            self.link(self.names.by_path / f"{name}-video-index0", device)
        words = "_".join(["usb-046d", product, *([serial] if serial else [])])
        self.link(self.names.by_id / f"{words}-video-index0", device)
        self.link(self.names.by_id / f"{words}-video-index1", self._root / f"video{number + 1}")
        return device

    @staticmethod
    def link(at: Path, to: Path) -> None:
        at.unlink(missing_ok=True)
        at.symlink_to(to)


def test_a_usb_camera_is_known_by_its_id_in_whichever_port(tmp_path: Path) -> None:
    usb = Usb(tmp_path)
    device = usb.plug(0, "1.3", "c920", "A1")
    usb.link(usb.names.by_path / "platform-fe801000.csi-video-index0", tmp_path / "video9")
    assert [name.name for name in usb.names.cameras()] == ["usb-046d_c920_A1-video-index0"]
    assert usb.names.of(device).parent == usb.names.by_id
    assert usb.names.of(tmp_path / "video7") == tmp_path / "video7"
    assert UsbNames(*[tmp_path / "nowhere"] * 3).cameras() == []


@pytest.mark.parametrize("order", [("1.1", "1.2"), ("1.2", "1.1")])
def test_two_cameras_of_one_make_are_told_apart_by_their_ports(tmp_path: Path, order: tuple[str, str]) -> None:
    """Whichever of them the kernel finds first, and gives the one by-id link they share."""
    usb = Usb(tmp_path)
    at = {port: usb.plug(2 * k, port, "0825") for k, port in enumerate(order)}
    other = usb.plug(8, "1.4", "c920", "A1")
    names = {port: usb.names.of(device).name for port, device in at.items()}
    assert names == {port: f"platform-xhci-hcd.0-usb-0:{port}:1.0-video-index0" for port in order}
    assert usb.names.of(other).name == "usb-046d_c920_A1-video-index0"
    assert {name.resolve() for name in usb.names.cameras()} == {*at.values(), other}


def test_two_cameras_of_one_make_with_serial_numbers_keep_their_ids(tmp_path: Path) -> None:
    usb = Usb(tmp_path)
    usb.plug(0, "1.1", "c920", "A1")
    usb.plug(2, "1.2", "c920", "B2")
    assert [name.parent.name for name in usb.names.cameras()] == ["by-id", "by-id"]


def test_a_camera_without_an_id_is_known_by_its_port(tmp_path: Path) -> None:
    usb = Usb(tmp_path)
    device = usb.plug(0, "1.1", "0825")
    for link in usb.names.by_id.iterdir():
        link.unlink()
    assert usb.names.of(device).parent == usb.names.by_path


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


def test_a_camera_that_hangs_on_after_a_restart_is_not_called_good() -> None:
    """A network camera whose sensor hangs opens well, and shows the same picture as before."""
    said: list[str] = []
    back = threading.Event()

    def tell(health: str, text: str) -> None:
        said.append(health)
        if said[-2:] == ["frozen", "good"]:
            back.set()

    def hangs_until_closed_thrice() -> Iterator[np.ndarray]:
        while camera.closed < 3:
            time.sleep(0.01)
            yield grey(5)
        yield from noisy()

    camera = Scripted(hangs_until_closed_thrice())
    newest = NewestFrame(camera, tell, frozen_after=0.1)
    newest.start()
    assert back.wait(10)
    newest.stop()
    assert said[:3] == ["good", "frozen", "good"]


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
