"""Routes of the service and its games, and the pages of the tablet itself."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Flask, Response, request, send_file, send_from_directory

from companion.devices.labels import PAPERS, label_sheet
from companion.protocol.answers import AuctionAnswer, GameAnswer, GamesAnswer, HealthAnswer, InfoAnswer
from companion.protocol.messages import AuctionRequest, GameRequest
from companion.protocol.refusal import Refused
from companion.server.access import qr_svg
from companion.server.http import file_answer, read_message, require_seat, seat_of_token
from companion.server.service import Service
from companion.table.seats import HOST

NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Claustrophobia companion</title>
<h1>The tablet is not built yet</h1><p>The service runs, but its pages are missing: run <code>make web</code>, then
load this page again.</p>"""


def game_routes(service: Service) -> Blueprint:
    api = Blueprint("games", __name__, url_prefix="/api")
    games, access = service.games, service.access

    def is_host() -> bool:
        return service.settings.open or seat_of_token(access) == HOST

    @api.get("/health")
    def health() -> HealthAnswer:
        return {"ok": True, "version": service.version, "games": len(games.names())}

    @api.get("/info")
    def info() -> InfoAnswer:
        answer = service.info()
        if is_host():
            answer["code"] = access.code
        return answer

    @api.get("/qr.svg")
    def qr_code() -> Response:
        if not is_host():
            raise Refused("table/not_host", "not_host")
        return Response(qr_svg(f"{request.host_url}?code={access.code}"), mimetype="image/svg+xml")

    @api.get("/games")
    def all_games() -> GamesAnswer:
        return {"ok": True, "games": games.summaries(), "notices": games.notices}

    @api.post("/games")
    def new_game() -> tuple[GameAnswer, int]:
        require_seat(access)
        table = games.begin(read_message(GameRequest))
        service.use(table)
        return {"ok": True, "game": table.name}, 201

    @api.post("/auction")
    def auction() -> AuctionAnswer:
        require_seat(access)
        return service.loaded_box.auction(read_message(AuctionRequest))

    @api.get("/games/<name>/export")
    def export_game(name: str) -> Response:
        lines = games.export(name, require_seat(access))
        return file_answer("".join(lines), "application/jsonl", f"{name}.jsonl")

    @api.post("/games/import")
    def import_game() -> tuple[GameAnswer, int]:
        require_seat(access)
        try:
            text = request.get_data().decode()
        except UnicodeDecodeError as error:
            raise Refused("import/bad_file", "bad_file", {"reason": "not UTF-8 text"}) from error
        return {"ok": True, "game": games.take_in(text.split("\n")).name}, 201

    @api.get("/readings/<name>.jpg")
    def picture(name: str) -> Response:
        file = service.pictures.path(name)
        if file is None:
            raise Refused("table/no_such_picture", "no_such_picture")
        return send_file(file, mimetype="image/jpeg", max_age=3600)

    @api.get("/labels.pdf")
    def labels() -> Response:
        paper, language = request.args.get("paper", "a4"), request.args.get("language", "en")
        if paper not in PAPERS:
            raise Refused("labels/unknown_paper", "unknown_paper", {"paper": paper[:20], "known": list(PAPERS)})
        try:
            pdf, _ = label_sheet(service.loaded_box, paper, language)
        except ValueError as error:
            raise Refused("labels/no_font", "no_font", {"reason": str(error)}) from error
        return Response(pdf, mimetype="application/pdf")

    return api


def serve_tablet(app: Flask, folder: Path) -> None:
    """The tablet's pages as they were built; a hint where they were not."""

    @app.get("/")
    def index() -> Response:
        if not (folder / "index.html").exists():
            return Response(NOT_BUILT, mimetype="text/html")
        return send_from_directory(folder, "index.html", max_age=0)

    @app.get("/<path:file>")
    def asset(file: str) -> Response:
        return send_from_directory(folder, file)
