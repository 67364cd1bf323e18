"""HTTP beside the socket: games, files, pictures, the box, and the tablet itself."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, request, send_file, send_from_directory
from pydantic import ValidationError
from werkzeug.exceptions import HTTPException

from companion.devices.labels import PAPERS, label_sheet
from companion.server.answers import from_invalid, from_refusal, refused
from companion.server.asking import as_json, bearer, must_be_in
from companion.server.board_routes import board_api
from companion.server.box_api import box_api
from companion.server.camera_api import register_camera
from companion.server.card_api import card_api
from companion.server.card_photo_api import register_card_photos
from companion.server.devices_api import register_devices
from companion.server.photo_api import register_photos
from companion.server.qr import qr_svg
from companion.server.scenario_api import scenario_api
from companion.server.service import Service
from companion.table.options import GameRequest
from companion.table.problems import TableRefusal
from companion.table.seats import HOST

log = logging.getLogger("companion")

BIGGEST_UPLOAD = 20_000_000
NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Claustrophobia companion</title>
<h1>The tablet is not built yet</h1><p>The service runs, but its pages are missing: run <code>make web</code>, then
load this page again.</p>"""
STATUS = {
    "table/no_such_game": 404,
    "table/lost": 410,
    "table/unavailable": 503,
    "table/wrong_code": 403,
    "table/not_host": 403,
    "table/picture_too_large": 413,
    "table/no_board_camera": 404,
    "table/no_board_picture": 503,
    "camera/none": 404,
    "camera/unknown": 404,
    "tray/none": 404,
    "camera/hidden": 403,
    "camera/no_picture": 503,
    "camera/not_saved": 507,
    "box/no_such_box": 404,
    "box/no_such_scenario": 404,
    "box/no_such_card": 404,
    "box/no_such_trial": 404,
}


def register(app: Flask, service: Service) -> None:
    app.register_blueprint(_api(service))
    app.register_blueprint(board_api(service))
    app.register_blueprint(box_api(service))
    app.register_blueprint(card_api(service))
    app.register_blueprint(scenario_api(service))
    _tablet(app, service.settings.static)
    _errors(app)
    app.before_request(_check_origin)


def _check_origin() -> Response | None:
    """Pages of other sites may not talk to the table through a player's browser."""
    origin = request.headers.get("Origin")
    if origin and urlsplit(origin).netloc != request.host:
        return as_json(refused("wire/origin", "wrong_origin"), 403)
    return None


def _api(service: Service) -> Blueprint:
    api = Blueprint("api", __name__, url_prefix="/api")

    @api.get("/health")
    def health() -> Response:
        return as_json({"ok": True, "version": service.version, "games": len(service.games.names())})

    @api.get("/info")
    def info() -> Response:
        told = service.info()
        if service.settings.open or bearer(service) == HOST:
            told["code"] = service.access.code
        return as_json(told)

    @api.get("/qr.svg")
    def qr() -> Response:
        if not service.settings.open and bearer(service) != HOST:
            raise TableRefusal("table/not_host", "not_host")
        address = f"{request.host_url}?code={service.access.code}"
        return Response(qr_svg(address), mimetype="image/svg+xml")

    @api.get("/games")
    def games() -> Response:
        return as_json({"ok": True, "games": service.games.summaries(), "notices": service.games.notices})

    @api.post("/games")
    def new_game() -> Response:
        must_be_in(service)
        table = service.games.begin(GameRequest.model_validate_json(request.get_data()))
        service.use(table)
        return as_json({"ok": True, "game": table.name}, 201)

    @api.get("/games/<name>/export")
    def export(name: str) -> Response:
        lines = service.games.export(name, must_be_in(service))
        answer = Response("".join(lines), mimetype="application/jsonl")
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}.jsonl"'
        return answer

    @api.post("/games/import")
    def take_in() -> Response:
        must_be_in(service)
        try:
            text = request.get_data().decode()
        except UnicodeDecodeError as error:
            raise TableRefusal("import/bad_file", "bad_file", {"reason": "not UTF-8 text"}) from error
        return as_json({"ok": True, "game": service.games.take_in(text.split("\n")).name}, 201)

    @api.get("/labels.pdf")
    def labels() -> Response:
        paper, language = request.args.get("paper", "a4"), request.args.get("language", "en")
        if paper not in PAPERS:
            raise TableRefusal("labels/unknown_paper", "unknown_paper", {"paper": paper[:20], "known": list(PAPERS)})
        try:
            pdf, _ = label_sheet(service.library, paper, language)
        except ValueError as error:
            raise TableRefusal("labels/no_font", "no_font", {"reason": str(error)}) from error
        return Response(pdf, mimetype="application/pdf")

    @api.get("/readings/<name>.jpg")
    def picture(name: str) -> Response:
        file = service.pictures.path(name)
        if file is None:
            return as_json(refused("table/no_such_picture", "no_such_picture"), 404)
        return send_file(file, mimetype="image/jpeg", max_age=3600)

    register_camera(api, service)
    register_photos(api, service)
    register_card_photos(api, service)
    register_devices(api, service)
    return api


def _tablet(app: Flask, folder: Path) -> None:
    @app.get("/")
    def index() -> Response:
        if not (folder / "index.html").exists():
            return Response(NOT_BUILT, mimetype="text/html")
        return send_from_directory(folder, "index.html", max_age=0)

    @app.get("/<path:file>")
    def asset(file: str) -> Response:
        return send_from_directory(folder, file)


def _errors(app: Flask) -> None:
    handlers: list[tuple[type[Exception], Callable[[Any], Response]]] = [
        (TableRefusal, lambda e: as_json(from_refusal(e), STATUS.get(e.code, 400))),
        (ValidationError, lambda e: as_json(from_invalid(e), 400)),
        (HTTPException, lambda e: as_json(refused(f"http/{e.code}", "http_error", {"status": e.code}), e.code or 500)),
        (Exception, _unexpected),
    ]
    for kind, handler in handlers:
        app.register_error_handler(kind, handler)


def _unexpected(error: Exception) -> Response:
    log.error("a request could not be handled", exc_info=error)
    return as_json(refused("server/error", "server_error"), 500)
