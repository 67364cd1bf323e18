"""A TLS connection that two threads may use at once: one waits for the tablet's words, the other sends views.

OpenSSL allows one call at a time on a connection. Here every call is short and under a lock, on a socket that never
blocks; waiting is done outside, and for a limited time.
"""

from __future__ import annotations

import select
import socket
import ssl
import threading
import time
from typing import Any

READ, WRITE = "read", "write"


class SecureSocket:
    """As much of a socket as gunicorn and the websocket need."""

    def __init__(self, plain: socket.socket, context: ssl.SSLContext) -> None:
        plain.setblocking(False)
        self._tls = context.wrap_socket(
            plain, server_side=True, do_handshake_on_connect=False, suppress_ragged_eofs=True
        )
        self._lock = threading.Lock()
        self._sending = threading.Lock()
        # As socket.settimeout: None waits for ever, 0 not at all.
        self._patience: float | None = 0.0
        self.is_ready = False

    def shake_hands(self) -> bool:
        """One more step of the handshake, without waiting; True when it is done. `OSError` if it failed."""
        try:
            self._tls.do_handshake()
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return False
        self.is_ready = True
        return True

    # -- reading and writing -------------------------------------------------------------------------------------------

    def recv(self, size: int, flags: int = 0) -> bytes:
        try:
            return bytes(self._until_done(lambda: self._tls.recv(size), self._end()))
        except (ssl.SSLZeroReturnError, ssl.SSLEOFError, BrokenPipeError):
            # The other side is gone. OpenSSL 3.5 says "broken pipe" if it had something to send itself.
            return b""

    def recv_into(self, buffer: Any, size: int = 0) -> int:
        data = self.recv(size or len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def send(self, data: Any) -> int:
        self.sendall(data)
        return len(data)

    def sendall(self, data: Any) -> None:
        # What was begun must be finished before something else is sent: OpenSSL has encrypted a part of it already.
        with self._sending:
            rest = memoryview(data)
            while rest:
                rest = rest[self._until_done(lambda part=rest: self._tls.send(part), self._end()) :]

    def pending(self) -> int:
        """Bytes that are here already, though the plain socket has none."""
        with self._lock:
            return self._tls.pending()

    def _until_done(self, call: Any, end: float | None) -> Any:
        while True:
            with self._lock:
                try:
                    return call()
                except ssl.SSLWantReadError:
                    waits_for = READ
                except ssl.SSLWantWriteError:
                    waits_for = WRITE
            self._wait(waits_for, end)

    def _end(self) -> float | None:
        return None if self._patience is None else time.monotonic() + self._patience

    def _wait(self, waits_for: str, end: float | None) -> None:
        if self._patience == 0:
            raise BlockingIOError("nothing to be had now")
        poll = select.poll()
        poll.register(self._tls.fileno(), select.POLLIN if waits_for == READ else select.POLLOUT)
        left = None if end is None else max(0.0, end - time.monotonic())
        if not poll.poll(None if left is None else left * 1000):
            raise TimeoutError("the other side is silent")

    # -- as a plain socket ---------------------------------------------------------------------------------------------

    def settimeout(self, seconds: float | None) -> None:
        self._patience = seconds

    def gettimeout(self) -> float | None:
        return self._patience

    def setblocking(self, blocks: bool) -> None:
        self._patience = None if blocks else 0.0

    def fileno(self) -> int:
        return self._tls.fileno()

    def getsockname(self) -> Any:
        return self._tls.getsockname()

    def getpeername(self) -> Any:
        return self._tls.getpeername()

    def setsockopt(self, *option: Any) -> None:
        self._tls.setsockopt(*option)

    def shutdown(self, how: int) -> None:
        """Only the plain connection: a goodbye of TLS would have to wait for the other side."""
        with self._lock:
            socket.socket.shutdown(self._tls, how)

    def close(self) -> None:
        self._tls.close()
