"""An MJPEG stream over HTTP, of which always the newest picture is given.

OpenCV gives every picture in its turn: behind a camera that is quicker than this computer it would show what lay there
half a minute ago, for so much a network holds ready. Here a thread takes the bytes as they come and keeps the newest
picture; only what is asked for is unpacked.
"""

from __future__ import annotations

import re
import threading
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.client import HTTPException, HTTPResponse
from typing import Final

# A camera that says nothing for so long is gone.
SILENT_S = 4.0
# No picture is larger; without a limit a stream without an end of a picture would fill the memory.
MOST_BYTES: Final = 32 * 1024 * 1024
_CHUNK = 65_536
_LENGTH = re.compile(rb"^content-length:\s*(\d+)", re.IGNORECASE | re.MULTILINE)


class MjpegStream:
    """Open from the beginning; OSError if there is nothing, `NotMjpeg` if what is there is something else."""

    def __init__(self, address: str) -> None:
        self._response = _ask(address)
        boundary = self._response.headers.get_param("boundary")
        if self._response.headers.get_content_maintype() != "multipart" or not isinstance(boundary, str):
            self._response.close()
            raise NotMjpeg
        self._mark = b"--" + boundary.lstrip("-").encode()
        self._news = threading.Condition()
        self._newest: bytes | None = None
        self._ended = False
        threading.Thread(target=self._read, name="mjpeg stream", daemon=True).start()

    def next(self, timeout: float) -> bytes | None:
        """The newest picture that was not given before; None if none comes in time or the stream has ended."""
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self._ended, timeout)
            picture, self._newest = self._newest, None
            return picture

    def close(self) -> None:
        """The thread hangs up with the next bytes, or when none come."""
        with self._news:
            self._ended = True
            self._news.notify_all()

    def _read(self) -> None:
        try:
            for picture in pictures(self._chunks(), self._mark):
                with self._news:
                    self._newest = picture
                    self._news.notify_all()
        except (OSError, HTTPException):
            # As with the end of the stream: whoever waits for a picture gets none.
            pass
        finally:
            self._response.close()
            self.close()

    def _chunks(self) -> Iterator[bytes]:
        while not self._ended and (chunk := self._response.read1(_CHUNK)):
            yield chunk


class NotMjpeg(Exception):
    """Something answers there, with something else than a stream of pictures."""


def pictures(chunks: Iterator[bytes], mark: bytes) -> Iterator[bytes]:
    """Each whole picture between two marks, as soon as its last byte is there if its head says how long it is."""
    held = bytearray()
    for chunk in chunks:
        held += chunk
        while (found := _first(held, mark)) is not None:
            begin, end = found
            if end > begin:
                yield bytes(held[begin:end])
            del held[:end]
        if len(held) > MOST_BYTES:
            raise OSError("the stream has no end of a picture")


def _first(held: bytearray, mark: bytes) -> tuple[int, int] | None:
    """Where the first whole picture begins and ends."""
    at = held.find(mark)
    head_end = held.find(b"\r\n\r\n", at)
    if at < 0 or head_end < 0:
        return None
    begin = head_end + 4
    told = _LENGTH.search(held, at, head_end)
    if told:
        end = begin + int(told[1])
        return (begin, end) if end <= len(held) else None
    end = held.find(mark, begin)
    return (begin, end) if end >= 0 else None


def _ask(address: str) -> HTTPResponse:
    """Name and password may stand in the address; a camera at home is behind no proxy."""
    parts = urllib.parse.urlsplit(address)
    plain = urllib.parse.urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    passwords = urllib.request.HTTPPasswordMgrWithDefaultRealm()
    if parts.username is not None:
        name, password = (urllib.parse.unquote(one or "") for one in (parts.username, parts.password))
        passwords.add_password(None, plain, name, password)
    opener = urllib.request.build_opener(
        urllib.request.ProxyHandler({}),
        urllib.request.HTTPBasicAuthHandler(passwords),
        urllib.request.HTTPDigestAuthHandler(passwords),
    )
    try:
        response: HTTPResponse = opener.open(plain, timeout=SILENT_S)
    except (ValueError, HTTPException) as error:
        raise OSError(str(error)) from error
    return response
