"""Junk on the socket: whatever cannot be read as a packet is answered with a coded notice, and forgotten."""

from __future__ import annotations

import logging
from typing import Any

from flask_socketio import SocketIO

log = logging.getLogger("companion")

UNREADABLE = {"code": "wire/bad_packet", "message": "bad_packet", "facts": {}}


def guard_packets(io: SocketIO) -> None:
    """Stand in front of the library's own reader of packets, which answers junk with a traceback."""
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
