"""Images of strangers are unpacked in a process of their own, with limits of memory and time that the system keeps.

What a file says about itself is no protection: a few hundred bytes can make a decoder ask for gigabytes. So a file goes
to a small process (`python -m vision.decoding`), which is ended with everything it holds if it takes too much. It is
started with the first file, kept for the next ones, and goes by itself when the service is gone.
"""

from __future__ import annotations

import fcntl
import mmap
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np

from vision.images import MOST_FULL_PIXELS, Image, NotAnImage, decode_full_image, decode_image

# Sixty million pixels, turned upright, take 400 MB while they are unpacked.
MOST_MEMORY = 512 * 1024 * 1024
# The largest image we take needs 2 s here, four times that on a small computer.
LONGEST_S = 15.0
# Without work for so long, the process is ended.
IDLE_S = 60.0
COMMAND = (sys.executable, "-m", "vision.decoding")
TOO_MUCH = "the picture takes too much memory or time to unpack"

_REQUEST = struct.Struct(">?I")  # in full size?, bytes
_ANSWER = struct.Struct(">IIH")  # height, width, bytes of the reason if there is no image
# Nobody can change or cut the image once it was handed over.
_SEALS = fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW | fcntl.F_SEAL_WRITE | fcntl.F_SEAL_SEAL


class DecodingEnded(Exception):
    """The process ended before it answered."""


class ImageDecoder:
    """Unpacks one file after the other; thread-safe. Close it, or it goes with this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: DecodingProcess | None = None
        self._idle: threading.Timer | None = None

    def decode(self, data: bytes) -> Image:
        """As `decode_image`."""
        return self._image(data, full=False)

    def decode_full(self, data: bytes) -> Image:
        """As `decode_full_image`."""
        return self._image(data, full=True)

    @property
    def pid(self) -> int | None:
        """Of the process, while there is one."""
        process = self._process
        return None if process is None else process.pid

    def close(self) -> None:
        with self._lock:
            self._end()

    def _image(self, data: bytes, full: bool) -> Image:
        with self._lock:
            if self._idle is not None:
                self._idle.cancel()
            if self._process is None or not self._process.alive:
                self._end()
                self._process = DecodingProcess()
            try:
                return self._process.ask(data, full)
            except DecodingEnded as error:
                self._end()
                raise NotAnImage(TOO_MUCH) from error
            finally:
                self._idle = threading.Timer(IDLE_S, self.close)
                self._idle.daemon = True
                self._idle.start()

    def _end(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        if self._process is not None:
            self._process.end()
        self._process = None


class DecodingProcess:
    """The other process, as seen from here."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self._channel, theirs = socket.socketpair()
        # OpenCV reads its limit of pixels, as its decoders find them, when it is first imported.
        limits = {"OPENCV_IO_MAX_IMAGE_PIXELS": str(MOST_FULL_PIXELS), "OPENBLAS_NUM_THREADS": "1"}
        with theirs:
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno())],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,  # what decoders say about broken files
                env={**os.environ, **limits},
            )
        # It ends itself at LONGEST_S; this is for one that cannot even do that.
        self._channel.settimeout(2 * LONGEST_S)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, data: bytes, full: bool) -> Image:
        try:
            self._channel.sendall(_REQUEST.pack(full, len(data)))
            self._channel.sendall(data)
            head, files, _, _ = socket.recv_fds(self._channel, _ANSWER.size, 1)
        except OSError as error:
            raise DecodingEnded from error
        if len(head) < _ANSWER.size:
            raise DecodingEnded
        height, width, length = _ANSWER.unpack(head)
        if length:
            raise NotAnImage(_received(self._channel, length).decode())
        return _mapped(files[0], height, width)

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._channel.close()
        if self._process.stdin is not None:
            self._process.stdin.close()


def _mapped(file: int, height: int, width: int) -> Image:
    """The image where the other process put it, without another copy; it may be drawn on here."""
    try:
        if fcntl.fcntl(file, fcntl.F_GET_SEALS) & _SEALS != _SEALS or os.fstat(file).st_size != height * width * 3:
            raise DecodingEnded
        held = mmap.mmap(file, height * width * 3, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_WRITE)
    finally:
        os.close(file)
    return np.frombuffer(held, np.uint8).reshape(height, width, 3)


def _received(channel: socket.socket, count: int) -> bytearray:
    """So many bytes; `DecodingEnded` if the other side is gone before."""
    data = bytearray(count)
    view, got = memoryview(data), 0
    while got < count:
        more = channel.recv_into(view[got:])
        if not more:
            raise DecodingEnded
        got += more
    return data


# -- in the process of its own -----------------------------------------------------------------------------------------


def main() -> None:
    channel = socket.socket(fileno=int(sys.argv[1]))
    threading.Thread(target=_end_with_the_service, daemon=True).start()
    # Players come first.
    os.nice(5)
    cv2.setNumThreads(1)
    _limit_memory()
    with suppress(DecodingEnded, ConnectionError):
        while True:
            full, length = _REQUEST.unpack(_received(channel, _REQUEST.size))
            _answer(channel, bytes(_received(channel, length)), full)


def _end_with_the_service() -> None:
    """Standard input is a pipe to the service; it ends when the service does, whatever ended that."""
    sys.stdin.buffer.read()
    os._exit(0)


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * mmap.PAGESIZE + MOST_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _answer(channel: socket.socket, data: bytes, full: bool) -> None:
    # Nobody handles the signal: it ends the process wherever that is at the moment.
    signal.setitimer(signal.ITIMER_REAL, LONGEST_S)
    try:
        image = decode_full_image(data) if full else decode_image(data)
        file = _sealed(image)
    except (NotAnImage, MemoryError) as error:
        reason = (str(error) or TOO_MUCH).encode()
        channel.sendall(_ANSWER.pack(0, 0, len(reason)) + reason)
    else:
        socket.send_fds(channel, [_ANSWER.pack(*image.shape[:2], 0)], [file])
        os.close(file)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def _sealed(image: Image) -> int:
    """A file in memory with the pixels."""
    file = os.memfd_create("image", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    left = np.ascontiguousarray(image).reshape(-1).data
    while left:
        left = left[os.write(file, left) :]
    fcntl.fcntl(file, fcntl.F_ADD_SEALS, _SEALS)
    return file


if __name__ == "__main__":
    main()
