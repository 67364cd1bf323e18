"""Routes of the service and its games, and the pages of the tablet itself."""

from __future__ import annotations

from pathlib import Path

from flask import Blueprint, Flask, Response, request, send_file, send_from_directory

from companion.devices.labels import PAPERS, label_sheet
from companion.protocol.answers import AuctionAnswer, GameAnswer, HealthAnswer, InfoAnswer
from companion.protocol.games import (
    DeletedGameAnswer,
    GameLabels,
    GamesAnswer,
    GamesQuery,
    GameSummaryAnswer,
    KeptGameAnswer,
    KeptGamesAnswer,
)
from companion.protocol.messages import AuctionRequest, GameRequest
from companion.protocol.refusal import Refused
from companion.server.access import qr_svg
from companion.server.http import file_answer, read_message, require_seat, seat_of_token
from companion.server.service import Service
from companion.table.game_list import GAMES_A_PAGE
from companion.table.seats import HOST

NOT_BUILT = """<!doctype html><meta charset="utf-8"><title>Claustrophobia companion</title>
<h1>The tablet is not built yet</h1><p>The service runs, but its pages are missing: run <code>make web</code>, then
load this page again.</p>"""


def game_routes(service: Service) -> Blueprint:
    api = Blueprint("games", __name__, url_prefix="/api")
    games, access = service.games, service.access

    def is_host() -> bool:
        return service.settings.open or seat_of_token(access) == HOST

    def exported(name: str) -> Response:
        lines = games.export(name, require_seat(access))
        return file_answer("".join(lines), "application/jsonl", f"{name}.jsonl")

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
        page = games.page(GamesQuery.model_validate(request.args.to_dict()))
        service.resume()
        return {
            "ok": True,
            "games": page.games,
            "found": page.found,
            "page_size": GAMES_A_PAGE,
            "archived": page.archived,
            "notices": games.notices,
        }

    @api.post("/games")
    def new_game() -> tuple[GameAnswer, int]:
        require_seat(access)
        table = games.begin(read_message(GameRequest))
        service.use(table)
        return {"ok": True, "game": table.name}, 201

    @api.get("/games/<name>")
    def one_game(name: str) -> GameSummaryAnswer:
        return {"ok": True, "game": games.table(name).summary()}

    @api.post("/games/<name>/labels")
    def label_game(name: str) -> GameSummaryAnswer:
        require_seat(access)
        labels = read_message(GameLabels)
        title = None if labels.title is None else " ".join(labels.title.split())
        return {"ok": True, "game": games.label(name, title, labels.archived)}

    @api.post("/games/<name>/delete")
    def delete_game(name: str) -> DeletedGameAnswer:
        require_seat(access)
        return {"ok": True, "kept": games.delete(name)}

    @api.get("/kept-games")
    def kept_games() -> KeptGamesAnswer:
        require_seat(access)
        return {"ok": True, "games": games.kept.games()}

    @api.get("/kept-games/<name>")
    def kept_game(name: str) -> KeptGameAnswer:
        require_seat(access)
        return {"ok": True, "game": games.kept.look(name)}

    @api.post("/kept-games/<name>/restore")
    def restore_game(name: str) -> GameAnswer:
        require_seat(access)
        return {"ok": True, "game": games.restore(name).name}

    @api.get("/kept-games/<name>/export")
    def export_kept_game(name: str) -> Response:
        require_seat(access)
        return exported(games.kept.file(name).id)

    @api.post("/auction")
    def auction() -> AuctionAnswer:
        require_seat(access)
        return service.loaded_box.auction(read_message(AuctionRequest))

    @api.get("/games/<name>/export")
    def export_game(name: str) -> Response:
        return exported(name)

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
