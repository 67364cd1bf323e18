"""Routes of updates and of the factory reset. For the host: a release is code, and a reset forgets all games."""

from __future__ import annotations

from flask import Blueprint, request

from companion.appliance.release import LARGEST_RELEASE
from companion.backup.reset import ask_reset
from companion.protocol.answers import OkAnswer
from companion.protocol.refusal import Refused
from companion.protocol.update import PlaceRequest, ResetRequest, UpdateAnswer
from companion.server.http import read_message, require_host
from companion.server.service import Service


def update_routes(service: Service) -> Blueprint:
    api = Blueprint("update", __name__, url_prefix="/api")
    updates = service.updates

    @api.before_request
    def only_host() -> None:
        require_host(service.access)

    def answer() -> UpdateAnswer:
        table = service.current()
        game = table.progress() if table is not None else None
        return {
            "ok": True,
            "version": service.version,
            "managed": updates.places is not None,
            "signed": updates.is_signed,
            "since": updates.since,
            "previous": updates.previous,
            "games": len(service.games.names()),
            "round": game["round"] if game is not None and game["winner"] is None else None,
            "rolling": table is not None and table.busy,
            "places": updates.found(),
            "release": updates.release_json(),
            "state": updates.state_json(),
        }

    def check_dice() -> None:
        table = service.current()
        if table is not None and table.busy:
            raise Refused("update/rolling", "update_rolling")

    @api.get("/update")
    def update() -> UpdateAnswer:
        return answer()

    @api.post("/update/file")
    def bring_file() -> UpdateAnswer:
        request.max_content_length = LARGEST_RELEASE
        updates.take_file(request.stream.read)
        return answer()

    @api.post("/update/place")
    def bring_place() -> UpdateAnswer:
        updates.take_place(read_message(PlaceRequest).name)
        return answer()

    @api.post("/update/prepare")
    def prepare() -> UpdateAnswer:
        updates.prepare(service.backups.make)
        return answer()

    @api.post("/update/switch")
    def switch() -> UpdateAnswer:
        check_dice()
        updates.switch()
        return answer()

    @api.post("/update/stop")
    def stop() -> UpdateAnswer:
        updates.stop()
        return answer()

    @api.post("/update/back")
    def back() -> UpdateAnswer:
        check_dice()
        updates.back()
        return answer()

    @api.post("/reset")
    def reset() -> OkAnswer:
        wanted = read_message(ResetRequest)
        ask_reset(service.settings.data, wanted.everything)
        service.settings.restart()
        return {"ok": True}

    return api
