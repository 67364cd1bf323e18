"""Routes of the backups: the list, one now, one for elsewhere, one from elsewhere, and the way back. For the host."""

from __future__ import annotations

from flask import Blueprint, Response, request, send_file

from companion.backup.store import LARGEST_BACKUP
from companion.protocol.answers import OkAnswer
from companion.protocol.backups import BackupAnswer, BackupsAnswer
from companion.server.http import require_host
from companion.server.service import Service


def backup_routes(service: Service) -> Blueprint:
    api = Blueprint("backups", __name__, url_prefix="/api/backups")
    backups = service.backups

    @api.before_request
    def only_host() -> None:
        # A backup holds every hand of every game, and restoring one takes today away from everybody.
        require_host(service.access)

    @api.get("")
    def all_backups() -> BackupsAnswer:
        return {"ok": True, "backups": backups.summaries()}

    @api.post("")
    def make() -> tuple[BackupAnswer, int]:
        return {"ok": True, "backup": backups.make()}, 201

    @api.post("/import")
    def take_in() -> tuple[BackupAnswer, int]:
        request.max_content_length = LARGEST_BACKUP
        return {"ok": True, "backup": backups.take_in(request.stream.read)}, 201

    @api.get("/<name>")
    def download(name: str) -> Response:
        # Whoever has the code can be the host. A backup that stays on the machine tells nobody anything.
        for game in service.access.held.games():
            service.must_hide_nothing(game)
        return send_file(backups.file(name), mimetype="application/zip", as_attachment=True, download_name=name)

    @api.post("/<name>/restore")
    def restore(name: str) -> OkAnswer:
        backups.restore(name)
        return {"ok": True}

    @api.post("/<name>/delete")
    def delete(name: str) -> OkAnswer:
        backups.delete(name)
        return {"ok": True}

    return api
