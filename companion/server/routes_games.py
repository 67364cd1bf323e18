"""Routes of the service and its games."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Blueprint, Response, request, send_file

from companion.devices.labels import PAPERS, label_sheet_apart
from companion.protocol.access import CodeRequest, HostAnswer
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
from companion.server.http import file_answer, read_message, require_host, require_seat
from companion.server.own_names import is_loopback
from companion.server.service import Service
from companion.table.file_checks import check_game_file
from companion.table.game_list import GAMES_A_PAGE


def game_routes(service: Service) -> Blueprint:
    api = Blueprint("games", __name__, url_prefix="/api")
    games, access = service.games, service.access

    def exported(name: str, game: str) -> Response:
        """`name` is the file to tell of, `game` the one at which whoever asks may hold a seat."""
        lines = games.export(name, require_seat(access).seat_in(game))
        return file_answer("".join(lines), "application/jsonl", f"{name}.jsonl")

    @api.get("/health")
    def health() -> HealthAnswer:
        return {"ok": True, "version": service.version, "games": len(games.names())}

    @api.get("/info")
    def info() -> InfoAnswer:
        return service.info()

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
        labelled = games.label(name, read_message(GameLabels))
        service.people_changed(name)
        return {"ok": True, "game": labelled}

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
        seat_at, kept = require_seat(access), games.kept.file(name)
        if kept.kind == "damaged":
            # It becomes a new game, at which every seat is free.
            service.must_hide_nothing(kept.game, seat_at)
        return {"ok": True, "game": games.restore(name).name}

    @api.get("/kept-games/<name>/export")
    def export_kept_game(name: str) -> Response:
        require_seat(access)
        kept = games.kept.file(name)
        return exported(kept.id, kept.game)

    @api.post("/auction")
    def auction() -> AuctionAnswer:
        require_seat(access)
        return service.loaded_box.auction(read_message(AuctionRequest))

    @api.get("/games/<name>/export")
    def export_game(name: str) -> Response:
        return exported(name, name)

    @api.post("/games/import")
    def import_game() -> tuple[GameAnswer, int]:
        require_seat(access)
        try:
            text = request.get_data().decode()
        except UnicodeDecodeError as error:
            raise Refused("import/bad_file", "bad_file", {"reason": "not UTF-8 text"}) from error
        check_game_file(service.apart, text)
        return {"ok": True, "game": games.take_in(text.split("\n"), tried=True).name}, 201

    @api.get("/readings/<name>.jpg")
    def picture(name: str) -> Response:
        file = service.pictures.path(name, require_seat(access))
        if file is None:
            raise Refused("table/no_such_picture", "no_such_picture")
        answer = send_file(file, mimetype="image/jpeg", max_age=3600)
        # Not for caches that others share.
        answer.cache_control.private = True
        return answer

    @api.get("/labels.pdf")
    def labels() -> Response:
        require_seat(access)
        paper, language = request.args.get("paper", "a4"), request.args.get("language", "en")
        if paper not in PAPERS:
            raise Refused("labels/unknown_paper", "unknown_paper", {"paper": paper[:20], "known": list(PAPERS)})
        return Response(
            label_sheet_apart(service.apart, service.loaded_box, paper, language), mimetype="application/pdf"
        )

    return api


def host_routes(service: Service) -> Blueprint:
    """The way in."""
    api = Blueprint("host", __name__, url_prefix="/api")
    access = service.access

    def now() -> HostAnswer:
        codes = access.codes
        wrong, wrong_from = access.guard.report()
        return {
            "ok": True,
            "code": codes.code,
            "long_code": codes.long,
            "address": service.address,
            "evenings": codes.evenings,
            "wrong": wrong,
            "wrong_from": wrong_from,
        }

    @api.get("/host")
    def host() -> HostAnswer:
        require_host(access)
        return now()

    @api.post("/host/code")
    def change_code() -> HostAnswer:
        require_host(access)
        wanted = read_message(CodeRequest)
        access.change(wanted.new, wanted.everybody_out, wanted.evenings)
        if wanted.everybody_out:
            service.put_everybody_out()
        return now()

    @api.get("/qr.svg")
    def qr_code() -> Response:
        require_host(access)
        # As this tablet came, since that works; but no other tablet comes to a screen on the machine itself.
        address = service.address if is_loopback(urlsplit(request.host_url).hostname or "") else request.host_url
        # With a game it leads straight to the seats of that game.
        game = request.args.get("game", "")
        at = f"game={game}&" if game in service.games.names() else ""
        return Response(qr_svg(f"{address}?{at}code={access.codes.long}"), mimetype="image/svg+xml")

    return api
