"""A thread that keeps only the newest frame of a camera, and opens the camera again when it stops."""

from __future__ import annotations

import logging
import threading
import time
import zlib
from collections.abc import Callable
from typing import Literal

from vision.cameras.base import Camera, CameraError, Frame
from vision.images import Image

log = logging.getLogger(__name__)

Health = Literal["starting", "good", "frozen", "gone"]
OLD_S = 6.0  # a frame that old shows nothing of what is now
_RETRY = (0.2, 0.5, 1.0, 2.0, 5.0)  # seconds between attempts, the last one repeated


class NewestFrame:
    """Grabs without end in a thread of its own. `on_health` gets each change of health with a sentence for people."""

    def __init__(
        self,
        camera: Camera,
        on_health: Callable[[Health, str], None] | None = None,
        frozen_after: float = 4.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.camera = camera
        self._on_health = on_health
        self._frozen_after = frozen_after
        self._clock = clock
        self._lock = threading.Condition()
        self._frame: Frame | None = None
        self._stop = threading.Event()
        self._wake = threading.Event()  # ends the pause between two attempts
        self._again, self._closed = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._health: Health = "starting"
        self._number = 0
        self._checksum, self._changed = 0, clock()
        self._restarted = float("-inf")

    @property
    def health(self) -> Health:
        """As last reported, unless the newest frame is too old: a camera that hangs reports nothing."""
        return "gone" if self._health == "good" and self.fresh() is None else self._health

    def fresh(self) -> Frame | None:
        """The newest frame, unless it is too old."""
        frame = self._frame
        return frame if frame is not None and self._clock() - frame.taken < OLD_S else None

    def start(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name=f"camera {self.camera.name}", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        self._stop.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join(timeout=5)
            self._thread = None

    def reopen(self, timeout: float = 5.0) -> int:
        """Closes the camera and opens it again. Frames after that have a higher number than the one returned."""
        self._closed.clear()
        self._again.set()
        self._wake.set()
        self._closed.wait(timeout)
        return self._number

    def next(self, after: int = 0, timeout: float = 1.0) -> Frame | None:
        """The newest frame with a number over `after`; waits for it, None if none comes in time."""
        with self._lock:
            self._lock.wait_for(lambda: self._frame is not None and self._frame.number > after, timeout)
            return self._frame if self._frame is not None and self._frame.number > after else None

    def _work(self) -> None:
        failures = 0
        while not self._stop.is_set():
            self._close_if_asked()
            try:
                image = self.camera.grab()
            except Exception as error:
                if not isinstance(error, CameraError):
                    log.exception("an error of %s that no camera should raise", self.camera.name)
                self._report("gone", str(error) or type(error).__name__)
                self._close()
                self._wake.wait(_RETRY[min(failures, len(_RETRY) - 1)])
                failures += 1
                continue
            failures = 0
            if self._is_frozen(image):
                self._report("frozen", f"{self.camera.name} repeats the same picture; starting it again")
                self._restart_frozen()
                continue
            self._publish(image)
            self._report("good", f"{self.camera.name} gives pictures")
        self._close()

    def _close(self) -> None:
        """A camera that cannot even be closed is opened again all the same, and says why if that fails too."""
        try:
            self.camera.close()
        except Exception as error:
            log.warning("%s", error, exc_info=not isinstance(error, CameraError))

    def _close_if_asked(self) -> None:
        if self._again.is_set():
            self._again.clear()
            self._wake.clear()
            self._close()
            self._report("starting", f"{self.camera.name} is started again")
            self._closed.set()

    def _publish(self, image: Image) -> None:
        with self._lock:
            self._number += 1
            self._frame = Frame(image, self._clock(), self._number)
            self._lock.notify_all()

    def _is_frozen(self, image: Image) -> bool:
        """A real sensor's noise makes every image differ: the very same bytes for seconds mean that it hangs."""
        if not self.camera.real:
            return False
        checksum = zlib.crc32(image[::4, ::4].tobytes())
        now = self._clock()
        if checksum != self._checksum:
            self._checksum, self._changed = checksum, now
            return False
        return now - self._changed >= self._frozen_after

    def _restart_frozen(self) -> None:
        """Now and then. A camera that shows the same picture after that hangs still, and is not called good."""
        now = self._clock()
        if now - self._restarted >= self._frozen_after:
            self._restarted = now
            self._close()

    def _report(self, health: Health, text: str) -> None:
        if health != self._health:
            self._health = health
            if self._on_health is not None:
                self._on_health(health, text)
