"""In front of the socket library: junk is answered with a coded notice, huge messages and dead sockets are let go."""

from __future__ import annotations

import contextlib
import logging
from typing import Any

import simple_websocket  # type: ignore[import-untyped]
from engineio.async_drivers._websocket_wsgi import SimpleWebSocketWSGI  # type: ignore[import-untyped]
from flask_socketio import SocketIO

from companion.server.messages import MOST_BYTES

log = logging.getLogger("companion")

UNREADABLE = {"code": "wire/bad_packet", "message": "bad_packet", "facts": {}}


class GuardedWebSocket(SimpleWebSocketWSGI):  # type: ignore[misc]
    """The library's websocket, which hangs up on messages that are too long instead of gathering them first."""

    def __init__(self, handler: Any, server: Any, **options: Any) -> None:
        super().__init__(handler, server, **{**options, "max_message_size": MOST_BYTES})

    def close(self) -> None:
        """A tablet that was switched off cannot be told goodbye."""
        with contextlib.suppress(OSError, simple_websocket.ConnectionClosed):
            super().close()


def guard(io: SocketIO) -> None:
    """Put the guards in place; the library itself answers junk with a traceback."""
    engine = io.server.eio
    engine._async = {**engine._async, "websocket": GuardedWebSocket}
    guard_packets(io)


def guard_packets(io: SocketIO) -> None:
    server = io.server
    read = server.eio.handlers["message"]

    def guarded(client: str, data: Any) -> None:
        try:
            read(client, data)
        except Exception as error:  # noqa: BLE001 (the library's reader raises anything)
            # The message itself is not logged: it may be megabytes of anything.
            log.warning("a packet could not be read: %s", type(error).__name__)
            # A packet that was begun must not swallow the next one.
            server._binary_packet.pop(client, None)
            sid = server.manager.sid_from_eio_sid(client, "/")
            if sid is not None:
                io.emit("notice", UNREADABLE, to=sid)

    server.eio.on("message", guarded)
