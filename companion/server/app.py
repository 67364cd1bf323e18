"""The web application, made anew for every service: no module globals, nothing runs at import."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask
from flask_socketio import SocketIO

from companion.server import http
from companion.server.guard import guard
from companion.server.messages import MOST_BYTES
from companion.server.packing import pack_texts
from companion.server.service import Service, Settings
from companion.server.sockets import Sockets


@dataclass(frozen=True)
class Web:
    app: Flask
    io: SocketIO
    service: Service

    def hang_up(self) -> None:
        """Let go of every tablet, without waiting for those that are gone already."""
        for socket in list(self.io.server.eio.sockets.values()):
            socket.close(wait=False)

    def close(self) -> None:
        self.hang_up()
        self.service.close()


def create_web(settings: Settings) -> Web:
    service = Service(settings)
    app = Flask("companion", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = http.BIGGEST_UPLOAD
    app.json.sort_keys = False  # type: ignore[attr-defined]
    # Threads, because a camera thread inside OpenCV must not hold up the tablets. Only pages of our own origin connect.
    # A tablet's messages are handled in the thread of its socket, one after the other, as they came.
    io = SocketIO(
        app, async_mode="threading", async_handlers=False, max_http_buffer_size=MOST_BYTES, manage_session=False
    )
    guard(io)
    Sockets(service, io)
    http.register(app, service)
    pack_texts(app)
    service.start()
    service.open_last()
    return Web(app, io, service)
