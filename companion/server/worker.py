"""The gunicorn worker of the table: a connection gets a thread only for a whole request, and no address gets them all.

gunicorn gives each connection a thread and waits there for its request; whoever opens enough connections and sends
nothing, or half a header, has them all. Here the main loop gathers headers, without threads and for a limited time.
Requests then get threads by kind: those of seated players' sockets are never used for anything else.
"""

from __future__ import annotations

import logging
import socket
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

from companion.server.secure_socket import SecureSocket

log = logging.getLogger("companion")

# From the first byte, or from the connection: a header comes in one piece. The handshake of TLS is in it.
HEADER_S = 10.0
MOST_HEADER = 64 * 1024
# Connections without a whole header; the oldest goes for a new one, so that there is always room for newcomers.
MOST_GATHERING = 256
MOST_GATHERING_OF_ADDRESS = 128
# All connections of one address: twenty tablets open six each, and keep them for two seconds.
MOST_OF_ADDRESS = 300
# Requests that wait for a thread.
MOST_WAITING_OF_ADDRESS = 64
# A body may pause for so long, and comes at this rate at least: bytes a second.
PAUSE_S = 10.0
SLOWEST = 50_000
# An answer is taken by then.
ANSWER_S = 30.0
# The other side hears that a connection ends before it is closed.
LINGER_S = 2.0


class RequestKind(Enum):
    """What a request holds its thread for: a moment, as long as its body takes, or as long as a tablet is there."""

    PLAIN = "plain"
    BODY = "body"
    SOCKET = "socket"


# At once in all, and for one address: twenty tablets may share one. The sum is the number of threads.
MOST: dict[RequestKind, tuple[int, int]] = {
    RequestKind.PLAIN: (40, 24),
    RequestKind.BODY: (16, 8),
    RequestKind.SOCKET: (72, 48),
}
THREADS = sum(most for most, _ in MOST.values())


def kind_of(head: bytes) -> RequestKind:
    fields = head.lower()
    if b"\r\ncontent-length:" in fields or b"\r\ntransfer-encoding:" in fields:
        return RequestKind.BODY
    if head.startswith(b"GET /socket.io/") and b"\r\nupgrade: websocket\r\n" in fields:
        return RequestKind.SOCKET
    return RequestKind.PLAIN


@dataclass
class Places:
    """How many requests of each kind have a thread, in all and by address."""

    taken: Counter[RequestKind] = field(default_factory=Counter)
    of_address: Counter[tuple[RequestKind, str]] = field(default_factory=Counter)

    def take(self, kind: RequestKind, address: str) -> bool:
        most, most_of_address = MOST[kind]
        if self.taken[kind] >= most or self.of_address[kind, address] >= most_of_address:
            return False
        self.taken[kind] += 1
        self.of_address[kind, address] += 1
        return True

    def give_back(self, kind: RequestKind, address: str) -> None:
        self.taken[kind] -= 1
        self.of_address[kind, address] -= 1
        if not self.of_address[kind, address]:
            del self.of_address[kind, address]


class Connection(TConn):  # type: ignore[misc]
    """A connection, with what has been read of its next header."""

    def __init__(self, *args: Any, on_close: Callable[[Connection], None]) -> None:
        super().__init__(*args)
        self._on_close = on_close
        # All devices behind one router have one address; so have all programs on this machine.
        self.address = str(self.client[0]) if isinstance(self.client, tuple) else "local"
        self.is_secure = isinstance(self.sock, SecureSocket)
        self.head = bytearray()
        self.kind = RequestKind.PLAIN
        self.until = 0.0

    def close(self, graceful: bool = False) -> None:
        self._on_close(self)
        super().close(graceful)


