"""A tablet as the eye over the tray: it sends the pictures of its own camera, one after the other."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.protocol.refusal import Refused
from vision.cameras.base import CameraError, CameraSettings
from vision.images import Image

# The word to choose it by, and its name.
TABLET = "tablet"
MOST_BYTES = 2_000_000
# Sooner after the last one a picture is not even unpacked: the service looks at no more in a second.
PACE_S = 0.1
# A tablet that sent nothing for so long is the eye no more; another may be.
EYE_S = 3.0
# So long the next picture is waited for.
PATIENCE_S = 2.0


class TabletCamera:
    """Thread-safe: tablets hand in images in their threads, the camera's own thread takes the newest one."""

    name = TABLET
    real = True

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._eye, self._admitted = "", float("-inf")
        self._image: Image | None = None

    # -- for tablets ---------------------------------------------------------------------------------------------------

    def admit(self, eye: str) -> bool:
        """Whether a picture of this tablet is wanted now; refused while another one is the eye."""
        now = self._clock()
        with self._changed:
            since = now - self._admitted
            if eye != self._eye and since < EYE_S:
                raise Refused("camera/other_tablet", "other_tablet")
            if since < PACE_S:
                return False
            self._eye, self._admitted = eye, now
            return True

    def put(self, image: Image) -> None:
        with self._changed:
            self._image = image
            self._changed.notify_all()

    # -- as a camera ---------------------------------------------------------------------------------------------------

    def grab(self) -> Image:
        """Each picture once."""
        with self._changed:
            self._changed.wait_for(lambda: self._image is not None, PATIENCE_S)
            image, self._image = self._image, None
        if image is None:
            raise CameraError("no tablet sends pictures")
        return image

    def hold(self, settings: CameraSettings | None) -> None:
        """A browser does not let exposure and focus be held."""

    def close(self) -> None:
        """What came before is not what is to be seen next."""
        with self._changed:
            self._image = None
