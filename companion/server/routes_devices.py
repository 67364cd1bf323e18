"""Routes of the devices page: how the parts are, trying them, the check step by step, the support bundle."""

from __future__ import annotations

import json

from flask import Blueprint, Response

from companion.devices.tray_source import TraySource
from companion.protocol.answers import (
    CheckAnswer,
    DevicesAnswer,
    OkAnswer,
    TrayAnswer,
    TrayLineAnswer,
    TrayTestAnswer,
)
from companion.protocol.messages import TrayLineRequest, TrayTestRequest
from companion.protocol.refusal import Refused
from companion.server.http import file_answer, read_message, require_seat
from companion.server.service import Service
from companion.server.support import support_bundle


def device_routes(service: Service) -> Blueprint:
    api = Blueprint("devices", __name__, url_prefix="/api")
    access, check, devices = service.access, service.check, service.devices

    def tray() -> TraySource:
        if devices.tray is None:
            raise Refused("tray/none", "no_tray")
        return devices.tray

    @api.get("/devices")
    def all_devices() -> DevicesAnswer:
        require_seat(access)
        return {"ok": True, **devices.to_json(service.settings.data)}

    @api.post("/tray/test")
    def test_tray() -> TrayTestAnswer:
        require_seat(access)
        wanted = read_message(TrayTestRequest)
        test_mode = tray().test_mode
        if wanted.on:
            test_mode.begin()
        else:
            test_mode.end()
        return {"ok": True, **test_mode.to_json()}

    @api.post("/tray/search")
    def search_tray() -> TrayAnswer:
        require_seat(access)
        tray().search()
        return {"ok": True, "tray": tray().to_json()}

    @api.post("/tray/blink")
    def blink_tray() -> OkAnswer:
        require_seat(access)
        tray().blink()
        return {"ok": True}

    @api.post("/tray/sim")
    def simulated_tray() -> TrayLineAnswer:
        require_seat(access)
        wanted = read_message(TrayLineRequest)
        return {"ok": True, "shown": tray().run_simulator_command(wanted.line)}

    @api.get("/check")
    def last_check() -> CheckAnswer:
        require_seat(access)
        return {"ok": True, **check.to_json()}

    @api.post("/check")
    def start_check() -> tuple[CheckAnswer, int]:
        require_seat(access)
        check.start()
        return {"ok": True, **check.to_json()}, 202

    @api.get("/support.json")
    def support() -> Response:
        require_seat(access)
        text = json.dumps(support_bundle(service), ensure_ascii=False, indent=1)
        return file_answer(text, "application/json", "support.json")

    return api
