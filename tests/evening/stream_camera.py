"""A camera over the tray as a network camera is one: an MJPEG stream over HTTP, of whatever lies under it now.

Dice are thrown by a hand, roll and come to rest (`vision.render`); a tile or card shows its label. Its picture can be
dark, stand still, or not come at all.
"""

from __future__ import annotations

import socket
import threading
import time
from contextlib import suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal

import cv2
import numpy as np

from vision.cameras.simulated import SIMULATED
from vision.evaluation.tag_images import TagScene, TileOnTable, draw_tag_scene, table_perspective
from vision.images import Image, pixels
from vision.render.tray import EMPTY, RenderedTray, ThrownDice
from vision.tags.grammar import Tag
from vision.training.degradation import Degradation

Trouble = Literal["", "gone", "frozen", "dark"]
RATE = 8.0
HAND_S, ROLLING_S = 0.6, 0.9
LONG_SIDE = 640
KINDS = {6: "d6-pips", 10: "d10-numeral"}


class StreamCamera:
    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._tray = RenderedTray(seed, replace(SIMULATED, long_side=LONG_SIDE))
        self._rng = np.random.default_rng(seed)
        self._lock = threading.Lock()
        self._dice: ThrownDice = EMPTY
        self._thrown = float("-inf")
        self._label: Image | None = None
        self._jpeg = b""
        self._number = 0
        self._stopping = False
        self.trouble: Trouble = ""
        self._server = _Server(self)
        self.address = f"http://127.0.0.1:{self._server.server_port}/stream.mjpg"
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._draw, self._serve)]
        for thread in self._threads:
            thread.start()

    # -- what lies under it --------------------------------------------------------------------------------------------

    def throw(self, number: int, sides: int = 6, cocked: int = 0) -> list[int]:
        """A hand throws dice; how they will lie."""
        with self._lock:
            self._label = None
            self._dice = self._tray.throw(number, cocked, KINDS[sides])
            self._thrown = time.monotonic()
            return sorted(die.face for die in self._tray.truths(self._dice))

    def show(self, tag: Tag) -> None:
        """A tile or card with this label is laid under it."""
        tall, wide = self._tray.image(EMPTY).shape[:2]
        seed = int(self._rng.integers(1 << 30))
        piece = TileOnTable(tag, (0, 0), 0, (0.8, 0.8), float(self._rng.uniform(-4, 4)))
        perspective = table_perspective((wide, tall), (1.6 * wide / tall, 1.6), 0.02, self._rng)
        scene = TagScene((wide, tall), perspective, (piece,), Degradation(light=0.9, blur=0.4, noise=2.0), seed=seed)
        image = draw_tag_scene(scene).image
        with self._lock:
            self._label = image

    def clear(self) -> None:
        with self._lock:
            self._label, self._dice = None, EMPTY

    def exchange(self) -> None:
        """Another camera in its place, over another tray."""
        with self._lock:
            self._seed += 1
            self._tray = RenderedTray(self._seed, replace(SIMULATED, long_side=LONG_SIDE))
            self._label, self._dice = None, EMPTY

    # -- the stream ----------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        while not self._stopping:
            begun = time.monotonic()
            if self.trouble != "frozen":
                image = self._image(begun)
                jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
                self._jpeg, self._number = jpeg, self._number + 1
            time.sleep(max(0.0, 1 / RATE - (time.monotonic() - begun)))

    def _image(self, now: float) -> Image:
        with self._lock:
            if self._label is not None:
                # A sensor has noise: without it the same bytes would come for as long as the label lies there.
                image = pixels(np.clip(self._label + self._rng.normal(0, 1.5, self._label.shape), 0, 255))
            elif now - self._thrown < HAND_S:
                image = self._tray.image(EMPTY, hand=True)
            elif now - self._thrown < HAND_S + ROLLING_S:
                image = self._tray.moving(self._dice)
            else:
                image = self._tray.image(self._dice)
        return pixels(image // 16) if self.trouble == "dark" else image

    def newest(self, after: int) -> tuple[int, bytes] | None:
        """The next picture of the stream; None where it ends."""
        while self._number == after and self.trouble != "frozen" and not self._stopping:
            time.sleep(0.01)
        return None if self._stopping or self.trouble == "gone" else (self._number, self._jpeg)

    def _serve(self) -> None:
        self._server.serve_forever(0.1)

    def close(self) -> None:
        self._stopping = True
        self._server.shutdown()
        self._server.server_close()
        for thread in self._threads:
            thread.join(timeout=5)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, camera: StreamCamera) -> None:
        self.camera = camera
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """Whoever looked is gone: nothing to say."""


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        camera, number = self.server.camera, 0
        if camera.trouble == "gone":
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        with suppress(OSError):
            while (picture := camera.newest(number)) is not None:
                number, jpeg = picture
                head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
                self.wfile.write(head.encode() + jpeg + b"\r\n")
                if camera.trouble == "frozen":
                    time.sleep(1 / RATE)

    def log_message(self, *_: object) -> None:
        """Silent."""
