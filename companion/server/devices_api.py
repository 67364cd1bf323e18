"""The devices page over HTTP: how the parts are, trying them, the check step by step, the support bundle."""

from __future__ import annotations

import json
from typing import Annotated

from flask import Blueprint, Response, request
from pydantic import Field

from companion.devices.hand import TraySource
from companion.server.asking import as_json, must_be_in
from companion.server.messages import Message
from companion.server.service import Service
from companion.server.support import bundle
from companion.table.problems import TableRefusal


class TrayTestRequest(Message):
    """Whether buttons and cards are being tried: the game hears nothing of them meanwhile."""

    on: bool


class VerbRequest(Message):
    """A verb for the simulated tray, as it is typed; `help` lists them."""

    line: Annotated[str, Field(max_length=200)]


def register_devices(api: Blueprint, service: Service) -> None:
    @api.get("/devices")
    def devices() -> Response:
        must_be_in(service)
        return as_json({"ok": True, **service.devices()})

    @api.post("/tray/test")
    def try_tray() -> Response:
        must_be_in(service)
        wanted = TrayTestRequest.model_validate_json(request.get_data())
        tray = _tray(service)
        if wanted.on:
            tray.tryout.begin()
        else:
            tray.tryout.end()
        return as_json({"ok": True, **tray.tryout.as_json()})

    @api.post("/tray/search")
    def search_tray() -> Response:
        must_be_in(service)
        tray = _tray(service)
        tray.search()
        return as_json({"ok": True, "tray": tray.as_json()})

    @api.post("/tray/blink")
    def blink() -> Response:
        must_be_in(service)
        _tray(service).blink()
        return as_json({"ok": True})

    @api.post("/tray/sim")
    def simulated_tray() -> Response:
        must_be_in(service)
        wanted = VerbRequest.model_validate_json(request.get_data())
        return as_json({"ok": True, "shown": _tray(service).obey(wanted.line)})

    @api.get("/check")
    def check() -> Response:
        must_be_in(service)
        return as_json({"ok": True, **service.check.as_json()})

    @api.post("/check")
    def start_check() -> Response:
        must_be_in(service)
        service.check.start()
        return as_json({"ok": True, **service.check.as_json()}, 202)

    @api.get("/support.json")
    def support() -> Response:
        must_be_in(service)
        answer = Response(json.dumps(bundle(service), ensure_ascii=False, indent=1), mimetype="application/json")
        answer.headers["Content-Disposition"] = 'attachment; filename="support.json"'
        return answer


def _tray(service: Service) -> TraySource:
    if service.tray is None:
        raise TableRefusal("tray/none", "no_tray")
    return service.tray
