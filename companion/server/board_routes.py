"""The table check over HTTP: a picture of the board comes in, what differs from the game goes out."""

from __future__ import annotations

import threading
from collections.abc import Callable

from flask import Blueprint, Response

from companion.devices.board import BIGGEST_PHOTO, BoardSource, SeenBoard, see_photo, see_source
from companion.devices.board_check import BoardChecks
from companion.server.asking import as_json, must_be_in, uploaded
from companion.server.service import Service
from companion.table.problems import TableRefusal


def board_api(service: Service) -> Blueprint:
    api = Blueprint("board", __name__, url_prefix="/api/games/<name>/board")
    names = service.library.tag_names()
    checks = BoardChecks()
    # One picture of a board is read at a time: it may be twelve million pixels large.
    reading = threading.Lock()

    def answer(name: str, seat: str) -> Response:
        return as_json({"ok": True, "check": checks.result(service.games.table(name), seat)})

    def taken(name: str, see: Callable[[], SeenBoard]) -> Response:
        seat = must_be_in(service)
        game = service.games.table(name).name
        with reading:
            checks.remember(game, see())
        return answer(name, seat)

    @api.get("")
    def look(name: str) -> Response:
        """What the last picture shows, compared with the game as it is now."""
        return answer(name, must_be_in(service))

    @api.post("")
    def photo(name: str) -> Response:
        return taken(name, lambda: see_photo(uploaded(BIGGEST_PHOTO), names))

    @api.post("/camera")
    def camera(name: str) -> Response:
        return taken(name, lambda: see_source(_camera(service), names))

    return api


def _camera(service: Service) -> BoardSource:
    if service.settings.board is None:
        raise TableRefusal("table/no_board_camera", "no_board_camera")
    return service.settings.board
