"""The Pi camera against a stand-in for picamera2 that does what the real one does worse."""

import threading
import time
from pathlib import Path

import pytest

from tests.vision.pi_rig import IMX219, IMX708, Sensor, plug_in
from vision.calibrate.quality import measure
from vision.cameras.base import CameraError, CameraSettings, within
from vision.cameras.choose import choose_camera, find_cameras, pi_camera_fault
from vision.cameras.newest import OLD_S, NewestFrame
from vision.cameras.picamera import PiCamera


def quick() -> PiCamera:
    return PiCamera(open_s=0.5, picture_s=0.2, close_s=0.3)


# -- 1: picamera2 itself -----------------------------------------------------------------------------------------------

NUMPY_1 = (
    "numpy.dtype size changed, may indicate binary incompatibility. Expected 96 from C header, got 88 from PyObject"
)


@pytest.mark.parametrize(
    "line",
    [
        f"raise ValueError({NUMPY_1!r})",
        "import a_package_of_picamera2_that_is_missing",
        "raise OSError('libcamera.so.0.5: cannot open shared object file')",
        "raise SystemError('initialization of _libcamera raised unreported exception')",
    ],
)
def test_a_picamera2_that_cannot_be_imported_costs_nothing_but_the_pi_camera(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    (tmp_path / "picamera2").mkdir()
    (tmp_path / "picamera2" / "__init__.py").write_text(line, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert choose_camera("auto") is not None
    assert "pi" not in [found.word for found in find_cameras()]
    assert "picamera2 is installed but cannot be used" in (pi_camera_fault() or "")
    with pytest.raises(CameraError, match="picamera2 is installed but cannot be used"):
        PiCamera().grab()


def test_without_picamera2_nothing_is_wrong() -> None:
    assert pi_camera_fault() is None


def test_a_library_that_fails_when_asked_for_cameras_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    library = plug_in(monkeypatch)
    monkeypatch.setattr(library, "global_camera_info", staticmethod(lambda: [][0]))
    assert "IndexError" in (pi_camera_fault() or "")
    assert choose_camera("auto") is not None


# -- 2: the whole field of view ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sensor", "mode", "size"), [(IMX708, (2304, 1296), (1280, 720)), (IMX219, (1640, 1232), (1280, 962))]
)
def test_the_whole_sensor_is_seen_in_its_own_shape(
    monkeypatch: pytest.MonkeyPatch, sensor: Sensor, mode: tuple[int, int], size: tuple[int, int]
) -> None:
    library = plug_in(monkeypatch, sensor)
    camera = quick()
    image = camera.grab()
    assert library.made[0].mode == mode
    assert (image.shape[1], image.shape[0]) == size
    seen = camera.seen_part()
    assert seen is not None
    assert seen.whole
    camera.close()


def test_a_camera_that_shows_only_the_middle_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    library = plug_in(monkeypatch)
    monkeypatch.setattr(library, "keeps_crop", True)
    camera = quick()
    camera.grab()
    seen = camera.seen_part()
    assert seen is not None
    assert (round(seen.width, 2), round(seen.height, 2), seen.whole) == (0.67, 0.67, False)
    camera.close()


# -- 3: focus ----------------------------------------------------------------------------------------------------------


def test_the_lens_follows_until_it_is_held_where_it_found_its_focus(monkeypatch: pytest.MonkeyPatch) -> None:
    library = plug_in(monkeypatch)
    camera = quick()
    blurred = measure(camera.grab()).sharpness
    chosen = camera.chosen()
    assert camera.focuses()
    assert chosen == CameraSettings(9000, 1.5, 1.7, 1.9, lens=3.0)
    assert measure(camera.grab()).sharpness > 5 * blurred
    camera.hold(chosen)
    camera.close()
    # After a restart the lens goes there at once, and stays there whatever lies under it.
    monkeypatch.setattr(library, "dioptres", 5.0)
    for _ in range(3):
        camera.grab()
    assert library.made[1].controls["AfMode"] == 0
    assert library.made[1].capture_metadata(1)["LensPosition"] == 3.0
    camera.hold(None)
    for _ in range(20):
        camera.grab()
    assert library.made[1].capture_metadata(1)["LensPosition"] == 5.0
    camera.close()


def test_a_lens_that_found_no_focus_is_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    library = plug_in(monkeypatch)
    monkeypatch.setattr(library, "finds_focus", False)
    camera = quick()
    camera.grab()
    chosen = camera.chosen()
    assert chosen is not None
    assert chosen.lens is None
    camera.hold(chosen)
    assert library.made[0].controls["AfMode"] == 2
    camera.close()


def test_a_module_whose_lens_cannot_move_is_asked_for_no_focus(monkeypatch: pytest.MonkeyPatch) -> None:
    plug_in(monkeypatch, IMX219)
    camera = quick()
    camera.grab()
    chosen = camera.chosen()
    assert chosen is not None
    assert chosen.lens is None
    assert not camera.focuses()
    camera.hold(chosen)
    camera.grab()
    camera.close()


# -- 4: a camera that stalls -------------------------------------------------------------------------------------------


def test_a_stalled_camera_is_noticed_closed_and_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    library = plug_in(monkeypatch)
    said: list[tuple[str, str]] = []
    changed = threading.Condition()

    def tell(health: str, text: str) -> None:
        with changed:
            said.append((health, text))
            changed.notify_all()

    frames = NewestFrame(quick(), tell)
    frames.start()
    try:
        with changed:
            assert changed.wait_for(lambda: [health for health, _ in said] == ["good"], 10)
        library.stalled.set()
        with changed:
            assert changed.wait_for(lambda: len(said) == 2, 10), "nobody noticed"
        assert said[1] == ("gone", "the Pi camera gave no picture for 0.2 s")
        library.stalled.clear()
        with changed:
            assert changed.wait_for(lambda: len(said) == 3, 10), "it was not started again"
        assert said[2][0] == "good"
        assert not library.made[0].open
    finally:
        library.stalled.clear()
        frames.stop()


def test_the_age_of_the_newest_picture_is_the_health_of_a_camera_that_hangs_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Even where no limit of our own can help: the call never comes back."""
    library, now = plug_in(monkeypatch), [100.0]
    held = threading.Event()
    frames = NewestFrame(quick(), clock=lambda: now[0])
    frames.start()
    try:
        frame = frames.next(0, 10)
        assert frame is not None
        monkeypatch.setattr(library, "_next_frame", lambda self, wait: held.wait(20))
        later = frames.next(frame.number + 2, 0.3)
        assert frames.health == "good"
        now[0] += OLD_S + 1
        assert (frames.health, frames.fresh()) == ("gone", None), later
    finally:
        held.set()
        frames.stop()


def test_a_camera_that_hangs_while_it_starts_is_given_up_and_closed_when_it_comes_after_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    library = plug_in(monkeypatch)
    library.hangs_at_start.set()
    camera = quick()
    with pytest.raises(CameraError, match="does not answer"):
        camera.grab()
    library.hangs_at_start.clear()
    end = time.monotonic() + 10
    while any(one.open for one in library.made):
        assert time.monotonic() < end, "the late camera keeps the device"
        time.sleep(0.01)
    assert camera.grab() is not None
    camera.close()


def test_a_camera_without_a_picture_cannot_be_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    library = plug_in(monkeypatch)
    camera = quick()
    camera.grab()
    library.stalled.set()
    with pytest.raises(CameraError):
        camera.chosen()
    library.stalled.clear()
    camera.close()


def test_work_within_a_time() -> None:
    assert within(5, lambda: 3) == 3
    with pytest.raises(KeyError):
        within(5, lambda: {}["x"])
    go, late = threading.Event(), list[int]()
    done = threading.Event()
    with pytest.raises(TimeoutError):
        within(0.02, lambda: go.wait(10) and 7, lambda value: (late.append(value), done.set()))
    go.set()
    assert done.wait(10)
    assert late == [7]


def test_an_error_of_any_kind_is_a_camera_that_gives_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    library = plug_in(monkeypatch)
    camera = quick()
    camera.grab()

    def broken(self: object, name: str, wait: float) -> None:
        raise MemoryError("dma heap")

    monkeypatch.setattr(library, "capture_array", broken)
    with pytest.raises(CameraError, match="MemoryError: dma heap"):
        camera.grab()
    assert not library.made[0].open
