"""A network camera: its newest picture, however slowly they are asked for; and what such cameras send."""

from __future__ import annotations

import base64
import itertools
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import numpy as np
import pytest

from vision.cameras.base import CameraError
from vision.cameras.mjpeg import pictures
from vision.cameras.streams import AddressCamera
from vision.images import Image

MANY = 200
LEVELS = (40, 90, 140, 190)


def jpeg(level: int) -> bytes:
    return cv2.imencode(".jpg", np.full((48, 64, 3), level, np.uint8))[1].tobytes()


def level_of(image: Image) -> int:
    return min(LEVELS, key=lambda level: abs(level - int(image.mean())))


class Streaming:
    """A camera in the network that sends these bytes, then others again and again; it may ask for a password."""

    def __init__(
        self,
        body: bytes,
        kind: str = "multipart/x-mixed-replace; boundary=frame",
        password: str = "",
        then: bytes = b"",
    ) -> None:
        self.sent, self.ended = threading.Event(), threading.Event()
        wanted = "Basic " + base64.b64encode(password.encode()).decode()
        streaming = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if password and self.headers.get("Authorization") != wanted:
                    self.send_response(401)
                    self.send_header("WWW-Authenticate", 'Basic realm="camera"')
                    self.end_headers()
                    return
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.end_headers()
                self.wfile.write(body)
                streaming.sent.set()
                while not streaming.ended.wait(0.05):
                    self.wfile.write(then)

            def log_message(self, *_: object) -> None:
                """Silent."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.place = f"127.0.0.1:{self._server.server_port}/video"
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self) -> None:
        self.ended.set()
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def streaming() -> Iterator[Callable[..., Streaming]]:
    made: list[Streaming] = []

    def make(*args: object, **words: object) -> Streaming:
        made.append(Streaming(*args, **words))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for one in made:
        one.close()


def part(data: bytes, mark: str = "--frame", length: bool = True) -> bytes:
    told = f"Content-Length: {len(data)}\r\n" if length else ""
    return f"{mark}\r\nContent-Type: image/jpeg\r\n{told}\r\n".encode() + data + b"\r\n"


def test_who_looks_late_sees_the_newest_picture(streaming: Callable[..., Streaming]) -> None:
    """A computer that is slower than its camera must not show what lay there long ago."""
    camera = streaming(part(jpeg(LEVELS[0])) * MANY, then=part(jpeg(LEVELS[3])))
    seen = AddressCamera(f"http://{camera.place}")
    try:
        seen.grab()
        assert camera.sent.wait(10)
        looks = next(n for n in itertools.count(1) if level_of(seen.grab()) == LEVELS[3])
        assert looks < MANY / 10
    finally:
        seen.close()


@pytest.mark.parametrize(
    ("boundary", "mark", "length"),
    [
        ("frame", "--frame", True),
        ("frame", "--frame", False),
        ("--frame", "--frame", False),
        ('"fr ame"', "--fr ame", True),
    ],
)
def test_the_kinds_of_streams_that_cameras_send(
    streaming: Callable[..., Streaming], boundary: str, mark: str, length: bool
) -> None:
    # The next mark tells that a picture has ended whose length was not told.
    body = part(jpeg(LEVELS[1]), mark, length) + f"{mark}\r\n".encode()
    camera = streaming(body, f"multipart/x-mixed-replace;boundary={boundary}")
    seen = AddressCamera(f"http://{camera.place}")
    assert level_of(seen.grab()) == LEVELS[1]
    seen.close()


def test_a_name_and_a_password_in_the_address(streaming: Callable[..., Streaming]) -> None:
    camera = streaming(part(jpeg(LEVELS[2])), password="anna:se cret")
    seen = AddressCamera(f"http://anna:se%20cret@{camera.place}")
    assert level_of(seen.grab()) == LEVELS[2]
    seen.close()
    with pytest.raises(CameraError, match="cannot be opened"):
        AddressCamera(f"http://{camera.place}").grab()


def test_a_broken_picture_is_passed_over_and_an_end_is_told(streaming: Callable[..., Streaming]) -> None:
    camera = streaming(part(b"no picture") + part(jpeg(LEVELS[1])))
    seen = AddressCamera(f"http://{camera.place}")
    assert level_of(seen.grab()) == LEVELS[1]
    camera.ended.set()
    with pytest.raises(CameraError, match="gives no picture"):
        seen.grab()


def test_what_is_no_stream_is_left_to_opencv(streaming: Callable[..., Streaming]) -> None:
    camera = streaming(jpeg(LEVELS[1]), "image/jpeg")
    camera.ended.set()
    seen = AddressCamera(f"http://{camera.place}")
    assert level_of(seen.grab()) == LEVELS[1]
    seen.close()


@pytest.mark.parametrize("cut", [1, 7, 64])
def test_pictures_however_the_network_cuts_them(cut: int) -> None:
    shown = [jpeg(level) for level in LEVELS]
    body = b"preamble" + b"".join(part(one, length=n % 2 == 0) for n, one in enumerate(shown)) + b"--frame--"
    chunks = (body[at : at + cut] for at in range(0, len(body), cut))
    found = [one.removesuffix(b"\r\n") for one in pictures(chunks, b"--frame")]
    assert found == shown


def test_a_stream_without_an_end_of_a_picture_is_given_up() -> None:
    endless = itertools.chain([b"--frame\r\n\r\n"], itertools.repeat(bytes(1 << 20)))
    with pytest.raises(OSError, match="no end"):
        list(pictures(endless, b"--frame"))
