"""The web application, made anew for every service: no module globals, nothing runs at import."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask
from flask_socketio import SocketIO

from companion.protocol.messages import MOST_BYTES
from companion.server.http import set_up_http
from companion.server.load import limit_large_requests
from companion.server.own_names import HostGuard, own_names
from companion.server.routes_backups import backup_routes
from companion.server.routes_boxes import box_routes
from companion.server.routes_camera import camera_routes
from companion.server.routes_coach import coach_routes
from companion.server.routes_devices import device_routes
from companion.server.routes_first_run import first_run_routes
from companion.server.routes_games import game_routes, host_routes
from companion.server.routes_network import network_routes
from companion.server.routes_sight import sight_routes
from companion.server.routes_story import story_routes
from companion.server.routes_update import update_routes
from companion.server.service import Service, Settings
from companion.server.sockets import Sockets, guard
from companion.server.tablet_files import serve_tablet

ROUTES = (
    game_routes,
    story_routes,
    coach_routes,
    host_routes,
    box_routes,
    camera_routes,
    device_routes,
    sight_routes,
    backup_routes,
    network_routes,
    first_run_routes,
    update_routes,
)


@dataclass(frozen=True)
class Web:
    """Everything that answers tablets, and the service behind it."""

    app: Flask
    io: SocketIO
    service: Service

    def close_sockets(self) -> None:
        """Let go of every tablet, without waiting for those that are gone already."""
        close_sockets(self.io)

    def close(self) -> None:
        self.close_sockets()
        self.service.close()


def close_sockets(io: SocketIO) -> None:
    for socket in list(io.server.eio.sockets.values()):
        socket.close(wait=False)


def create_web(settings: Settings) -> Web:
    service = Service(settings)
    app = Flask("companion", static_folder=None)
    # Threads, because a camera thread inside OpenCV must not hold up the tablets. Only pages of our own origin connect.
    # A tablet's messages are handled in the thread of its socket, one after the other, as they came.
    # Websockets only: what comes by long polling is not held to the pace of one tablet.
    io = SocketIO(
        app,
        async_mode="threading",
        async_handlers=False,
        max_http_buffer_size=MOST_BYTES,
        manage_session=False,
        transports=["websocket"],
    )
    guard(io)
    Sockets(service, io)
    service.on_everybody_out(lambda: close_sockets(io))
    set_up_http(app, service.network.all_origins)
    limit_large_requests(app)
    for routes in ROUTES:
        app.register_blueprint(routes(service))
    serve_tablet(app, service.settings.static)
    # Outermost, so that the socket's requests pass it too.
    guarded = HostGuard(app.wsgi_app, lambda: own_names(*settings.names, *service.network.reach.names))
    app.wsgi_app = guarded  # type: ignore[method-assign]
    service.start()
    return Web(app, io, service)
