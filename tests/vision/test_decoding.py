"""The process that unpacks images: whatever a file holds, its memory and time are limited, and it never stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import numpy as np
import pytest

from tests.vision import nasty_images as nasty
from vision import decoding
from vision.decoding import MOST_MEMORY, ImageDecoder
from vision.images import NotAnImage, decode_image

# What Python, numpy and OpenCV take before the first image.
PROGRAM_MB = 80
PHOTO = nasty.encoded(".jpg", np.full((480, 640, 3), 90, np.uint8))


@pytest.fixture(scope="module")
def decoder() -> Iterator[ImageDecoder]:
    with closing(ImageDecoder()) as one:
        yield one


def peak_mb(pid: int | None) -> int:
    """The most memory a process has had."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) // 1024 for line in status.splitlines() if line.startswith("VmHWM"))


def alive(pid: int) -> bool:
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    return False


def gone(pid: int) -> bool:
    """Within a third of the time after which it would end itself."""
    end = time.monotonic() + decoding.LONGEST_S / 3
    while alive(pid) and time.monotonic() < end:
        time.sleep(0.02)
    return not alive(pid)


# -- hostile files -----------------------------------------------------------------------------------------------------

REFUSED: dict[str, Callable[[], bytes]] = {
    "two sizes, JPEG": lambda: nasty.two_sizes(20_000, 20_000),
    "two sizes, the larger one allowed": lambda: nasty.two_sizes(1_000, 1_000) + nasty.END,
    "two sizes, WebP": lambda: nasty.webp_of_two_sizes(3_000, 3_000),
    "progressive, 400 million pixels": lambda: nasty.jpeg(nasty.PROGRESSIVE, 20_000, 20_000),
    "progressive, as large as can be": lambda: nasty.jpeg(nasty.PROGRESSIVE, 65_500, 65_500),
    "one scan a component, 400 million pixels": lambda: nasty.many_scans(20_000, 20_000),
    "PNG, 400 million pixels": lambda: nasty.png_that_claims(20_000, 20_000),
    "GIF, 4 billion pixels": lambda: nasty.gif(65_535, 65_535, 1),
    "BMP, 400 million pixels": lambda: nasty.bmp(20_000, 20_000, 1),
    "BMP without pixels": lambda: nasty.bmp(6_000, 6_000),
    "BMP of height zero": lambda: nasty.bmp(100, 0),
    "JPEG of height zero": lambda: nasty.jpeg(nasty.BASELINE, 100, 0),
    "PNG of width zero": lambda: nasty.png_that_claims(0, 100),
}
# What an image may cost, on top of the program: megabytes.
READ: dict[str, tuple[Callable[[], bytes], tuple[int, int]]] = {
    "baseline, 400 million pixels": (lambda: nasty.jpeg(nasty.BASELINE, 20_000, 20_000), (2_500, 2_500)),
    "PNG, 16 bits with alpha": (lambda: nasty.png(3_000, 3_000, depth=16, colour=6), (2_560, 2_560)),
    "PNG, interlaced": (lambda: nasty.png(500, 400, interlaced=1), (400, 500)),
    "PNG with a packed profile": (lambda: nasty.png(64, 64, before=nasty.packed_profile(1 << 28)), (64, 64)),
    "PNG with a packed text": (lambda: nasty.png(64, 64, before=nasty.packed_text(1 << 28)), (64, 64)),
    "PNG of many frames": (lambda: nasty.animated_png(1_000, 1_000, 100), (1_000, 1_000)),
    "GIF of many frames": (lambda: nasty.gif(3_000, 3_000, 20_000), (2_560, 2_560)),
    "GIF of very many frames": (lambda: nasty.gif(100, 100, 100_000), (100, 100)),
    "BMP of one run": (lambda: nasty.bmp(3_000, 3_000, 1), (2_560, 2_560)),
    "WebP": (lambda: nasty.webp(3_000, 3_000), (2_560, 2_560)),
    "four colours": (nasty.four_colours, (64, 64)),
    "EXIF that turns": (lambda: nasty.with_exif(PHOTO, nasty.orientation(6)), (640, 480)),
    "EXIF of an unknown turn": (lambda: nasty.with_exif(PHOTO, nasty.orientation(9_999)), (480, 640)),
    "EXIF without end": (lambda: nasty.with_exif(PHOTO, nasty.endless_exif()), (640, 480)),
    "pixels that are cut off": (lambda: nasty.jpeg(nasty.BASELINE, 2_000, 2_000, b""), (2_000, 2_000)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_trusted_is_refused(decoder: ImageDecoder, name: str) -> None:
    data = REFUSED[name]()
    for decode in (decoder.decode, decoder.decode_full):
        with pytest.raises(NotAnImage):
            decode(data)
    decoder.decode(PHOTO)
    assert peak_mb(decoder.pid) < PROGRAM_MB + MOST_MEMORY / 1e6


@pytest.mark.parametrize("name", READ)
def test_what_is_only_strange_is_read_within_limits(decoder: ImageDecoder, name: str) -> None:
    make, shape = READ[name]
    assert decoder.decode(make()).shape == (*shape, 3)
    assert peak_mb(decoder.pid) < PROGRAM_MB + MOST_MEMORY / 1e6


def test_the_pixels_are_those_of_the_file(decoder: ImageDecoder) -> None:
    """Also when they were handed over by another process, and more than once."""
    noise = np.random.default_rng(1).integers(0, 255, (300, 401, 3)).astype(np.uint8)
    first = decoder.decode_full(nasty.encoded(".png", noise))
    second = decoder.decode(PHOTO)
    assert np.array_equal(first, noise)
    assert np.array_equal(second, decode_image(PHOTO))
    first[:] = 0  # whoever reads an image may draw on it
    assert np.array_equal(decoder.decode(nasty.encoded(".png", noise)), noise)


def test_this_process_does_not_grow_with_hostile_files(decoder: ImageDecoder) -> None:
    before = peak_mb(os.getpid())
    for data in (nasty.two_sizes(20_000, 20_000), nasty.jpeg(nasty.PROGRESSIVE, 20_000, 20_000)):
        with pytest.raises(NotAnImage):
            decoder.decode(data)
    assert peak_mb(os.getpid()) < before + 50


# -- the life of the process -------------------------------------------------------------------------------------------


def test_it_is_started_when_needed_kept_and_ended() -> None:
    decoder = ImageDecoder()
    assert decoder.pid is None
    decoder.decode(PHOTO)
    first = decoder.pid
    decoder.decode(PHOTO)
    assert decoder.pid == first
    assert first is not None
    decoder.close()
    assert decoder.pid is None
    assert gone(first)


def test_one_that_died_is_replaced(decoder: ImageDecoder) -> None:
    decoder.decode(PHOTO)
    first = decoder.pid
    assert first is not None
    os.kill(first, signal.SIGKILL)
    gone(first)
    assert decoder.decode(PHOTO).shape == (480, 640, 3)
    assert decoder.pid != first


def test_one_without_work_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoding, "IDLE_S", 0.2)
    with closing(ImageDecoder()) as decoder:
        decoder.decode(PHOTO)
        pid = decoder.pid
        assert pid is not None
        assert gone(pid)
        assert decoder.decode(PHOTO).shape == (480, 640, 3)


def test_one_that_takes_too_long_is_ended(decoder: ImageDecoder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped, as if its decoder never came back: the service gives up and starts another."""
    # Long enough for an honest picture on a busy machine.
    monkeypatch.setattr(decoding, "LONGEST_S", 2.0)
    with closing(ImageDecoder()) as slow:
        slow.decode(PHOTO)
        pid = slow.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(NotAnImage, match="too much"):
            slow.decode(PHOTO)
        assert gone(pid)
        assert slow.decode(PHOTO).shape == (480, 640, 3)


def test_it_ends_itself_when_its_time_is_over() -> None:
    """The limit holds without the service: the process sets an alarm before it touches a file."""
    limited = "import vision.decoding as d; d.LONGEST_S = 0.05; d.main()"
    slow = decoding.DecodingProcess([sys.executable, "-c", limited])
    with pytest.raises(decoding.DecodingEnded):
        slow.ask(nasty.png(7_900, 7_900), full=True)
    slow.end()


SERVICE = """
import sys, time
from pathlib import Path
from vision.decoding import ImageDecoder
decoder = ImageDecoder()
decoder.decode(Path(sys.argv[1]).read_bytes())
print(decoder.pid, flush=True)
if len(sys.argv) > 2:
    decoder.decode_full(Path(sys.argv[2]).read_bytes())
time.sleep(60)
"""


@pytest.mark.parametrize("busy", [False, True], ids=["waiting", "in the middle of an image"])
def test_it_does_not_outlive_a_service_that_was_killed(tmp_path: Path, busy: bool) -> None:
    files = [tmp_path / "photo.jpg", tmp_path / "large.png"]
    files[0].write_bytes(PHOTO)
    files[1].write_bytes(nasty.png(7_900, 7_900))
    command = [sys.executable, "-c", SERVICE, *map(str, files[: 2 if busy else 1])]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdout is not None
        pid = int(service.stdout.readline())
        if busy:
            time.sleep(0.2)
        assert alive(pid)
        service.send_signal(signal.SIGKILL)
        assert gone(pid)