class PacedSocket:
    """Reads a body that must keep coming; gives up on one that stalls or trickles."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._begun = time.monotonic()
        self._got = 0

    def recv(self, size: int) -> bytes:
        left = self._begun + PAUSE_S + self._got / SLOWEST - time.monotonic()
        if left <= 0:
            raise ConnectionResetError(104, "the body of a request comes too slowly")
        self._sock.settimeout(left)
        try:
            data = self._sock.recv(size)
        except TimeoutError as error:
            raise ConnectionResetError(104, "the body of a request does not come") from error
        finally:
            self._sock.settimeout(ANSWER_S)
        self._got += len(data)
        return data


class PatientPool(ThreadPoolExecutor):
    """Where no memory is left for another thread, a request waits for one of those that are there.

    Otherwise the error would end the whole worker, and with it the game of everybody who is connected.
    """

    def __init__(self, most: int) -> None:
        super().__init__(most)
        # Requests that came while there was no memory for a thread.
        self._owed = 0

    def _adjust_thread_count(self) -> None:
        """Called once for each request, when it is in the queue."""
        self._owed += 1
        try:
            while self._owed:
                super()._adjust_thread_count()
                self._owed -= 1
        except (RuntimeError, MemoryError):
            if not self._threads:
                raise
            log.warning("no memory is left for another thread: a request waits")


class TableWorker(ThreadWorker):  # type: ignore[misc]
    """All that is added here runs in the main loop, except `handle` and `handle_request`."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._places = Places()
        self._open_of = Counter[str]()
        # Connections whose header is not complete, the oldest first, and how many of each address.
        self._gathering: OrderedDict[Connection, None] = OrderedDict()
        self._gathering_of = Counter[str]()
        self._waiting: deque[Connection] = deque()
        self._waiting_of = Counter[str]()
        # Connections that are being closed.
        self._lingering: OrderedDict[Connection, None] = OrderedDict()

    def get_thread_pool(self) -> PatientPool:
        return PatientPool(self.cfg.threads)

    # -- headers -------------------------------------------------------------------------------------------------------

    def accept(self, listener: socket.socket) -> None:
        try:
            sock, client = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        self.nr_conns += 1
        secure = self._secured(sock, listener)
        if secure is None:
            self.nr_conns -= 1
            sock.close()
            return
        conn = Connection(self.cfg, secure, client, listener.getsockname(), on_close=self._closed)
        self._open_of[conn.address] += 1
        if self._open_of[conn.address] > MOST_OF_ADDRESS and not self._drop_idle(conn.address):
            self._close(conn)
        else:
            self._gather(conn)

    def _secured(self, sock: socket.socket, listener: socket.socket) -> socket.socket | SecureSocket | None:
        """The connection as it is, or with TLS around it on the secure port; None while there is no certificate."""
        if listener.getsockname()[1] != self.app.secure_port:
            return sock
        context = self.app.secure_context()
        return SecureSocket(sock, context) if context is not None else None

    def _closed(self, conn: Connection) -> None:
        self._open_of[conn.address] -= 1
        if not self._open_of[conn.address]:
            del self._open_of[conn.address]

    def _drop_idle(self, address: str) -> bool:
        """One connection of the address that nobody waits for, the oldest first."""
        for conn in self._gathering:
            if conn.address == address:
                self._drop(conn)
                return True
        for conn in self.keepalived_conns:
            if conn.address == address:
                self.keepalived_conns.remove(conn)
                self.poller.unregister(conn.sock)
                self._close(conn)
                return True
        return False

    def on_client_socket_readable(self, conn: Connection, client: socket.socket) -> None:
        """A connection that was kept open has more to say."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._gather(conn)

    def _gather(self, conn: Connection) -> None:
        """Read the next header as it comes; it costs no thread."""
        conn.sock.setblocking(False)
        conn.until = time.monotonic() + HEADER_S
        self._gathering[conn] = None
        self._gathering_of[conn.address] += 1
        self._watch(conn, self._on_header)
        if self._gathering_of[conn.address] > MOST_GATHERING_OF_ADDRESS:
            self._drop(next(one for one in self._gathering if one.address == conn.address))
        elif len(self._gathering) > MOST_GATHERING:
            self._drop(next(iter(self._gathering)))

    def _watch(self, conn: Connection, then: Callable[[Connection, socket.socket], None]) -> None:
        self.poller.register(conn.sock, EVENT_READ, partial(then, conn))

    def _on_header(self, conn: Connection, _sock: socket.socket) -> None:
        if conn not in self._gathering:
            return  # dropped for a newer one in this very round
        try:
            if conn.is_secure and not conn.sock.is_ready and not conn.sock.shake_hands():
                return
            data = conn.sock.recv(MOST_HEADER)
            # What is unpacked already makes no socket readable again.
            while conn.is_secure and data and conn.sock.pending() and len(data) <= MOST_HEADER:
                data += conn.sock.recv(MOST_HEADER)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        conn.head += data
        if not data or (len(conn.head) > MOST_HEADER and b"\r\n\r\n" not in conn.head[:MOST_HEADER]):
            self._drop(conn)
        elif b"\r\n\r\n" in conn.head:
            self._gathered(conn)
            self.enqueue_req(conn)

    def _gathered(self, conn: Connection) -> None:
        del self._gathering[conn]
        self._gathering_of[conn.address] -= 1
        if not self._gathering_of[conn.address]:
            del self._gathering_of[conn.address]
        self.poller.unregister(conn.sock)

    def _drop(self, conn: Connection) -> None:
        self._gathered(conn)
        self._close(conn)

    def _close(self, conn: Connection) -> None:
        self.nr_conns -= 1
        conn.close()

    # -- threads -------------------------------------------------------------------------------------------------------

    def enqueue_req(self, conn: Connection) -> None:
        """A thread for the request, now or when its kind has one."""
        if conn.parser is not None:
            # What was read ahead belongs to this request; half a header is not worth a thread.
            conn.head[:0] = conn.parser.unreader.take_buffered()
            if b"\r\n\r\n" not in conn.head:
                self._gather(conn)
                return
        conn.kind = kind_of(bytes(conn.head[: conn.head.index(b"\r\n\r\n") + 4]))
        if self._places.take(conn.kind, conn.address):
            super().enqueue_req(conn)
        elif self._waiting_of[conn.address] >= MOST_WAITING_OF_ADDRESS:
            self._close(conn)
        else:
            self._waiting_of[conn.address] += 1
            self._waiting.append(conn)

    def _next_waiting(self) -> None:
        """The one that has waited longest and may have a thread now."""
        for conn in self._waiting:
            if self._places.take(conn.kind, conn.address):
                self._waiting.remove(conn)
                self._waiting_of[conn.address] -= 1
                if not self._waiting_of[conn.address]:
                    del self._waiting_of[conn.address]
                super().enqueue_req(conn)
                return

    def finish_request(self, conn: Connection, future: Future[Any]) -> None:
        self._places.give_back(conn.kind, conn.address)
        self._next_waiting()
        if future.cancelled() or future.exception() is not None or not future.result() or not self.alive:
            self._linger(conn)
        else:
            super().finish_request(conn, future)

    def handle(self, conn: Connection) -> Any:
        """In a thread: the header is here already."""
        conn.init()
        conn.parser.unreader.unread(bytes(conn.head))
        conn.head.clear()
        conn.parser.unreader.sock = conn.sock if conn.kind is RequestKind.SOCKET else PacedSocket(conn.sock)
        return super().handle(conn)

    def handle_request(self, req: Any, conn: Connection) -> Any:
        req.scheme = "https" if conn.is_secure else "http"
        if conn.kind is not RequestKind.SOCKET:
            conn.sock.settimeout(ANSWER_S)
        return super().handle_request(req, conn)

    # -- ending --------------------------------------------------------------------------------------------------------

    def _linger(self, conn: Connection) -> None:
        """Say that this is the end and read what still comes: closed at once, the last answer could be lost.

        gunicorn waits for this in its main loop, for two seconds a connection.
        """
        try:
            conn.sock.shutdown(socket.SHUT_WR)
            conn.sock.setblocking(False)
            self._watch(conn, self._on_last)
        except (OSError, ValueError):
            self._close(conn)
            return
        conn.until = time.monotonic() + LINGER_S
        self._lingering[conn] = None

    def _on_last(self, conn: Connection, _sock: socket.socket) -> None:
        with suppress(OSError):
            if conn.sock.recv(65536):
                return
        self._end_lingering(conn)

    def _end_lingering(self, conn: Connection) -> None:
        del self._lingering[conn]
        self.poller.unregister(conn.sock)
        self._close(conn)

    def murder_pending(self) -> None:
        """Called about once a second: what takes too long is ended."""
        now = time.monotonic()
        for late in [conn for conn in self._gathering if conn.until < now or not self.alive]:
            self._drop(late)
        for late in [conn for conn in self._lingering if conn.until < now]:
            self._end_lingering(late)
